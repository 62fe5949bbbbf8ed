"""What stands above and beside the order, in few words: where the fight is, what concerns nobody in particular."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine.clock import Stretch
from turnwright.engine.formations import formation_now
from turnwright.engine.frames import SceneFrame
from turnwright.engine.objects import Object, objects
from turnwright.engine.resting import resting
from turnwright.engine.sheet import dial
from turnwright.engine.state import IN_RESERVE, Combatant, State
from turnwright.engine.tracking import tracks
from turnwright.formula import show_number
from turnwright.rules.words.time import show_span
from turnwright.speech.voice import Voice


def headline(voice: Voice, time: Stretch) -> str:
    """The game, the scene, the round in the game's own word, the phase, and the story time (in seconds)."""
    state, ruleset, say = voice.state, voice.rules.ruleset, voice.say
    parts = [ruleset.game]
    scene = state.scene
    if scene is not None and not scene.over:
        parts.append(scene.title or (say("now", "scene", {"number": scene.number}) if scene.number > 1 else ""))
        parts.append(scene.mode if len(ruleset.modes) > 1 else "")
    if state.round:
        parts.append(say("now", "round", {"number": state.round}))
    if state.phase and len(ruleset.round.phases) > 1:
        parts.append(say("now", "phase", {"phase": state.phase}))
    formation = formation_now(voice.rules, state)
    if formation:
        parts.append(say("now", "formation", {"name": formation}))
    if time[1]:
        parts.append(show_span(*time))
    parts.append(_stage(voice, state))
    return " · ".join(filter(None, parts))


def _stage(voice: Voice, state: State) -> str:
    if state.closed:
        return voice.say("now", "over")
    if any(isinstance(frame, SceneFrame) and frame.stage == "ranking" for frame in state.agenda):
        return voice.say("now", "ranking")
    if not state.agenda:
        return voice.say("now", "not started" if not state.scene else "between scenes")
    return ""


def standing_lines(voice: Voice) -> Iterator[str]:
    """What stands beside the order: effects on nobody, who can be called, objects, tracks, dials, a rest."""
    rules, state, say = voice.rules, voice.state, voice.say
    everywhere = [
        e.name + (f" ({e.left})" if e.left is not None else "") for e in state.effects.values() if not e.bearer
    ]
    if everywhere:
        yield say("now", "around", {"text": ", ".join(everywhere)})
    reserve = [c for c in state.combatants.values() if _callable(state, c) and voice.knows(c.id)]
    if reserve:
        called = ", ".join(f"{c.name} ({voice.name(c.belongs_to)})" for c in reserve)
        yield say("now", "reserve", {"text": called})
    things = [name + _done(voice, thing) for name, thing in objects(state).items()]
    if things:
        yield say("now", "objects", {"text": ", ".join(things)})
    for track in tracks(state).values():
        if not track.outcome:
            coming = track.coming.what if track.coming is not None else ""
            figures = {"kind": track.kind, "title": track.title, "tally": track.tally, "goal": track.goal}
            yield say("now", "track", {**figures, "text": coming})
    if rules.ruleset.dials:
        yield ", ".join(f"{name} {show_number(dial(rules, state, name))}" for name in rules.ruleset.dials)
    rest = resting(state)
    if rest is not None:
        yield say("now", "rest broken" if rest.broken else "rest", {"kind": rest.kind, "names": rest.who})


def _callable(state: State, who: Combatant) -> bool:
    """Whether somebody is in reserve for one who is still there to call them."""
    return who.gone == IN_RESERVE and not state.combatants[who.belongs_to].gone


def _done(voice: Voice, thing: Object) -> str:
    if thing.done:
        return voice.say("now", "done")
    return voice.say("now", "steps", {"number": thing.steps, "most": thing.turns}) if thing.turns else ""
