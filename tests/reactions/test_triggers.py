"""What the GM tells of, when reactions to it come, and the readings that a ruleset can choose."""

from __future__ import annotations

import pytest

from reactions.table import LUX, Table, every, only
from turnwright.engine import Event
from turnwright.engine.acts import Acted, AmountRolled, Spoiled
from turnwright.engine.base import Question
from turnwright.engine.events import PoolSet
from turnwright.engine.happenings import Asked
from turnwright.engine.mechanics.cast import SetCondition
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.triggers import Resolve, Trigger
from turnwright.engine.mechanics.waits import Delay
from turnwright.engine.state import OwnAct
from turnwright.engine.windows import Window, WindowOpened

DANGER_SENSE = {"danger sense": OwnAct(reaction="interrupt", to=("threat",), cost={"reaction": "1"})}


def at_the_door(*overlays: str, first: str = "Goblin") -> Table:
    """Goblin, Roan with a sense for danger, and Milli; it is the turn of whoever is first."""
    scores = {"Goblin": 20, "Roan": 15, "Milli": 10, first: 30}
    table = Table(LUX, *overlays)
    for name, score in scores.items():
        table.add(name, score=score, acts=DANGER_SENSE if name == "Roan" else None)
    table.start()
    assert table.active == first
    return table


def deeds(events: tuple[Event, ...]) -> list[str]:
    """What happened, in its order: acts by name, losses of hit points as such."""
    found = []
    for event in events:
        if isinstance(event, Acted):
            found.append(event.act)
        elif isinstance(event, PoolSet) and event.pool == "hp":
            found.append(f"{event.was} -> {event.value}")
    return found


def test_lux_e3_a_reflex_save_comes_after_the_trap() -> None:
    """LUX-E3: the trap takes effect, then the save is made; the trap has gone off whatever the save gives."""
    table = at_the_door()
    events = table.do(table.trigger("trap", "Milli", kind="reflex", amount="-2d6"), faces=(3, 4))
    assert deeds(events) == ["trap", "20 -> 13"]
    assert only(events, AmountRolled).total == -7
    assert table.asked == ["Milli"]
    events = table.do(table.react("Milli", "save"), by="Milli")
    assert deeds(events) == ["save"]
    assert not every(events, Spoiled)
    assert table.pool("Milli", "hp") == 13
    assert table.pool("Milli", "reaction") == 3
    assert table.active == "Goblin"


def test_lux_e4_danger_sense_comes_before_the_trap() -> None:
    """LUX-E4: the reaction comes before the trap is tripped; it never goes off and does nothing."""
    table = at_the_door()
    table.do(table.trigger("trap", "Roan", kind="reflex", amount="-2d6"))
    assert table.asked == ["Roan"]
    assert table.pool("Roan", "hp") == 20
    events = table.do(table.react("Roan", "danger sense", outcome="spoils"), by="Roan")
    acted = every(events, Acted)
    assert [(e.act, e.spoiled) for e in acted] == [("danger sense", ""), ("trap", "danger sense")]
    assert not every(events, AmountRolled)
    assert table.pool("Roan", "hp") == 20
    assert not isinstance(table.top, Window)


def test_without_a_kind_a_save_is_an_interrupt() -> None:
    """LUX-C4, LUX-A7: saving against an unforeseen threat is an interrupt unless its trigger says otherwise."""
    table = at_the_door()
    events = table.do(table.trigger("trap", "Milli", amount="-4"))
    assert only(events, WindowOpened).ref == "LUX-C4"
    events = table.do(table.react("Milli", "save", outcome="changes", new="amount / 2"))
    assert deeds(events) == ["save", "trap", "20 -> 18"]


def test_a_trigger_of_the_ruleset_may_carry_its_own_kind() -> None:
    """LUX-A7: the trigger's own kind beats the default; the window then names the rule of reacting."""
    table = at_the_door("triggers: {trap: {kind: reflex, amount: -3, ref: LUX-E3}}")
    events = table.do(table.trigger("trap", "Milli"))
    assert deeds(events) == ["trap", "20 -> 17"]
    assert only(events, WindowOpened).ref == "LUX-A6"
    assert only(events, Acted).ref == "LUX-E3"


def test_an_action_may_carry_its_own_kind() -> None:
    """LUX-A7: so may somebody's act."""
    table = at_the_door("actions: {attack: {answered: reflex}}")
    events = table.do(table.act("Goblin", "attack", "Milli", amount="-3"))
    assert deeds(events) == ["attack", "20 -> 17"]
    assert table.asked == ["Milli"]


