"""The desk at which a fight is run, without a terminal."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from turnwright.cli.desk import Desk
from turnwright.engine import Record, codec
from turnwright.fight import Fight
from turnwright.store import open_store


class Typed:
    """Lines as if somebody typed them."""

    def __init__(self, *lines: str) -> None:
        self.lines: Iterator[str] = iter(lines)

    def line(self) -> str | None:
        return next(self.lines, None)


def test_ctrl_c_in_the_middle_of_a_step_leaves_the_fight_as_the_log_has_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The step was saved, but its end was never reached: it is there, once, and the fight goes on."""
    with open_store(":memory:") as store:
        fight = Fight.new("lux-aeterna", seed="a", example=True)
        fight.save(store, "ford")
        keep = fight.encounter.keep
        assert keep is not None

        def interrupted(record: Record) -> None:
            keep(record)
            raise KeyboardInterrupt

        fight.encounter.keep = interrupted
        desk = Desk(store, "ford", fight)
        monkeypatch.setattr(desk, "prompt", Typed("hp milli -3", "hp milli -4"))
        desk.run()
        hp = {c.name: c.pools["hp"] for c in desk.fight.state.combatants.values()}
        assert hp["Milli"] == 13
        assert codec.state_bytes(Fight.load(store, "ford").state) == codec.state_bytes(desk.fight.state)
    assert 'Kept as "ford". Go on with: turnwright play ford' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "typed"),
    [("ford", "ford"), ("The ford", '"The ford"'), ('The "ford"', "'The \"ford\"'"), ("Ford (2)", '"Ford (2)"')],
)
def test_what_to_type_to_come_back(
    name: str, typed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_store(":memory:") as store:
        fight = Fight.new("plain", seed="a")
        fight.save(store, name)
        desk = Desk(store, name, fight)
        monkeypatch.setattr(desk, "prompt", Typed())
        desk.run()
    assert capsys.readouterr().out.endswith(f"turnwright play {typed}\n")
