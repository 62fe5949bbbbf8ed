"""Order out of a bag: tokens are drawn one by one, whoever's it is acts, and one of them ends the round."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from turnwright.engine.base import WAIT, Answers, Ask, Command, Event, Outcome, Part
from turnwright.engine.compiled import Rules
from turnwright.engine.frames import Turns
from turnwright.engine.happenings import PhaseEnded
from turnwright.engine.mechanic import Mechanic, OrderKind, Seen
from turnwright.engine.play import GM, Play
from turnwright.engine.state import Entry, State
from turnwright.engine.turns import able, acting, come_up, gap_opens, may_take_turn, rule_of_idle
from turnwright.engine.veil import sees
from turnwright.formula import Number
from turnwright.rules.words.act import Deed
from turnwright.rules.words.devices import LARGEST
from turnwright.rules.words.devices import Bag as Word

OWN = "bag"
END = "end of round"
"""The token that ends the round; the others are ids of entries, or ``side`` and the name of a side."""


class BagTurns(Turns, frozen=True, gc=False):
    """Turns by tokens, once the bag is ``filled``; anybody of the side ``pooled`` may act by the token drawn."""

    filled: bool = False
    pooled: str = ""


class Contents(Struct, frozen=True, gc=False):
    """The tokens that are in the bag, and those that have been drawn in this round."""

    left: tuple[str, ...]
    drawn: tuple[str, ...] = ()


class BagFilled(Event, frozen=True, gc=False):
    """All tokens are in the bag."""

    tokens: tuple[str, ...]

    def apply(self, state: State) -> State:
        frame = state.agenda[-1]
        agenda = (*state.agenda[:-1], replace(frame, filled=True)) if isinstance(frame, BagTurns) else state.agenda
        return _on_bag(state, Contents(self.tokens), agenda=agenda)


class TokenDrawn(Event, frozen=True, gc=False):
    """A token was drawn: an entry's, a side's, or the one that ends the round. ``vain``: nobody can act by it."""

    token: str
    vain: bool = False

    def apply(self, state: State) -> State:
        bag = state.own[OWN]
        at = bag.left.index(self.token)
        contents = Contents((*bag.left[:at], *bag.left[at + 1 :]), (*bag.drawn, self.token))
        frame = state.agenda[-1]
        agenda = state.agenda
        if isinstance(frame, BagTurns):
            side = self.token.removeprefix("side ") if self.token.startswith("side ") and not self.vain else ""
            agenda = (*agenda[:-1], replace(frame, pooled=side, gap=False))
        return _on_bag(state, contents, agenda=agenda)


class TokensPut(Event, frozen=True, gc=False):
    """So many of a token were put into the bag by hand, or (a negative number) taken out."""

    token: str
    count: int

    def apply(self, state: State) -> State:
        left = list(state.own[OWN].left)
        for _ in range(-self.count):
            left.remove(self.token)
        return _on_bag(state, Contents((*left, *((self.token,) * self.count)), state.own[OWN].drawn))


def _on_bag(state: State, bag: Contents, **changes: object) -> State:
    return replace(state, own={**state.own, OWN: bag}, **changes)


class PutTokens(Command, frozen=True, gc=False):
    """Put tokens of somebody into the bag, or (a negative number) take some out; they count until the round ends.

    Refuses ``bag.none`` where no bag is in use, and ``bag.too_few`` and ``bag.too_many``.
    """

    who: str
    count: int = 1

    def decide(self, play: Play) -> None:
        bag, word = play.state.own.get(OWN), play.rules.ruleset.bag
        if word is None or bag is None or not any(isinstance(frame, BagTurns) for frame in play.state.agenda):
            play.refuse("bag.none")
        token = token_of(play, word, play.entry(play.present(self.who).id))
        there = bag.left.count(token)
        if there + self.count < 0:
            play.refuse("bag.too_few", name=play.name(self.who), there=there, count=-self.count)
        if len(bag.left) + self.count > LARGEST:
            play.refuse("bag.too_many", there=len(bag.left), most=LARGEST)
        if self.count:
            play.emit(TokensPut(token, self.count, ref=word.rule))


# ---- what is in the bag


def _side(play: Play, entry: Entry) -> str:
    return play.state.combatants[entry.members[0]].side if entry.members else ""


def _pooled(play: Play, word: Word, side: str) -> bool:
    return word.pooled == "all" or (word.pooled == "gm" and play.rules.ruleset.sides.get(side) != "players")


def token_of(play: Play, word: Word, entry: Entry) -> str:
    """The token by which an entry acts: its own, or that of its side."""
    side = _side(play, entry)
    return f"side {side}" if _pooled(play, word, side) else entry.id


def _tokens(play: Play, word: Word) -> tuple[str, ...]:
    """Everybody's tokens, those of a side cut to what the ruleset allows, and those that end the round."""
    count: dict[str, int] = {}
    state = play.state
    for entry in state.entries.values():
        if entry.gone or not entry.members or not state.in_scene(entry):
            continue
        present = [who for who in entry.members if not state.combatants[who].gone]
        mine: Number = sum((play.number(word.tokens, who) for who in present), 0)
        token = token_of(play, word, entry)
        count[token] = count.get(token, 0) + max(0, int(mine))
    others = sum(number for token, number in count.items() if not token.startswith("side "))
    if word.most is not None:
        most = max(0, int(play.number(word.most, "", {"others": others})))
        count = {t: min(number, most) if t.startswith("side ") else number for t, number in count.items()}
    tokens = tuple(token for token, number in count.items() for _ in range(number))
    if len(tokens) + word.ends > LARGEST:
        play.refuse("bag.too_many", word.rule, there=len(tokens), most=LARGEST)
    return (*tokens, *((END,) * word.ends))


