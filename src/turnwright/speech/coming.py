"""What an empty line would do now: the obvious next step."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine.base import Refusal
from turnwright.engine.compiled import Rules
from turnwright.engine.events import Closed, Drawn
from turnwright.engine.happenings import PhaseBegan, RoundBegan, SceneBegan, TurnEnded, TurnUp
from turnwright.engine.machine import Decided, decide
from turnwright.engine.mechanics.scenes import Next
from turnwright.engine.state import State
from turnwright.engine.windows import WindowClosed


def to_roll(rules: Rules, state: State) -> bool:
    """Whether there is somebody who has to roll before a start finds the order: it does not roll for them."""
    word = rules.ruleset.initiative
    unrolled = any(entry.score is None and not entry.gone for entry in state.entries.values())
    return unrolled and word.formula is not None and word.unrolled != "roll"


def next_text(rules: Rules, state: State) -> str:
    """What an empty line would do; empty where it does nothing."""
    if not state.agenda and to_roll(rules, state):
        return "Next: roll (roll NAME 8 for real dice, score NAME 15), then Enter."
    done = decide(rules, state, Next())
    if isinstance(done, Refusal):
        return ""
    said = list(dict.fromkeys(_steps(rules, done)))
    if any(isinstance(event, Drawn) for event in done.events):
        said = ["rolls what is to be rolled, and goes on"]
    return f"Enter: {', '.join(said) or 'goes on'}"


def _steps(rules: Rules, done: Decided) -> Iterator[str]:
    words = rules.ruleset.words
    for event in done.events:
        match event:
            case SceneBegan():
                yield f"begins the {words.get('scene', 'scene')}"
            case RoundBegan():
                yield f"{words.get('round', 'round')} {event.round} begins"
            case PhaseBegan() if len(rules.ruleset.round.phases) > 1:
                yield f"{event.phase} phase"
            case WindowClosed():
                yield "goes on without further answers"
            case TurnEnded():
                yield f"ends {_entry(done.state, event.entry)}'s {words.get('turn', 'turn')}"
            case TurnUp():
                yield f"{_actor(done.state, event.entry)} is up"
            case Closed():
                yield "ends the encounter"


def _entry(state: State, id: str) -> str:
    return state.entries[id].name if id in state.entries else id


def _actor(state: State, id: str) -> str:
    """Who acts in somebody's turns: whoever was called in the place of its owner."""
    entry = state.entries.get(id)
    actor = state.combatants.get(entry.actor) if entry is not None else None
    return actor.name if actor is not None else _entry(state, id)
