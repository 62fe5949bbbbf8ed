"""Groups: several who share one roll, one place and one turn; forming them, joining, leaving, dissolving."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turnwright.engine.base import Command, Refusal, figures
from turnwright.engine.doings import Intent
from turnwright.engine.grouping import (
    EVENTS,
    GroupFormed,
    form,
    has_acted,
    join,
    name_like,
    own_name,
    split_off,
    turn_of,
)
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import Play
from turnwright.engine.sheet import holds, present, why_unable
from turnwright.engine.state import Combatant, Entry
from turnwright.formula import show_number
from turnwright.rules.words.act import Doing


class Group(Command, frozen=True, gc=False):
    """Let these share one place and one turn. Without a ``name`` the group is called as they are.

    It stands where the first of them stands who has a score; none is rolled anew. Refuses ``group.too_few``,
    ``group.already``, ``group.turn_on``, ``group.waits``, ``group.absent``, ``group.entry`` for those who act with a
    side or have several turns a round, and bad names; by the rules ``group.sides``, ``group.not_identical``,
    ``group.needs``, and ``group.acted`` where some have acted in this round and the group has not.
    """

    who: tuple[str, ...]
    name: str = ""

    def decide(self, play: Play) -> None:
        who = tuple(dict.fromkeys(self.who))
        if len(who) < 2:
            play.refuse("group.too_few")
        entries = [_own_entry(play, one) for one in who]
        lead = next((entry for entry in entries if entry.score is not None), entries[0])
        _check_alike(play, who)
        _check_together(play, lead, [entry for entry in entries if entry is not lead])
        form(play, who, own_name(play, self.name, who) if self.name else name_like(play, who))

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """All of a numbered kind that are in no group."""
        families: dict[str, list[str]] = {}
        for combatant in present(play.state):
            base, _, number = combatant.name.rpartition(" ")
            entry = play.state.entry_of(combatant.id)
            if base and number.isdecimal() and entry is not None and entry.kind == "combatant":
                families.setdefault(base, []).append(combatant.id)
        return (cls(tuple(members)) for members in families.values() if len(members) > 1)


class JoinGroup(Command, frozen=True, gc=False):
    """Let these act with the group of ``to`` from now on, in its place.

    Who had yet to act in this round when the group has acted misses that turn, and it is said. Refuses ``group.none``,
    and as `Group` does.
    """

    who: tuple[str, ...]
    to: str

    def decide(self, play: Play) -> None:
        group = _group_of(play, self.to)
        for one in dict.fromkeys(self.who):
            entry = _own_entry(play, one)
            group = play.state.entries[group.id]
            _check_alike(play, (*group.members, one))
            _check_together(play, group, [entry])
            join(play, one, entry, group)


class Split(Command, frozen=True, gc=False):
    """Let these leave their groups, each with an entry of its own.

    Whether they have acted is kept; who leaves during the group's turn finishes in it. A group with one left in it is
    none any more. Refuses ``group.none``.
    """

    who: tuple[str, ...]

    def decide(self, play: Play) -> None:
        leaving: dict[str, list[str]] = {}
        for one in dict.fromkeys(self.who):
            leaving.setdefault(_group_of(play, one).id, []).append(one)
        for group, members in leaving.items():
            _leave(play, group, members)

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Everybody who is in a group."""
        for entry in play.state.entries.values():
            if entry.kind == "group" and not entry.gone:
                yield from (cls((who,)) for who in entry.members)


