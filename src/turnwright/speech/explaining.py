"""Why: the last thing, an order, a tie, a refusal, in sentences with the figures and the rule."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from turnwright.engine.compiled import Rules
from turnwright.engine.events import Ordered, Placed, TieBroken
from turnwright.engine.history import Encounter
from turnwright.engine.state import Entry
from turnwright.formula import Number, show_number
from turnwright.rules.words.word import Word
from turnwright.speech.catalogue import LANGUAGE
from turnwright.speech.names import Cast
from turnwright.speech.refusing import refuse
from turnwright.speech.telling import told
from turnwright.speech.voice import Voice

ORDER, TIE, REFUSAL = "order", "tie", "refusal"


def why(rules: Rules, encounter: Encounter, about: str = "", language: str = LANGUAGE) -> str:
    """The reason for the last thing that happened or was refused; or for what ``about`` says.

    ``order`` explains who stands before whom, ``tie`` how those with equal scores were told apart, ``refusal`` the
    last refusal, a name somebody's place and what last happened to them.
    """
    voice = Voice(rules, encounter.state, language)
    asked = about.strip().casefold()
    if asked in ("", "last", REFUSAL) and encounter.refusal is not None:
        refusal = encounter.refusal
        return refuse(rules, encounter.state, refusal, language) + _about(voice, refusal.ref)
    if asked in ("", "last"):
        return _last(voice, encounter, language) or voice.word("nothing")
    if asked == REFUSAL:
        return voice.word("no refusal")
    entries = [encounter.state.entries[e] for e in encounter.state.order if not encounter.state.entries[e].gone]
    pairs = list(pairwise(entries))
    if asked == TIE:
        pairs = [(a, b) for a, b in pairs if a.score is not None and a.score == b.score]
        return "; ".join(_pairs(voice, encounter, pairs)) or voice.word("no tie")
    if asked == ORDER:
        return "; ".join(_pairs(voice, encounter, pairs)) or voice.word("no order")
    return _of_somebody(voice, encounter, about, pairs, language)


def _of_somebody(
    voice: Voice, encounter: Encounter, about: str, pairs: list[tuple[Entry, Entry]], language: str
) -> str:
    """Somebody's place between two others, and the last line that tells of them."""
    cast = Cast(voice.rules, encounter.state)
    ids = cast.exact(about) or cast.begun(about)
    found = encounter.state.entry_of(ids[0]) if len(ids) == 1 else None
    entry = next((e for e in encounter.state.entries.values() if e.name.casefold() == about.casefold()), found)
    if entry is None:
        return voice.say("word", "nobody called", {"name": about})
    lines = list(_pairs(voice, encounter, [pair for pair in pairs if entry in pair]))
    names = {entry.name, *(encounter.state.combatants[who].name for who in entry.members)}
    lines += _last_of(voice, encounter, names, language)
    return "; ".join(lines) or voice.word("nothing")


def _last(voice: Voice, encounter: Encounter, language: str) -> str:
    history = encounter.history
    if not history:
        return ""
    lines = told(voice.rules, encounter.before(len(history) - 1), history[-1], language)
    return "; ".join(_with_rule(voice, line.text, line.ref) for line in lines)


def _last_of(voice: Voice, encounter: Encounter, names: set[str], language: str) -> Iterator[str]:
    """The lines about these in the newest record that tells of them."""
    for at in range(len(encounter.history) - 1, -1, -1):
        record = encounter.history[at]
        lines = told(voice.rules, encounter.before(at), record, language)
        found = [line for line in lines if names & set(line.who)]
        if found:
            yield from (_with_rule(voice, line.text, line.ref) for line in found)
            return


def _with_rule(voice: Voice, text: str, ref: str) -> str:
    # The dashes that make a line a heading would run into the one ahead of the rule.
    text = text.strip("— ")
    return (f"{text} — {ref}" if ref else text) + _about(voice, ref)


