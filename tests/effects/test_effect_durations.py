"""How long effects last: what "until the end of B's next turn" means whenever it is said (SEM-13, SEM-15)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effects.bench import PLAIN, Bench
from turnwright.engine.mechanics.cast import SetCondition
from turnwright.engine.mechanics.effects import GiveEffect
from turnwright.engine.mechanics.gaps import Enter
from turnwright.engine.mechanics.initiative import Move, Reroll
from turnwright.engine.mechanics.scenes import EndScene
from turnwright.engine.mechanics.waits import Delay
from turnwright.rules.words.duration import Duration, DurationError, read_duration, show_duration


def table() -> Bench:
    bench = Bench(PLAIN, Ann=20, Bob=15, Cid=10)
    bench.start()
    return bench


@pytest.mark.parametrize(
    ("said", "before", "during", "after"),
    [
        # The last turn (round, whose) that the effect is still seen in, said while Ann, Bob and Cid act in round 1.
        ("until the start of Bob's next turn", (1, "Ann"), (2, "Ann"), (2, "Ann")),
        ("until the end of Bob's next turn", (1, "Bob"), (2, "Bob"), (2, "Bob")),
        ("until the start of Bob's turn", (1, "Ann"), (2, "Ann"), (2, "Ann")),
        ("until the end of Bob's turn", (1, "Bob"), (1, "Bob"), (2, "Bob")),
        ("until the end of Bob's 2nd turn", (2, "Bob"), (2, "Bob"), (3, "Bob")),
        ("until the end of Bob's 2nd next turn", (2, "Bob"), (3, "Bob"), (3, "Bob")),
        ("until the start of Bob's turn, 1 round on", (2, "Ann"), (2, "Ann"), (2, "Ann")),
        ("until the end of the round", (1, "Cid"), (1, "Cid"), (1, "Cid")),
        ("until the end of the next round", (2, "Cid"), (2, "Cid"), (2, "Cid")),
        ("until the start of the next round", (1, "Cid"), (1, "Cid"), (1, "Cid")),
        ("2 following rounds", (3, "Cid"), (3, "Cid"), (3, "Cid")),
    ],
)
def test_an_effect_ends_where_its_words_say(
    said: str, before: tuple[int, str], during: tuple[int, str], after: tuple[int, str]
) -> None:
    """SEM-13: given before, during and after B's turn."""
    for turns, last in enumerate((before, during, after)):
        bench = table()
        for _ in range(turns):
            bench.end()
        bench.give("marked", "Cid", lasts=said)
        assert bench.seen("marked", 12)[-1] == last


def test_the_source_and_the_bearer_are_anchors_too() -> None:
    """SEM-13: an anchor is the source, the bearer, a named entry, or the round."""
    bench = table()
    bench.give("hexed", "Bob", source="Ann", lasts="until the end of the source's next turn")
    bench.give("dazed", "Bob", source="Ann", lasts="until the end of the bearer's next turn")
    assert bench.effect("hexed").anchor == bench.id("Ann")
    assert bench.seen("dazed", 2) == [(1, "Ann"), (1, "Bob")]
    assert bench.seen("hexed", 3) == [(1, "Cid"), (2, "Ann")]


def test_a_step_of_the_turn_that_the_ruleset_names_is_a_boundary() -> None:
    """SEM-13: here a step between start and end."""
    steps = PLAIN.replace(
        "turn: {unable: skip}", "turn: {unable: skip, steps: [start, pause, {name: act, acts: yes}, end]}"
    )
    bench = Bench(steps, Ann=20, Bob=15)
    bench.start()
    bench.give("slow", "Bob", lasts="until step pause of the bearer's next turn")
    bench.end()
    assert bench.active == "Bob"
    assert not bench.has("Bob", "slow")