def test_the_default_kind_can_be_a_reflex() -> None:
    """LUX-C4: with `reflex` a defence comes after the attack, unless it or its trigger says otherwise."""
    table = at_the_door("reacting: {kind: reflex}")
    assert deeds(table.do(table.act("Goblin", "attack", "Milli", amount="-3"))) == ["attack", "20 -> 17"]
    table.do(Resolve())
    table.do(table.trigger("trap", "Milli", kind="interrupt", amount="-3"))
    assert table.pool("Milli", "hp") == 17
    assert table.asked == ["Milli"]


@pytest.mark.parametrize(("kind", "before"), [("interrupt", 20), ("reflex", 17)])
def test_the_gm_can_be_asked_for_the_kind_each_time(kind: str, before: int) -> None:
    """LUX-C4: with `ask` the GM says for each trigger whether it is interrupted or followed."""
    table = at_the_door("reacting: {kind: ask}")
    events = table.do(table.act("Goblin", "attack", "Milli", amount="-3"))
    assert only(events, Asked).ref == "LUX-C4"
    assert table.question == "reaction.kind"
    assert isinstance(table.top, Question)
    assert table.top.ask.parts[0].to == ("gm",)
    table.answer(kind)
    assert table.pool("Milli", "hp") == before
    assert table.asked == ["Milli"]


def test_the_gm_is_not_asked_where_it_makes_no_difference() -> None:
    """LUX-C4: nothing is asked where the trigger has a kind, or nobody could answer."""
    table = at_the_door("reacting: {kind: ask}")
    table.do(table.trigger("trap", "Milli", kind="reflex"))
    assert table.question == ""
    table.do(Resolve())
    table.do(ChangePool((table.id("Milli"),), "reaction", to="0"))
    table.do(table.act("Goblin", "attack", "Milli", amount="-3"))
    assert table.pool("Milli", "hp") == 17


def test_a_reaction_in_ones_own_turn() -> None:
    """LUX-C5: stepping on a trap in one's own turn: a save costs a reaction, not an action."""
    table = at_the_door(first="Milli")
    table.do(table.act("Milli", "drink"))
    table.do(table.trigger("trap", "Milli", amount="-3"))
    table.do(table.react("Milli", "save", outcome="escapes"))
    assert table.pool("Milli", "reaction") == 3
    assert table.pool("Milli", "action") == 1.5
    assert table.active == "Milli"


def test_a_ruleset_can_forbid_reactions_in_ones_own_turn() -> None:
    """LUX-C5: with `no` nobody is asked in their own turn, and the refusal names the rule; others are asked still."""
    table = at_the_door("reacting: {own turn: no}", first="Milli")
    table.do(table.act("Milli", "drink"))
    table.do(table.trigger("trap", "Milli", "Roan", amount="-3"))
    assert table.asked == ["Roan"]
    refusal = table.refused(table.react("Milli", "save"))
    assert (refusal.code, refusal.ref, refusal.rule) == ("reaction.own_turn", "LUX-C5", True)
    table.do(table.react("Milli", "save"), force=True)
    assert table.pool("Milli", "reaction") == 3


def test_one_reaction_can_be_exempt_from_the_rule_of_own_turns() -> None:
    """LUX-C5: a reaction may say for itself what the others may not."""
    table = at_the_door("{reacting: {own turn: no}, reactions: {save: {own turn: yes}}}", first="Milli")
    table.do(table.act("Milli", "drink"))
    table.do(table.trigger("trap", "Milli", amount="-3"))
    assert table.asked == ["Milli"]


def test_without_a_reaction_left_no_defence() -> None:
    """LUX-C8: with none left defending is refused; no window opens for it, and the GM can insist for nothing."""
    table = at_the_door()
    table.add("Goblin Archer")
    table.do(ChangePool((table.id("Milli"),), "reaction", to="0"))
    table.do(table.act("Goblin", "attack", "Milli", "Roan", amount="-3"))
    assert table.asked == ["Roan"]
    refusal = table.refused(table.react("Milli", "defend"))
    assert (refusal.code, refusal.ref) == ("act.cost", "LUX-C8")
    assert refusal.data["left"] == "0"
    table.do(table.react("Milli", "defend", outcome="escapes"), force=True)
    assert table.pool("Milli", "reaction") == 0


def test_a_defence_can_be_free_once_reactions_are_spent() -> None:
    """LUX-C8: with `yes` one may defend with no reaction left; what isn't a defence stays refused."""
    free = "reactions: {defend: {when spent: free}, save: {when spent: free}}"
    table = at_the_door(free)
    table.do(ChangePool((table.id("Milli"),), "reaction", to="1"))
    table.do(table.act("Goblin", "attack", "Milli", amount="-3"))
    table.do(table.react("Milli", "defend", outcome="escapes"))
    assert table.pool("Milli", "reaction") == 0
    table.do(table.act("Goblin", "attack", "Milli", amount="-3"))
    assert table.asked == ["Milli"]
    table.do(table.react("Milli", "defend", outcome="escapes"))
    assert table.pool("Milli", "reaction") == 0
    assert table.pool("Milli", "hp") == 20
    table.do(ChangePool((table.id("Roan"),), "reaction", to="0"))
    table.do(table.trigger("trap", "Roan", kind="reflex"))
    assert table.asked == ["Roan"]
    assert table.refused(table.react("Roan", "danger sense")).code == "reaction.too_late"


