"""Windows: interrupts before an act resolves, reflexes after, nesting, closing."""

from __future__ import annotations

import pytest

from reactions.table import LUX, Table, every, only
from turnwright.engine.acts import Acted
from turnwright.engine.windows import WindowOpened


@pytest.fixture
def table() -> Table:
    """Goblin 20, Milli 15, Roan 10, in round 1: the Goblin's turn has come up."""
    table = Table(LUX, Goblin=20, Milli=15, Roan=10)
    table.start()
    assert table.active == "Goblin"
    return table


def test_an_interrupt_is_resolved_before_the_act_and_may_spoil_it(table: Table) -> None:
    """LUX-A7: the attack has begun, its cost is paid; the defence comes first and cancels it."""
    events = table.do(table.act("Goblin", "attack", "Milli", amount="-5"))
    assert table.asked == ["Milli"]
    assert only(events, WindowOpened).ref == "LUX-C4"
    assert table.pool("Goblin", "action") == 1
    assert table.pool("Milli", "hp") == 20
    events = table.do(table.react("Milli", "defend", outcome="spoils"))
    assert [e.act for e in every(events, Acted)] == ["defend", "attack"]
    assert [e.spoiled for e in every(events, Acted)] == ["", "defend"]
    assert table.pool("Milli", "hp") == 20
    assert table.pool("Milli", "reaction") == 3
    assert table.pool("Goblin", "action") == 1
    assert table.active == "Goblin"
