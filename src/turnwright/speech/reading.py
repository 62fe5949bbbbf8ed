"""From words to a command: who is named first, which verb it is, and what the verb makes of the rest.

One line can often be read in several ways. They are tried in a fixed order, the exact ones first, and the first that
uses the whole line counts; where none does, the fault of the one that came furthest is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain

from msgspec.structs import replace

from turnwright.engine.base import Command
from turnwright.engine.compiled import Rules
from turnwright.engine.finding import found_once
from turnwright.engine.mechanics.scenes import Next
from turnwright.engine.state import State
from turnwright.rules.nearest import suggest
from turnwright.speech.errors import SpeechError, misread
from turnwright.speech.line import Ground, Line, Vocabulary, Words
from turnwright.speech.names import fold_word
from turnwright.speech.verb import Said, Verb
from turnwright.speech.verbs import NAMED, VERBS

_DICE_AT_END = re.compile(r"\d*d[\d%]\S*!$", re.IGNORECASE)


def parse(
    rules: Rules,
    state: State,
    text: str,
    who: str | None = None,
    viewer: frozenset[str] | None = None,
    ground: Ground | None = None,
) -> Said:
    """The command that somebody's words mean; an empty line is the obvious next step.

    ``who`` is the combatant who speaks (a player's, or that of a scenario's step). For the GM it is whoever is named
    first, else whose turn is on. ``viewer`` holds the combatants of a player, from whom hidden names are kept.
    ``ground`` is what lines about this state have in common, where there are many. Raises SpeechError.
    """
    body, force = insisted(text)
    line = Line(rules, state, body, who or "", viewer, ground=ground)
    return Said(Next() if line.done() else _read(line), force)


def insisted(text: str) -> tuple[str, bool]:
    """The words without the ``!`` that ends them, and whether there was one; dice keep theirs (``3d6!``)."""
    stripped = text.strip()
    if not stripped.endswith(("!", "！")) or _DICE_AT_END.search(stripped):
        return stripped, False
    return stripped[:-1].rstrip(), True


def _read(line: Line) -> Command:
    faults: list[SpeechError] = []
    for verb, rest in attempts(line, faults):
        try:
            return carry_out(verb, rest)
        except SpeechError as fault:
            usage = {"usage": verb.usage} if "usage" not in fault.refusal.data else {}
            refusal = replace(fault.refusal, data={**fault.refusal.data, **usage})
            faults.append(SpeechError(refusal, fault.at))
    if not faults:
        said = line.peek()[0] or line.left()
        near = suggest(said, (verb.word for _, verb in _vocabulary(line).words()))
        called = line.cast.nearest(said)
        misread("word.nobody", line.skip(), word=said, near=near, called=called if called != near else "")
    raise max(faults, key=lambda fault: fault.at)


def carry_out(verb: Verb, line: Line) -> Command:
    """Read the rest of a line as this verb wants it; refuses ``line.left_over`` where more was said."""
    if len(line.subjects) > 1 and not verb.many:
        if not (verb.shared and line.share_a_place(line.subjects)):
            line.fail("subject.one", verb=verb.word)
        line.subjects = line.subjects[:1]
    command = verb.read(line)
    if not line.done():
        line.fail("line.left_over", rest=line.left())
    return command


def attempts(line: Line, faults: list[SpeechError]) -> Iterator[tuple[Verb, Line]]:
    """Every way to read a line: a verb, and the line that is left for it. Faults on the way are added to ``faults``."""
    start = line.skip()
    line.want(verb.word for _, verb in _vocabulary(line).words())
    line.name_next(many=True)
    subject = _subject(line, faults)
    decided = subject is not None and subject.text[subject.at - 1 : subject.at] == ":"
    if not decided:
        line.at = start
        yield from _exact(line)
    if subject is not None:
        yield from _after(subject, faults)
    if not decided:
        line.at = start
        yield from _begun(line, faults)


def _subject(line: Line, faults: list[SpeechError]) -> Line | None:
    """The line after those named at its beginning; None where nobody is."""
    at = line.skip()
    try:
        ids = line.names() if line.name_next(many=True) else ()
    except SpeechError as fault:
        if fault.refusal.code == "name.ambiguous":
            # It outranks the complaint that this is no word either.
            faults.append(SpeechError(fault.refusal, fault.at + 1))
        ids = ()
    end, line_end = line.at, len(line.text)
    line.at = at
    if not ids:
        return None
    return line.fork(end + 1 if end < line_end and line.text[end] == ":" else end, ids)


def _after(subject: Line, faults: list[SpeechError]) -> Iterator[tuple[Verb, Line]]:
    """What can follow those named first. What they can do themselves goes ahead of the words of the table."""
    subject.want(verb.word for _, verb in _vocabulary(subject).words())
    if subject.done():
        refusal_at = subject.at
        faults.append(_fault("verb.missing", refusal_at, name=subject.cast.name(subject.subjects[0])))
        return
    tried = False
    for attempt in chain(_exact(subject), _begun(subject, faults)):
        tried = True
        yield attempt
    if not tried:
        said = subject.peek()[0] or subject.left()
        near = suggest(said, (verb.word for _, verb in _vocabulary(subject).words()))
        faults.append(_fault("word.unknown", subject.skip(), word=said, near=near))


def _fault(code: str, at: int, **figures: object) -> SpeechError:
    try:
        misread(code, at, **figures)
    except SpeechError as fault:
        return fault


def _vocabulary(line: Line) -> Vocabulary:
    """Every verb that could be meant: the ruleset's own words come first for those who were named."""
    key = (line.subjects, line.speaker)
    found = line.ground.verbs.get(key)
    if found is None:
        own = found_once(("words", *key, line.viewer), line.rules, line.state, partial(_own, line))
        found = line.ground.verbs[key] = Vocabulary((own, _TABLE) if line.by else (_TABLE, own))
    return found


