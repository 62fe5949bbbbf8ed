"""What is kept up by concentration (LUX-A8, LUX-C7), and how other games have it."""

from __future__ import annotations

import pytest

from effects.bench import Bench, endings, of
from turnwright.engine import Refusal
from turnwright.engine.choices import choices
from turnwright.engine.dice import TypedDice
from turnwright.engine.events import PoolSet
from turnwright.engine.lasting import EffectEnded, EffectGiven, EffectTested
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.concentration import HoldOn, LetGo
from turnwright.engine.mechanics.effects import EndEffect
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.questions import Answer

GAME = """
game: A game of jugglers
sides: {heroes: players}
stats: {con: 2}
pools:
  hp: {vital: yes}
  temp: {absorbs: hp}
  action: {max: 2, refill: start of turn}
conditions:
  unconscious: {when: hp <= 0, unable: yes}
  wounded: {ends concentration: yes}
  stunned: {unable: yes}
  gagged: {}
initiative: {formula: 1d20}
turn: {unable: play}
effects:
  juggling: {sustained: yes}
  verse: {sustained: yes, gives: gagged}
  bless: {sustained: yes, changes: {con: +2}, lasts: 10 rounds}
actions:
  juggle: {cost: {action: 1}, does: [{gives: juggling}], ref: LUX-A8}
  recite: {cost: {action: 1}, does: [{gives: verse}], ref: LUX-A8}
  bless: {cost: {action: 1}, does: [{gives: bless}]}
  jump: {cost: {action: 1}}
concentration:
  ref: LUX-A8
"""


def table(more: str = "", **concentration: str) -> Bench:
    words = "".join(f"  {key}: {value}\n" for key, value in concentration.items())
    bench = Bench(GAME + words + more, Ann=20, Bob=15, Mog=10)
    bench.start()
    return bench


def act(bench: Bench, name: str, what: str, *targets: str, let_go: bool = False) -> Act:
    return Act(bench.id(name), what, tuple(map(bench.id, targets)), let_go=let_go)


def test_it_is_begun_as_an_ordinary_action() -> None:
    """LUX-A8: the action costs what it costs, then the effect is kept up by the one who acts."""
    bench = table()
    events = bench.do(act(bench, "Ann", "juggle"), owns=bench.id("Ann"))
    assert bench.pool("Ann", "action") == 1
    assert [event.effect.owner for event in of(events, EffectGiven)] == [bench.id("Ann")]


def test_one_at_a_time_and_a_second_is_refused_before_anything_is_paid() -> None:
    """LUX-A8: unless the command says to let go of the first."""
    bench = table()
    bench.do(act(bench, "Ann", "juggle"))
    refusal = bench.refused(act(bench, "Ann", "recite"))
    assert (refusal.code, refusal.ref, refusal.rule) == ("concentration.held", "LUX-A8", True)
    assert refusal.data["held"] == "juggling"
    assert bench.pool("Ann", "action") == 1
    bench.check()
    events = bench.do(act(bench, "Ann", "recite", let_go=True))
    assert endings(events) == [("juggling", "let go")]
    assert bench.has("Ann", "verse")
    assert not bench.has("Ann", "juggling")


def test_by_hand_a_second_is_refused_likewise_and_the_gm_may_overrule_it() -> None:
    """LUX-A8."""
    bench = table()
    bench.give("dancing", "Ann", source="Ann", sustained=True)
    second = bench.giving("singing", "Bob", source="Ann", sustained=True)
    assert bench.code(second) == "concentration.held"
    bench.do(second, force=True)
    assert bench.has("Ann", "dancing")
    assert bench.has("Bob", "singing")
    third = bench.giving("whistling", "Ann", source="Ann", sustained=True, let_go=True)
    assert endings(bench.do(third)) == [("dancing", "let go"), ("singing", "let go")]


