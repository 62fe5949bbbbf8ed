"""Taking actions: costs, when they may be taken, limits, things, choices, deeds, acts of one's own."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args, get_type_hints

import pytest

from reactions.table import LUX, Table, every, only
from turnwright.engine.acts import Acted, Declared
from turnwright.engine.events import ConditionSet, ItemSet, PoolSet, Ruled, TraitSet
from turnwright.engine.frames import Turn
from turnwright.engine.happenings import TurnBegan, TurnEnded
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import Remove, SetCondition
from turnwright.engine.mechanics.initiative import SetScore
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.scenes import Begin
from turnwright.engine.mechanics.triggers import Resolve, Spoil
from turnwright.engine.mechanics.waits import Delay
from turnwright.engine.state import OwnAct
from turnwright.engine.waiting import WaitLost
from turnwright.rules.words.act import Deed

HALF = Fraction(1, 2)

RAP = """
game: As in the action-point game
sides: {heroes: players}
stats: {reaction: 0}
pools:
  hp: {vital: yes}
  ap: {max: "2 + max(0, reaction)", start: 0, refill: start of turn, ref: RAP-A2}
initiative: {formula: 1d20}
acting: {too dear: {then: refused, ref: RAP-A5}}
actions:
  act: {cost: {ap: given}, turn: any, ref: RAP-A4}
"""

ODY = """
game: As in Last Odyssey
sides: {heroes: players}
stats: {tier: 1}
traits:
  row: [front, back]
  role: [fighter, healer]
pools:
  hp: {vital: yes}
  ap: {max: 2 if tier <= 5 else 3, start: 0, refill: start of turn, lost: end of turn, ends turn: yes}
  anima: {max: 10, start: 5}
conditions: {downed: {when: hp <= 0, unable: yes}}
initiative: {formula: 1d20}
acting: {unlisted: {allowed: no, ref: ODY-A3}, too dear: refused}
actions:
  basic attack: {cost: {ap: 1}, target: one, tags: melee, ref: ODY-A3}
  ability: {ref: ODY-A3}
  use item: {cost: {ap: 1}, item: named, target: some, ref: ODY-A3}
  move: {cost: {ap: 1}, target: none, does: [{toggle: row}], ref: ODY-A3}
  interact: {cost: {ap: given}, target: none, ref: ODY-A3}
  swap equipment:
    cost: {ap: 1}
    target: none
    one of: [stow a weapon, equip a weapon, take an accessory off, put an accessory on]
    ref: ODY-A3
  flee: {needs: "ap >= 1 and row == 'back'", target: none, does: [end turn, {gives: fleeing}], ref: ODY-F4}
items:
  ether: {does: [{change: {pool: anima, to: max}}]}
  tonic: {amount: 5}
  bell: {takes: 0, does: [{ends: asleep}]}
"""

EDGE = """
game: As in Edge of Darkness
sides: {heroes: players}
stats: {actions_per_turn: 1}
pools:
  hp: {vital: yes}
  action: {max: actions_per_turn, refill: start of round, ends turn: yes, ref: EOD-T1}
conditions: {down: {when: hp <= 0, unable: yes}}
initiative: {formula: 1d10}
acting: {spoiled: {then: choose again, ref: EOD-C7}}
actions:
  strike: {cost: {action: 1}, limit: 1 a round, ref: EOD-R1}
  throw: {cost: {action: 1}, item: knife}
  dodge: {cost: {action: 1}, turn: any, target: none, ref: EOD-X3}
  reflexive: {turn: any, ref: EOD-X3}
reactions:
  trip: {to: [strike, throw], who: anyone, outcome: spoils}
"""


@pytest.fixture
def lux() -> Table:
    """Milli 20, Goblin 15; Milli's turn has come up. Two Actions, four reactions."""
    table = Table(LUX, Milli=20, Goblin=15, Roan=5)
    table.start()
    return table


@pytest.fixture
def rap() -> Table:
    """Ana 20 (Reaction 4), Bo 10 (Reaction 0)."""
    table = Table(RAP)
    table.add("Ana", score=20, reaction=4)
    table.add("Bo", score=10, reaction=0)
    table.start()
    return table


