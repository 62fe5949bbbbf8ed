"""Verbs about who acts next: taking turns, handing over, cards and tokens, declaring, stepping in, steps of a turn."""

from __future__ import annotations

from collections.abc import Iterable

from turnwright.engine.answering import ANY, FIRST, LAST
from turnwright.engine.base import Command
from turnwright.engine.mechanics.bag import PutTokens
from turnwright.engine.mechanics.cards import Deal
from turnwright.engine.mechanics.declaring import Declare
from turnwright.engine.mechanics.elective import HandOver
from turnwright.engine.mechanics.free_order import CloseRound, Take
from turnwright.engine.mechanics.interrupts import Interrupt, Result
from turnwright.engine.mechanics.places import AddPlace, RemovePlace
from turnwright.engine.mechanics.scenes import NextRound
from turnwright.engine.mechanics.steps import NextStep
from turnwright.speech.catalogue import catalogue
from turnwright.speech.cursor import is_figure
from turnwright.speech.line import Line
from turnwright.speech.verb import Verb
from turnwright.speech.verbs.numbers import HARM, harm
from turnwright.speech.writer import Writer


def _questions() -> tuple[str, ...]:
    """The codes of all questions, as the catalogue has them."""
    return tuple(code for code in catalogue().tables["question"] if code not in ("asks", "other"))


def _take(line: Line) -> Command:
    """``Milli take`` takes a turn; ``raiders take 2d6`` is harm."""
    said = line.peek()[0]
    amount = bool(said) and (said[:1].isdigit() or is_figure(said))
    if line.subjects and amount:
        return harm(line, signed=False)
    if amount and not line.name_next(many=True):
        line.fail("take.whom", amount=said)
    if said.casefold() in HARM and not line.name_next(many=True):
        line.fail("take.amount")
    if len(line.subjects) > 1 and not line.share_a_place(line.subjects):
        line.fail("take.amount")
    who = line.place() if line.name_next(many=True) else ""
    return Take(who or line.whoever(Take))


def _hand(line: Line) -> Command:
    line.word("over")
    line.word("to")
    return HandOver(line.name())


def _cards(line: Line) -> Iterable[str]:
    word = line.rules.ruleset.initiative.cards
    return line.rules.ruleset.decks[word.deck].cards() if word is not None else ()


def _deal(line: Line) -> Command:
    """Names, and then the cards that they drew, the one that is kept first."""
    who = line.who()
    cards: list[str] = []
    while not line.done():
        cards.append(line.choice(tuple(_cards(line)), "card"))
        if not line.separator():
            break
    return Deal(who, tuple(cards))


def _write_deal(writer: Writer, command: Deal) -> str:
    cards = ", ".join(f'"{card}"' for card in command.cards)
    return f"deal {writer.names(command.who)} {cards}".rstrip()


def _tokens(line: Line) -> Command:
    who = line.one()
    line.sign("+")
    return PutTokens(who, line.whole())


def _declare(line: Line) -> Command:
    who = line.actor()
    on = not line.word("not", "no")
    what = line.choice(line.rules.ruleset.declarations, "declaration")
    return Declare(who, what, "" if line.done() else line.rest("note"), on)


def _write_declare(writer: Writer, command: Declare) -> str:
    note = f" {writer.text(command.note)}" if command.note else ""
    return f"{writer.subject(command.who)}declare {'' if command.on else 'not '}{writer.word(command.what)}{note}"


def _interrupt(line: Line) -> Command:
    results: dict[str, Result] = {"won": "won", "lost": "lost", "tied": "tied"}
    who = line.by or line.maybe_name() or line.whoever(Interrupt)
    return Interrupt(who, results.get(line.word(*results), ""))


def _write_interrupt(writer: Writer, command: Interrupt) -> str:
    return f"{writer.subject(command.who)}interrupt {command.result}".rstrip()


def _place(line: Line) -> Command:
    """``place lair``, ``place Ceiling at 15 losing ties``, ``place not lair``."""
    if line.word("not", "no"):
        return RemovePlace(line.rest("name"))
    name = line.words_until(("at",), "name")
    score = line.number() if line.word("at") else None
    return AddPlace(name, score, True if line.word("losing ties", "last") else None)


def _write_place(writer: Writer, command: AddPlace) -> str | None:
    if command.loses_ties is False:
        return None
    at = f" at {writer.number(command.score)}" if command.score is not None else ""
    return f"place {writer.text(command.name)}{at}{' losing ties' if command.loses_ties else ''}"


def _round(line: Line) -> Command:
    """``round``, ``round answering first``, ``round answering zero unconscious, first``, ``round close``."""
    if line.word("close"):
        return CloseRound()
    policy: dict[str, str] = {}
    more = bool(line.word("answering"))
    while more:
        question = line.option(_questions()) or ANY
        line.want((FIRST, LAST))
        policy[question] = line.one_word("answer")
        more = line.separator()
    return NextRound(policy)


def _write_round(writer: Writer, command: NextRound) -> str | None:
    plain = all(question in (ANY, *_questions()) and answer for question, answer in command.policy.items())
    said = ", ".join(
        answer if question == ANY else f"{question} {writer.word(answer)}"
        for question, answer in command.policy.items()
    )
    return (f"round answering {said}" if said else "round") if plain else None


VERBS = (
    Verb("take", "take [NAME]", _take, ("takes",), writes={Take: lambda w, c: f"{w.subject(c.who)}take"}, many=True),
    Verb("hand", "hand [over] [to] NAME", _hand, writes={HandOver: lambda w, c: f"hand over to {w.name(c.to)}"}),
    Verb("deal", "deal NAMES [CARD, …]", _deal, writes={Deal: _write_deal}, many=True),
    Verb("tokens", "tokens NAME NUMBER", _tokens, writes={PutTokens: lambda w, c: f"tokens {w.name(c.who)} {c.count}"}),
    Verb("declare", "declare [not] DECLARATION [NOTE]", _declare, writes={Declare: _write_declare}),
    Verb("interrupt", "interrupt [won | lost | tied]", _interrupt, writes={Interrupt: _write_interrupt}),
    Verb(
        "place",
        "place PLACE [at NUMBER] [losing ties], place not PLACE",
        _place,
        writes={AddPlace: _write_place, RemovePlace: lambda w, c: f"place not {w.text(c.name)}"},
    ),
    Verb("step", "step", lambda line: NextStep(), writes={NextStep: lambda w, c: "step"}),
    Verb(
        "round",
        "round [answering [QUESTION] ANSWER, …], round close",
        _round,
        writes={NextRound: _write_round, CloseRound: lambda w, c: "round close"},
    ),
)
