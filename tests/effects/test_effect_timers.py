"""When boundaries are counted: once per turn, also where no turn is played, and whoever leaves (SEM-14, SEM-16)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from effects.bench import PLAIN, Bench, endings, of
from turnwright.engine import Redo, Undo, codec
from turnwright.engine.lasting import EffectBit, EffectTicked, EffectTimed
from turnwright.engine.mechanics.effects import ChangeEffect
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.scenes import Jump
from turnwright.engine.state import Fall


def table(game: str = PLAIN) -> Bench:
    bench = Bench(game, X=20, M=15, Y=5)
    bench.start()
    return bench


@pytest.mark.parametrize("when", ["before", "at"])
@pytest.mark.parametrize("why", ["removed", "dead"])
def test_the_place_of_one_who_left_is_a_silent_mark(when: str, why: str) -> None:
    """SEM-14, CASE-23: the effect ends at the moment at which it would have ended, and shows no negative remainder."""
    bench = table()
    effect = bench.give("tag", "X", source="M", lasts="until the start of M's turn, 1 round on")
    if when == "at":
        bench.end()
        assert bench.active == "M"
    bench.remove("M", why)
    assert bench.effect("tag").anchor == next(e.id for e in bench.state.entries.values() if e.name == "M")
    seen = bench.seen("tag", 8)
    assert seen[-1] == (2, "X")
    assert (2, "Y") not in seen
    assert effect.id not in bench.state.effects


def test_removing_the_anchor_never_lengthens_an_effect() -> None:
    """CASE-23: with a count of one it ends in the very round, at the mark."""
    bench = table()
    bench.give("tag", "X", lasts="until the start of M's turn")
    bench.remove("M")
    assert bench.seen("tag", 4) == [(1, "X")]


def test_removed_in_its_own_turn_the_boundaries_of_that_turn_are_passed_silently() -> None:
    """SEM-14, SEM-16: nothing of the turn is played, and what hangs on its end ends."""
    bench = table()
    bench.give("tag", "X", lasts="until the end of M's next turn")
    bench.give("burning", "M", does={"hp": "-1"}, at="end of turn")
    bench.end()
    events = bench.remove("M")
    assert ("tag", "time") in endings(events)
    assert not of(events, EffectBit)
    assert bench.active == "Y"


def test_any_effect_can_be_ended_by_hand() -> None:
    """SEM-14."""
    bench = table()
    bench.give("tag", "X", lasts="until the start of M's turn, 1 round on")
    bench.remove("M")
    assert endings(bench.drop("tag")) == [("tag", "ended")]
    bench.check()


@pytest.mark.parametrize(("rule", "left"), [("ghost", (2, "X")), ("end", (1, "X")), ("stay", (4, "Y"))])
def test_the_ruleset_says_what_becomes_of_the_effects_of_one_who_leaves(rule: str, left: tuple[int, str]) -> None:
    """SEM-14: they run on to where they would have ended, end at once, or stay until somebody ends them."""
    bench = table(PLAIN + f"lasting: {{owner gone: {rule}, ref: GONE}}\n")
    bench.give("curse", "Y", source="M", lasts="until the start of the source's 2nd turn")
    bench.give("ward", "Y", source="M", lasts="until the end of the bearer's 2nd turn")
    bench.end()
    bench.end()
    events = bench.remove("M")
    assert {event.ref for event in of(events, EffectTimed)} <= {"GONE"}
    seen = [(1, "X"), *bench.seen("curse", 7)]
    assert seen[-1] == left
    assert not bench.has("Y", "ward")


@pytest.mark.parametrize("more", [{"sustained": True}, {"upkeep": {"hp": "1"}}])
def test_what_is_sustained_or_kept_at_a_cost_ends_with_its_owner(more: dict[str, Any]) -> None:
    """SEM-14: whatever becomes of other effects."""
    bench = table(PLAIN + "lasting: {owner gone: stay}\n")
    bench.give("bond", "Y", source="M", **more)
    assert endings(bench.remove("M")) == [("bond", "owner gone")]


def test_what_somebody_bore_ends_as_it_leaves() -> None:
    bench = table()
    bench.give("curse", "M", source="X")
    assert endings(bench.remove("M")) == [("curse", "bearer gone")]


def test_of_one_with_several_in_its_group_the_groups_turn_is_the_mark() -> None:
    """SEM-14: the entry goes on with those who are left, and so do its boundaries."""
    from turnwright.engine.events import EntryGone, MembersSet
    from turnwright.engine.play import Play
    from turnwright.formula.seeded import SeededDice

    bench = table()
    entry = bench.entry("M")
    play = Play(bench.rules, bench.state, SeededDice(""))
    play.emit(MembersSet(entry, (bench.id("M"), bench.id("Y"))))
    play.emit(EntryGone(bench.entry("Y")))
    bench.encounter.state = play.state
    bench.give("tag", "X", lasts="until the start of M's next turn")
    bench.remove("M")
    assert bench.effect("tag").anchor == entry
    events = bench.end()
    assert endings(events) == [("tag", "time")]
    assert bench.active == "M"  # The entry's own name: Y acts in it.


def test_a_turn_that_is_passed_over_still_marks_its_boundaries() -> None:
    """SEM-16: timers count it; what bites waits for a turn that is played, unless its class says otherwise."""
    bench = table(PLAIN + "effect classes: {wound: {at: end of turn, passed over: yes}, fire: {at: end of turn}}\n")
    bench.give("tag", "X", lasts="until the end of M's next turn")
    bench.give("bleeding", "M", kind="wound", does={"mana": "-1"})
    bench.give("burning", "M", kind="fire", does={"mana": "-10"})
    bench.hp("M", "-20")
    bench.do(ChangePool((bench.id("M"),), "mana", to="30"))
    bench.end()
    assert bench.active == "Y"
    assert not bench.has("X", "tag")
    assert bench.pool("M", "mana") == 29


def test_a_correction_fires_nothing() -> None:
    """SEM-11, SEM-16: making somebody active by hand passes no boundary."""
    bench = table()
    bench.give("tag", "X", lasts="until the start of Y's next turn")
    bench.do(Jump(bench.id("Y")))
    assert bench.active == "Y"
    assert bench.has("X", "tag")


def test_back_and_forward_again_is_the_same_to_the_last_byte() -> None:
    """CASE-27, SEM-17: an effect that has just run out comes back as it was; nothing that has expired is left about."""
    bench = Bench(PLAIN, P=20, M=10)
    bench.start()
    effect = bench.give(
        "poisoned", "M", source="P", lasts="until the end of M's next turn", does={"hp": "-1d4"}, at="end of turn"
    )
    bench.end()
    before = codec.state_bytes(bench.state)
    for _ in range(10):
        bench.end()
        assert effect.id not in bench.state.effects
        after = codec.state_bytes(bench.state)
        undo = bench.encounter.start_of_turn()
        assert undo is not None
        bench.encounter.do(undo)
        assert codec.state_bytes(bench.state) == before
        assert bench.effect("poisoned").id == effect.id
        assert bench.effect("poisoned").left == 1
        bench.encounter.do(Redo())
        assert codec.state_bytes(bench.state) == after
        bench.encounter.do(Undo())


def test_the_remainder_can_be_set_by_hand() -> None:
    bench = table()
    effect = bench.give("tag", "X", lasts="until the end of X's turn")
    bench.do(ChangeEffect(effect.id, left=2))
    assert bench.seen("tag", 6)[-1] == (2, "X")
    effect = bench.give("tag", "X", lasts="until ended")
    assert bench.code(ChangeEffect(effect.id, left=2)) == "effect.no_end"
    assert bench.code(ChangeEffect(effect.id)) == "effect.no_change"
    assert bench.code(ChangeEffect("f99", left=1)) == "effect.unknown"
    bench.do(ChangeEffect(effect.id, lasts=bench.duration("until the end of the round")))
    assert bench.code(ChangeEffect(effect.id, left=0)) == "effect.left"
    assert bench.effect("tag").boundary == "round.end"


def test_a_value_falls_and_the_effect_fades() -> None:
    """Frightened 2 falls by 1 at the end of each of the bearer's turns; its formula follows, and at 0 it is over."""
    bench = table()
    bench.give("frightened", "M", value=2, changes={"hp": "-value"}, falls=Fall("end of turn"))
    for _ in range(2):
        bench.end()
    assert bench.effect("frightened").value == 1
    events = tuple(event for _ in range(3) for event in bench.end())
    assert endings(events) == [("frightened", "faded")]