class Ungroup(Command, frozen=True, gc=False):
    """Dissolve the group that somebody is in: its members stand one behind the other in its place.

    Refuses ``group.none``.
    """

    who: str

    def decide(self, play: Play) -> None:
        group = _group_of(play, self.who)
        _leave(play, group.id, list(group.members))

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Each group."""
        for entry in play.state.entries.values():
            if entry.kind == "group" and not entry.gone:
                yield cls(entry.members[0])


def _leave(play: Play, group: str, leaving: list[str]) -> None:
    """Take some out of a group, the first behind it last, so that they stand in the order in which they are named."""
    stay = [who for who in play.state.entries[group].members if who not in leaving] or leaving[:1]
    for who in reversed([one for one in leaving if one not in stay]):
        split_off(play, who, play.state.entries[group])
    if len(stay) == 1:
        ref = play.rules.ruleset.groups.rule
        play.emit(GroupFormed(group, play.name(stay[0]), alone=True, ref=ref))


def _group_of(play: Play, who: str) -> Entry:
    entry = play.entry(play.present(who).id)
    if entry.kind != "group":
        play.refuse("group.none", name=play.name(who))
    return entry


def _own_entry(play: Play, who: str) -> Entry:
    """Somebody's own entry, in which nobody else acts; refuses the others."""
    combatant = play.present(who)
    entry = play.entry(who)
    if entry.kind == "group":
        play.refuse("group.already", name=combatant.name, group=entry.name)
    if entry.members != (who,) or len(play.state.entries_of(who)) > 1:
        play.refuse("group.entry", name=combatant.name)
    return entry


def _check_alike(play: Play, members: tuple[str, ...]) -> None:
    """Whether these can be one group by the ruleset."""
    word = play.rules.ruleset.groups
    who = [play.state.combatants[one] for one in members]
    if len({one.side for one in who}) > 1:
        play.bar("group.sides", word.rule, names=_names(who))
    if word.identical and any(_kind(play, one) != _kind(play, who[0]) for one in who):
        play.bar("group.not_identical", word.rule, names=_names(who))
    if word.needs is not None:
        lacking = [one for one in who if not holds(word.needs, play.sheet(one.id))]
        if lacking:
            play.bar("group.needs", word.rule, names=_names(lacking), needs=word.needs.text)


def _kind(play: Play, one: Combatant) -> object:
    """What has to be the same of identical creatures."""
    usual = {name: word.value.text for name, word in play.rules.stats.items() if word.value is not None}
    stats = {**usual, **{name: show_number(value) for name, value in one.stats.items()}}
    return (one.side, stats, one.acts, one.roles)


def _names(who: Iterable[Combatant]) -> str:
    return ", ".join(one.name for one in who)


def _check_together(play: Play, lead: Entry, others: list[Entry]) -> None:
    """Whether these can act with the lead from now on, without anybody having a turn too many."""
    state, ref = play.state, play.rules.ruleset.groups.rule
    for entry in (lead, *others):
        if turn_of(state, entry.id) is not None:
            play.refuse("group.turn_on", ref, name=entry.name)
        if entry.wait is not None or entry.granted:
            play.refuse("group.waits", ref, name=entry.name)
        if entry.absent != lead.absent and entry.score is not None:
            play.refuse("group.absent", ref, name=entry.name, lead=lead.name)
    acted = [entry.name for entry in others if has_acted(state, entry)]
    if acted and not has_acted(state, lead):
        play.bar("group.acted", ref, names=", ".join(acted), group=lead.name)


def _objects(play: Play, intent: Intent, doing: Doing) -> Iterable[Refusal]:
    """In a group that acts as one, what costs something is done by the first of those who can act."""
    word = play.rules.ruleset.groups
    entry = play.state.entry_of(intent.who)
    if entry is None or entry.kind != "group" or not (doing.cost or intent.costs):
        return
    able = (who for who in entry.members if not why_unable(play.rules, play.state, who))
    first = next(able, intent.who)
    if first != intent.who and turn_of(play.state, entry.id) is not None:
        data = {"name": play.name(intent.who), "first": play.name(first), "group": entry.name}
        yield Refusal("group.as_one", word.rule, figures(data), rule=True)


MECHANIC = Mechanic(
    "groups",
    uses=lambda ruleset: ruleset.groups.acts == "as one",
    commands=(Group, JoinGroup, Split, Ungroup),
    events=EVENTS,
    objections=_objects,
)
