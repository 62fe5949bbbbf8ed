"""Who takes part: adding, editing, hiding, removing."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from turnwright.engine.base import Command, Refused
from turnwright.engine.doings import check_own
from turnwright.engine.events import (
    ConditionSet,
    EntryNamed,
    Hid,
    ItemSet,
    Joined,
    Renamed,
    SideSet,
    StatSet,
    TopSet,
    TraitSet,
)
from turnwright.engine.grouping import enter, group_name
from turnwright.engine.leaving import leave
from turnwright.engine.ledger import check_top, put, start_value
from turnwright.engine.masking import MaskedSet, masked
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.names import clean_name, counted_name, fold, free_name, lettered, taken
from turnwright.engine.numbering import next_number
from turnwright.engine.play import Play
from turnwright.engine.state import IN_RESERVE, Combatant, OwnAct
from turnwright.engine.veil import is_hidden
from turnwright.formula import FormulaError, Number, parse


class Add(Command, frozen=True, gc=False):
    """Add a combatant, or ``count`` numbered ones (a number, or a formula with dice).

    ``values`` are what the sheet says, as text: stats, traits, and pools such as ``14/20`` (now and at most); dice
    are rolled for each. With ``group`` they share one place and one turn. ``score`` is an initiative that is known
    already. ``roles`` are roles of one's own, with the
    stats that each changes. Whoever ``belongs_to`` somebody (an id or a name) takes part only when called. Refuses
    bad names, names in use, and values that the ruleset does not know.
    """

    name: str
    side: str = ""
    count: int | str = 1
    values: dict[str, str] = {}
    acts: dict[str, OwnAct] = {}
    items: dict[str, Number] = {}
    conditions: tuple[str, ...] = ()
    roles: dict[str, dict[str, str]] = {}
    belongs_to: str = ""
    hidden: bool = False
    score: Number | None = None
    group: bool = False

    def decide(self, play: Play) -> None:
        count = _count(play, self.count)
        name = clean_name(play, self.name)
        names = numbered(play, name, count, self.hidden) if count > 1 else (free_name(play, name),)
        group = group_name(play, name, self.hidden) if count > 1 and self._grouped(play) else ""
        for each in names:
            self._join(play, each, group)

    def _grouped(self, play: Play) -> bool:
        """Whether those who are added share one place: as it is said, or as the ruleset has it for the GM's sides."""
        rules = play.rules.ruleset
        side = self.side or next(iter(rules.sides), "")
        return self.group or (rules.groups.formed == "together" and rules.sides.get(side) != "players")

    def _join(self, play: Play, name: str, group: str) -> None:
        who = f"c{next_number(play.state, self.hidden)}"
        owner = _owner(play, self.belongs_to) if self.belongs_to else None
        if owner is not None and not play.rules.ruleset.takeovers:
            play.refuse("cast.belongs", name=name, owner=owner.name)
        check_own(play, self.acts)
        combatant = Combatant(
            who,
            name,
            self.side or (owner.side if owner else next(iter(play.rules.ruleset.sides), "")),
            acts=self.acts,
            items=self.items,
            hidden=self.hidden,
            conditions=self.conditions,
            roles=_roles(play, self.roles),
            belongs_to=owner.id if owner else "",
            gone=IN_RESERVE if owner else "",
        )
        trial = Play(play.rules, replace(play.state, combatants={**play.state.combatants, who: combatant}), play.dice)
        for key, text in self.values.items():
            combatant = _with_value(trial, combatant, key, text)
            trial.state = replace(trial.state, combatants={**trial.state.combatants, who: combatant})
        # As where it is set later: nobody holds more than the maximum that is given with it.
        held = {key: min(now, combatant.tops.get(key, now)) for key, now in combatant.pools.items()}
        combatant = replace(combatant, pools=held)
        trial.state = replace(trial.state, combatants={**trial.state.combatants, who: combatant})
        combatant = _with_full_pools(trial, combatant)
        play.emit(Joined(combatant))
        if not any(enrol(play, who) for enrol in play.rules.enrols):
            enter(play, who, self.score, group)
        for join in play.rules.join:
            join(play, who)


class Bring(Command, frozen=True, gc=False):
    """Add everybody on a list in one step: all of them, or nobody where one can't be added."""

    adds: tuple[Add, ...]

    def decide(self, play: Play) -> None:
        if not self.adds:
            play.refuse("bring.nobody")
        for add in self.adds:
            add.decide(play)


class Remove(Command, frozen=True, gc=False):
    """Somebody leaves the fight for good. ``why`` is removed, dead, fled or another word."""

    who: tuple[str, ...]
    why: str = "removed"

    def decide(self, play: Play) -> None:
        for who in self.who:
            play.present(who)
            leave(play, who, self.why)


