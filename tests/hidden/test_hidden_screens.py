"""All that leaves a seat, of a fight with hidden ones and of the same fight without them (SEM-22)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, cast

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import turnwright
from turnwright.engine import Command, Rules, choices, codec
from turnwright.engine.base import Question
from turnwright.engine.mechanics.cast import Add, Remove, SetCondition
from turnwright.engine.mechanics.effects import GiveEffect
from turnwright.engine.mechanics.initiative import SetScore
from turnwright.engine.mechanics.notes import Note
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.scenes import Next
from turnwright.engine.veil import EVERYBODY
from turnwright.fight import Fight, example_members
from turnwright.rules.cast import Member
from turnwright.rules.load import builtin_names
from turnwright.rules.words.duration import read_duration
from turnwright.scenario.casting import as_add
from turnwright.seat import Seat
from turnwright.table.live import Table
from turnwright.table.screen import screen
from turnwright.table.tickets import Seats, Ticket

from .table import Even, compiled

SECRET = "Xyzzyx"
"""Part of every name, note and word that only the game master may know."""

PROBES = (
    *("hp {} -1", "show {}", "remove {}", "jump {}", "redo", "why {}"),
    *(
        "note remove 1",
        "sheet {}",
        "group all",
        "ends x",
        "command x",
        "tie {}",
        "scene end",
        "start",
        "help hp",
    ),
)
"""What a player may not say, or what changes nothing; of whom it is said is put in."""

SHORT = settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)
LONG = settings(SHORT, derandomize=False, max_examples=120)


class Twin:
    """One of the two fights, and what its seats have let out."""

    def __init__(self, game: str) -> None:
        self.fight = turnwright.Fight.new(game, seed="a")
        self.marks: list[int] = []
        self.shown: list[tuple[str, ...]] = []

    # ---- what is done

    def do(self, command: Command) -> bool:
        """Whether the game master could do that."""
        return bool(self.fight.give(command, dice=Even()))

    def lurking(self) -> tuple[str, ...]:
        """The hidden ones whose place in the order nobody sees either."""
        state = self.fight.state
        there = ((c, state.entry_of(c.id)) for c in state.combatants.values() if c.hidden and not c.gone)
        return tuple(c.id for c, entry in there if entry is None or state.hides(entry.members))

    def until_visible(self) -> None:
        """The game master goes on until it is no hidden one's turn."""
        for _ in range(60):
            if EVERYBODY not in self.fight.state.veils:
                return
            top = self.fight.state.agenda[-1]
            if isinstance(top, Question):
                part = next(part for part in top.ask.parts if top.answer_to(part) is None)
                answer = part.items if part.kind == "order" else (part.items or ("1",))[:1]
                assert self.do(Answer(answer, part.key))
            else:
                done = self.fight.give(Next(), dice=Even())
                assert done, done
        raise AssertionError("the hidden ones never come to an end")

    def mark(self) -> None:
        """A point that both fights have reached."""
        self.marks.append(len(self.fight.encounter.history))

    def back(self, steps: int) -> None:
        """Undo so many of the points, and redo all but one of them."""
        there = len(self.fight.encounter.history)
        assert self.fight.do(f"undo {there - self.marks[-1 - steps]}")
        self.look()
        if steps > 1:
            assert self.fight.do(f"redo {self.marks[-2] - self.marks[-1 - steps]}")
            del self.marks[-1:]
        else:
            del self.marks[-steps:]
        self.look()

    # ---- what is seen

    def seats(self) -> Iterator[tuple[Seat, Ticket]]:
        """A player's, and a spectator's."""
        sides = self.fight.ruleset.sides
        mine = next(c for c in self.fight.state.combatants.values() if sides.get(c.side) == "players" and not c.hidden)
        yield self.fight.seat(mine.name, by="p"), Ticket("p", "player", "p", (mine.name,))
        yield self.fight.seat(by="s"), Ticket("s", "spectator", "s")

    def look(self) -> None:
        """Remember what is let out, if it is something else than before."""
        now = tuple(self.let_out(seat, ticket) for seat, ticket in self.seats())
        if not self.shown or now != self.shown[-1]:
            self.shown.append(now)

    def let_out(self, seat: Seat, ticket: Ticket) -> str:
        """All that leaves a seat, as lines."""
        state = self.fight.state
        visible = next(c.name for c in state.combatants.values() if not c.hidden)
        table = Table(cast(Any, None), "t", Seats(title="x"), 0)
        barred = [seat.sentence(c.barred) for c in seat.choices if c.barred is not None and not c.seems_open]
        probes = []
        for probe in PROBES:
            probes.append(str(seat.do(probe.format(visible)).lines))
            if state is not self.fight.state:
                raise AssertionError(f"{probe}: {self.fight.log(1)}")
        secret = [str(seat.do(f"hp {name} -1")) for name in ("Nobody", f"{SECRET} A")]
        assert secret[0] == secret[1].replace(f"{SECRET} A", "Nobody")
        parts = {
            "view": codec.encode(seat.view).decode(),
            "choices": "".join(
                codec.encode(replace(one, barred=None) if one.seems_open else one).decode() for one in seat.choices
            ),
            "open": seat.open_to(),
            "log": seat.log(),
            "question": seat.question,
            "complete": [sorted(c.text for c in seat.complete(text)) for text in ("", "attack ", "hp ", "end")],
            "barred": barred,
            "probes": str(probes),
            "screen": codec.encode(screen(table, ticket, self.fight)).decode(),
        }
        told = msgspec.json.encode(parts).decode()
        assert SECRET.casefold() not in told.casefold(), re.findall(f".{{60}}{SECRET}.{{60}}", told, re.IGNORECASE)
        return "\n".join(f"{name}: {part}" for name, part in parts.items())