def test_elective_and_free_orders_pass_the_boundaries_of_one_who_left_with_the_round() -> None:
    """SEM-14: an order that never comes to the mark has the end of the round for it."""
    bench = Bench(PLAIN + "modes: {free: {order: free}}\n", X=20, M=15, Y=5)
    bench.start()
    bench.give("tag", "X", source="M", lasts="until the start of M's next turn")
    bench.remove("M")
    from turnwright.engine.mechanics.questions import Pass

    for name in ("X", "Y"):
        assert bench.has("X", "tag")
        bench.do(Pass(bench.id(name)))
    assert bench.state.round == 2
    assert not bench.has("X", "tag")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["end", "give start", "give end", "give next", "remove", "down", "up"]),
            st.integers(0, 3),
        ),
        max_size=25,
    )
)
def test_each_boundary_is_counted_once_per_turn(steps: list[tuple[str, int]]) -> None:
    """SEM-16: whatever happens, no effect is counted twice by one turn, none outlives its count of rounds."""
    bench = Bench(PLAIN, A=20, B=15, C=10, D=5)
    bench.start()
    born: dict[str, int] = {}
    words = {"give start": "until the start of {}'s turn", "give end": "until the end of {}'s turn"}
    for what, which in steps:
        name = "ABCD"[which]
        before = set(bench.state.effects)
        there = not bench.state.combatants[bench.id(name)].gone
        if what == "end" and bench.turn is not None:
            ticks = Counter(event.effect for event in of(bench.end(), EffectTicked))
            assert all(number == 1 for number in ticks.values()) or bench.turn is None or len(bench.order) == 1
        elif what.startswith("give") and there and len(bench.order) > 1:
            bearer = next(n for n in bench.order if n != name)
            lasts = words.get(what, "until the end of {}'s 2nd next turn").format(name)
            bench.give("mark", bearer, lasts=lasts)
        elif what == "remove" and there and len(bench.order) > 2:
            bench.remove(name)
        elif what in ("down", "up") and there:
            bench.hp(name, "-30" if what == "down" else "30")
        for effect in set(bench.state.effects) - before:
            born[effect] = bench.state.round
        for effect in bench.state.effects:
            assert bench.state.round - born[effect] <= 3