class Set(Command, frozen=True, gc=False):
    """Change what a sheet says: a stat, a trait, a pool (``14/20``), or an item's stock."""

    edits: ClassVar[str] = "who"

    who: tuple[str, ...]
    key: str
    value: str

    def decide(self, play: Play) -> None:
        for who in self.who:
            combatant = play.present(who)
            if self.key in combatant.items:
                play.emit(ItemSet(who, self.key, _value(play, combatant, self.key, self.value)))
                continue
            after = _with_value(play, combatant, self.key, self.value)
            if masked(play, who, self.key) is not None:
                play.emit(MaskedSet(who, self.key, after.traits[self.key]))
            if after.traits != combatant.traits:
                play.emit(TraitSet(who, self.key, after.traits[self.key]))
            elif after.stats != combatant.stats:
                play.emit(StatSet(who, self.key, after.stats[self.key]))
            else:
                if after.tops != combatant.tops:
                    play.emit(TopSet(who, self.key, after.tops[self.key]))
                if self.key in after.pools:
                    put(play, who, self.key, after.pools[self.key])
            play.changed(who)


class GiveItem(Command, frozen=True, gc=False):
    """Give each of these so many of an item; fewer than none takes them away.

    Refuses a bad name of an item, and ``item.too_few`` for more than there are.
    """

    edits: ClassVar[str] = "who"

    who: tuple[str, ...]
    item: str
    count: Number = 1

    def decide(self, play: Play) -> None:
        item = clean_name(play, self.item)
        for who in self.who:
            combatant = play.present(who)
            there = combatant.items.get(item, 0)
            if there + self.count < 0:
                play.refuse("item.too_few", name=combatant.name, item=item, there=there)
            play.emit(ItemSet(who, item, there + self.count))


class Rename(Command, frozen=True, gc=False):
    """Give a combatant another name; somebody hidden who bears it already makes way for a player's."""

    edits: ClassVar[str] = "who"

    who: str
    name: str

    def decide(self, play: Play) -> None:
        combatant = play.combatant(self.who)
        name = clean_name(play, self.name)
        if fold(name) != fold(combatant.name):
            if play.by is not None:
                _make_way(play, name)
            name = free_name(play, name, (self.who,))
        _call(play, self.who, name)


def _make_way(play: Play, name: str) -> None:
    """Whoever is hidden and is called so is called otherwise: a player who wants the name can't learn of them."""
    for other in tuple(play.state.combatants.values()):
        if fold(other.name) == fold(name) and is_hidden(play.state, other.id, play.by or ()):
            _call(play, other.id, lettered(other.name, taken(play.state)))
    for entry in tuple(play.state.entries.values()):
        if fold(entry.name) == fold(name) and play.state.hides(entry.members, play.by or ()):
            play.emit(EntryNamed(entry.id, lettered(entry.name, taken(play.state), "{} ({})")))


def _call(play: Play, who: str, name: str) -> None:
    """Somebody, and their places in the order, are called so from now on."""
    play.emit(Renamed(who, name))
    entries = play.state.entries.values()
    own = (entry for entry in entries if entry.members == (who,) and entry.kind == "combatant")
    used = taken(play.state, (who,))
    for turn, entry in enumerate(tuple(own), start=1):
        called = name if turn == 1 else counted_name(name, turn, used)
        used.add(fold(called))
        play.emit(EntryNamed(entry.id, called))


class Hide(Command, frozen=True, gc=False):
    """Hide combatants from the players, or show them."""

    who: tuple[str, ...]
    hidden: bool = True

    def decide(self, play: Play) -> None:
        for who in self.who:
            if play.present(who).hidden != self.hidden:
                play.emit(Hid(who, self.hidden, to="gm"))


class SetSide(Command, frozen=True, gc=False):
    """Put combatants on another side, and with them those who belong to them.

    Refuses ``side.belongs`` for one who belongs to somebody that stays where they are.
    """

    who: tuple[str, ...]
    side: str

    def decide(self, play: Play) -> None:
        for who in self.who:
            owner = play.present(who).belongs_to
            if owner and owner not in self.who:
                play.refuse("side.belongs", name=play.name(who), owner=play.name(owner))
        theirs = (c.id for c in play.state.combatants.values() if c.belongs_to in self.who)
        for who in dict.fromkeys((*self.who, *theirs)):
            play.emit(SideSet(who, self.side))
            play.changed(who)


class SetCondition(Command, frozen=True, gc=False):
    """Lay a condition on combatants by hand, or take it away.

    Any word will do; those of the ruleset have its meaning.
    """

    edits: ClassVar[str] = "who"

    who: tuple[str, ...]
    condition: str
    on: bool = True

    def decide(self, play: Play) -> None:
        for who in self.who:
            if (self.condition in play.present(who).conditions) != self.on:
                word = play.rules.conditions.get(self.condition)
                play.emit(ConditionSet(who, self.condition, self.on, ref=word.rule if word else ""))
                play.changed(who)


