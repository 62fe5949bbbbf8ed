"""What an empty line would do now: the obvious next step."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine.base import Refusal
from turnwright.engine.compiled import Rules
from turnwright.engine.events import Closed, Drawn
from turnwright.engine.finding import found_once
from turnwright.engine.happenings import PhaseBegan, RoundBegan, SceneBegan, TurnEnded, TurnUp
from turnwright.engine.machine import Decided, decide
from turnwright.engine.mechanics.scenes import Next
from turnwright.engine.state import State
from turnwright.engine.windows import WindowClosed
from turnwright.speech.catalogue import LANGUAGE
from turnwright.speech.voice import Voice


def to_roll(rules: Rules, state: State) -> bool:
    """Whether there is somebody who has to roll before a start finds the order: it does not roll for them."""
    word = rules.ruleset.initiative
    if word.rolled.when == "never":
        return False
    unrolled = any(entry.score is None and not entry.gone for entry in state.entries.values())
    return unrolled and word.formula is not None and word.unrolled != "roll"


def next_text(rules: Rules, state: State, language: str = LANGUAGE) -> str:
    """What an empty line would do; empty where it does nothing."""
    voice = Voice(rules, state, language)
    if not state.agenda and to_roll(rules, state):
        return voice.say("coming", "roll")
    text = next_step(rules, state, language)
    return voice.say("coming", "enter", {"text": text}) if text else ""


def next_step(rules: Rules, state: State, language: str = LANGUAGE) -> str:
    """What the obvious next step is; empty where there is none."""
    return found_once(("next", language), rules, state, lambda seen: _next_step(rules, seen, language))


def _next_step(rules: Rules, state: State, language: str) -> str:
    voice = Voice(rules, state, language)
    done = decide(rules, state, Next())
    if isinstance(done, Refusal):
        return ""
    said = list(dict.fromkeys(_steps(Voice(rules, done.state, language), done)))
    if any(isinstance(event, Drawn) for event in done.events):
        said = [voice.say("coming", "rolls")]
    return ", ".join(said) or voice.say("coming", "on")


def _steps(voice: Voice, done: Decided) -> Iterator[str]:
    for event in done.events:
        match event:
            case SceneBegan():
                yield voice.say("coming", "scene")
            case RoundBegan():
                yield voice.say("coming", "round", {"number": event.round})
            case PhaseBegan() if len(voice.rules.ruleset.round.phases) > 1:
                yield voice.say("coming", "phase", {"phase": event.phase})
            case WindowClosed():
                yield voice.say("coming", "unanswered")
            case TurnEnded():
                yield voice.say("coming", "ended", {"who": event.entry})
            case TurnUp():
                yield voice.say("coming", "up", {"who": _actor(done.state, event.entry)})
            case Closed():
                yield voice.say("coming", "closed")


def _actor(state: State, id: str) -> str:
    """Who acts in somebody's turns: whoever was called in the place of its owner."""
    entry = state.entries.get(id)
    return entry.actor if entry is not None and entry.actor else id
