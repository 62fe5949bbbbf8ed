"""What a game master might do at any time, drawn at random: the words of the table beside what is offered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from hypothesis import strategies as st

from turnwright.engine import Command
from turnwright.engine.base import Question
from turnwright.engine.mechanics.cast import Add, Hide, Remove, Rename, Set, SetCondition, SetSide
from turnwright.engine.mechanics.effects import EndEffect, GiveEffect
from turnwright.engine.mechanics.given_turns import GiveTurn
from turnwright.engine.mechanics.groups import Group, JoinGroup, Split, Ungroup
from turnwright.engine.mechanics.initiative import Move, Reroll, Roll, SetScore
from turnwright.engine.mechanics.places import AddPlace, RemovePlace
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.scenes import EndScene, Involve, Jump, Next, NextRound, Start
from turnwright.engine.mechanics.ties import RollOff, SetTie, Sort
from turnwright.engine.mechanics.waits import SetRank
from turnwright.rules.words.duration import read_duration

from .fight import Fight

T = TypeVar("T")

DURATIONS = (
    "until the end of next turn",
    "until the start of next turn",
    "1 round",
    "2 rounds",
    "until the end of the round",
    "until ended",
)


class Table:
    """Draws commands for a fight as it stands."""

    def __init__(self, fight: Fight, data: st.DataObject) -> None:
        self.fight = fight
        self.data = data

    def one(self, among: Sequence[T]) -> T:
        """One of these."""
        return self.data.draw(st.sampled_from(among))

    def number(self, least: int, most: int) -> int:
        """A number within these bounds."""
        return self.data.draw(st.integers(least, most))

    def yes(self) -> bool:
        """One of two."""
        return self.data.draw(st.booleans())

    @property
    def here(self) -> tuple[str, ...]:
        """Those who are there."""
        return tuple(c.id for c in self.fight.state.combatants.values() if not c.gone)

    def some(self, most: int = 3) -> tuple[str, ...]:
        """A few of those who are there."""
        return tuple(self.data.draw(st.lists(st.sampled_from(self.here), min_size=1, max_size=most, unique=True)))

    def shuffled(self, among: Sequence[T]) -> tuple[T, ...]:
        """These in any order."""
        return tuple(self.data.draw(st.permutations(among)))

    def command(self) -> Command:
        """Something that a game master might do."""
        kinds: tuple[Callable[[], Command], ...] = (
            self._cast,
            self._sheet,
            self._order,
            self._ties,
            self._together,
            self._flow,
            self._effects,
        )
        return self.one(kinds)() if self.here else self._add()

    # ---- kinds of command

    def _cast(self) -> Command:
        who = self.one(self.here)
        kind = self.number(0, 4)
        if kind == 0:
            return Remove((who,), self.one(("removed", "dead", "fled")))
        if kind == 1:
            return Hide((who,), self.yes())
        if kind == 2:
            self.fight.added += 1
            return Rename(who, f"Other {self.fight.added}")
        if kind == 3:
            sides = tuple(dict.fromkeys(c.side for c in self.fight.state.combatants.values()))
            return SetSide((who,), self.one(sides))
        return self._add()

    def _add(self) -> Command:
        member = self.one(self.fight.members)
        self.fight.added += 1
        return Add(
            f"New {self.fight.added}",
            member.side,
            self.number(1, 3),
            values=member.values,
            items=member.items,
            hidden=self.number(0, 3) == 0,
            score=self.number(-2, 12) if self.yes() else None,
            group=self.yes(),
        )

    def _sheet(self) -> Command:
        who = self.one(self.here)
        rules = self.fight.rules
        kind = self.number(0, 2)
        if kind == 0 and rules.pools:
            return ChangePool((who,), self.one(tuple(rules.pools)), by=str(self.number(-9, 9)))
        if kind == 1 and rules.stats:
            return Set((who,), self.one(tuple(rules.stats)), str(self.number(-3, 6)))
        names = (*rules.conditions, "marked")
        return SetCondition((who,), self.one(names), self.yes())

    def _order(self) -> Command:
        who = self.one(self.here)
        kind = self.number(0, 6)
        if kind == 0:
            return SetScore(who, self.number(-2, 12))
        if kind == 1:
            return Reroll(self.some())
        if kind == 2:
            return Roll((who,)) if self.yes() else Roll()
        if kind == 3:
            return SetRank(who, self.number(0, 9) if self.yes() else None)
        if kind == 4:
            return AddPlace("Clock", self.number(0, 12), self.yes()) if self.yes() else RemovePlace("Clock")
        return Move(who, self.one(self.here), self.yes())

    def _ties(self) -> Command:
        kind = self.number(0, 5)
        if kind == 0:
            return Sort()
        scored = tuple(e for e in self.fight.state.entries.values() if e.score is not None and not e.gone)
        if not scored:
            return Roll()
        one = self.one(scored)
        level = tuple(e.id for e in scored if e.score == one.score)
        if kind == 1:
            return RollOff((one.id,))
        return SetTie(self.shuffled(level))

    def _together(self) -> Command:
        grouped = tuple(
            who for e in self.fight.state.entries.values() if e.kind == "group" and not e.gone for who in e.members
        )
        kind = self.number(0, 4)
        if not grouped or kind == 4:
            return Group(self.some())
        if kind == 0:
            return JoinGroup((self.one(self.here),), self.one(grouped))
        if kind == 1:
            return Ungroup(self.one(grouped))
        return Split((self.one(grouped),))

    def _flow(self) -> Command:
        who = self.one(self.here)
        kind = self.number(0, 9)
        if kind == 0:
            return Jump(who)
        if kind == 1:
            return GiveTurn(who)
        if kind == 2:
            return NextRound()
        if kind == 3:
            return Involve((who,), self.yes())
        if kind == 4:
            return EndScene()
        if kind < 7:
            return Start(self.one(tuple(self.fight.rules.ruleset.modes)))
        return Next()

    def _effects(self) -> Command:
        effects = self.fight.state.effects
        if effects and self.yes():
            return EndEffect((self.one(tuple(effects)),))
        names = (*self.fight.rules.ruleset.effects, "odd")
        name = self.one(names)
        lasts = read_duration(self.one(DURATIONS)) if name == "odd" else None
        return GiveEffect(name, self.some(), source=self.one(("", *self.here)), lasts=lasts, hidden=self.yes())


def begin(fight: Fight, table: Table) -> None:
    """Everybody has a score, and the scene begins; what is asked then is answered."""
    for entry in tuple(fight.state.entries.values()):
        if entry.score is None and entry.members:
            fight.do(SetScore(entry.members[0], table.number(0, 5)))
    fight.do(Start())
    for _ in range(table.number(0, 6)):
        go_on(fight, table)


def choose(fight: Fight, table: Table, owns: frozenset[str] | None = None) -> None:
    """Something that is open or barred to the GM, or to the player of these."""
    found = fight.choices(owns)
    open_now = tuple(choice for choice in found if choice.barred is None)
    if found:
        fight.choose(table.one(open_now if open_now and table.number(0, 3) else found), owns)


def go_on(fight: Fight, table: Table) -> None:
    """The obvious step; where something is asked, an answer."""
    top = fight.state.agenda[-1] if fight.state.agenda else None
    if not isinstance(top, Question):
        fight.do(Next())
        return
    part = next((part for part in top.ask.parts if top.answer_to(part) is None), top.ask.parts[0])
    if part.kind == "order":
        fight.do(Answer(table.shuffled(part.items), part.key))
    elif part.items:
        fight.do(Answer((table.one(part.items),), part.key))
    else:
        fight.do(Answer((str(table.number(0, 9)),), part.key))