def test_letting_go_is_free_and_possible_at_any_time() -> None:
    """LUX-A8: off-turn, and while a question is open, by the owner's player and nobody else's."""
    bench = table()
    bench.do(act(bench, "Ann", "bless", "Ann", "Bob"))
    bench.end()
    assert bench.active == "Bob"
    assert bench.refused(LetGo(bench.id("Ann")), owns=bench.id("Bob")).code == "seat.not_yours"
    offered = [choice.command for choice in choices(bench.rules, bench.state, frozenset({bench.id("Ann")}))]
    assert LetGo(bench.id("Ann"), bench.effect("bless").id) in offered
    events = bench.do(LetGo(bench.id("Ann")), owns=bench.id("Ann"))
    assert endings(events) == [("bless", "let go"), ("bless", "let go")]
    assert {event.ref for event in of(events, EffectEnded)} == {"LUX-A8"}
    assert not of(events, PoolSet)
    assert bench.active == "Bob"
    assert bench.code(LetGo(bench.id("Ann"))) == "concentration.none"


@pytest.mark.parametrize("condition", ["wounded", "stunned"])
def test_it_ends_when_its_owner_is_wounded_or_cannot_act(condition: str) -> None:
    """LUX-A8, LUX-C7: Wounded is a condition of that name."""
    bench = table()
    bench.do(act(bench, "Ann", "juggle"))
    bench.condition("Ann", "gagged")
    assert bench.has("Ann", "juggling")
    bench.condition("Ann", condition)
    ended = of(bench.events, EffectEnded)
    assert [(event.why, event.reason, event.ref) for event in ended] == [("lost", condition, "LUX-A8")]


def test_it_ends_when_its_owner_is_knocked_unconscious() -> None:
    """LUX-A8; losing hit points alone does not end it (LUX-C7)."""
    bench = table()
    bench.do(act(bench, "Ann", "juggle"))
    bench.hp("Ann", "-19")
    assert bench.has("Ann", "juggling")
    bench.hp("Ann", "-1")
    assert not bench.has("Ann", "juggling")


def test_it_does_not_end_for_want_of_actions() -> None:
    """LUX-A8."""
    bench = table()
    bench.do(act(bench, "Ann", "juggle"))
    bench.do(act(bench, "Ann", "jump"))
    assert bench.pool("Ann", "action") == 0
    assert bench.has("Ann", "juggling")
    bench.end()
    bench.end()
    bench.end()
    assert bench.has("Ann", "juggling")


def test_any_damage_ends_it_where_the_table_reads_wounded_so() -> None:
    """LUX-C7, its other value: also what only temporary hit points took; healing and setting are no damage."""
    bench = table(damage="{then: ends, ref: LUX-C7}")
    bench.do(ChangePool((bench.id("Ann"),), "temp", to="5"))
    bench.do(act(bench, "Ann", "juggle"))
    bench.do(ChangePool((bench.id("Ann"),), "hp", to="10"))
    bench.hp("Ann", "3")
    bench.hp("Bob", "-3")
    assert bench.has("Ann", "juggling")
    bench.hp("Ann", "-1")
    ended = of(bench.events, EffectEnded)
    assert [(event.why, event.reason, event.ref) for event in ended] == [("lost", "damage", "LUX-C7")]
    assert bench.pool("Ann", "hp") == 13


def test_the_gm_may_rule_that_it_holds_whatever_comes() -> None:
    """LUX-A8: unless the GM rules otherwise; said before it comes, and taken back."""
    bench = table()
    bench.do(act(bench, "Ann", "juggle"))
    effect = bench.effect("juggling").id
    bench.do(HoldOn(effect))
    bench.condition("Ann", "stunned")
    assert bench.has("Ann", "juggling")
    assert bench.refused(HoldOn(effect), owns=bench.id("Ann")).code == "seat.not_yours"
    bench.do(HoldOn(effect, on=False))
    assert not bench.has("Ann", "juggling")
    assert bench.code(HoldOn("f99")) == "effect.unknown"
    plain = bench.give("mark", "Ann")
    assert bench.code(HoldOn(plain.id)) == "effect.not_kept_up"


