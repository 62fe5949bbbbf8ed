"""Rolling initiative for an entry."""

from __future__ import annotations

from turnwright.engine.dice import TypedDice
from turnwright.engine.events import Absent, InitiativeRolled
from turnwright.engine.play import Play
from turnwright.engine.state import NOT_ROLLED
from turnwright.formula import FormulaError


def ref_of(play: Play) -> str:
    """The rule that states how initiative is found."""
    return play.rules.ruleset.initiative.rule


def roll_entry(play: Play, entry: str, faces: tuple[int, ...] = ()) -> None:
    """Roll an entry's initiative by the ruleset's formula, on the sheet of its first member.

    ``faces`` are those of real dice. Refuses ``initiative.typed`` where the ruleset has no formula.
    """
    formula = play.rules.ruleset.initiative.formula
    found = play.state.entries[entry]
    if not faces and any(score(play, entry) for score in play.rules.scores):
        scored(play, entry)
        return
    if formula is None:
        play.refuse("initiative.typed", name=found.name)
    who = next((m for m in found.members if not play.state.combatants[m].gone), "")
    if faces:
        typed = TypedDice(faces)
        try:
            rolled = formula.roll(play.sheet(who), typed)
        except FormulaError as error:
            play.refuse("formula.failed", formula=formula.text, problem=error.message)
        typed.finish()
    else:
        rolled = play.roll(formula, who)
    play.emit(InitiativeRolled(entry, rolled.total, rolled.dice, bool(faces), ref=ref_of(play)))
    scored(play, entry)


def scored(play: Play, entry: str) -> None:
    """Let every mechanic look at an entry whose initiative has just been found."""
    for look in play.rules.scored:
        look(play, entry)


def sit_out(play: Play, entry: str) -> None:
    """Somebody without initiative takes no turns until it is rolled."""
    play.emit(Absent(entry, NOT_ROLLED))