def test_work_so_many_times_is_counted_only_where_it_is_done() -> None:
    """A turn passed over leaves it undone and uncounted, unless the class does its work there too."""
    bench = table(PLAIN + "effect classes: {wound: {at: end of turn, passed over: yes}, fire: {at: end of turn}}\n")
    bench.give("bleeding", "M", kind="wound", does={"hp": "-1"}, lasts="once")
    bench.give("burning", "M", kind="fire", does={"hp": "-1"}, lasts="once")
    bench.hp("M", "-20")
    bench.end()
    assert bench.active == "Y"
    assert not bench.has("M", "bleeding")
    assert bench.has("M", "burning")


def test_the_work_of_one_who_has_left_is_done_at_its_mark() -> None:
    """SEM-14: what bites at the turns of its source goes on at the silent mark, also if given only then."""
    bench = table(PLAIN + "effect classes: {aura: {at: start of turn, whose: source}}\n")
    bench.give("cold", "X", source="M", kind="aura", does={"hp": "-1"})
    bench.remove("M")
    bench.give("chill", "X", source="M", kind="aura", does={"hp": "-2"}, lasts="until the start of the source's turn")
    events = bench.end()
    assert [event.name for event in of(events, EffectBit)] == ["cold", "chill"]
    assert endings(events) == [("chill", "time")]
    assert bench.active == "Y"


def test_something_around_all_has_a_value_that_falls_too() -> None:
    bench = table()
    bench.give("fog", value=1, falls=Fall("end of round"))
    for _ in range(3):
        bench.end()
    assert not bench.state.effects