def test_ties_a_delay_and_a_new_order_change_nothing_about_the_words() -> None:
    """SEM-13: under ties, after a delay, after a re-roll, it ends where those words say, never at a number."""
    game = PLAIN + "waits: {delay: {until: open, place: here}}\n"
    bench = Bench(game, Ann=15, Bob=15, Cid=15)
    bench.start()
    bench.give("marked", "Ann", lasts="until the start of Bob's next turn")
    bench.end()
    assert bench.active == "Bob"
    bench.do(Delay(bench.id("Bob")))
    assert bench.active == "Cid"
    assert bench.has("Ann", "marked")  # Bob's turn was put off, it has not started.
    bench.end()
    assert bench.has("Ann", "marked")
    bench.do(Enter((bench.id("Bob"),)))
    assert bench.active == "Bob"
    assert not bench.has("Ann", "marked")

    bench = table()
    bench.give("marked", "Ann", lasts="until the end of Cid's next turn")
    bench.do(Move(bench.id("Cid"), bench.id("Bob"), before=True))
    bench.do(Reroll((bench.id("Bob"),)))
    while bench.active != "Cid":
        assert bench.has("Ann", "marked")
        bench.end()
    assert bench.has("Ann", "marked")
    bench.end()
    assert not bench.has("Ann", "marked")


def test_blinded_until_the_start_of_a_turn_one_round_on() -> None:
    """CASE-18: present in round 2 while the others act, gone exactly as the bearer's turn of round 2 starts."""
    bench = Bench(PLAIN, Orc1=20, Clem=15, Orc2=10, Diedra=5)
    bench.start()
    bench.end()
    bench.give("blinded", "Orc2", source="Clem", lasts="until the start of Orc2's turn, 1 round on")
    expected = [(1, "Clem"), (1, "Orc2"), (1, "Diedra"), (2, "Orc1"), (2, "Clem")]
    assert bench.seen("blinded", 10) == expected


@pytest.mark.parametrize("said", ["until the end of the bearer's 2nd turn", "until the start of the bearer's 2nd turn"])
def test_given_before_round_1_it_lasts_as_if_given_at_its_first_moment(said: str) -> None:
    """SEM-15, CASE-20: the number of the bearer's turns under it is the same; it can be looked at before the start."""
    early, late = Bench(PLAIN, Ann=15, Bob=10), Bench(PLAIN, Ann=15, Bob=10)
    early.give("blessed", "Bob", lasts=said)
    assert early.effect("blessed").left == 2
    early.start()
    late.start()
    late.give("blessed", "Bob", lasts=said)
    under = early.seen("blessed", 8)
    assert under == late.seen("blessed", 8)
    assert sum(who == "Bob" for _, who in under) == (2 if "end" in said else 1)


def test_rounds_are_counted_as_before_the_first_one() -> None:
    """SEM-15: rounds on, following rounds and the round itself."""
    for said in ("until the end of the round", "2 following rounds", "until the start of Bob's turn, 1 round on"):
        early, late = Bench(PLAIN, Ann=15, Bob=10), Bench(PLAIN, Ann=15, Bob=10)
        early.give("blessed", "Bob", lasts=said)
        early.start()
        late.start()
        late.give("blessed", "Bob", lasts=said)
        assert early.seen("blessed", 8) == late.seen("blessed", 8) != []


@pytest.mark.parametrize(
    ("rounds", "turns"),
    [
        ("until the start of the source's next turn", [(1, "Ann"), (1, "Bob"), (2, "Ann"), (2, "Bob")]),
        ("until the end of the bearer's turn", [(1, "Ann"), (1, "Bob"), (2, "Ann"), (2, "Bob")]),
        ("until the end of the round", [(1, "Ann"), (1, "Bob"), (2, "Ann"), (2, "Bob")]),
        ("until the end of the next round", [(1, "Ann"), (1, "Bob"), (2, "Ann"), (2, "Bob"), (3, "Ann"), (3, "Bob")]),
    ],
)
def test_the_ruleset_says_by_which_boundary_rounds_are_counted(rounds: str, turns: list[tuple[int, str]]) -> None:
    bench = Bench(PLAIN + f'lasting: {{rounds: "{rounds}"}}\n', Ann=20, Bob=10)
    bench.start()
    bench.give("slow", "Bob", source="Ann", lasts="2 rounds")
    assert bench.seen("slow", 8) == turns


