"""A fight with hidden ones and the same fight without them look alike to players (SEM-22)."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from turnwright.engine import Command, Record, choices
from turnwright.engine.base import Question
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import Add, SetCondition
from turnwright.engine.mechanics.effects import GiveEffect
from turnwright.engine.mechanics.free_order import Take
from turnwright.engine.mechanics.gaps import Enter
from turnwright.engine.mechanics.initiative import Move, SetScore
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.scenes import Next
from turnwright.engine.mechanics.slots import SlotTurns
from turnwright.engine.mechanics.waits import Delay
from turnwright.engine.veil import EVERYBODY, is_hidden
from turnwright.rules.words.duration import read_duration
from turnwright.seat import Seat

from .table import Table, plain

GAMES = ("dnd5e", "dnd5e-2024", "pathfinder2", "lux-aeterna", "edge-of-darkness", "shadowrun5", "reaction-ap", "plain")
LASTING = ("until the start of next turn", "until the end of next turn", "1 round", "2 rounds", "until ended")


SHORT = settings(
    max_examples=4,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)
LONG = settings(SHORT, derandomize=False, max_examples=150)


class Twin(Table):
    """One of the two: its visible cast of four, with a ``foe`` five, and a hidden one for each score."""

    def __init__(self, game: str, hidden: tuple[int, ...], foe: bool = False) -> None:
        super().__init__(game)
        sides = (*self.rules.ruleset.sides, "foes")
        for at, name in enumerate(("Ana", "Bo", "Cy", "Dee")):
            # By eight everybody has a remainder of their own, as in `deeds`: nobody comes level with anybody.
            self.do(Add(name, sides[0], score=24 - 6 * at, values=self.fast(8 - 2 * at)))
        if foe:
            self.do(Add("Eve", sides[1], score=14, values=self.fast(10)))
        self.visible = tuple(self.state.combatants)
        for at, score in enumerate(hidden):
            self.do(Add(f"Lurker {at}", sides[1], score=score, hidden=True, values=self.fast(score)))
        self.shown = [self.before_ana()]

    def fast(self, speed: int) -> dict[str, str]:
        """What sets somebody apart where equal rolls would be rolled again for ever."""
        return {stat: str(speed) for stat in ("speed", "edge") if stat in self.rules.ruleset.stats}

    def before_ana(self) -> tuple[object, tuple[str, ...], object]:
        """What Ana sees, what she has heard, and what is open to her."""
        seat = Seat(self.encounter, self.seat("Ana"), "ana")
        return plain(seat.view), seat.log(), seat.open_to()

    def look(self) -> None:
        """Remember what is before Ana, if it is something else than before."""
        now = self.before_ana()
        if now != self.shown[-1]:
            self.shown.append(now)

    def act(self, command: Command) -> bool:
        """Whether the command was carried out."""
        done = isinstance(self.encounter.do(command, dice=self.dice), Record)
        self.look()
        return done

    def secret(self, id: str) -> bool:
        """Whether this is somebody hidden, or the place of such."""
        return is_hidden(self.state, id, ())

    def until_visible(self, up: str = "") -> None:
        """The GM goes on until it is no hidden one's turn. Where hidden ones say who acts next, that is one of them,
        and at last whoever is up without them (their place is ``up``)."""
        for _ in range(60):
            if EVERYBODY not in self.state.veils:
                return
            top = self.state.agenda[-1]
            if isinstance(top, Question):
                part = next(part for part in top.ask.parts if top.answer_to(part) is None)
                first = [item for item in part.items if self.secret(item)] + [item for item in part.items if item == up]
                answer = part.items if part.kind == "order" else ((*first, *reversed(part.items)) or ("1",))[:1]
                assert self.act(Answer(answer, part.key))
            elif not self.act(Next()):
                assert self.act(self.taken(up)), self.refused(Next())
        raise AssertionError("the hidden ones never come to an end")

    def with_hidden(self, command: Command) -> Command:
        """What the GM says where there are hidden ones: an order of all holds them too, and so does what is done to
        several."""
        if isinstance(command, Act) and len(command.targets) > 1:
            hidden = (c.id for c in self.state.combatants.values() if self.secret(c.id) and not c.gone)
            return replace(command, targets=(*command.targets, *hidden))
        top = self.state.agenda[-1] if self.state.agenda else None
        if isinstance(command, Answer) and isinstance(top, Question):
            word = command.part.partition(" ")[0]
            for part in reversed(top.ask.parts):
                secret = tuple(filter(self.secret, part.items))
                named = sorted((*command.answer, *secret)) == sorted(part.items)
                if part.kind == "order" and named and part.key.startswith(word):
                    return replace(command, answer=(*command.answer, *secret), part=part.key)
        return command

    def taken(self, up: str) -> Command:
        """A hidden one takes the turn that lies open; that of a visible one is taken as it is without them."""
        top = self.state.agenda[-1]
        found = [one.command for one in choices(self.rules, self.state) if one.barred is None]
        takes = [one for one in found if isinstance(one, Take)]
        if isinstance(top, SlotTurns) and not self.secret(top.slot):
            takes.sort(key=lambda one: self.state.entries_of(one.who)[0].id != up)
        else:
            takes.sort(key=lambda one: not self.secret(one.who))
        return takes[0]


@st.composite
def deeds(draw: st.DrawFn, who: tuple[str, ...]) -> Command:
    """Something that a game master does at both tables."""
    one, other = draw(st.permutations(who))[:2]
    kind = draw(st.integers(0, 11))
    if kind == 0:
        return ChangePool((one,), "hp", by=str(draw(st.integers(-4, 4))))
    if kind == 1:
        lasts = read_duration(draw(st.sampled_from(LASTING)))
        return GiveEffect("mark", (one,), source=draw(st.sampled_from(("", other))), lasts=lasts)
    if kind == 2:
        return SetCondition((one,), "marked", draw(st.booleans()))
    if kind == 3:
        return Delay(one)
    if kind == 4:
        return Enter((one,))
    if kind == 5:
        return Move(one, other)
    if kind == 6:
        # Nobody's score is another's: a roll-off with dice that always show the same would never end.
        return SetScore(one, draw(st.integers(0, 3)) * 8 + who.index(one) * 2)
    return Next()


def play(game: str, data: st.DataObject) -> None:
    """Play at both tables, and compare what Ana sees."""
    scores = data.draw(st.lists(st.integers(0, 11).map(lambda n: 2 * n + 1), max_size=4, min_size=1, unique=True))
    alone, watched = Twin(game, ()), Twin(game, tuple(scores))
    for _ in range(data.draw(st.integers(1, 20))):
        command = data.draw(deeds(alone.visible))
        done = alone.act(command)
        assert watched.act(command) == done, (command, alone.encounter.refusal, watched.encounter.refusal)
        watched.until_visible()
        assert watched.shown == alone.shown, command
    secret = [c.id for c in watched.state.combatants.values() if is_hidden(watched.state, c.id, ())]
    assert len(secret) == len(scores)


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@SHORT
def test_sem_22_hidden_ones_make_no_difference_to_what_players_see(game: str, data: st.DataObject) -> None:
    """CASE-35, SEM-22: the same distinct views, in the same order."""
    play(game, data)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@LONG
def test_sem_22_hidden_ones_make_no_difference_for_long(game: str, data: st.DataObject) -> None:
    """The same, in more fights."""
    play(game, data)
