"""What is open to people: offered is accepted, barred is refused, with costs; play at random keeps the laws."""

from __future__ import annotations

import random

import pytest

from reactions.table import LUX, Table
from turnwright.engine import Encounter, Record, Refusal, evolve, read_record
from turnwright.engine.base import Command
from turnwright.engine.choices import Choice, choices
from turnwright.engine.codec import encode, state_bytes
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import Hide
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.questions import Pass
from turnwright.engine.mechanics.reactions import React
from turnwright.engine.mechanics.triggers import Resolve, Trigger
from turnwright.engine.state import OwnAct

RICH = """
actions:
  attack: {target: one, amount: -1d6}
  shove: {cost: {action: given}, target: one, tags: strike, does: [{gives: prone}]}
  use: {cost: {action: 1/2}, item: named, one of: [slowly, at once]}
  gasp: {turn: off, limit: 1 a round}
reactions:
  riposte: {to: strike, kind: reflex, cost: {reaction: 1}, amount: -1d4, outcome: nothing, limit: 1 a turn}
  parry: {to: riposte, cost: {reaction: 1}, outcome: escapes}
  shield: {to: strike, who: allies of target, cost: {reaction: given}, outcome: changes, changes: amount // 2}
  step aside: {to: attack, cost: {score: 3}, outcome: escapes}
reacting: {per trigger: {most: one}}
"""


def crowd(*overlays: str) -> Table:
    table = Table(LUX, RICH, *overlays)
    quick = {"quick": OwnAct(reaction="interrupt", to=("strike",), cost={"reaction": "2"})}
    table.add("Goblin", score=20, hp=30, items={"flask": 2})
    table.add("Goblin Archer", score=12, hp=30)
    table.add("Milli", score=15, hp=30, acts=quick, items={"flask": 1, "rope": 0})
    table.add("Roan", score=10, hp=30)
    table.start()
    return table


def of(found: tuple[Choice, ...], kind: type[Command]) -> list[Choice]:
    return [choice for choice in found if type(choice.command) is kind]


def test_a_window_offers_reacting_passing_and_going_on() -> None:
    """Each is offered with its cost, or barred with its refusal; acting waits."""
    table = crowd()
    table.do(table.act("Goblin", "attack", "Milli"))
    found = table.choices()
    reactions = {(c.command.who, c.command.reaction): c for c in of(found, React) if isinstance(c.command, React)}
    milli, roan = table.id("Milli"), table.id("Roan")
    assert reactions[milli, "defend"].cost == {"reaction": 1}
    assert reactions[milli, "quick"].cost == {"reaction": 2}
    assert reactions[milli, "step aside"].cost == {"score": 3}
    # Roan's comes later, and its cost is told all the same.
    assert reactions[roan, "shield"].cost == {"reaction": 1}
    assert (roan, "defend") not in reactions
    assert (milli, "riposte") not in reactions
    passing = {c.command.who: c.barred for c in of(found, Pass) if isinstance(c.command, Pass)}
    assert passing[milli] is None
    assert passing[roan] is None
    barred = passing[table.id("Goblin")]
    assert barred is not None
    assert barred.code == "window.not_asked"
    assert [c.barred for c in of(found, Resolve)] == [None]
    busy = {c.command.act: c.barred for c in of(found, Act) if isinstance(c.command, Act) and c.command.who == milli}
    assert busy["talk"] is None


def test_what_cannot_be_afforded_is_barred_with_the_reason() -> None:
    """The button is there, with why it can't be pressed."""
    table = crowd()
    table.do(ChangePool((table.id("Milli"),), "reaction", to="1"))
    table.do(table.act("Goblin", "attack", "Milli"))
    found = of(table.choices("Milli"), React)
    quick = next(c for c in found if isinstance(c.command, React) and c.command.reaction == "quick")
    assert quick.barred is not None
    assert quick.barred.code == "act.cost"


def test_players_are_offered_their_own_only() -> None:
    """SEM-21, SEM-22: no choice of a player names another's command, going on, or a hidden target."""
    table = crowd()
    table.do(Hide((table.id("Goblin Archer"),)))
    hidden = table.id("Goblin Archer")
    table.do(table.act("Goblin", "attack", "Milli"))
    for choice in table.choices("Milli"):
        assert table.id("Milli") in choice.command.owners(_play(table))
        assert not isinstance(choice.command, Resolve)
    table.do(Resolve())
    while table.active != "Milli":
        table.do(Resolve()) if table.asked else table.end()
    acts = [c.command for c in table.choices("Milli") if isinstance(c.command, Act)]
    assert acts
    assert all(hidden not in act.targets for act in acts)
    everyone = [c.command for c in table.choices() if isinstance(c.command, Act)]
    assert any(hidden in act.targets for act in everyone)


def _play(table: Table):  # type: ignore[no-untyped-def]
    from turnwright.engine.play import Play
    from turnwright.formula.seeded import SeededDice

    return Play(table.encounter.rules, table.encounter.state, SeededDice("a"))


def test_acts_are_offered_for_each_thing_choice_and_target() -> None:
    """Nobody has to guess what a use needs: things in the bag, choices, targets, the least cost."""
    table = crowd()
    goblin = table.id("Goblin")
    acts = [c for c in of(table.choices(), Act) if isinstance(c.command, Act) and c.command.who == goblin]
    uses = [(c.command.item, c.command.choice) for c in acts if isinstance(c.command, Act) and c.command.act == "use"]
    assert uses == [("flask", "slowly"), ("flask", "at once")]
    attacks = [c.command.targets for c in acts if isinstance(c.command, Act) and c.command.act == "attack"]
    assert len(attacks) == 4
    shoves = [c for c in acts if isinstance(c.command, Act) and c.command.act == "shove"]
    assert [c.cost for c in shoves][:1] == [{"action": 0.5}]
    assert [c.barred for c in shoves] == [None] * 4


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    "overlay", ["{}", "reacting: {per trigger: many, kind: ask}", "acting: {spoiled: choose again}"]
)
def test_offered_is_accepted_and_barred_is_refused(seed: int, overlay: str) -> None:
    """The law of choices, over play at random with windows, nesting and questions; and the log folds to the state."""
    table = crowd(overlay)
    encounter, chance = table.encounter, random.Random(f"{seed} {overlay}")
    for _ in range(40):
        found = choices(encounter.rules, encounter.state)
        for choice in chance.sample(found, min(len(found), 6)):
            twin = _twin(encounter)
            result = twin.do(choice.command)
            assert isinstance(result, Refusal) == (choice.barred is not None), choice
            if choice.barred is not None:
                assert result == choice.barred
        open_ones = [choice.command for choice in found if choice.barred is None]
        if not open_ones:
            break
        command = chance.choice(open_ones)
        if chance.random() < 0.1:
            command = Trigger("trap", tuple(chance.sample(list(encounter.state.combatants), 2)), amount="-1d4")
        assert isinstance(encounter.do(command), Record), command
        for combatant in encounter.state.combatants.values():
            assert all(held >= 0 for held in combatant.pools.values())
            assert all(stock >= 0 for stock in combatant.items.values())
    events = [event for record in encounter.records for event in record.events]
    assert evolve(type(encounter.state)(), events) == encounter.state
    again = Encounter.load(encounter.rules, [read_record(encode(record)) for record in encounter.records])
    assert state_bytes(again.state) == state_bytes(encounter.state)
    assert again.state == encounter.state


def _twin(encounter: Encounter) -> Encounter:
    return Encounter.load(encounter.rules, encounter.records)