def odyssey(**more: object) -> Table:
    table = Table(ODY)
    table.add("Rue", score=20, **more)  # type: ignore[arg-type]
    table.add("Goblin", score=10)
    table.start()
    return table


@pytest.fixture
def edge() -> Table:
    """Kim 9, Goblin 6, Lou 3: one action each round."""
    table = Table(EDGE, Kim=9, Goblin=6, Lou=3)
    table.start()
    return table


# ---- what an action costs


def test_a_standard_action_costs_one(lux: Table) -> None:
    """LUX-A2: an attack costs 1 Action."""
    events = lux.do(lux.act("Milli", "attack", "Goblin"))
    assert only(events, Declared).ref == "LUX-A2"
    assert lux.pool("Milli", "action") == 1


def test_a_half_action_costs_half_of_one(lux: Table) -> None:
    """LUX-A3: drinking a potion costs ½ Action, exactly."""
    events = lux.do(lux.act("Milli", "drink"))
    assert only(events, Acted).ref == "LUX-A3"
    assert lux.pool("Milli", "action") == Fraction(3, 2)


def test_with_half_an_action_left_a_half_action_is_possible(lux: Table) -> None:
    """LUX-T3: the turn ends at exactly 0, not with ½ left."""
    lux.do(lux.act("Milli", "drink"))
    lux.do(lux.act("Milli", "attack"))
    assert lux.pool("Milli", "action") == HALF
    assert lux.active == "Milli"
    assert lux.refused(lux.act("Milli", "attack")).code == "act.cost"
    events = lux.do(lux.act("Milli", "drink"))
    assert only(events, TurnEnded).why == "spent"


def test_what_costs_more_than_is_left_is_refused(lux: Table) -> None:
    """LUX-A5: the refusal gives the figures and the rule, and nothing changes."""
    lux.do(ChangePool((lux.id("Milli"),), "action", to="1"))
    lux.do(Begin(lux.id("Milli")))
    lux.do(ChangePool((lux.id("Milli"),), "action", to="1/2"))
    refusal = lux.refused(lux.act("Milli", "attack", "Goblin"))
    assert (refusal.code, refusal.ref) == ("act.cost", "LUX-A5")
    assert (refusal.data["cost"], refusal.data["left"], refusal.data["pool"]) == ("1", "½", "action")


def test_the_gm_overrules_a_cost_and_it_takes_what_is_left(lux: Table) -> None:
    """LUX-A5: insisted on, the act is done and recorded as a ruling; no pool goes below 0."""
    lux.do(Begin(lux.id("Milli")))
    lux.do(ChangePool((lux.id("Milli"),), "action", to="1/2"))
    events = lux.do(lux.act("Milli", "attack"), force=True)
    assert only(events, Ruled).code == "act.cost"
    paid = next(e for e in every(events, PoolSet) if e.why == "paid")
    assert (paid.was, paid.value) == (HALF, 0)
    assert only(events, Acted).cost == {"action": HALF}


def test_a_ruleset_can_let_people_overspend() -> None:
    """LUX-A5: the refusal is a word of the file; `allowed` takes what there is."""
    table = Table(LUX, "acting: {too dear: allowed}", Milli=20, Goblin=15)
    table.start()
    table.do(Begin(table.id("Milli")))
    table.do(ChangePool((table.id("Milli"),), "action", to="1/2"))
    assert only(table.do(table.act("Milli", "attack")), Acted).cost == {"action": HALF}


def test_a_free_action_is_possible_at_any_time(lux: Table) -> None:
    """LUX-A4: talking costs nothing, off-turn too and while others are busy, and begins no turn."""
    lux.do(lux.act("Goblin", "talk"))
    events = lux.do(lux.act("Milli", "talk"))
    assert [e.ref for e in events] == ["LUX-A4"]
    assert not every(events, TurnBegan)
    assert isinstance(lux.top, Turn)
    assert not lux.top.begun
    lux.do(lux.act("Milli", "attack", "Goblin"))
    assert lux.asked == ["Goblin"]
    lux.do(lux.act("Goblin", "talk"), by="Goblin")
    lux.do(lux.act("Milli", "talk"))
    assert lux.asked == ["Goblin"]