def _own(line: Line, state: State) -> tuple[Words, Mapping[str, tuple[Verb, ...]]]:
    """The ruleset's own words in a state, for those who are named ahead of them in a line."""
    there = Line(line.rules, state, "", line.speaker, line.viewer)
    there.subjects = line.subjects
    named = [(word, verb) for group in NAMED for verb in group(there) for word in _words(verb)]
    return named, _by_word(named)


def _spans(line: Line) -> list[tuple[str, int]]:
    """The next words as they could make a verb, the longest stretch first."""
    start = line.skip()
    ends: list[int] = []
    at = start
    while len(ends) < 6:
        stop = line.peek(at)[1]
        if stop == at:
            break
        ends.append(stop)
        at = stop
        while at < len(line.text) and line.text[at].isspace():
            at += 1
    return [(fold_word(line.text[start:end].rstrip(":")), end) for end in reversed(ends)]


def _words(verb: Verb) -> tuple[str, ...]:
    first = fold_word(verb.word)
    return tuple(dict.fromkeys((first, *map(fold_word, verb.also)))) if verb.also else (first,)


def _by_word(words: Words) -> Mapping[str, tuple[Verb, ...]]:
    found: dict[str, tuple[Verb, ...]] = {}
    for word, verb in words:
        found[word] = (*found.get(word, ()), verb)
    return found


_WORDS = tuple((word, verb) for verb in VERBS for word in _words(verb))
_TABLE = _WORDS, _by_word(_WORDS)
"""The words of the table as people type them, with the verb of each, and the verbs of each word."""


def _exact(line: Line) -> Iterator[tuple[Verb, Line]]:
    known = _vocabulary(line)
    for said, end in _spans(line):
        found = known.meant(said)
        if not line.subjects and end >= len(line.text.rstrip()):
            found = tuple(sorted(found, key=lambda verb: not verb.first))
        for verb in found:
            yield verb, line.fork(end, line.subjects)


def _begun(line: Line, faults: list[SpeechError]) -> Iterator[tuple[Verb, Line]]:
    """The verb that a shortened word means, unless it could be another."""
    known = _vocabulary(line)
    spans = _spans(line)
    if any(known.meant(said) for said, _ in spans):
        return
    for said, end in spans:
        fitting = {id(verb): verb for word, verb in known.words() if word.startswith(said)}
        found = {fold_word(verb.word) for verb in fitting.values()}
        if len(found) == 1:
            for verb in fitting.values():
                yield verb, line.fork(end, line.subjects)
            return
        if found:
            faults.append(_fault("word.ambiguous", line.skip(), word=said, known=", ".join(sorted(found))))
            return