def test_what_lasts_so_many_times_ends_after_doing_its_work() -> None:
    bench = table()
    bench.give("burning", "Bob", lasts="2 times", does={"hp": "-3"}, at="end of turn")
    bench.give("splash", "Bob", lasts="once", does={"hp": "-1"}, at="start of turn")
    for _ in range(9):
        bench.end()
    assert bench.pool("Bob", "hp") == 13
    assert not bench.state.effects


@pytest.mark.parametrize(
    ("lasts", "code"),
    [
        (Duration("end of moon"), "effect.moment"),
        (Duration("end of turn", "bearer", count=0), "effect.count"),
        (Duration("end of turn", "bearer", on=-1), "effect.count"),
        (Duration("end of turn", "nobody"), "combatant.unknown"),
        (Duration("times"), "effect.no_moment"),
    ],
)
def test_a_duration_that_means_nothing_is_refused(lasts: Duration, code: str) -> None:
    bench = table()
    assert bench.code(GiveEffect("slow", (bench.id("Bob"),), lasts=lasts)) == code


def test_whoever_has_no_turns_has_the_rounds_for_boundaries() -> None:
    bench = table()
    bench.give("quake", lasts="until the end of the bearer's next turn")
    assert bench.effect("quake").boundary == "round.end"
    assert bench.seen("quake", 9)[-1] == (2, "Cid")


@given(
    st.sampled_from(["start of turn", "end of turn", "upkeep"]),
    st.sampled_from(["bearer", "source", "Will-o'-Wisp", "James"]),
    st.integers(1, 40),
    st.booleans(),
    st.integers(0, 3),
)
def test_a_duration_reads_as_it_is_shown(until: str, of: str, count: int, after: bool, on: int) -> None:
    duration = Duration(until, of, count, after, on)
    assert read_duration(show_duration(duration)) == duration


@pytest.mark.parametrize(
    "text",
    [
        "until ended",
        "once",
        "3 times",
        "1 round",
        "4 rounds",
        "until the end of the 2nd next round",
        "until the effect phase",
    ],
)
def test_other_durations_read_as_they_are_shown(text: str) -> None:
    assert show_duration(read_duration(text)) == text


@pytest.mark.parametrize("text", ["soon", "0 rounds", "until the end of Bob's round", "until step act of the round"])
def test_what_names_no_duration_is_told(text: str) -> None:
    with pytest.raises(DurationError):
        read_duration(text)


@pytest.mark.parametrize(
    ("said", "lasts"),
    [
        ("until the end of the round", False),
        ("until the end of Ann's turn", False),
        ("until the end of Ann's next turn", True),
        ("until the end of Bob's turn", True),
        ("until the end of the 2nd round", True),
        ("2 times", True),
    ],
)
def test_a_turn_and_a_round_that_the_scenes_end_breaks_off_are_over(said: str, lasts: bool) -> None:
    """SEM-14: an effect ends when it would have ended. Nothing else that would have come in them does."""
    bench = table()
    bench.give("curse", "Ann", lasts=said, does={"hp": "-1"}, at="end of round")
    bench.do(EndScene())
    assert bench.has("Ann", "curse") is lasts
    assert bench.state.combatants[bench.id("Ann")].pools["hp"] == 20
    if said == "until the end of the 2nd round":
        assert bench.effect("curse").left == 1
    if said == "2 times":
        assert bench.effect("curse").left == 2


def test_a_round_that_is_over_is_not_counted_again_by_the_scenes_end() -> None:
    bench = table()
    bench.give("curse", "Ann", lasts="until the end of the 3rd round")
    for _ in range(3):
        bench.end()
    assert bench.effect("curse").left == 2
    bench.do(EndScene())
    assert bench.effect("curse").left == 1


def test_a_condition_of_a_round_ends_with_the_scene_that_breaks_it_off() -> None:
    bench = Bench(PLAIN.replace("conditions:", "conditions:\n  open: {lasts: round}"), Ann=20)
    bench.start()
    bench.do(SetCondition((bench.id("Ann"),), "open"))
    bench.do(EndScene())
    assert "open" not in bench.state.combatants[bench.id("Ann")].conditions