def test_a_long_speech_can_be_made_to_cost(lux: Table) -> None:
    """LUX-A4: the GM makes one use of a free action cost ½; then it needs one's own turn. A player can't name costs."""
    speech = Act(lux.id("Milli"), "talk", costs={"action": HALF})
    assert lux.refused(speech, by="Milli").code == "act.cost_gm_only"
    assert lux.refused(Act(lux.id("Goblin"), "talk", costs={"action": HALF})).code == "turn.not_yours"
    events = lux.do(speech)
    assert only(events, TurnBegan).entry
    assert lux.pool("Milli", "action") == Fraction(3, 2)
    lux.do(Act(lux.id("Goblin"), "talk", costs={"action": 0}))


def test_the_gm_makes_any_use_cheaper_or_dearer(lux: Table) -> None:
    """LUX-A4: the GM can override the cost of any use, in any pool; not in one that isn't there, nor below 0."""
    lux.do(Act(lux.id("Milli"), "attack", costs={"action": HALF, "hp": 1}))
    assert lux.pool("Milli", "action") == Fraction(3, 2)
    assert lux.pool("Milli", "hp") == 19
    assert lux.refused(Act(lux.id("Milli"), "attack", costs={"mana": 1})).code == "pool.unknown"
    assert lux.refused(Act(lux.id("Milli"), "attack", costs={"action": -1})).code == "act.cost_negative"
    assert lux.refused(Act(lux.id("Milli"), "attack", costs={"action": Fraction(1, 3)})).code == "act.cost_step"


def test_points_left_after_the_turn_stay_usable(rap: Table) -> None:
    """RAP-A4: what is left at the end of the turn can be used off-turn until the next turn starts and sets it again."""
    rap.do(Act(rap.id("Ana"), "act", given={"ap": 2}))
    rap.end()
    assert rap.active == "Bo"
    assert rap.pool("Ana", "ap") == 4
    events = rap.do(Act(rap.id("Ana"), "act", given={"ap": 3}))
    assert only(events, Acted).ref == "RAP-A4"
    assert rap.pool("Ana", "ap") == 1
    rap.end()
    assert rap.active == "Ana"
    assert rap.pool("Ana", "ap") == 6


def test_points_that_one_has_not_are_refused(rap: Table) -> None:
    """RAP-A5: an action that costs more AP than are left is refused, on one's turn and off it."""
    refusal = rap.refused(Act(rap.id("Ana"), "act", given={"ap": 7}))
    assert (refusal.code, refusal.ref, refusal.data["left"]) == ("act.cost", "RAP-A5", "6")
    assert rap.refused(Act(rap.id("Bo"), "act", given={"ap": 1})).ref == "RAP-A5"


def test_a_cost_that_comes_with_the_use_has_to_come(rap: Table) -> None:
    """RAP-C2: costs are given with each use; without one the action is refused, and so is a cost below 0."""
    assert rap.refused(Act(rap.id("Ana"), "act")).code == "act.cost_unnamed"
    assert rap.refused(Act(rap.id("Ana"), "act", given={"ap": -2})).code == "act.cost_negative"


def test_somebody_may_list_their_own_actions_with_costs() -> None:
    """RAP-C2: an own action has its own cost, and counts as the general one for all else."""
    table = Table(RAP)
    table.add("Ana", score=20, reaction=4, acts={"leap": OwnAct(like="act", cost={"ap": "1 + reaction // 2"})})
    table.add("Bo", score=10)
    table.start()
    table.do(table.act("Ana", "leap"))
    assert table.pool("Ana", "ap") == 3
    assert table.refused(table.act("Bo", "leap")).code == "act.unknown"


# ---- the table of actions of one game


def test_a_basic_attack_strikes_one_target() -> None:
    """ODY-A3: 1 AP, one target, no fewer and no more."""
    table = odyssey()
    assert table.refused(table.act("Rue", "basic attack")).code == "act.target"
    assert table.refused(table.act("Rue", "basic attack", "Goblin", "Rue")).code == "act.target"
    table.do(table.act("Rue", "basic attack", "Goblin", amount="-3"))
    assert table.pool("Goblin", "hp") == 17
    assert table.pool("Rue", "ap") == 1


