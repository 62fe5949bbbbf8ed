"""What players see of the hit points of others: numbers, words or nothing, wherever it could be told (SEM-22)."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import turnwright
from turnwright.engine import Encounter, choices, codec, read_record
from turnwright.engine.choices import candidates
from turnwright.engine.lives import lives
from turnwright.engine.mechanics.cast import Set
from turnwright.engine.mechanics.lives import ShowLife
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.scenes import Next
from turnwright.rules.load import builtin_names
from turnwright.seat import Seat
from turnwright.speech import parse, unparse

QUICK = settings(
    max_examples=3,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


def fight_of(how: str = "") -> turnwright.Fight:
    fight = turnwright.Fight.new("plain", seed="a")
    for said in ("add Ana score 20 hp 30", "add 2 Goblin side foes score 5 hp 873", "start", *([how] if how else ())):
        assert fight.do(said), said
    return fight


def shown(seat: Seat, name: str) -> tuple[dict[str, object], dict[str, str]]:
    """The pools and the word for them that a seat's view has of somebody."""
    one = next(c for c in seat.view.combatants.values() if c.name == name)
    return {pool: held.now for pool, held in one.pools.items()}, one.health


def let_out(seat: Seat) -> str:
    """All that a seat gives, but what was said to it."""
    parts = (codec.encode(seat.view), seat.log(), seat.open_to(), seat.choices, seat.question, seat.complete(""))
    refused = tuple(seat.do(said) for said in ("hp Goblin 1 -1", "why Goblin 1", "sheet Goblin 1", "help", "log"))
    return str((parts, refused))


def test_without_a_word_of_the_game_master_all_see_numbers() -> None:
    assert shown(fight_of().seat("Ana"), "Goblin 1") == ({"hp": 873}, {})


@pytest.mark.parametrize(
    ("hp", "word"), [("=873", "unhurt"), ("=872", "hurt"), ("=437", "hurt"), ("=436", "badly hurt"), ("=0", "down")]
)
def test_words_by_how_much_is_left(hp: str, word: str) -> None:
    fight = fight_of("show hp words for goblins")
    assert fight.do(f"hp Goblin 1 {hp}")
    for seat in (fight.seat("Ana"), fight.seat()):
        assert shown(seat, "Goblin 1") == ({}, {"hp": word})
    assert shown(fight.seat("Goblin 1"), "Goblin 1")[1] == {}


def test_a_condition_of_the_ruleset_that_tests_hit_points_is_the_word() -> None:
    fight = turnwright.Fight.new("ose", seed="a")
    for said in ("add Ana", "add Orc side foes hp 5", "show hp words", "hp Orc =0"):
        assert fight.do(said), said
    assert shown(fight.seat("Ana"), "Orc") == ({"move": 0, "action": 0}, {"hp": "dead"})
    assert fight.seat("Ana").log()[-1] == "Orc is dead"


def test_words_in_the_log() -> None:
    fight = fight_of("show hp words for goblins")
    for said in ("hp Goblin 1 -400", "hp Goblin 1 +3", "hp Goblin 1 max 901", "hp Ana -3", "temp Goblin 1 +31"):
        assert fight.do(said)
    assert fight.do("hp Goblin 1 -17")
    assert fight.seat("Ana").log()[-3:] == (
        "Goblin 1 loses HP: hurt",
        "Goblin 1 gains HP: hurt",
        "Ana loses 3 HP: 27/30",
    )


def test_nothing_at_all() -> None:
    fight = fight_of("show hp nothing")
    before = fight.seat("Ana").log(), codec.encode(fight.seat("Ana").view)
    assert fight.do("hp goblins -400")
    assert (fight.seat("Ana").log(), codec.encode(fight.seat("Ana").view)) == before
    assert shown(fight.seat("Ana"), "Ana") == ({"hp": 30}, {})
    assert shown(fight.seat(), "Ana") == ({}, {})


def test_all_sets_what_was_said_of_some_back() -> None:
    fight = fight_of("show hp words for Goblin 1")
    assert fight.do("show hp nothing").lines == ("Players see nothing of the HP of others",)
    assert lives(fight.state) == {"": "nothing"}
    assert fight.do("show hp numbers for goblins").lines == (
        "Players see HP of others in numbers: of Goblin 1 and Goblin 2",
    )
    assert shown(fight.seat("Ana"), "Goblin 1")[0] == {"hp": 873}
    assert fight.do("undo")
    assert lives(fight.state) == {"": "nothing"}


@pytest.mark.parametrize("said", ["show hp words", "show hp nothing for Goblin 1", "show hp numbers for goblins"])
def test_the_words_are_read_as_they_are_written(said: str) -> None:
    fight = fight_of()
    command = parse(fight.rules, fight.state, said).command
    assert isinstance(command, ShowLife)
    assert unparse(fight.rules, fight.state, command).replace("Goblin 1, Goblin 2", "goblins") == said


def test_show_still_shows_people_whatever_they_are_called() -> None:
    fight = fight_of()
    assert fight.do('add "HP words" hidden')
    assert fight.do('show "HP words"')
    assert not any(c.hidden for c in fight.state.combatants.values())


def test_only_the_game_master_chooses() -> None:
    fight = fight_of()
    refused = fight.seat("Ana").do("show hp words")
    assert refused.refusal is not None
    assert refused.refusal.code == "seat.not_yours"


@pytest.mark.parametrize("game", builtin_names())
@pytest.mark.parametrize("how", ["words", "nothing"])
@given(data=st.data())
@QUICK
def test_sem_22_no_number_leaves_a_seat(game: str, how: str, data: st.DataObject) -> None:
    """Hit points of others have numbers that nothing else has; none is in anything that a player is given."""
    fight = turnwright.Fight.new(game, seed="a", example=True)
    vital = fight.rules.vital
    sides = fight.ruleset.sides
    others = tuple(c.id for c in fight.state.combatants.values() if sides.get(c.side) != "players")
    mine = next(c for c in fight.state.combatants.values() if sides.get(c.side) == "players")
    assert fight.do(ShowLife(how, others))  # type: ignore[arg-type]
    numbers = {str(n) for n in (7919, 7907)}
    assert fight.do(Set(others, vital, "7907/7919"))
    seats = (fight.seat(mine.name), fight.seat())
    fight.do("roll")
    fight.do("start")
    for _ in range(data.draw(st.integers(1, 12))):
        offered = [c.command for c in choices(fight.rules, fight.state) if c.barred is None]
        kind = data.draw(st.integers(0, 3))
        who = data.draw(st.sampled_from(others))
        if kind == 0:
            fight.do(ChangePool((who,), vital, by=str(data.draw(st.integers(-900, 40)))))
        elif kind == 1 and offered:
            fight.do(data.draw(st.sampled_from(offered)))
        elif kind == 2:
            fight.give(Next(), force=True)
        else:
            fight.do("undo")
        for one in fight.state.combatants.values():
            if one.id in others and one.pools.get(vital, 0) > 4000:
                numbers.add(str(one.pools[vital]))
        for seat in seats:
            out = let_out(seat)
            assert not [number for number in numbers if number in out]
    again = Encounter.load(fight.rules, [read_record(codec.encode(r)) for r in fight.encounter.records])
    assert lives(again.state) == lives(fight.state)
    assert candidates(fight.rules, again.state) == candidates(fight.rules, fight.state)