# ---- drawing


def step(play: Play, frame: BagTurns, answers: Answers | None) -> Outcome:
    """Fill the bag, then draw from it until the token comes that ends the round."""
    if gap_opens(play, frame):
        return None
    word = play.rules.ruleset.bag
    if word is None:
        play.refuse("bag.none")
    if not frame.filled:
        play.emit(BagFilled(_tokens(play, word), ref=word.rule))
        return None
    if frame.pooled and not frame.gap and _takers(play, frame.pooled):
        return _one_or_wait(play, frame.pooled, word.rule)
    bag = play.state.own[OWN]
    if not bag.left or bag.drawn[-1:] == (END,):
        return _over(play)
    if not bag.drawn and not any(_useful(play, token) for token in bag.left):
        return WAIT
    if word.drawn == "by itself":
        token = bag.left[play.dice.roll(len(bag.left)) - 1]
    elif answers is None:
        return Ask("bag.token", (Part("token", (GM,), "one", tuple(dict.fromkeys(bag.left))),), {}, word.rule)
    else:
        token = answers["token"][0]
    _drawn(play, word, token)
    return None


def _useful(play: Play, token: str) -> bool:
    """Whether anybody could act by a token."""
    if token.startswith("side "):
        return bool(_takers(play, token.removeprefix("side ")))
    return token != END and not play.state.entries[token].gone and not may_take_turn(play, token)


def _drawn(play: Play, word: Word, token: str) -> None:
    if token == END:
        play.emit(TokenDrawn(token, ref=word.rule))
        _over(play)
    elif token.startswith("side "):
        play.emit(TokenDrawn(token, vain=not _useful(play, token), ref=word.rule))
    else:
        useful = _useful(play, token)
        play.emit(TokenDrawn(token, vain=not useful, ref=word.rule))
        if useful:
            come_up(play, token, ref=word.rule)


def _over(play: Play) -> Outcome:
    if not any(leftover(play) for leftover in play.rules.leftover):
        play.emit(PhaseEnded(play.state.phase))
    return None