def test_only_listed_actions_can_be_taken() -> None:
    """ODY-A3: what the game doesn't list is refused, with what there is."""
    table = odyssey()
    refusal = table.refused(table.act("Rue", "juggle"))
    assert (refusal.code, refusal.ref) == ("act.unknown", "ODY-A3")
    assert "basic attack" in refusal.data["known"]


def test_a_ruleset_can_leave_open_what_people_do() -> None:
    """ODY-A3: with `unlisted: yes` anything can be done on one's own turn."""
    table = Table(ODY, "acting: {unlisted: yes}", Rue=20, Goblin=10)
    table.start()
    assert only(table.do(table.act("Rue", "juggle")), Acted).act == "juggle"
    assert table.refused(table.act("Goblin", "juggle")).code == "turn.not_yours"


def test_an_ability_costs_what_it_lists_and_belongs_to_a_role() -> None:
    """ODY-A3, ODY-R3: an ability has a cost of its own, and is refused while its role is not the active one."""
    cure = OwnAct(like="ability", cost={"ap": "2"}, role="healer", amount="6")
    smash = OwnAct(like="basic attack", cost={"ap": "1"}, role="fighter", amount="-1d6", tags=("-melee", "ranged"))
    table = odyssey(acts={"cure": cure, "smash": smash}, role="fighter")
    table.do(ChangePool((table.id("Rue"),), "hp", to="10"))
    refusal = table.refused(table.act("Rue", "cure", "Rue"))
    assert (refusal.code, refusal.data["role"], refusal.data["now"]) == ("act.role", "healer", "fighter")
    events = table.do(table.act("Rue", "smash", "Goblin"), faces=(4,))
    assert table.pool("Goblin", "hp") == 16
    assert only(events, Acted).ref == "ODY-A3"


def test_a_tag_with_a_minus_takes_one_away() -> None:
    """ODY-A3: a basic attack is melee unless stated otherwise."""
    table = Table(ODY, "conditions: {held back: {bars: melee}}")
    table.add("Rue", score=20, acts={"bow": OwnAct(like="basic attack", tags=("-melee", "ranged"))})
    table.add("Goblin", score=10)
    table.start()
    table.do(SetCondition((table.id("Rue"),), "held back"))
    assert table.refused(table.act("Rue", "basic attack", "Goblin")).code == "act.barred"
    table.do(table.act("Rue", "bow", "Goblin"))


def test_a_battle_item_is_used_up() -> None:
    """ODY-A3: the stock falls by one; at 0 it can't be used, nor can what one never had."""
    table = odyssey(items={"tonic": 1, "ether": 2})
    use = table.act("Rue", "use item", "Rue", item="tonic")
    table.do(ChangePool((table.id("Rue"),), "hp", to="10"))
    events = table.do(use)
    assert only(events, ItemSet).left == 0
    assert only(events, Acted).item == "tonic"
    assert table.pool("Rue", "hp") == 15
    refusal = table.refused(use)
    assert (refusal.code, refusal.ref, refusal.data["left"]) == ("item.none_left", "ODY-A3", "0")
    assert table.refused(table.act("Rue", "use item", "Rue", item="phoenix")).code == "item.none_left"
    assert table.refused(table.act("Rue", "use item", "Rue")).code == "item.unnamed"
    assert table.refused(table.act("Rue", "use item", item="ether")).code == "act.target"
    table.do(table.act("Rue", "use item", "Rue", item="ether"))
    assert table.pool("Rue", "anima") == 10
    assert table.who("Rue").items == {"tonic": 0, "ether": 1}


def test_a_thing_that_is_not_used_up_stays() -> None:
    """ODY-A3: single-use unless stated otherwise; but what isn't there can't be used either."""
    table = odyssey(items={"bell": 1})
    table.do(SetCondition((table.id("Goblin"),), "asleep"))
    events = table.do(table.act("Rue", "use item", "Goblin", item="bell"))
    assert not every(events, ItemSet)
    assert only(events, ConditionSet).on is False
    assert table.refused(table.act("Goblin", "use item", "Goblin", item="bell"), force=False).code == "turn.not_yours"


def test_a_stack_of_own_things_may_take_several() -> None:
    """A thing on the sheet may say how many of it a use takes."""
    table = odyssey(acts={"salt": OwnAct(like="use item", takes=3)}, items={"salt": 5})
    table.do(table.act("Rue", "use item", "Goblin", item="salt"))
    assert table.who("Rue").items == {"salt": 2}
    assert table.refused(table.act("Rue", "use item", "Goblin", item="salt")).code == "item.none_left"