def test_the_gm_is_asked_where_the_file_says_so() -> None:
    """LUX-A8: once for each reason, and again if it comes anew."""
    bench = table(lost="ask")
    bench.do(act(bench, "Ann", "juggle"))
    bench.condition("Ann", "wounded")
    assert bench.question is not None
    assert bench.question.ask.code == "concentration.broken"
    assert bench.asked == ["gm"]
    bench.do(Answer(("holds",)))
    bench.hp("Ann", "-1")
    assert bench.question is None
    bench.condition("Ann", "wounded", on=False)
    bench.condition("Ann", "wounded")
    assert bench.question is not None
    assert endings(bench.do(Answer(("lost",)))) == [("juggling", "lost")]
    assert bench.active == "Ann"


def test_the_question_goes_when_its_reason_does() -> None:
    bench = table(lost="ask")
    bench.do(act(bench, "Ann", "juggle"))
    bench.condition("Ann", "wounded")
    bench.condition("Ann", "wounded", on=False)
    assert bench.question is None
    assert bench.has("Ann", "juggling")


def test_in_other_games_the_second_replaces_the_first() -> None:
    """As in dnd5e: beginning another ends the one that is kept up, on all who bear it."""
    bench = table(second="replaces")
    bench.do(act(bench, "Ann", "bless", "Ann", "Bob"))
    events = bench.do(act(bench, "Ann", "juggle"))
    assert endings(events) == [("bless", "replaced"), ("bless", "replaced")]
    assert bench.has("Ann", "juggling")


@pytest.mark.parametrize(("slots", "refused"), [("2", True), ("none", False)])
def test_games_may_allow_more_at_a_time(slots: str, refused: bool) -> None:
    bench = table(slots=slots)
    for name in ("one", "two"):
        bench.give(name, "Ann", source="Ann", sustained=True)
    third = bench.giving("three", "Ann", source="Ann", sustained=True)
    if refused:
        assert bench.code(third) == "concentration.held"
    else:
        bench.do(third)


@pytest.mark.parametrize(("face", "held"), [(12, True), (11, False)])
def test_harm_may_put_it_to_the_test(face: int, held: bool) -> None:
    """As in dnd5e: d20 + con against 10 or half of the damage, and the dice are in the log."""
    bench = table(damage='{then: test, holds: "1d20 + con >= max(10, damage // 2)", ref: SAVE}')
    bench.do(act(bench, "Ann", "juggle"))
    done = bench.encounter.do(ChangePool((bench.id("Ann"),), "hp", by="-28"), dice=TypedDice((face,)))
    assert not isinstance(done, Refusal)
    assert bench.has("Ann", "juggling") is False  # She fell to 0, which ends it in any case.
    bench = table(damage='{then: test, holds: "1d20 + con >= max(10, damage // 2)", ref: SAVE}')
    bench.do(ChangePool((bench.id("Ann"),), "hp", to="60", top="60"))
    bench.do(act(bench, "Ann", "juggle"))
    done = bench.encounter.do(ChangePool((bench.id("Ann"),), "hp", by="-28"), dice=TypedDice((face,)))
    assert not isinstance(done, Refusal)
    tested = of(done.events, EffectTested)
    assert [(event.came_out, event.dice[0].face, event.ref) for event in tested] == [(held, face, "SAVE")]
    assert bench.has("Ann", "juggling") is held


def test_harm_may_be_a_question_to_the_player() -> None:
    bench = table(damage="ask")
    bench.do(act(bench, "Ann", "juggle"))
    bench.hp("Ann", "-3")
    assert bench.question is not None
    assert bench.asked == ["Ann"]
    assert bench.question.ask.about["damage"] == "3"
    events = bench.do(Answer(("lost",), who=bench.id("Ann")), owns=bench.id("Ann"))
    assert endings(events) == [("juggling", "lost")]


def test_every_choice_about_what_is_kept_up_tells_the_truth() -> None:
    """Offered is accepted, barred is refused."""
    bench = table()
    bench.do(act(bench, "Ann", "juggle"))
    offered = [choice.command for choice in choices(bench.rules, bench.state) if choice.barred is None]
    assert LetGo(bench.id("Ann"), bench.effect("juggling").id) in offered
    assert EndEffect((bench.effect("juggling").id,)) in offered
    bench.check()
