"""Lists of combatants at the terminal: what was understood is shown before anybody is added."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from turnwright.engine.mechanics.cast import Add
from turnwright.fight import Fight
from turnwright.rules.cast import Member
from turnwright.rules.faults import FileFaults
from turnwright.rules.load import text_of
from turnwright.scenario.casting import as_add
from turnwright.scenario.encounter import is_encounter, read_encounter
from turnwright.seat import Result
from turnwright.speech import Pasted, unparse


class Unusable(Exception):
    """Nothing of a file can be added. ``lines`` tell everything that is wrong with it."""

    def __init__(self, *lines: str) -> None:
        super().__init__(lines[0])
        self.lines = lines


class Listing(Struct, frozen=True):
    """Whom a list brings (one of a file's cast as its member), how that is shown, and what was not understood."""

    who: tuple[Add | Member, ...]
    shown: tuple[str, ...]
    faults: tuple[str, ...] = ()

    def add(self, fight: Fight) -> Result:
        """Add everybody in one step."""
        members = tuple(one for one in self.who if isinstance(one, Member))
        return fight.cast(members) if members else fight.bring(one for one in self.who if isinstance(one, Add))


def read_file(fight: Fight, name: str) -> Listing:
    """What a file's list comes to in a fight; raises `Unusable` where that is nobody."""
    path = Path(name).expanduser()
    try:
        if is_encounter(path):
            members = read_encounter(path, fight.book).members(fight.ruleset)
            return Listing(members, tuple(_understood(fight, map(as_add, members))))
        return read_text(fight, text_of(path), name)
    except FileFaults as wrong:
        raise Unusable(*map(str, wrong.faults)) from None


def read_text(fight: Fight, text: str, name: str = "") -> Listing:
    """What lines of text come to in a fight; raises `Unusable` where that is nobody."""
    pasted = fight.read_list(text)
    faults = tuple(_faults(fight, pasted, name))
    if not pasted.entries:
        raise Unusable(*faults, f"nobody is listed{f' in {name}' if name else ''} — {FORMS}")
    creatures = tuple(entry.creature for entry in pasted.entries)
    shown = (*_understood(fight, pasted.commands, creatures), *_sides(fight, pasted))
    return Listing(pasted.commands, shown, faults)


FORMS = "write one a line, such as: 3 Goblin, hp 7, side goblins"


def _understood(fight: Fight, adds: Iterable[Add], creatures: tuple[str, ...] = ()) -> Iterator[str]:
    for number, add in enumerate(adds):
        creature = creatures[number] if number < len(creatures) else ""
        side = add.side or ("" if add.belongs_to else next(iter(fight.ruleset.sides), ""))
        # What is on a sheet beside the figures has no words; the name tells whose sheet it is.
        shown = replace(add, side=side, acts={}, roles={})
        words = unparse(fight.rules, fight.state, shown).removeprefix("add ")
        yield f"  + {words}{f'   ({creature})' if creature and creature != add.name else ''}"


def _sides(fight: Fight, pasted: Pasted) -> Iterator[str]:
    """Where those stand of whom the list does not say it, and how it is said."""
    side = next((entry.command.side for entry in pasted.entries if not entry.sided), "")
    theirs = fight.ruleset.side_of_players
    if side:
        say = f" — friendly, or side {theirs}, behind a name puts it with the {theirs}" if theirs else ""
        yield f"  Of whom no side is said stands with the {side}{say}"


def _faults(fight: Fight, pasted: Pasted, name: str) -> Iterator[str]:
    for fault in pasted.faults:
        line = f"line {fault.line}" if fault.line else ""
        place = f"{name}:{fault.line}" if name and fault.line else name or line
        yield ": ".join(part for part in (place, fault.text, fight.sentence(fault.refusal)) if part)
