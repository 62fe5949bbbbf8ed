"""Several turns in a round: each beside the first has an entry of its own, with a place and a score of its own."""

from __future__ import annotations

from turnwright.engine.base import Event
from turnwright.engine.events import EntryAdded, EntryGone, on_entry
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.names import counted_name, taken
from turnwright.engine.numbering import next_number
from turnwright.engine.play import Play
from turnwright.engine.state import Entry, State

MOST = 20
"""The most turns that somebody can have in a round."""


class TurnsSet(Event, frozen=True, gc=False):
    """Whoever acts in this entry has so many turns in a round beside it."""

    entry: str
    again: int

    def apply(self, state: State) -> State:
        return on_entry(state, self.entry, again=self.again)


def _fit(play: Play, who: str) -> None:
    """Give somebody as many entries as turns in a round."""
    word = play.rules.ruleset.turn.a_round
    if word is None or play.state.combatants[who].gone:
        return
    entries = tuple(e for e in play.state.entries_of(who) if e.members == (who,))
    if not entries:
        return
    wanted = min(max(1, int(play.number(word, who))), MOST)
    if wanted == len(entries):
        return
    ref = play.rules.ruleset.turn.rule
    first = entries[0]
    for number in range(len(entries) + 1, wanted + 1):
        name = counted_name(first.name, number, taken(play.state))
        id_ = f"e{next_number(play.state, play.state.hides((who,)))}"
        play.emit(EntryAdded(Entry(id_, name, first.members, absent=first.absent), ref=ref))
    on = play.active
    surplus = [entry for entry in entries[1:] if on is None or entry.id != on.entry][::-1]
    for entry in surplus[: len(entries) - wanted]:
        play.emit(EntryGone(entry.id, ref=ref))
    play.emit(TurnsSet(first.id, wanted - 1, ref=ref))


MECHANIC = Mechanic(
    "several turns",
    uses=lambda ruleset: ruleset.turn.a_round is not None,
    events=(TurnsSet,),
    changed=_fit,
    join=_fit,
)
