"""Rolling initiative for an entry."""

from __future__ import annotations

from turnwright.engine.dice import TypedDice
from turnwright.engine.events import Absent, InitiativeRolled
from turnwright.engine.frames import Moment
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
            play.refuse("formula.failed", formula=formula.text, problem=error.message, fault=error.code)
        typed.finish()
    else:
        rolled = play.roll(formula, who)
    play.emit(InitiativeRolled(entry, rolled.total, rolled.dice, bool(faces), ref=ref_of(play)))
    scored(play, entry)


def bar_ahead_of_call(play: Play, entries: tuple[str, ...]) -> None:
    """Nobody rolls ahead of the call whose side still has to name numbers for it.

    Refuses ``initiative.call_first``, which the GM can overrule.
    """
    word, state = play.rules.ruleset.initiative.call, play.state
    if word is None or not _call_to_come(play):
        return
    found = [state.entries[entry] for entry in entries if state.entries[entry].score is None]
    names = [e.name for e in found if any(state.combatants[who].side == word.side for who in e.members)]
    if names:
        play.bar("initiative.call_first", word.rule or ref_of(play), names=", ".join(names))


def _call_to_come(play: Play) -> bool:
    """Whether the next call is still ahead: no scene is on yet, or what comes first in it goes on."""
    scene = play.state.scene
    if scene is None or scene.over:
        return True
    return any(isinstance(frame, Moment) and frame.name == "scene.start" for frame in play.state.agenda)


def scored(play: Play, entry: str) -> None:
    """Let every mechanic look at an entry whose initiative has just been found."""
    for look in play.rules.scored:
        look(play, entry)


def sit_out(play: Play, entry: str) -> None:
    """Somebody without initiative takes no turns until it is rolled."""
    play.emit(Absent(entry, NOT_ROLLED))