def test_one_reaction_for_each_trigger() -> None:
    """LUX-C16: whoever has answered a trigger is not asked again about it, neither before it nor after."""
    again = "reactions: {riposte: {to: attack, kind: reflex, cost: {reaction: 1}}}"
    table = at_the_door(again)
    table.do(table.act("Goblin", "attack", "Milli", "Roan", amount="-3"))
    assert table.asked == ["Roan", "Milli"]
    table.do(table.react("Roan", "defend"))
    assert table.asked == ["Milli"]
    refusal = table.refused(table.react("Roan", "defend"))
    assert (refusal.code, refusal.ref) == ("reaction.once", "LUX-C16")
    table.do(table.let_go("Milli"))
    assert table.asked == ["Milli"]
    table.do(table.react("Milli", "riposte"))
    table.do(table.act("Goblin", "attack", "Roan"))
    assert table.asked == ["Roan"]


def test_a_ruleset_can_allow_many_reactions_to_a_trigger() -> None:
    """LUX-C16: with `many` one is asked until one passes or has nothing left."""
    table = at_the_door("reacting: {per trigger: {most: many}}")
    table.do(table.act("Goblin", "attack", "Milli", amount="-9"))
    for left in (3, 2):
        table.do(table.react("Milli", "defend", outcome="changes", new="amount + 1"))
        assert table.pool("Milli", "reaction") == left
        assert table.asked == ["Milli"]
    table.do(table.let_go("Milli"))
    assert table.pool("Milli", "hp") == 13


def test_reactions_are_as_many_as_half_actions_and_come_back_at_the_end_of_ones_turn() -> None:
    """LUX-A6: 2 × Actions of them; what was spent comes back as one's next turn ends, not as it starts."""
    table = at_the_door()
    assert table.pool("Milli", "reaction") == 4
    table.do(table.act("Goblin", "attack", "Milli"))
    table.do(table.react("Milli", "defend"))
    table.end()
    table.do(table.act("Roan", "drink"))
    table.end()
    assert table.active == "Milli"
    table.do(table.act("Milli", "drink"))
    assert table.pool("Milli", "reaction") == 3
    table.end()
    assert table.pool("Milli", "reaction") == 4


def test_reactions_and_free_actions_stay_open_while_delaying() -> None:
    """LUX-I5: whoever delays is off-turn; reactions are open, and not refreshed until a turn of its own has ended."""
    table = at_the_door()
    table.do(Delay(table.id("Goblin")))
    assert table.active == "Roan"
    table.do(table.act("Goblin", "talk"))
    table.do(table.act("Roan", "attack", "Goblin", amount="-1"))
    assert table.asked == ["Goblin"]
    table.do(table.react("Goblin", "defend"))
    table.end()
    assert table.pool("Goblin", "reaction") == 3
    assert table.refused(table.act("Goblin", "drink")).code == "turn.not_yours"
    assert table.who("Goblin").pools["action"] == 0


def test_off_turn_only_what_one_is_able_to() -> None:
    """LUX-S5: off-turn there are reactions and free actions, and of these only what the character is able to."""
    table = at_the_door()
    refusal = table.refused(table.act("Milli", "drink"))
    assert (refusal.code, refusal.ref) == ("turn.not_yours", "LUX-S5")
    table.do(table.act("Milli", "talk"))
    table.do(SetCondition((table.id("Milli"),), "gagged"))
    assert table.refused(table.act("Milli", "talk")).code == "act.barred"
    table.do(ChangePool((table.id("Milli"),), "hp", to="0"))
    assert table.refused(table.act("Milli", "talk")).code == "turn.unable"
    table.do(table.act("Goblin", "attack", "Milli", amount="-1"))
    assert not isinstance(table.top, Window)


def test_a_condition_can_bar_all_reactions() -> None:
    """Every reaction has a tag of that name: one who is surprised reacts to nothing."""
    table = at_the_door()
    table.do(SetCondition((table.id("Milli"),), "surprised"))
    table.do(table.act("Goblin", "attack", "Milli", "Roan"))
    assert table.asked == ["Roan"]
    assert table.refused(table.react("Milli", "defend")).code == "act.barred"


