"""The log in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import NamedTuple

from msgspec.structs import replace

from turnwright.engine.base import Event
from turnwright.engine.compiled import Rules
from turnwright.engine.events import Ordered, Placed
from turnwright.engine.frames import Moment, Turn
from turnwright.engine.history import Record, Redo, Undo
from turnwright.engine.knowing import anything_hidden
from turnwright.engine.lasting import EffectGiven
from turnwright.engine.lives import lives
from turnwright.engine.standing import NEW
from turnwright.engine.state import State
from turnwright.engine.texts import texts
from turnwright.engine.veil import is_hidden
from turnwright.rules.words.order import Turn as TurnWord
from turnwright.speech.catalogue import LANGUAGE
from turnwright.speech.figures import DERIVED, Figures
from turnwright.speech.seeming import seeming
from turnwright.speech.voice import Voice

_STEPS = TurnWord().steps
_VARIANTS = ("why", "how", "kind", "means", "result")


class Line(NamedTuple):
    """One line of the log: what it says, the rule behind it, and whom it is about; ``rest`` is what it says of them,
    where it may be said of others, too."""

    text: str
    ref: str = ""
    who: tuple[str, ...] = ()
    rest: Callable[[], str] | None = None
    kind: str = ""


def tell(
    rules: Rules, before: State, record: Record, language: str = LANGUAGE, viewer: frozenset[str] | None = None
) -> tuple[str, ...]:
    """The lines of the log for one record, with names and figures as they were at each point.

    ``viewer`` holds the combatants of the player who reads them: what only others may know is left out.
    """
    return tuple(line.text for line in told(rules, before, record, language, viewer))


def told(
    rules: Rules, before: State, record: Record, language: str = LANGUAGE, viewer: frozenset[str] | None = None
) -> tuple[Line, ...]:
    """The lines of one record, each with the rule behind it. Lines that say the same of several are one."""
    lines: list[Line] = []
    for line in _lines(rules, before, record, language, viewer):
        last = lines[-1] if lines else None
        if last is not None and last.text == line.text and last.kind != line.kind:
            continue  # Two events that tell the same of one thing, such as a condition laid on and now in force.
        same = _same(last, line) if last is not None and last.ref == line.ref else ""
        if last is not None and same:
            who = (*last.who, *(w for w in line.who if w not in last.who))
            names = Voice(rules, before, language).listed(who)
            lines[-1] = Line(same.replace(_SUBJECT, names), line.ref, who, line.rest, line.kind)
        else:
            lines.append(line)
    return tuple(lines)


def _same(one: Line, other: Line) -> str:
    """What two lines say alike of others; empty where it is not the same."""
    said = one.rest() if one.rest is not None and other.rest is not None else ""
    return said if other.rest is not None and other.rest() == said else ""


def _lines(rules: Rules, before: State, record: Record, language: str, viewer: frozenset[str] | None) -> Iterator[Line]:
    if isinstance(record.command, Undo | Redo):
        word = "undone" if isinstance(record.command, Undo) else "redone"
        yield Line(Voice(rules, before, language).say("word", word, {"count": record.command.count}))
    state = before
    for event in record.events:
        after = event.apply(state)
        heard = seeming(rules, state, event, viewer)
        if heard is not None and (viewer is None or _may_know(state, after, heard, viewer)):
            line = _line(Voice(rules, after, language, viewer), state, heard)
            if line is not None:
                yield line
        state = after


def alike(before: State, record: Record) -> bool:
    """Whether a record is told to all players in the same words: nothing in it is for somebody alone, nobody is hidden,
    and what anybody can bear is shown in numbers."""
    state, open_to_all = before, _open_to_all(before)
    for event in record.events:
        state = event.apply(state)
        open_to_all = open_to_all and not event.to and _open_to_all(state)
    return open_to_all


def _open_to_all(state: State) -> bool:
    return not anything_hidden(state, frozenset()) and not lives(state)


def silent(
    rules: Rules, before: State, record: Record, language: str = LANGUAGE, viewer: frozenset[str] | None = None
) -> str:
    """What is said of a record that has no lines. A player can't tell from it whether anything happened unseen."""
    happened = bool(record.events) or viewer is not None
    return Voice(rules, before, language).word("noted" if happened else "unchanged")


