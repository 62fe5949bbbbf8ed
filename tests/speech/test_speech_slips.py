"""Slips of the tongue: a sign too many, a name or an amount forgotten. They are told, and nothing comes of them."""

from __future__ import annotations

import pytest

from turnwright.engine.mechanics.cast import GiveItem
from turnwright.fight import Fight
from turnwright.speech import parse, unparse


def table(game: str = "lux-aeterna") -> Fight:
    return Fight.new(game, seed="a", example=True)


def held(fight: Fight, name: str) -> dict[str, object]:
    return next(dict(c.items) for c in fight.state.combatants.values() if c.name == name)


def life(fight: Fight, name: str) -> tuple[object, object]:
    return next((c.pools["hp"], c.tops["hp"]) for c in fight.state.combatants.values() if c.name == name)


def refused(fight: Fight, line: str) -> tuple[str, str]:
    """The code and the sentence; nothing has changed."""
    before = fight.state
    done = fight.do(line)
    assert done.refusal is not None, done.lines
    assert fight.state == before
    return done.refusal.code, done.lines[0]


# ---- things given and taken


@pytest.mark.parametrize(
    "line", ["give Milli sword -1", "give Pau rope -3", "give Roan torch -1!", "give Pau rope −2", 'give Pau "rope" -1']
)
def test_nothing_is_taken_from_whoever_has_none(line: str) -> None:
    code, said = refused(table(), line)
    assert (code, " 0 of " in said) == ("item.too_few", True)


@pytest.mark.parametrize(
    ("line", "item", "count"),
    [
        ('give Milli "healing potion" 2', "healing potion", 2),
        ("give Milli healing potion 2", "healing potion", 2),
        ("give Milli healing potion", "healing potion", 1),
        ("give Milli healing 2", "healing salve", 2),
        ('give Milli "sword -1"', "sword -1", 1),
        ('give Milli "sword -1" 3', "sword -1", 3),
        ("give Milli sword +1", "sword +1", 1),
        ('give Milli "potion of 3 wishes" -0', "potion of 3 wishes", 0),
    ],
)
def test_a_thing_of_any_name_is_given_and_its_number_comes_last(line: str, item: str, count: int) -> None:
    fight = table()
    assert fight.do("give Pau healing salve")
    milli = next(c.id for c in fight.state.combatants.values() if c.name == "Milli")
    command = parse(fight.rules, fight.state, line).command
    assert command == GiveItem((milli,), item, count)
    assert parse(fight.rules, fight.state, unparse(fight.rules, fight.state, command)).command == command
    assert fight.do(line)
    assert held(fight, "Milli") == {item: count}


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [('condition Milli "very cold"', "conditions", ("very cold",)), ('side Milli "A B"', "side", "A B")],
)
def test_words_in_quotation_marks_that_no_rule_knows_are_kept(line: str, field: str, value: object) -> None:
    fight = table()
    assert fight.do(line)
    milli = next(c for c in fight.state.combatants.values() if c.name == "Milli")
    assert getattr(milli, field) == value


# ---- maxima


@pytest.mark.parametrize(
    "line",
    ["hp Milli max -5", "hp Milli max 0", "hp Milli 1/0", "set Milli hp 5/-2", "add Bear hp 1/0", "add Bear hp -5"],
)
def test_no_maximum_is_less_than_somebody_can_stand_with(line: str) -> None:
    code, said = refused(table(), line)
    assert code == "pool.top"
    assert "1 is the least" in said


def test_a_pool_that_no_harm_falls_on_may_have_a_maximum_of_0() -> None:
    fight = table()
    assert refused(fight, "pool mana Milli max -1")[0] == "pool.top"
    assert fight.do("pool mana Milli max 0")


@pytest.mark.parametrize("line", ["hp Milli 30/20", "set Milli hp 30/20", "add Bear hp 30/20"])
def test_nobody_starts_above_the_maximum_that_is_given_with_it(line: str) -> None:
    fight = table()
    assert fight.do(line)
    assert life(fight, "Bear" if "Bear" in line else "Milli") == (20, 20)


# ---- forgotten names and amounts


@pytest.mark.parametrize(
    "line",
    ["add is surprised", "add side goblins", "add hp 5", "add hp 5/9 side goblins", "add hidden", "add score 3"],
)
def test_a_forgotten_name_is_told(line: str) -> None:
    fight = table()
    code, said = refused(fight, line)
    assert code == "name.forgotten"
    rest = line.removeprefix("add ")
    assert f"add NAME {rest}" in said
    assert fight.do(f'add "{rest}"')
    assert rest in [c.name for c in fight.state.combatants.values()]


@pytest.mark.parametrize("line", ["add -3 Wolf", "add 0 Wolf", "add ½ Wolf", "add 1.5 Wolf side goblins"])
def test_so_many_cannot_be_added(line: str) -> None:
    code, said = refused(table(), line)
    assert code == "count.bounds"
    assert "1 to 100" in said


@pytest.mark.parametrize("line", ["heroes take", "heroes take damage", "Milli takes damage", "take damage"])
def test_a_forgotten_amount_is_told(line: str) -> None:
    code, said = refused(table(), line)
    assert code == "take.amount"
    assert "NAMES take 2d6" in said


def test_it_is_told_that_nobody_is_named_who_takes_harm() -> None:
    code, said = refused(table(), "take 3 damage")
    assert code == "take.whom"
    assert "NAMES take 3" in said


@pytest.mark.parametrize("line", ["heroes take -3 damage", "Milli takes +3", "damage Milli +3", "heal Milli -3"])
def test_a_sign_is_no_part_of_an_amount(line: str) -> None:
    code, said = refused(table(), line)
    assert code == "amount.sign"
    assert "write 3" in said
