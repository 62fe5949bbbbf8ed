"""Sides that act as one: whoever joins acts with their side, and so does whoever changes sides."""

from __future__ import annotations

from turnwright.engine.events import MembersSet
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import Play
from turnwright.engine.sides import enrol, in_sides


def _enrol(play: Play, who: str) -> bool:
    if not in_sides(play):
        return False
    enrol(play, play.state.combatants[who])
    return True


def _changed(play: Play, who: str) -> None:
    if not in_sides(play):
        return
    combatant, entry = play.state.combatants[who], play.state.entry_of(who)
    if entry is not None and not combatant.gone and entry.kind == "side" and entry.side != combatant.side:
        left = tuple(member for member in entry.members if member != who)
        play.emit(MembersSet(entry.id, left))
        enrol(play, combatant)


MECHANIC = Mechanic("sides", uses=lambda ruleset: ruleset.initiative.per == "side", enrols=_enrol, changed=_changed)