def test_moving_changes_the_row() -> None:
    """ODY-A3: front row to back row, and back again."""
    table = odyssey(row="front")
    assert only(table.do(table.act("Rue", "move")), TraitSet).value == "back"
    assert only(table.do(table.act("Rue", "move")), TraitSet).value == "front"


def test_interacting_costs_as_set() -> None:
    """ODY-A3: the cost comes with the object."""
    table = odyssey()
    assert table.refused(table.act("Rue", "interact")).code == "act.cost_unnamed"
    table.do(table.act("Rue", "interact", given={"ap": 1}))
    assert table.pool("Rue", "ap") == 1
    assert table.refused(table.act("Rue", "interact", given={"ap": 2})).code == "act.cost"


def test_swapping_equipment_is_one_of_four_things() -> None:
    """ODY-A3: one of the four; armour can't be changed in battle."""
    table = odyssey()
    assert table.refused(table.act("Rue", "swap equipment")).code == "act.choice_missing"
    refusal = table.refused(table.act("Rue", "swap equipment", choice="change armour"))
    assert (refusal.code, refusal.ref, refusal.rule) == ("act.choice", "ODY-A3", True)
    events = table.do(table.act("Rue", "swap equipment", choice="stow a weapon"))
    assert only(events, Acted).choice == "stow a weapon"


def test_a_deed_ends_the_turn_after_all_others() -> None:
    """ODY-F4 as far as it is an action: it needs the back row and 1 AP, and ends the turn; the mark is set first."""
    table = odyssey(row="front")
    refusal = table.refused(table.act("Rue", "flee"))
    assert (refusal.code, refusal.ref) == ("act.needs", "ODY-F4")
    table.do(table.act("Rue", "move"))
    events = table.do(table.act("Rue", "flee"))
    kinds = [type(e) for e in events]
    assert kinds.index(ConditionSet) < kinds.index(TurnEnded)
    assert only(events, TurnEnded).why == "ended"
    assert table.who("Rue").pools["ap"] == 0
    assert table.active == "Goblin"


# ---- at any time in the round


def test_a_dodge_may_be_declared_at_any_time_and_uses_up_the_action(edge: Table) -> None:
    """EOD-X3: before one's own standing has come up a dodge takes this turn's action, and changes no rank."""
    events = edge.do(edge.act("Lou", "dodge"))
    assert only(events, Acted).ref == "EOD-X3"
    assert edge.active == "Kim"
    edge.do(edge.act("Kim", "reflexive"))
    edge.do(edge.act("Kim", "reflexive"))
    assert edge.refused(edge.act("Lou", "dodge")).code == "act.cost"
    edge.do(edge.act("Kim", "dodge"))
    order = edge.order
    edge.do(edge.act("Goblin", "dodge"))
    assert order == edge.order
    assert edge.encounter.state.round == 2
    assert edge.pool("Lou", "action") == 1


def test_a_dodge_uses_up_a_delayed_action() -> None:
    """EOD-X3: who delays and dodges has nothing left to step in with, and keeps place and rank."""
    table = Table(
        EDGE, "waits: {delay: {until: open, place: here, rank: beside, used up by: dodge}}", Kim=9, Goblin=6, Lou=3
    )
    table.start()
    table.do(Delay(table.id("Kim")))
    events = table.do(table.act("Kim", "dodge"))
    assert only(events, WaitLost).why == "dodge"
    table.do(Begin(table.id("Goblin")))
    table.end()
    assert table.active == "Lou"
    assert table.order == ["Kim", "Goblin", "Lou"]
    table.do(Begin(table.id("Lou")))
    table.end()
    assert (table.encounter.state.round, table.active) == (2, "Kim")


def test_a_dodge_in_answer_to_what_is_under_way(edge: Table) -> None:
    """EOD-X3: it may be declared while another's action is being answered; that one goes on."""
    edge.do(edge.act("Kim", "strike", "Lou", amount="-2"))
    assert edge.asked == ["Goblin", "Lou"]
    edge.do(edge.act("Lou", "dodge"))
    assert edge.asked == ["Goblin", "Lou"]
    edge.do(Resolve())
    assert edge.pool("Lou", "hp") == 18