def numbered(play: Play, name: str, count: int, hidden: bool = False) -> tuple[str, ...]:
    """So many numbered names; a number that was used is not given again (SEM-23).

    Those who are hidden have letters, so that nobody misses their numbers (SEM-22).
    """
    if hidden:
        used = taken(play.state)
        found: list[str] = []
        for _ in range(count):
            found.append(lettered(name, used))
            used.add(fold(found[-1]))
        return tuple(found)
    base = fold(name) + " "
    numbers = (used.removeprefix(base) for used in taken(play.state) if used.startswith(base))
    first = max((int(number) for number in numbers if number.isdecimal()), default=0) + 1
    return tuple(f"{name} {number}" for number in range(first, first + count))


def _with_value(play: Play, combatant: Combatant, key: str, text: str) -> Combatant:
    rules = play.rules
    if key in rules.traits:
        among = rules.traits[key].among
        if among and text not in among:
            play.refuse("trait.unknown", trait=key, value=text, known=", ".join(among))
        return replace(combatant, traits={**combatant.traits, key: text})
    if key in rules.pools:
        now, top = now_and_top(text)
        if top:
            most = check_top(play, key, _value(play, combatant, key, top))
            combatant = replace(combatant, tops={**combatant.tops, key: most})
        elif rules.pools[key].max is None and key not in combatant.tops:
            most = _value(play, combatant, key, text)
            if rules.pools[key].least is not None and most:
                check_top(play, key, most)
            known = rules.pools[key].vital or key in rules.filled
            tops = {**combatant.tops, key: most} if known else combatant.tops
            return replace(combatant, tops=tops, pools=combatant.pools | {key: most})
        return replace(combatant, pools=combatant.pools | {key: _value(play, combatant, key, now)})
    if key in rules.stats or rules.ruleset.open_sheet:
        value = _value(play, combatant, key, text)
        word = rules.stats.get(key)
        if word and not ((word.least is None or value >= word.least) and (word.most is None or value <= word.most)):
            play.refuse("stat.bounds", word.rule, stat=key, value=value, least=word.least, most=word.most)
        if word and value % word.step:
            play.refuse("stat.step", word.rule, stat=key, value=value, step=word.step)
        return replace(combatant, stats={**combatant.stats, key: value})
    play.refuse("sheet.unknown", key=key, known=", ".join({**rules.stats, **rules.pools, **rules.traits}))


def now_and_top(text: str) -> tuple[str, str]:
    """What a pool holds and its maximum, parted by a stroke that stands outside brackets; no maximum without one."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == "/" and depth <= 0:
            return text[:at], text[at + 1 :]
    return text, ""


def _owner(play: Play, who: str) -> Combatant:
    """Somebody by id or by name; refuses ``combatant.unknown``."""
    named = (c for c in play.state.combatants.values() if fold(c.name) == fold(who) and not c.gone)
    return play.state.combatants.get(who) or next(named, None) or play.combatant(who)


def _roles(play: Play, roles: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """Roles of one's own; refuses ``role.stat`` and ``formula.bad`` for changes that can't be made."""
    for role, changes in roles.items():
        for stat, text in changes.items():
            if stat not in play.rules.stats and stat not in play.rules.pools and not play.rules.ruleset.open_sheet:
                play.refuse("role.stat", role=role, stat=stat, known=", ".join(play.rules.stats))
            try:
                parse(text)
            except FormulaError as error:
                play.refuse("formula.bad", formula=text, problem=error.message, fault=error.code)
    return roles


def _count(play: Play, count: int | str) -> int:
    if isinstance(count, str):
        try:
            rolled = play.roll(parse(count), "").total
        except FormulaError as error:
            play.refuse("value.not_a_number", key="count", value=count, problem=error.message, fault=error.code)
    else:
        rolled = count
    if not (isinstance(rolled, int) and 1 <= rolled <= 100):
        play.refuse("count.bounds", count=rolled, least=1, most=100)
    return rolled


def _value(play: Play, combatant: Combatant, key: str, text: str) -> Number:
    try:
        return parse(text.strip()).roll(play.sheet(combatant.id), play.dice).total
    except FormulaError as error:
        play.refuse("value.not_a_number", key=key, value=text, problem=error.message, fault=error.code)


def _with_full_pools(play: Play, combatant: Combatant) -> Combatant:
    """What the pools hold that the sheet does not give: what they start with."""
    for name, word in play.rules.pools.items():
        if name in combatant.pools:
            continue
        try:
            start = start_value(play, combatant.id, name, word)
        except Refused:
            # A stat is missing that may still be given; whoever needs the pool before that is told so.
            continue
        if start is None:
            continue
        combatant = replace(combatant, pools=combatant.pools | {name: start})
        play.state = replace(play.state, combatants={**play.state.combatants, combatant.id: combatant})
    return combatant


MECHANIC = Mechanic("cast", commands=(Add, Bring, Remove, Set, GiveItem, Rename, Hide, SetSide, SetCondition))