def _about(voice: Voice, ref: str) -> str:
    """What the ruleset says of a rule, where it does."""
    about = _abouts(voice.rules).get(ref, "")
    return voice.say("word", "about rule", {"text": about}) if about else ""


@lru_cache(maxsize=16)
def _abouts(rules: Rules) -> dict[str, str]:
    """What the ruleset says of each rule that a single entry states; what many share, none of them tells as a whole."""
    found: dict[str, list[str]] = {}
    for word in _words(rules.ruleset):
        for ref in word.ref:
            found.setdefault(ref, []).append(word.about)
    return {ref: abouts[0] for ref, abouts in found.items() if len(abouts) == 1}


def _words(value: object) -> Iterator[Word]:
    if isinstance(value, Word):
        yield value
    if isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from _words(getattr(value, field))
    elif isinstance(value, dict):
        for each in value.values():
            yield from _words(each)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _words(each)


# ---- who stands before whom


def _pairs(voice: Voice, encounter: Encounter, pairs: list[tuple[Entry, Entry]]) -> Iterator[str]:
    for first, second in pairs:
        figures = {"first": first.name, "second": second.name}
        text, ref = _reason(voice, encounter, first, second)
        yield voice.say("why", "order", {**figures, "reason": text}) + (f" — {ref}" if ref else "")


def _reason(voice: Voice, encounter: Encounter, first: Entry, second: Entry) -> tuple[str, str]:
    """Why one stands before another, and by which rule: scores, what broke a tie, or a place taken otherwise."""
    initiative = voice.rules.ruleset.initiative
    if first.score is not None and second.score is not None:
        ahead = first.score < second.score if initiative.first == "low" else first.score > second.score
        if ahead:
            figures = {"a": show_number(first.score), "b": show_number(second.score)}
            return voice.say("why", "scores", figures), initiative.rule
        if first.score == second.score and first.keys > second.keys:
            return _tied(voice, encounter, first, second, first.score)
    placed = _placed(encounter, first, second)
    if placed is not None:
        key = placed.why if voice.catalogue.has("why", f"placed.{placed.why}") else "other"
        figures = {"who": voice.name(placed.entry), "why": placed.why}
        return voice.say("why", f"placed.{key}", figures), placed.ref
    if first.score is None or second.score is None:
        return voice.say("why", "no score", {"who": second.name if second.score is None else first.name}), ""
    return voice.say("why", "level"), ""


def _tied(voice: Voice, encounter: Encounter, first: Entry, second: Entry, score: Number) -> tuple[str, str]:
    chain = voice.rules.chain
    for depth, (a, b) in enumerate(zip(first.keys, second.keys, strict=False)):
        if a == b:
            continue
        event = _broken(encounter, first.id, depth)
        tie = chain[depth] if depth < len(chain) else None
        how = event.how if event is not None else "other"
        key = "" if tie is None else tie.by.text if tie.by else tie.roll.text if tie.roll else tie.side
        figures = {
            "score": show_number(score),
            "key": voice.label(key),
            "a": voice.listed(map(show_number, a)),
            "b": voice.listed(map(show_number, b)),
        }
        key = f"tied.{how}" if voice.catalogue.has("why", f"tied.{how}") else "tied.other"
        return voice.say("why", key, figures), (event.ref if event else "") or (tie.rule if tie else "")
    return voice.say("why", "level"), ""


def _broken(encounter: Encounter, entry: str, depth: int) -> TieBroken | None:
    """The event that gave an entry its key at this depth of the chain."""
    for record in reversed(encounter.history):
        for event in reversed(record.events):
            if isinstance(event, TieBroken) and event.entry == entry and len(event.keys) == depth + 1:
                return event
    return None


def _placed(encounter: Encounter, first: Entry, second: Entry) -> Placed | None:
    """The newest event that put either of two somewhere, since the order was last found as a whole."""
    for record in reversed(encounter.history):
        for event in reversed(record.events):
            if isinstance(event, Placed) and event.entry in (first.id, second.id):
                return event
            if isinstance(event, Ordered):
                return None
    return None
