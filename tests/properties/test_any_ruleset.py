"""Fights of every ruleset that comes with Turnwright, played at random: what holds for all games, at every point."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from turnwright.engine import Refusal
from turnwright.engine.history import Redo, Undo
from turnwright.rules.load import builtin_names, find, load

from .deeds import Table, begin, choose, go_on
from .fight import Fight

QUICK = (Phase.explicit, Phase.reuse, Phase.generate)
"""A fight that fails is told as it was played: making it shorter would take minutes."""

SHORT = settings(
    max_examples=3,
    stateful_step_count=14,
    deadline=None,
    phases=QUICK,
    report_multiple_bugs=False,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)
LONG = settings(SHORT, max_examples=120, stateful_step_count=45)


class AnyRuleset(RuleBasedStateMachine):
    """Commands that are offered or barred, and whatever else a game master might do, one after the other."""

    game = "plain"

    def __init__(self) -> None:
        super().__init__()
        self.fight: Fight
        self.table: Table

    @initialize(data=st.data())
    def seat(self, data: st.DataObject) -> None:
        """A fight of the game's own example, under any reading of it and any kind of encounter."""
        rules = load(self.game)
        options = {
            name: data.draw(st.sampled_from(tuple(option.values)), label=name)
            for name, option in rules.options.items()
            if option.values and data.draw(st.integers(0, 3)) == 0
        }
        kind = data.draw(st.sampled_from(("", "", *rules.kinds)))
        self.fight = Fight(find(self.game, options, kind), data.draw(st.sampled_from(("a", "b", "c"))))
        self.table = Table(self.fight, data)
        if self.table.number(0, 5):
            begin(self.fight, self.table)

    @rule()
    def choose(self) -> None:
        """The GM does something that is offered, or is refused something that is barred."""
        choose(self.fight, self.table)

    @rule()
    def play(self) -> None:
        """A player does."""
        if self.table.here:
            choose(self.fight, self.table, frozenset({self.table.one(self.table.here)}))

    @rule()
    def deed(self) -> None:
        """The GM does something else, or insists on it."""
        done = self.fight.do(self.table.command(), force=self.table.number(0, 4) == 0)
        if not isinstance(done, Refusal):
            self.fight.gains(done)

    @rule(count=st.integers(1, 3))
    def go_on(self, count: int) -> None:
        """The obvious, a few times."""
        for _ in range(count):
            go_on(self.fight, self.table)

    @precondition(lambda self: hasattr(self, "fight") and len(self.fight.encounter.history) > 1)
    @rule(count=st.integers(1, 4), back=st.integers(0, 4))
    def undo_and_redo(self, count: int, back: int) -> None:
        """Some commands are taken back, and some brought back."""
        self.fight.do(Undo(count))
        if back:
            self.fight.do(Redo(back))

    @precondition(lambda self: hasattr(self, "fight"))
    @invariant()
    def holds(self) -> None:
        """What holds at every point."""
        self.fight.check()


def machine(game: str) -> type[AnyRuleset]:
    """The machine for one ruleset."""
    return type(f"AnyRuleset_{game}", (AnyRuleset,), {"game": game})


@pytest.mark.parametrize("game", builtin_names())
def test_what_holds_for_every_game(game: str) -> None:
    """SEM-2, SEM-4, SEM-5, SEM-7, SEM-14, SEM-16, SEM-17, SEM-18, SEM-22, SEM-24"""
    run_state_machine_as_test(machine(game), settings=SHORT)


@pytest.mark.slow
@pytest.mark.parametrize("game", builtin_names())
def test_what_holds_for_every_game_for_long(game: str) -> None:
    """The same, in more and longer fights."""
    run_state_machine_as_test(machine(game), settings=LONG)
