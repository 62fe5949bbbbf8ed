"""Lists of combatants that somebody brings: what was understood can be shown before anybody is added."""

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
from turnwright.speech.lists import ListFault


class Unusable(Exception):
    """Nothing of a file can be added. ``lines`` tell everything that is wrong with it."""

    def __init__(self, *lines: str) -> None:
        super().__init__(lines[0])
        self.lines = lines


class Listing(Struct, frozen=True):
    """Whom a list brings (one of a file's cast as its member), how that is shown, and what was not understood.

    ``sided`` tells of whom in it the list itself says where they stand, ``notes`` what no sheet of the game has a place
    for.
    """

    who: tuple[Add | Member, ...]
    shown: tuple[str, ...]
    notes: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    sided: tuple[bool, ...] = ()

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
    notes = tuple(fault for fault in pasted.faults if _is_note(fault))
    faults = tuple(_faults(fight, (fault for fault in pasted.faults if fault not in notes), name))
    if not pasted.entries:
        raise Unusable(*faults, fight.voice.say("list", "nobody", {"name": name}))
    creatures = tuple(entry.creature for entry in pasted.entries)
    shown = (*_understood(fight, pasted.commands, creatures), *_sides(fight, pasted))
    sided = tuple(entry.sided for entry in pasted.entries)
    return Listing(pasted.commands, shown, tuple(fight.sentence(note.refusal) for note in notes), faults, sided)


def _understood(fight: Fight, adds: Iterable[Add], creatures: tuple[str, ...] = ()) -> Iterator[str]:
    for number, add in enumerate(adds):
        creature = creatures[number] if number < len(creatures) else ""
        side = add.side or ("" if add.belongs_to else next(iter(fight.ruleset.sides), ""))
        # What is on a sheet beside the figures has no words; the name tells whose sheet it is.
        shown = replace(add, side=side, acts={}, roles={})
        words = unparse(fight.rules, fight.state, shown).removeprefix("add ")
        yield f"  + {words}{f'   ({_printable(creature)})' if creature and creature != add.name else ''}"


def _sides(fight: Fight, pasted: Pasted) -> Iterator[str]:
    """Where those stand of whom the list does not say it, and how it is said."""
    side = next((entry.command.side for entry in pasted.entries if not entry.sided), "")
    theirs = fight.ruleset.side_of_players
    if side:
        yield f"  {fight.voice.say('list', 'unsided', {'side': side, 'theirs': theirs})}"


def _is_note(fault: ListFault) -> bool:
    """Whether it tells only what no sheet of the game has a place for: nothing is wrong with the list."""
    return not fault.line and not fault.text and fault.refusal.code == "list.left_out"


def _faults(fight: Fight, faults: Iterable[ListFault], name: str) -> Iterator[str]:
    for fault in faults:
        line = fight.voice.say("list", "line", {"number": fault.line}) if fault.line else ""
        place = f"{name}:{fault.line}" if name and fault.line else name or line
        parts = (place, _printable(fault.text), _printable(fight.sentence(fault.refusal), 400))
        yield ": ".join(filter(None, parts))


def _printable(text: str, most: int = 80) -> str:
    """What stands in a file, as it may be shown: cut where it is long, without letters that would steer a terminal."""
    cut = text if len(text) <= most else f"{text[: most - 1]}…"
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in cut)