def members(fight: Fight) -> tuple[Member, ...]:
    """The example cast of a game, or two who are nobody in particular."""
    found = example_members(fight.ruleset)
    sides = (*fight.ruleset.sides, "foes")
    return found or (Member(name="Ana", side=sides[0]), Member(name="Foe", side=sides[1]))


@st.composite
def deeds(draw: st.DrawFn, who: tuple[str, ...], vital: str) -> Command:
    """Something that a game master does to one of these."""
    one, other = draw(st.sampled_from(who)), draw(st.sampled_from(who))
    kind = draw(st.integers(0, 3))
    if kind == 0:
        return ChangePool((one,), vital, by=str(draw(st.integers(-3, 3))))
    if kind == 1:
        lasts = read_duration(draw(st.sampled_from(("until the end of next turn", "1 round", "2 rounds"))))
        return GiveEffect(f"mark {one}", (one,), source=draw(st.sampled_from(("", other))), lasts=lasts)
    if kind == 2:
        return SetCondition((one,), "marked", draw(st.booleans()))
    return Note("seen", (one,))


@st.composite
def secrets(draw: st.DrawFn, who: tuple[str, ...], vital: str, scores: Iterator[int]) -> Command:
    """Something that is done with hidden ones alone, or with what is hidden."""
    if not who:
        return Note(SECRET)
    one = draw(st.sampled_from(who))
    kind = draw(st.integers(0, 7))
    if kind == 0:
        return ChangePool((one,), vital, by=str(draw(st.integers(-3, 3))))
    if kind == 1:
        return GiveEffect(f"{SECRET} curse", (one,), lasts=read_duration("2 rounds"))
    if kind == 2:
        return SetCondition((one,), f"{SECRET}ed", draw(st.booleans()))
    if kind == 3:
        return Note(f"{SECRET} lurks", draw(st.sampled_from(((), (one,)))))
    if kind == 4:
        return Add(f"{SECRET} {next(scores)}", "foes", hidden=True, score=next(scores))
    if kind == 5:
        return SetScore(one, next(scores))
    if kind == 6:
        return Remove((one,), f"{SECRET}ed")
    return Note(f"{SECRET} {one}")