def test_an_act_made_impossible_is_chosen_again(edge: Table) -> None:
    """EOD-C7: nothing is spent of the action, its limit, or the thing: another can be taken at once."""
    edge.do(edge.act("Kim", "strike", "Lou", amount="-2"))
    events = edge.do(edge.react("Goblin", "trip"))
    back = next(e for e in every(events, PoolSet) if e.why == "returned")
    assert (back.who, back.pool, back.value, back.ref) == (edge.id("Kim"), "action", 1, "EOD-C7")
    assert edge.active == "Kim"
    assert edge.pool("Lou", "hp") == 20
    edge.do(edge.act("Kim", "strike", "Lou", amount="-2"))
    edge.do(Spoil("out of reach"))
    edge.do(edge.act("Kim", "strike", "Lou", amount="-2"))
    edge.do(Resolve())
    assert edge.pool("Lou", "hp") == 18
    assert edge.active == "Goblin"


def test_a_thing_comes_back_with_a_spoiled_act() -> None:
    """EOD-C7: a knife that could not be thrown is still there."""
    table = Table(EDGE)
    table.add("Kim", score=9, items={"knife": 1})
    table.add("Goblin", score=6)
    table.start()
    table.do(table.act("Kim", "throw", "Goblin"))
    assert table.who("Kim").items == {"knife": 0}
    table.do(table.react("Goblin", "trip"))
    assert table.who("Kim").items == {"knife": 1}


def test_whoever_was_felled_chooses_nothing_again(edge: Table) -> None:
    """EOD-C7: a victim that can no longer act gets nothing back; its act is never taken."""
    edge.do(edge.act("Kim", "strike", "Lou", amount="-2"))
    events = edge.do(edge.react("Goblin", "trip", amount="-99"))
    assert not [e for e in every(events, PoolSet) if e.why == "returned"]
    assert edge.active == "Goblin"


def test_a_ruleset_can_have_a_spoiled_act_lost() -> None:
    """EOD-C7: with `lost` what was paid stays paid, and the turn is over with the action."""
    table = Table(EDGE, "acting: {spoiled: lost}", Kim=9, Goblin=6)
    table.start()
    table.do(table.act("Kim", "strike", "Goblin", amount="-2"))
    table.do(table.react("Goblin", "trip"))
    assert table.active == "Goblin"
    assert table.pool("Kim", "action") == 0


# ---- how often


def test_a_limit_counts_in_its_period() -> None:
    """SEM-2: 1 a turn counts anew on each turn, 2 a round on each round; the count is never reset, only outdated."""
    limits = "actions: {shove: {limit: [1 a turn, 2 a round], turn: any}}"
    table = Table(LUX, limits, Milli=20, Goblin=15, Roan=5)
    table.start()
    shove = table.act("Roan", "shove")
    table.do(shove)
    assert table.refused(shove).data["limit"] == "1 a turn"
    table.end()
    table.do(shove)
    table.end()
    assert table.active == "Roan"
    assert table.refused(shove).data["limit"] == "2 a round"
    table.end()
    table.do(shove)


def test_acts_that_are_alike_share_the_limit_of_the_general_one() -> None:
    """Two bonus actions of one's own are limited together; one with a limit of its own counts for itself."""
    text = "actions: {bonus: {limit: 1 a turn}}"
    table = Table(LUX, text)
    acts = {"dash": OwnAct(like="bonus"), "hide": OwnAct(like="bonus"), "cry": OwnAct(like="bonus", limit="2/turn")}
    table.add("Milli", score=20, acts=acts)
    table.add("Goblin", score=10)
    table.start()
    table.do(table.act("Milli", "dash"))
    assert table.refused(table.act("Milli", "hide")).code == "act.limit"
    table.do(table.act("Milli", "cry"))
    table.do(table.act("Milli", "cry"))
    assert table.refused(table.act("Milli", "cry")).code == "act.limit"