def test_reactions_answer_named_triggers_only() -> None:
    """LUX-A6: a reaction that answers something else, or is somebody else's to give, is refused."""
    table = at_the_door()
    table.do(table.act("Goblin", "attack", "Milli"))
    assert table.refused(table.react("Milli", "save")).code == "reaction.not_to_this"
    assert table.refused(table.react("Roan", "defend")).code == "reaction.not_for_you"
    assert table.refused(table.react("Milli", "dance")).code == "reaction.unknown"
    assert table.refused(table.react("Milli", "danger sense")).code == "reaction.unknown"
    assert table.refused(table.react("Milli", "defend", outcome="changes")).code == "reaction.new_missing"
    shields = (table.id("Roan"),)
    refusal = table.refused(table.react("Milli", "defend", outcome="escapes", shields=shields))
    assert refusal.code == "reaction.not_a_target"


def test_a_trigger_that_nobody_can_answer_just_happens() -> None:
    """What nobody can answer has its effect at once; a trigger needs no entry in the ruleset, but a name."""
    table = at_the_door()
    events = table.do(table.trigger("the roof falls in", "Milli", "Goblin", amount="-3"))
    assert deeds(events) == ["the roof falls in", "20 -> 17", "20 -> 17"]
    assert table.refused(Trigger(" ")).code == "trigger.unnamed"
    assert table.refused(table.trigger("trap", "Milli", amount="3d")).code == "formula.bad"
    assert table.refused(Trigger("trap", ("c99",))).code == "combatant.unknown"


def test_what_could_not_be_rolled_later_is_refused_at_once() -> None:
    """A formula that has no value would hold up the table once everybody has spoken."""
    table = at_the_door()
    assert table.refused(table.act("Goblin", "attack", "Milli", amount="-3 - sped")).code == "formula.failed"
    table.do(table.act("Goblin", "attack", "Milli", amount="-3 - speed"))
    assert table.refused(Resolve("-3d")).code == "formula.bad"
    assert table.refused(table.react("Milli", "defend", outcome="changes", new="amount / 0")).code == "formula.failed"
    assert table.refused(table.react("Milli", "defend", amount="1d6 + sped")).code == "formula.failed"
    table.do(table.react("Milli", "defend", outcome="changes", new="amount / 3"))
    assert table.pool("Milli", "hp") == 19


def test_tags_told_with_a_trigger_are_answered() -> None:
    """The GM can call anything a threat."""
    table = at_the_door()
    table.do(table.trigger("the roof falls in", "Milli", tags=("threat",), amount="-3"))
    assert table.asked == ["Milli"]


def test_a_trigger_of_the_ruleset_does_its_deeds() -> None:
    """What a trigger causes beside harm falls on those whom it hits and who don't escape it."""
    table = at_the_door("triggers: {net: {tags: threat, does: [{gives: gagged}]}}")
    table.do(table.trigger("net", "Milli", "Goblin"))
    table.do(table.let_go("Goblin"))
    table.do(table.react("Milli", "save", outcome="escapes"))
    assert table.who("Milli").conditions == ()
    assert table.who("Goblin").conditions == ("gagged",)


def test_a_trigger_outside_a_scene_is_answered_too() -> None:
    """Then the agenda holds nothing else."""
    table = Table(LUX, Milli=10)
    table.do(table.trigger("trap", "Milli", amount="-2"))
    assert table.asked == ["Milli"]
    table.do(Resolve())
    assert table.encounter.state.agenda == ()
    assert table.pool("Milli", "hp") == 18


TOLD = "reacting: {told: threat}"


def test_whatever_is_told_can_be_answered() -> None:
    """LUX-A7: saving against an unforeseen threat is a reaction, whatever the threat is called."""
    table = at_the_door(TOLD)
    table.do(table.trigger("boulder", "Milli", amount="-3"))
    assert (table.asked, table.pool("Milli", "hp")) == (["Milli"], 20)
    assert deeds(table.do(table.react("Milli", "save"))) == ["save", "boulder", "20 -> 17"]


@pytest.mark.parametrize(("name", "tags"), [("attack", ()), ("boulder", ("attack",))])
def test_what_is_told_as_something_else_is_that(name: str, tags: tuple[str, ...]) -> None:
    table = at_the_door(TOLD)
    table.do(table.trigger(name, "Milli", tags=tags, amount="-3"))
    assert table.refused(table.react("Milli", "save")).code == "reaction.not_to_this"
    assert deeds(table.do(table.react("Milli", "defend"))) == ["defend", name, "20 -> 17"]


def test_what_is_told_is_nothing_more_where_the_ruleset_does_not_say_so() -> None:
    table = at_the_door()
    assert deeds(table.do(table.trigger("boulder", "Milli", amount="-3"))) == ["boulder", "20 -> 17"]
