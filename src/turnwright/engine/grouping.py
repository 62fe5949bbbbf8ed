"""Groups in the order: forming one, joining it, and leaving it."""

from __future__ import annotations

import re

from msgspec.structs import replace

from turnwright.engine.base import Event
from turnwright.engine.events import EntryAdded, EntryGone, on_entry
from turnwright.engine.frames import Placing, Turn
from turnwright.engine.hand_set import set_by_hand
from turnwright.engine.names import clean_name, counted_name, fold, free_name, lettered, taken
from turnwright.engine.numbering import counted, next_number, number_of
from turnwright.engine.play import Play
from turnwright.engine.rolling import roll_entry
from turnwright.engine.standing import order_stands
from turnwright.engine.state import Entry, State
from turnwright.formula import Number


class GroupFormed(Event, frozen=True, gc=False):
    """An entry is that of a group from now on, under this name; ``alone`` that of the one who is left in it."""

    entry: str
    name: str
    alone: bool = False

    def apply(self, state: State) -> State:
        return on_entry(state, self.entry, kind="combatant" if self.alone else "group", name=self.name)


class GroupJoined(Event, frozen=True, gc=False):
    """Somebody acts in a group from now on. ``missed``: the group has acted in this round, and the newcomer had not."""

    entry: str
    who: str
    missed: bool = False

    def apply(self, state: State) -> State:
        return on_entry(state, self.entry, members=(*state.entries[self.entry].members, self.who))


class SplitOff(Event, frozen=True, gc=False):
    """Somebody has left a group and stands directly behind it in an entry of its own.

    Whether it has acted is kept. ``turn`` is the group's turn that is on, in which it finishes.
    """

    who: str
    group: str
    entry: Entry
    turn: int = 0

    def apply(self, state: State) -> State:
        group, entry = state.entries[self.group], self.entry
        entries = {
            **state.entries,
            group.id: replace(group, members=tuple(m for m in group.members if m != self.who)),
            entry.id: entry,
        }
        at = state.order.index(group.id) + 1
        agenda = tuple(
            replace(f, along=(*f.along, entry.id), finishing=(*f.finishing, entry.id))
            if isinstance(f, Turn) and f.id == self.turn
            else f
            for f in state.agenda
        )
        order = (*state.order[:at], entry.id, *state.order[at:])
        number = number_of(entry.id)
        return replace(state, **counted(state, number), entries=entries, order=order, agenda=agenda)


EVENTS = (GroupFormed, GroupJoined, SplitOff)


def has_acted(state: State, entry: Entry) -> bool:
    """Whether an entry has had its turn in the round or pass that is on."""
    return state.round > 0 and entry.acted == state.cycle


def turn_of(state: State, entry: str) -> Turn | None:
    """The turn of an entry that is on, or comes up."""
    turns = (frame for frame in reversed(state.agenda) if isinstance(frame, Turn))
    return next((turn for turn in turns if entry in (turn.entry, *turn.along)), None)


def group_name(play: Play, name: str, hidden: bool = False) -> str:
    """A name for a group that nobody and no other entry has, like the one given; that of a ``hidden`` one is never such
    as a visible one would be given."""
    used = taken(play.state)
    if hidden:
        return lettered(name, used, "{} ({})")
    return counted_name(name, 2, used) if fold(name) in used else name


_COUNTED = re.compile(r"\s*\d+$|\s[A-Z]{1,2}$")
"""What tells several of one name apart."""


def name_like(play: Play, members: tuple[str, ...]) -> str:
    """What a group is called where nobody says so: as its members are, but for their numbers."""
    names = [play.state.combatants[who].name for who in members]
    bases = {_COUNTED.sub("", name) or name for name in names}
    base = bases.pop() if len(bases) == 1 else " + ".join(names)
    return group_name(play, base, play.state.hides(members))


def own_name(play: Play, name: str, members: tuple[str, ...]) -> str:
    """A name that somebody gives a group of these; refuses bad names, and those that others have or had.

    A place of theirs loses its name to the group; their own names stay theirs.
    """
    clean = clean_name(play, name)
    for who in members:
        if fold(play.name(who)) == fold(clean):
            play.refuse("name.used", name=play.name(who))
    return free_name(play, clean, members)


def enter(play: Play, who: str, score: Number | None, group: str = "") -> None:
    """Give a newcomer an entry of its own; with a ``group`` the first makes it, and those after it act in it."""
    ref = play.rules.ruleset.groups.rule if group else ""
    there = next((e for e in play.state.entries.values() if group and e.name == group and not e.gone), None)
    if there is not None:
        play.emit(GroupJoined(there.id, who, ref=ref))
        return
    number = next_number(play.state, play.state.hides((who,)))
    entry = Entry(f"e{number}", group or play.state.combatants[who].name, (who,), score=score)
    play.emit(EntryAdded(replace(entry, kind="group") if group else entry, ref=ref))


def form(play: Play, members: tuple[str, ...], name: str) -> None:
    """Put these into one entry: that of the first who has a score, else of the first; the others' are gone."""
    ref = play.rules.ruleset.groups.rule
    entries = [play.entry(who) for who in members]
    lead = next((entry for entry in entries if entry.score is not None), entries[0])
    play.emit(GroupFormed(lead.id, name, ref=ref))
    for who, entry in zip(members, entries, strict=True):
        if entry.id != lead.id:
            join(play, who, entry, play.state.entries[lead.id])


def join(play: Play, who: str, entry: Entry, group: Entry) -> None:
    """Somebody leaves an entry of its own for that of a group."""
    state, ref = play.state, play.rules.ruleset.groups.rule
    had = entry.score is not None and not entry.absent and not has_acted(state, entry)
    play.emit(GroupJoined(group.id, who, missed=had and has_acted(state, group), ref=ref))
    play.emit(EntryGone(entry.id))


def split_off(play: Play, who: str, group: Entry) -> str:
    """Somebody leaves a group that has others left; gives its new entry."""
    word = play.rules.ruleset.groups.split
    ref = word.rule or play.rules.ruleset.groups.rule
    turn = turn_of(play.state, group.id)
    on = turn.id if turn is not None and turn.begun else 0
    keeps = word.how == "keeps"
    entry = Entry(
        f"e{next_number(play.state, play.state.hides((who,)))}",
        play.state.combatants[who].name,
        (who,),
        score=group.score if keeps else None,
        keys=group.keys if keeps else (),
        rank=group.rank if keeps else None,
        acted=group.acted,
        absent=group.absent,
        wait=group.wait,
    )
    play.emit(SplitOff(who, group.id, entry, on, ref=ref))
    if keeps and group.score is not None:
        behind = tuple(other for other in _split_before(play, group) if other != entry.id)
        set_by_hand(play, [group.id, entry.id, *behind], "split", ref)
    elif group.score is not None and _can_roll(play):
        roll_entry(play, entry.id)
        if order_stands(play):
            play.push(Placing(entry.id, "split", ref))
    return entry.id


def _split_before(play: Play, group: Entry) -> tuple[str, ...]:
    """Those who were put in order behind a group by hand, or by leaving it."""
    found = (e for e in play.state.entries.values() if e.score == group.score and e.by_hand > group.by_hand > 0)
    return tuple(e.id for e in sorted(found, key=lambda e: e.by_hand) if not e.gone)


def _can_roll(play: Play) -> bool:
    word = play.rules.ruleset.initiative
    return word.formula is not None or word.cards is not None