def test_a_limit_for_each_trigger_and_for_each_turn_of_anybody() -> None:
    """Reactions can be limited by what they answer, or by the turn that is on, whoever's it is."""
    text = """
    reactions:
      nudge: {to: attack, limit: 1 a trigger, outcome: changes, changes: amount + 1}
      glare: {to: attack, limit: 1 a turn, outcome: nothing}
    reacting: {per trigger: many}
    """
    table = Table(LUX, text, Goblin=20, Milli=15)
    table.start()
    table.do(table.act("Goblin", "attack", "Milli", amount="-5"))
    table.do(table.react("Milli", "nudge"))
    assert table.refused(table.react("Milli", "nudge")).code == "act.limit"
    table.do(table.react("Milli", "glare"))
    table.do(Resolve())
    table.do(table.act("Goblin", "attack", "Milli", amount="-5"))
    table.do(table.react("Milli", "nudge"))
    assert table.refused(table.react("Milli", "glare")).code == "act.limit"


# ---- what an act does


def test_deeds_may_say_where_the_amount_goes() -> None:
    """An action that drains: what the target loses the actor gains, by the amount of the use."""
    text = """
    actions:
      drain:
        target: one
        does:
          - change: {pool: hp, by: 0 - amount}
          - change: {pool: hp, by: amount // 2, on: self}
    """
    table = Table(LUX, text, Milli=20, Goblin=15)
    table.start()
    table.do(ChangePool((table.id("Milli"),), "hp", to="10"))
    table.do(table.act("Milli", "drain", "Goblin", amount="2d4"), faces=(3, 4))
    assert table.pool("Goblin", "hp") == 13
    assert table.pool("Milli", "hp") == 13


def test_conditions_by_deeds_fall_on_the_targets_or_on_oneself() -> None:
    """Without `on` they fall on the targets, and where there are none on the one who acts."""
    text = """
    actions:
      trip: {does: [{gives: prone}]}
      brace: {does: [{gives: braced, on: self}, {ends: prone}]}
    """
    table = Table(LUX, text, Milli=20, Goblin=15)
    table.start()
    table.do(table.act("Milli", "trip", "Goblin"))
    table.do(table.act("Milli", "trip"))
    assert table.who("Goblin").conditions == table.who("Milli").conditions == ("prone",)
    table.do(table.act("Milli", "brace", "Goblin"))
    assert table.who("Milli").conditions == ("prone", "braced")
    assert table.who("Goblin").conditions == ()


def test_a_token_is_put_back_only_where_there_is_a_bag() -> None:
    """A file may say it of any game; whoever does it is told."""
    table = Table(LUX, "actions: {fly: {does: [put the token back]}}", Milli=20)
    table.start()
    refusal = table.refused(table.act("Milli", "fly"))
    assert refusal.code == "bag.none"


def test_each_verb_of_the_language_is_known_to_the_engine() -> None:
    """Nothing that a file may say of an act is left without somebody who does it."""
    verbs = {verb for verb in get_args(get_type_hints(Deed)["verb"]) if verb}
    assert verbs <= set(Table(LUX).encounter.rules.deeds)


def test_gone_targets_and_doubled_ones_are_refused(lux: Table) -> None:
    """Nobody can aim at somebody who has left, nor twice at the same."""
    assert lux.refused(lux.act("Milli", "attack", "Goblin", "Goblin")).code == "act.target"
    lux.do(Remove((lux.id("Goblin"),)))
    assert lux.refused(lux.act("Milli", "attack", "Goblin")).code == "combatant.gone"


def test_an_act_of_somebody_unable_that_the_gm_insists_on_has_its_effect(lux: Table) -> None:
    """What made it a ruling does not spoil it afterwards."""
    lux.do(Begin(lux.id("Milli")))
    lux.do(ChangePool((lux.id("Goblin"),), "hp", to="0"))
    act = lux.act("Goblin", "attack", "Milli", amount="-2")
    assert lux.refused(act).code == "turn.not_yours"
    events = lux.do(act, force=True)
    assert {e.code for e in every(events, Ruled)} == {"turn.not_yours", "turn.unable", "act.cost"}
    lux.do(Resolve())
    assert lux.pool("Milli", "hp") == 18


