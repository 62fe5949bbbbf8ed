"""When a fight is over: a side has nobody left on the field who could still stand."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine.base import Event, Outcome
from turnwright.engine.compiled import Rules
from turnwright.engine.frames import Moment, Turn
from turnwright.engine.mechanic import REMOVALS, Hook, Mechanic
from turnwright.engine.play import Play
from turnwright.engine.scening import SceneOver, end_scene, scene_on
from turnwright.engine.sheet import conditions, present
from turnwright.engine.state import State
from turnwright.rules.words.battlefield import Defeat

AFTER_REMOVALS = REMOVALS + 5


class FightOver(Event, frozen=True, gc=False):
    """A fight is over, for these sides have nobody left who stands. ``left``: all of one have left the field."""

    sides: tuple[str, ...]
    left: bool = False

    def apply(self, state: State) -> State:
        return state


def beaten(play: Play, word: Defeat) -> tuple[str, ...]:
    """The sides that took part in the fight and have nobody standing on the field."""
    state = play.state
    fought = {
        state.combatants[who].side: None
        for entry in state.entries.values()
        if entry.score is not None
        for who in entry.members
    }
    standing = {c.side for c in present(state) if set(word.conditions).isdisjoint(conditions(play.rules, state, c.id))}
    return tuple(side for side in fought if side not in standing) if len(fought) > 1 else ()


def _look(play: Play) -> bool:
    """See whether the fight is over and, if so, let the scene end."""
    word = play.rules.ruleset.defeat
    if word is None or scene_on(play.state) is None or any(isinstance(f, SceneOver) for f in play.state.agenda):
        return False
    sides = beaten(play, word)
    if not sides:
        return False
    left = any(not any(c.side == side for c in present(play.state)) for side in sides)
    play.emit(FightOver(sides, left, ref=(word.all_left.rule if left else "") or word.rule))
    end_scene(play)
    return True


def _after_turn(play: Play, turn: Turn) -> None:
    _look(play)


def _at_end(play: Play, frame: Moment) -> Outcome:
    _look(play)
    return None


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    word = rules.ruleset.defeat
    if word is not None:
        for phase in rules.ruleset.round.phases:
            yield f"phase.{phase.name}.end", Hook(AFTER_REMOVALS, _at_end, lambda play, entry: bool(beaten(play, word)))


MECHANIC = Mechanic(
    "defeat",
    uses=lambda ruleset: ruleset.defeat is not None,
    events=(FightOver,),
    moments=_hooks,
    turn_over=_after_turn,
)
