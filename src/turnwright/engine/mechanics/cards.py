"""Initiative by cards: a deck that remembers what was drawn, dealing, and what jokers give."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from turnwright.engine.base import Command, Event, Outcome
from turnwright.engine.compiled import Rules
from turnwright.engine.events import ConditionSet, on_entry
from turnwright.engine.frames import Moment, Placing
from turnwright.engine.ledger import change
from turnwright.engine.mechanic import REMOVALS, Hook, Mechanic
from turnwright.engine.play import GM, Play
from turnwright.engine.rolling import ref_of, scored
from turnwright.engine.sheet import holds, present
from turnwright.engine.standing import NEW, order_stands
from turnwright.engine.state import Entry, State
from turnwright.engine.veil import sees
from turnwright.formula import Number
from turnwright.rules.words.devices import Cards, Deck, is_joker

OWN = "cards"


class Table(Struct, frozen=True, gc=False, omit_defaults=True):
    """The deck: cards ``left``, ``away``, and ``dealt`` to entries; and whether a ``joker`` was drawn this round."""

    left: tuple[str, ...]
    away: tuple[str, ...] = ()
    dealt: dict[str, str] = {}
    joker: bool = False


class Shuffled(Event, frozen=True, gc=False):
    """These cards are in the deck again. ``why`` is new, joker, empty or round."""

    cards: tuple[str, ...]
    why: str = "new"

    def apply(self, state: State) -> State:
        held = state.own.get(OWN)
        dealt = held.dealt if isinstance(held, Table) else {}
        joker = isinstance(held, Table) and held.joker and self.why == "empty"
        return replace(state, own={**state.own, OWN: Table(self.cards, dealt=dealt, joker=joker)})


class Dealt(Event, frozen=True, gc=False):
    """An entry has drawn these cards and keeps one: its rank is the score, its suit tells equal ranks apart.

    ``typed`` when it came from a real deck.
    """

    entry: str
    drawn: tuple[str, ...]
    kept: str
    score: Number
    keys: tuple[tuple[Number, ...], ...] = ()
    typed: bool = False

    def apply(self, state: State) -> State:
        table = state.own[OWN]
        before = table.dealt.get(self.entry)
        away = [card for card in (*self.drawn, *((before,) if before else ())) if card != self.kept]
        table = Table(
            tuple(card for card in table.left if card not in self.drawn),
            (*table.away, *away),
            {**table.dealt, self.entry: self.kept},
            table.joker or any(is_joker(card) for card in self.drawn),
        )
        state = on_entry(state, self.entry, score=self.score, keys=self.keys, rank=None, by_hand=0, absent="")
        return replace(state, own={**state.own, OWN: table})


class CardsAway(Event, frozen=True, gc=False):
    """The round is over, and nobody has a card any more."""

    def apply(self, state: State) -> State:
        table = state.own[OWN]
        return replace(
            state, own={**state.own, OWN: replace(table, dealt={}, away=(*table.away, *table.dealt.values()))}
        )


class Deal(Command, frozen=True, gc=False):
    """Deal somebody's initiative: draw it from the deck, or say which ``cards`` were drawn from a real one.

    Somebody who has a card already draws one more, and keeps the better. Of cards that are named the first is kept.
    Refuses ``deck.none``, ``deck.unknown`` for a card that is not in the deck of the game, and ``deck.drawn`` for one
    that is out.
    """

    who: tuple[str, ...]
    cards: tuple[str, ...] = ()

    def decide(self, play: Play) -> None:
        word = play.rules.ruleset.initiative.cards
        if word is None:
            play.refuse("deck.none")
        deck = play.rules.ruleset.decks[word.deck]
        for who in self.who:
            entry = play.entry(play.present(who).id)
            table = _table(play, deck)
            for card in self.cards:
                if card not in deck.cards():
                    play.refuse("deck.unknown", word.rule, card=card)
                if card not in table.left and table.dealt.get(entry.id) != card:
                    play.refuse("deck.drawn", word.rule, card=card)
            if self.cards:
                _keep(play, entry, self.cards, self.cards[0], word, deck, typed=True)
            else:
                _deal(play, entry, word, deck, more=entry.id in table.dealt)
            scored(play, entry.id)
            if order_stands(play):
                play.push(Placing(entry.id, NEW if entry.score is None else "score"))


def card_of(state: State, entry: str) -> str:
    """The card that an entry acts by in this round, or nothing."""
    table = state.own.get(OWN)
    return table.dealt.get(entry, "") if isinstance(table, Table) else ""


def _score(play: Play, entry: str) -> bool:
    word = play.rules.ruleset.initiative.cards
    if word is None:
        return False
    _deal(play, play.state.entries[entry], word, play.rules.ruleset.decks[word.deck])
    return True


def _table(play: Play, deck: Deck) -> Table:
    if not isinstance(play.state.own.get(OWN), Table):
        play.emit(Shuffled(tuple(deck.cards()), ref=deck.rule))
    table = play.state.own[OWN]
    assert isinstance(table, Table)
    return table


def _who(play: Play, entry: Entry) -> str:
    return next((who for who in entry.members if not play.state.combatants[who].gone), "")


def _draw(play: Play, deck: Deck, drawn: list[str]) -> str:
    """One card more, each that is left being equally likely; an empty deck is made of what was put away."""
    table = _table(play, deck)
    left = [card for card in table.left if card not in drawn]
    if not left:
        out = {*drawn, *table.dealt.values()}
        left = [card for card in deck.cards() if card not in out]
        if not left:
            play.refuse("deck.empty", deck.rule)
        play.emit(Shuffled(tuple(left), "empty", ref=deck.rule))
    card = left[play.dice.roll(len(left)) - 1]
    drawn.append(card)
    return card


def _deal(play: Play, entry: Entry, word: Cards, deck: Deck, more: bool = False) -> None:
    who = _who(play, entry)
    drawn: list[str] = []
    draws, low, redraw = word.draws, word.keeps_low, word.redraw
    count = 1 if more or draws.count is None else max(1, int(play.number(draws.count, who)))
    for _ in range(count):
        _draw(play, deck, drawn)
    worst = not more and low.when is not None and holds(low.when, play.sheet(who))
    kept = _best(play, deck, [*drawn, *((_table(play, deck).dealt[entry.id],) if more else ())], worst)
    ref = low.rule if worst else draws.rule if count > 1 else ""
    while (
        redraw.when is not None
        and not is_joker(kept)
        and holds(redraw.when, play.sheet(who, {"card": deck.value(kept)[0]}))
        and len(drawn) < len(tuple(deck.cards()))
    ):
        kept = _draw(play, deck, drawn)
        ref = redraw.rule
    _keep(play, entry, tuple(drawn), kept, word, deck, ref)


def _best(play: Play, deck: Deck, cards: list[str], low: bool) -> str:
    """The card that is kept: the best, or the worst, jokers aside."""
    first = play.rules.ruleset.initiative.first
    ranked = sorted(cards, key=lambda card: (is_joker(card), _strength(deck, card, first)))
    worst = next((card for card in cards if is_joker(card)), ranked[0])
    return worst if low else ranked[-1]


def _strength(deck: Deck, card: str, first: str) -> tuple[int, int]:
    rank, suit = deck.value(card)
    return (rank, suit) if first == "high" else (-rank, suit)


def _keep(
    play: Play,
    entry: Entry,
    drawn: tuple[str, ...],
    kept: str,
    word: Cards,
    deck: Deck,
    ref: str = "",
    typed: bool = False,
) -> None:
    rank, suit = deck.value(kept)
    keys: tuple[tuple[Number, ...], ...] = ((suit,),) if deck.suits else ()
    if is_joker(kept) and play.rules.ruleset.initiative.first == "low":
        rank = deck.bottom - 1
    ref = ref or word.rule or ref_of(play)
    new = _table(play, deck).dealt.get(entry.id) != kept
    play.emit(Dealt(entry.id, drawn, kept, rank, keys, typed, ref=word.joker.rule if is_joker(kept) else ref))
    for who in entry.members:
        for name in word.joker.gives:
            on = is_joker(kept)
            if (name in play.state.combatants[who].conditions) != on:
                play.emit(ConditionSet(who, name, on, ref=word.joker.rule or word.rule))
                play.changed(who)
    if new and is_joker(kept):
        _gain(play, entry, word)


def _gain(play: Play, entry: Entry, word: Cards) -> None:
    """Everybody of the side of whoever drew a joker gains what it brings."""
    sides = {play.state.combatants[who].side for who in entry.members}
    for other in tuple(present(play.state)):
        if other.side in sides:
            for pool, formula in word.joker.gains.items():
                by = play.number(formula, other.id)
                if by:
                    change(play, other.id, pool, by, "joker", word.joker.rule or word.rule)


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    if rules.ruleset.initiative.cards is not None:
        yield "round.end", Hook(REMOVALS, _round_over, lambda play, entry: OWN in play.state.own)


def _round_over(play: Play, frame: Moment) -> Outcome:
    """Cards are put away if new ones are dealt each round; and the deck is shuffled when it is due."""
    rules = play.rules.ruleset
    word, table = rules.initiative.cards, play.state.own[OWN]
    assert word is not None
    deck = rules.decks[word.deck]
    seen = any(is_joker(card) for entry, card in table.dealt.items() if sees(play.state, frozenset(), entry))
    if rules.initiative.rolled.when == "round":
        play.emit(CardsAway(ref=word.rule))
        for who, combatant in play.state.combatants.items():
            for name in word.joker.gives:
                if name in combatant.conditions and not combatant.gone:
                    play.emit(ConditionSet(who, name, False, ref=word.joker.rule or word.rule))
                    play.changed(who)
    if deck.reshuffled == "each round" or (deck.reshuffled == "after a joker" and table.joker):
        out = set(play.state.own[OWN].dealt.values())
        why = "joker" if table.joker and deck.reshuffled != "each round" else "round"
        # A joker that nobody was seen to have is nobody's business (SEM-22).
        to = GM if why == "joker" and not seen else ""
        play.emit(Shuffled(tuple(card for card in deck.cards() if card not in out), why, ref=deck.rule, to=to))
    return None


def _shows(rules: Rules, state: State, viewer: frozenset[str] | None) -> Iterator[tuple[str, object]]:
    """The cards that lie before people; how many are left would count those of hidden ones."""
    held = state.own.get(OWN)
    if isinstance(held, Table):
        yield "cards", {entry: card for entry, card in held.dealt.items() if sees(state, viewer, entry)}
        if viewer is None:
            yield "cards left", len(held.left)


MECHANIC = Mechanic(
    "cards",
    uses=lambda ruleset: ruleset.initiative.cards is not None,
    commands=(Deal,),
    events=(Shuffled, Dealt, CardsAway),
    moments=_hooks,
    scores=_score,
    shows=_shows,
)