_SUBJECT = "\0"


def _line(voice: Voice, before: State, event: Event) -> Line | None:
    figures = event_figures(voice, before, event)
    key = "" if figures is None else key_of(voice, event, figures)
    if figures is None or not key or not voice.catalogue.text("event", key):
        return None
    step = _step(voice, before)
    text = _said(voice, key, figures, step)
    subject = next((field for field in ("who", "entry") if _one(getattr(event, field, ""))), "")
    who: tuple[str, ...] = (voice.name(getattr(event, subject)),) if subject else ()
    rest = None
    if subject and voice.catalogue.text("event", key).startswith(f"{{{subject}}}:"):
        # Most lines stand alone: of these it is never said.
        rest = cache(partial(_said, voice, key, {**figures, subject: _SUBJECT}, step))
    return Line(text, event.ref, who, rest, key)


def _one(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _said(voice: Voice, key: str, figures: Figures, step: str) -> str:
    text = voice.say("event", key, figures)
    return voice.say("word", "in step", {"line": text, "step": step}) if step and text else text


def key_of(voice: Voice, event: Event, figures: Figures) -> str:
    """The key of the sentence for an event: its kind with what sets it apart, else its kind alone; or nothing."""
    tag = str(type(event).__struct_config__.tag)
    for variant in _variants(event, figures):
        if voice.catalogue.has("event", f"{tag}.{variant}"):
            return f"{tag}.{variant}"
    return tag if voice.catalogue.has("event", tag) else ""


def _variants(event: Event, figures: Figures) -> Iterator[str]:
    """What may set an event apart from others of its kind, as it is told: ``not-on``, ``no-score``, or the word that it
    gives."""
    yield from (field for field in event.__struct_fields__ if getattr(event, field) is True)
    for field in event.__struct_fields__:
        value = figures.get(field)
        if value is False:
            yield f"not-{field}"
        elif value is None or value in ("", (), {}):
            yield f"no-{field}"
        elif field in _VARIANTS:
            yield str(value)


def event_figures(voice: Voice, before: State, event: Event) -> Figures | None:
    """The figures of an event by name; None where it is not worth a line."""
    figures: dict[str, object] = {field: getattr(event, field) for field in event.__struct_fields__}
    derived = DERIVED.get(type(event))
    if derived is None:
        return figures
    further: Mapping[str, object] | None = derived.give(voice, before, event)
    return None if further is None else {**figures, **further}


def _step(voice: Voice, before: State) -> str:
    """The step of a turn in which rules do something by themselves, in games that name steps of their own."""
    if voice.rules.steps == _STEPS:
        return ""
    for frame in reversed(before.agenda):
        if isinstance(frame, Moment):
            kind, _, step = frame.name.partition(".")
            return step if kind == "turn" else ""
        if isinstance(frame, Turn):
            return ""
    return ""


def _seen_order(state: State, viewer: frozenset[str]) -> list[str]:
    return [e for e in state.order if not (state.entries[e].gone or is_hidden(state, e, viewer))]


def _may_know(before: State, after: State, event: Event, viewer: frozenset[str]) -> bool:
    """Whether a player may know of an event: it is not for others only, and tells of nobody who is hidden."""
    if event.to and event.to not in viewer:
        return False
    if isinstance(event, Ordered):
        # The first order is told in any case; another one where it moves any whom the viewer knows.
        first = event.why == "initiative" and not before.cycle
        return first or _seen_order(before, viewer) != _seen_order(after, viewer)
    if isinstance(event, Placed):
        # Behind whom is told of those alone whom the viewer knows; past hidden ones alone, nobody goes anywhere.
        moved = event.why == NEW or event.missed or _seen_order(before, viewer) != _seen_order(after, viewer)
        return moved and not is_hidden(after, event.entry, viewer)
    if not anything_hidden(before, viewer) and not anything_hidden(after, viewer):
        return True
    if isinstance(event, EffectGiven):
        # It is told of whoever bears it; who laid it, and by whose turns it is counted, is another matter.
        event = replace(event, effect=replace(event.effect, source="", anchor=""))
    return not any(is_hidden(after, id, viewer) or is_hidden(before, id, viewer) for id in texts(event))