def set_up(game: str, data: st.DataObject, scores: Iterator[int]) -> tuple[Twin, Twin]:
    """The same visible cast in both; hidden ones like them ahead of, among and behind them in one.

    Nobody's score is another's: a roll-off with dice that always show the same would never end.
    """
    alone, watched = Twin(game), Twin(game)
    scored = alone.fight.rules.ruleset.initiative.formula is not None
    for at, member in enumerate(members(alone.fight)):
        if data.draw(st.booleans()) or not at:
            hidden = replace(as_add(member), name=SECRET, count=data.draw(st.integers(2, 3)), hidden=True)
            assert watched.do(hidden)
        for twin in (alone, watched):
            assert twin.do(as_add(member))
    for twin in (alone, watched):
        places = [entry for entry in twin.fight.state.entries.values() if entry.members]
        visible = iter(range(10, 90, 2))
        for entry in places if scored else ():
            score = next(scores if twin.fight.state.hides(entry.members) else visible)
            twin.do(SetScore(entry.members[0], score))
        for said in ("roll", "start"):
            twin.fight.do(said, dice=Even())
    return alone, watched


def agree(alone: Twin, watched: Twin, after: object) -> None:
    """Both have shown the same, and in the same order."""
    for one, other in zip(alone.shown[-1], watched.shown[-1], strict=True):
        differing(one, other, after)
    if alone.shown != watched.shown:
        raise AssertionError(f"{len(alone.shown)} different screens, and {len(watched.shown)}, after {after}")


def differing(one: str, other: str, after: object) -> None:
    """Tell the first thing in which these differ; all of it would be told for minutes."""
    for line, twin in zip(one.splitlines(), other.splitlines(), strict=False):
        if line != twin:
            at = next((at for at, (a, b) in enumerate(zip(line, twin, strict=False)) if a != b), 0)
            near = slice(max(0, at - 150), at + 150)
            raise AssertionError(f"after {after}: {line.partition(':')[0]}\n  {line[near]}\n  {twin[near]}")


def both_do(alone: Twin, watched: Twin, command: Command) -> None:
    """The game master does that in both fights, or in neither."""
    results = [twin.fight.give(command, dice=Even()) for twin in (alone, watched)]
    if bool(results[0]) != bool(results[1]):
        raise AssertionError(f"{command}: {results[0].lines}, and {results[1].lines}")


def bear_upon_others(rules: Rules) -> bool:
    """Whether what hidden ones do has to bear upon visible ones: they draw from the same cards or tokens, or name who
    acts next."""
    orders = {mode.order for mode in rules.ruleset.modes.values()}
    return rules.ruleset.initiative.cards is not None or bool(orders & {"bag", "elect"})


def play_on(game: str, data: st.DataObject) -> None:
    """Where no twin can be: no secret is told, and while hidden ones act alone nothing changes."""
    scores = iter(data.draw(st.permutations(range(1, 121, 2))))
    _, watched = set_up(game, data, scores)
    state, begun = watched.fight.state, len(watched.fight.encounter.history)
    visible = tuple(c.id for c in state.combatants.values() if not c.hidden)
    for _ in range(data.draw(st.integers(1, 14))):
        watched.look()
        here = tuple(who for who in visible if not watched.fight.state.combatants[who].gone)
        hidden = watched.lurking()
        kind = data.draw(st.integers(0, 3))
        if kind == 0:
            command = data.draw(secrets(hidden, watched.fight.rules.vital, scores))
            watched.do(command)
            before = watched.shown[-1]
            watched.look()
            for one, other in zip(before, watched.shown[-1], strict=True):
                differing(one, other, command)
        elif kind == 1 and here:
            watched.do(data.draw(deeds(here, watched.fight.rules.vital)))
        elif kind == 2 and len(watched.fight.encounter.history) > begun:
            watched.fight.do("undo")
        else:
            offered = [c.command for c in choices(watched.fight.rules, watched.fight.state) if c.barred is None]
            watched.do(data.draw(st.sampled_from((Next(), *offered))))


