"""Why: the last thing, an order, a tie, a refusal, in sentences with the figures and the rule."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from turnwright.engine.compiled import Rules
from turnwright.engine.history import Encounter
from turnwright.rules.words.word import Word
from turnwright.speech.catalogue import LANGUAGE
from turnwright.speech.names import Cast
from turnwright.speech.refusing import refuse
from turnwright.speech.standing import not_found, standing, to_come
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
    if asked in (TIE, ORDER):
        unfound = not_found(voice)
        if unfound:
            return unfound
        reasons = [one for one in standing(voice, encounter) if asked == ORDER or one.tied]
        pending = list(to_come(voice)) if asked == ORDER else []
        return "; ".join([*(one.text for one in reasons), *pending]) or voice.word(f"no {asked}")
    return _of_somebody(voice, encounter, about, language)


def _of_somebody(voice: Voice, encounter: Encounter, about: str, language: str) -> str:
    """Somebody's place between two others, and the last line that tells of them."""
    cast = Cast(voice.rules, encounter.state).called
    ids = cast.exact(about) or cast.begun(about)
    found = encounter.state.entry_of(ids[0]) if len(ids) == 1 else None
    entry = next((e for e in encounter.state.entries.values() if e.name.casefold() == about.casefold()), found)
    if entry is None:
        return voice.say("word", "nobody called", {"name": about})
    unfound = not_found(voice)
    lines = [unfound] if unfound else [one.text for one in standing(voice, encounter) if entry.id in one.between]
    names = {entry.name, *(encounter.state.combatants[who].name for who in entry.members)}
    lines += _last_of(voice, encounter, names, language)
    return "; ".join(lines) or voice.word("nothing")


def _last(voice: Voice, encounter: Encounter, language: str) -> str:
    """The lines of the newest record that tells of anything; what is only noted, such as a pass, tells of nothing."""
    for at in range(len(encounter.history) - 1, -1, -1):
        lines = told(voice.rules, encounter.before(at), encounter.history[at], language)
        if lines:
            return "; ".join(_with_rule(voice, line.text, line.ref) for line in lines)
    return ""


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