def _takers(play: Play, side: str) -> tuple[Entry, ...]:
    """Who could act by a token of this side, however often they have acted already."""
    state = play.state
    return tuple(
        entry
        for entry in state.entries.values()
        if entry.members
        and not entry.gone
        and _side(play, entry) == side
        and state.in_scene(entry)
        and able(play, entry)
    )


def _one_or_wait(play: Play, side: str, ref: str) -> Outcome:
    takers = _takers(play, side)
    if len(takers) > 1:
        return WAIT
    come_up(play, takers[0].id, ref=ref)
    return None


def _rule(play: Play) -> str:
    word = play.rules.ruleset.bag
    return word.rule if word else ""


def _take(play: Play, frame: BagTurns, who: str) -> None:
    entry = play.entry(who)
    if not frame.pooled or _side(play, entry) != frame.pooled:
        play.bar("slot.other_side", _rule(play), name=entry.name, side=frame.pooled)
    why = may_take_turn(play, entry.id)
    if why:
        play.bar("turn.unable", rule_of_idle(play, entry.id, why), name=entry.name, why=why)
    come_up(play, entry.id, begun=True, ref=_rule(play))


def _start(play: Play, who: str) -> None:
    """Who acts while a token of their side has been drawn thereby takes the turn."""
    frame = play.top
    if isinstance(frame, BagTurns) and frame.pooled:
        mine = next((entry for entry in _takers(play, frame.pooled) if who in entry.members), None)
        if mine is not None:
            come_up(play, mine.id, ref=_rule(play))


def _put_back(play: Play, who: str, deed: Deed, targets: tuple[str, ...]) -> None:
    """The token by which somebody acts goes back into the bag. Refuses ``bag.none`` where no bag is in use."""
    turn, word = play.active, play.rules.ruleset.bag
    if word is None or OWN not in play.state.own:
        play.refuse("bag.none", deed.rule)
    if turn is not None and who in acting(play.state, turn):
        play.emit(TokensPut(token_of(play, word, play.state.entries[turn.entry]), 1, ref=deed.rule))


def _whose(play: Play, frame: BagTurns) -> None:
    if not frame.pooled:
        play.refuse("bag.empty", _rule(play))
    names = ", ".join(entry.name for entry in _takers(play, frame.pooled))
    play.refuse("next.whose", _rule(play), names=names)


def _awaited(play: Play, frame: BagTurns) -> tuple[str, ...]:
    takers = _takers(play, frame.pooled) if frame.pooled else ()
    return tuple(who for entry in takers for who in entry.members)


def _anyhow(play: Play, frame: BagTurns, seen: Seen) -> bool:
    """One alone takes the turn of a side by itself."""
    return sum(seen(entry.id) for entry in _takers(play, frame.pooled)) > 1


def _idle(play: Play, frame: BagTurns) -> None:
    """Nobody does anything: the first of the side lets its turn go by."""
    if not frame.pooled:
        _whose(play, frame)
    come_up(play, _takers(play, frame.pooled)[0].id, begun=True, ref=_rule(play))


def _shows(rules: Rules, state: State, viewer: frozenset[str] | None) -> Iterator[tuple[str, object]]:
    """The tokens that were drawn; how many are left would count those of hidden ones."""
    held = state.own.get(OWN)
    if isinstance(held, Contents):
        yield "tokens drawn", tuple(token for token in held.drawn if sees(state, viewer, token))
        if viewer is None:
            yield "tokens left", {token: held.left.count(token) for token in dict.fromkeys(held.left)}


MECHANIC = Mechanic(
    "bag",
    uses=lambda ruleset: any(mode.order == "bag" for mode in ruleset.modes.values()),
    commands=(PutTokens,),
    events=(BagFilled, TokenDrawn, TokensPut),
    frames={BagTurns: step},
    orders={"bag": OrderKind(BagTurns, ranked=False)},
    starts=_start,
    takes={BagTurns: _take},
    next={BagTurns: _whose},
    idle={BagTurns: _idle},
    deeds={"put the token back": _put_back},
    awaits={BagTurns: _awaited},
    anyhow={BagTurns: _anyhow},
    shows=_shows,
)