def play(game: str, data: st.DataObject) -> None:
    scores = iter(data.draw(st.permutations(range(1, 121, 2))))
    alone, watched = set_up(game, data, scores)
    both = (alone, watched)
    vital = alone.fight.rules.vital
    visible = tuple(alone.fight.state.combatants)
    for twin in both:
        twin.look()
        twin.until_visible()
        twin.look()
        twin.shown = twin.shown[-1:]
        twin.mark()
    agree(alone, watched, "the start")
    for _ in range(data.draw(st.integers(1, 12))):
        kind = data.draw(st.integers(0, 9))
        hidden = watched.lurking()
        command: object
        if kind < 3:
            command = data.draw(secrets(hidden, vital, scores))
            watched.do(command)
            watched.look()
            agree(alone, watched, command)
            watched.marks[-1] = len(watched.fight.encounter.history)
            continue
        if kind == 3 and len(alone.marks) > 3:
            command = data.draw(st.integers(1, 2))
            for twin in both:
                twin.back(command)
            agree(alone, watched, f"undo {command}")
            continue
        command = step(alone, watched, data, visible, vital, kind)
        watched.look()
        alone.look()
        watched.until_visible()
        watched.look()
        agree(alone, watched, command)
        for twin in both:
            twin.mark()


def step(alone: Twin, watched: Twin, data: st.DataObject, visible: tuple[str, ...], vital: str, kind: int) -> object:
    """Something that is done in both fights, with the same outcome."""
    here = tuple(who for who in visible if not alone.fight.state.combatants[who].gone)
    if kind < 6 and here:
        command = data.draw(deeds(here, vital))
        both_do(alone, watched, command)
        return command
    if kind < 8:
        seats = [next(twin.seats())[0] for twin in (alone, watched)]
        offered = [choice.command for choice in seats[0].choices if choice.barred is None]
        if offered:
            command = data.draw(st.sampled_from(offered))
            told = [seat.do(command, dice=Even()) for seat in seats]
            assert told[0] == told[1], command
            return command
    offered = [choice.command for choice in choices(alone.fight.rules, alone.fight.state) if choice.barred is None]
    command = data.draw(st.sampled_from((Next(), *offered)))
    both_do(alone, watched, command)
    return command


@pytest.mark.parametrize("game", builtin_names())
@given(data=st.data())
@SHORT
def test_sem_22_nothing_that_leaves_a_seat_tells_of_hidden_ones(game: str, data: st.DataObject) -> None:
    """CASE-35, SEM-22"""
    (play_on if bear_upon_others(compiled(game)) else play)(game, data)


@pytest.mark.slow
@pytest.mark.parametrize("game", builtin_names())
@given(data=st.data())
@LONG
def test_sem_22_nothing_that_leaves_a_seat_tells_of_hidden_ones_for_long(game: str, data: st.DataObject) -> None:
    """The same, in more fights."""
    (play_on if bear_upon_others(compiled(game)) else play)(game, data)


@pytest.mark.parametrize("game", ["plain", "lux-aeterna", "dnd5e"])
def test_sem_22_who_is_revealed_is_seen_from_then_on(game: str) -> None:
    """Nothing of what was hidden before is told afterwards, but for the name."""
    twin = Twin(game)
    for member in members(twin.fight):
        assert twin.do(as_add(member))
    assert twin.do(Add("Stranger", "foes", hidden=True, score=99))
    stranger = next(c.id for c in twin.fight.state.combatants.values() if c.hidden)
    assert twin.do(GiveEffect(f"{SECRET} ward", (stranger,), hidden=True))
    assert twin.do(Note(f"{SECRET}", (stranger,)))
    for said in ("roll", "start", "next", "next"):
        twin.fight.do(said)
    twin.look()
    assert not any("Stranger" in out for out in twin.shown[-1])
    assert twin.fight.do("show Stranger")
    twin.look()
    assert all("Stranger" in out for out in twin.shown[-1])
    assert twin.fight.do("undo")
    twin.look()
    assert not any("Stranger" in out for out in twin.shown[-1])
