"""What the game master forbids for a scene."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnwright.engine.base import Command, Event, Outcome, Refusal, figures
from turnwright.engine.compiled import Rules
from turnwright.engine.doings import Intent, like
from turnwright.engine.frames import Moment
from turnwright.engine.mechanic import REMOVALS, Hook, Mechanic
from turnwright.engine.play import Play
from turnwright.engine.state import State
from turnwright.rules.words.act import Doing

SLOT = "forbidden"
"""The slot of the state that lists the actions which are forbidden."""


def forbidden(state: State) -> tuple[str, ...]:
    """The actions, by name or tag, that nobody may take in this scene."""
    return tuple(state.own.get(SLOT, ()))


class Forbidden(Event, frozen=True, gc=False):
    """These actions are forbidden, and no others."""

    acts: tuple[str, ...]

    def apply(self, state: State) -> State:
        own = {name: value for name, value in state.own.items() if name != SLOT}
        if self.acts:
            own[SLOT] = list(self.acts)
        return replace(state, own=own)


class Forbid(Command, frozen=True, gc=False):
    """Forbid an action (by name or tag) for the scene, or the next one; or (``on`` false) allow it again.

    Refuses ``act.unknown``, and ``forbidden.already`` or ``forbidden.not`` for what changes nothing.
    """

    act: str
    on: bool = True

    def decide(self, play: Play) -> None:
        actions, reactions = play.rules.ruleset.actions, play.rules.ruleset.reactions
        own = (name for c in play.state.combatants.values() for name in c.acts)
        known = {
            *actions,
            *reactions,
            *own,
            *(tag for word in (*actions.values(), *reactions.values()) for tag in word.tags),
        }
        if self.act not in known:
            play.refuse("act.unknown", play.rules.ruleset.forbidding.rule, act=self.act, known=", ".join(actions))
        now = forbidden(play.state)
        if (self.act in now) == self.on:
            play.refuse("forbidden.already" if self.on else "forbidden.not", act=self.act)
        acts = (*now, self.act) if self.on else tuple(act for act in now if act != self.act)
        play.emit(Forbidden(acts, ref=play.rules.ruleset.forbidding.rule))


def _objects(play: Play, intent: Intent, doing: Doing) -> Iterator[Refusal]:
    acts = forbidden(play.state)
    if acts and not {intent.act, like(play, intent.who, intent.act), *doing.tags}.isdisjoint(acts):
        data = {"name": play.name(intent.who), "act": intent.act}
        yield Refusal("act.forbidden", play.rules.ruleset.forbidding.rule, figures(data), rule=True)


def _lift(play: Play, frame: Moment) -> Outcome:
    play.emit(Forbidden((), ref=play.rules.ruleset.forbidding.rule))
    return None


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    yield "scene.end", Hook(REMOVALS, _lift, lambda play, entry: bool(forbidden(play.state)))


MECHANIC = Mechanic("forbidding", commands=(Forbid,), events=(Forbidden,), moments=_hooks, objections=_objects)