def test_a_step_may_allow_only_some_actions() -> None:
    """A turn with a step for moving and one for fighting: each has its own actions."""
    steps = "turn: {steps: [start, {name: stride, acts: yes, allows: [walk]}, end]}"
    table = Table(RAP, steps, "actions: {walk: {turn: own}, hit: {turn: own}}", Ana=20, Bo=10)
    table.start()
    table.do(table.act("Ana", "walk"))
    refusal = table.refused(table.act("Ana", "hit"))
    assert (refusal.code, refusal.data["allows"]) == ("act.step", "walk")


# ---- what other games need


def test_a_score_as_a_coin_lowers_ones_place_at_once() -> None:
    """An interrupt that costs initiative (shadowrun5): the score falls, the order follows, there is no overdraft."""
    text = """
    reactions:
      full defence: {to: attack, cost: {score: 10}, outcome: told}
      block: {to: attack, cost: {score: 5}, outcome: told}
    """
    table = Table(LUX, text, Goblin=20, Milli=15, Roan=9)
    table.start()
    attack = table.act("Goblin", "attack", "Milli", amount="-3")
    table.do(attack)
    offered = {c.command.reaction: c for c in table.choices("Milli") if hasattr(c.command, "reaction")}
    assert offered["full defence"].cost == {"score": 10}
    table.do(table.react("Milli", "full defence", outcome="escapes"))
    assert table.order == ["Goblin", "Roan", "Milli"]
    entry = table.encounter.state.entry_of(table.id("Milli"))
    assert entry is not None
    assert entry.score == 5
    table.do(attack)
    refusal = table.refused(table.react("Milli", "full defence"))
    assert (refusal.code, refusal.data["pool"], refusal.data["left"]) == ("act.cost", "score", "5")
    table.do(table.react("Milli", "block"))
    assert table.active == "Roan"
    assert table.pool("Milli", "hp") == 17


def test_a_score_can_come_to_a_tie_that_people_decide() -> None:
    """A score that falls level with another's is told apart by the ruleset's ties, before the reaction goes on."""
    text = "{initiative: {ties: [{ask: gm}]}, reactions: {block: {to: attack, cost: {score: 5}}}}"
    table = Table(LUX, text, Goblin=20, Milli=15, Roan=10)
    table.start()
    table.do(table.act("Goblin", "attack", "Milli", amount="-3"))
    table.do(table.react("Milli", "block", outcome="escapes"))
    assert table.question == "tie"
    entries = [table.encounter.state.entry_of(table.id(name)) for name in ("Roan", "Milli")]
    table.answer(*(entry.id for entry in entries if entry))
    assert table.order == ["Goblin", "Roan", "Milli"]
    assert table.pool("Milli", "hp") == 20


def test_one_reaction_that_comes_back_as_ones_turn_starts() -> None:
    """As in dnd5e and pathfinder2: one a round, refilled at the start of one's own turn; opponents answer a move."""
    text = """
    game: One reaction
    sides: {heroes: players}
    pools:
      hp: {vital: yes}
      reaction: {max: 1, refill: start of turn}
    initiative: {formula: 1d20}
    actions: {attack: {}, walk: {}}
    triggers: {leaves reach: {}}
    reactions:
      opportunity attack: {to: leaves reach, who: opponents of actor, cost: {reaction: 1}, amount: -1d8}
    """
    table = Table(text, Milli=20, Goblin=10)
    table.start()
    table.do(table.act("Milli", "walk", tags=("leaves reach",)))
    assert table.asked == ["Goblin"]
    table.do(table.react("Goblin", "opportunity attack"), faces=(5,))
    assert table.pool("Milli", "hp") == 15
    table.do(table.act("Milli", "walk", tags=("leaves reach",)))
    assert table.asked == []
    table.end()
    assert table.active == "Goblin"
    assert table.pool("Goblin", "reaction") == 1


def test_a_cost_that_scores_nothing_is_still_a_score(lux: Table) -> None:
    """A score of 0 is an ordinary number (SEM-6): it pays nothing, and nobody goes below it."""
    text = "actions: {seize: {cost: {score: 1}, turn: any}}"
    table = Table(LUX, text, Goblin=20, Milli=0)
    table.start()
    assert table.refused(table.act("Milli", "seize")).data["left"] == "0"
    table.do(SetScore(table.id("Milli"), -3))
    assert table.refused(table.act("Milli", "seize")).data["left"] == "0"
