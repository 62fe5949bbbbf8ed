"""Windows: interrupts before an act resolves, reflexes after, nesting, closing."""

from __future__ import annotations

import pytest

from reactions.table import LUX, Table, every, only
from turnwright.engine.acts import Acted, ActFrame, Declared, Spoiled
from turnwright.engine.events import PoolSet
from turnwright.engine.happenings import TurnEnded
from turnwright.engine.mechanics.cast import Hide, Remove
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.reactions import AlwaysPass
from turnwright.engine.mechanics.scenes import Next
from turnwright.engine.mechanics.triggers import Resolve, Spoil
from turnwright.engine.windows import LetGo, SaidEarly, Unsaid, Window, WindowClosed, WindowOpened

MORE = """
reactions:
  riposte: {to: attack, kind: reflex, cost: {reaction: 1}, amount: "-2", outcome: nothing}
  shield: {to: attack, who: allies of target, cost: {reaction: 1}, outcome: changes, changes: amount // 2}
  cheer: {to: attack, kind: reflex, who: allies of actor, cost: {reaction: 1}, outcome: nothing}
"""


NESTED = """
reactions:
  parry: {to: riposte, cost: {reaction: 1}, outcome: escapes}
  taunt: {to: reaction, kind: reflex, who: anyone, cost: {reaction: 1}, outcome: nothing, limit: 1 a round}
"""


@pytest.fixture
def table() -> Table:
    """Goblin 20, Milli 15, Roan 10, in round 1: the Goblin's turn has come up."""
    table = Table(LUX, Goblin=20, Milli=15, Roan=10)
    table.start()
    assert table.active == "Goblin"
    return table


@pytest.fixture
def more() -> Table:
    """The same with more reactions."""
    table = Table(LUX, MORE, Goblin=20, Milli=15, Roan=10)
    table.start()
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
    assert every(events, Acted)[0].ref == "LUX-A7"
    assert table.pool("Milli", "hp") == 20
    assert table.pool("Milli", "reaction") == 3
    assert table.pool("Goblin", "action") == 1
    assert table.active == "Goblin"


def test_an_interrupt_may_change_what_the_act_does(table: Table) -> None:
    """LUX-A7: an interrupt may change the outcome of its trigger."""
    table.do(table.act("Goblin", "attack", "Milli", amount="-7"))
    table.do(table.react("Milli", "defend", outcome="changes", new="amount / 2"))
    assert table.pool("Milli", "hp") == 20 - 3.5


def test_an_interrupt_that_changes_nothing_leaves_the_act_as_it_is(table: Table) -> None:
    """LUX-A7: a defence that fails has been paid for, and the attack hits."""
    table.do(table.act("Goblin", "attack", "Milli", amount="-5"))
    table.do(table.react("Milli", "defend"))
    assert table.pool("Milli", "hp") == 15
    assert table.pool("Milli", "reaction") == 3


def test_a_reflex_comes_after_its_trigger(more: Table) -> None:
    """LUX-A7: the trigger is resolved first, then the reflex; it can't undo it."""
    more.do(more.act("Goblin", "attack", "Milli", amount="-5"))
    assert more.refused(more.react("Milli", "riposte")).code == "reaction.too_early"
    more.do(Resolve())
    assert more.pool("Milli", "hp") == 15
    assert more.asked == ["Milli"]
    assert more.refused(more.react("Milli", "defend")).code == "reaction.too_late"
    refusal = more.refused(more.react("Milli", "riposte", outcome="spoils"))
    assert refusal.code == "reaction.outcome"
    events = more.do(more.react("Milli", "riposte"))
    assert [(e.act, e.targets) for e in every(events, Acted)] == [("riposte", (more.id("Goblin"),))]
    assert more.pool("Goblin", "hp") == 18


def test_a_reflex_told_to_spoil_its_trigger_is_refused(table: Table) -> None:
    """LUX-A7: by then the trigger has had its effect, and not even the GM can pretend otherwise."""
    table.do(table.trigger("trap", "Milli", kind="reflex", amount="-5"))
    late = table.react("Milli", "save", outcome="escapes")
    assert table.refused(late).code == "reaction.too_late_to_change"
    assert table.refused(late, force=True).code == "reaction.too_late_to_change"


def test_a_reaction_can_be_answered_itself() -> None:
    """LUX-C16: an interrupt to a reaction resolves before it, a reflex after it, and the trigger goes on after all."""
    table = Table(LUX, MORE, NESTED, Goblin=20, Milli=15, Roan=10)
    table.start()
    table.do(table.act("Goblin", "attack", "Milli", amount="-5"))
    table.do(Resolve())
    table.do(table.react("Milli", "riposte"))
    assert table.asked == ["Goblin"]
    frames = [f for f in table.encounter.state.agenda if isinstance(f, ActFrame)]
    assert [f.act for f in frames] == ["attack", "riposte"]
    table.do(table.react("Goblin", "parry"))
    assert table.asked == ["Milli", "Roan"]
    table.do(table.let_go("Milli"))
    table.do(table.react("Roan", "taunt"))
    while isinstance(table.top, Window):
        table.do(Resolve())
    done = [(e.act, e.escaped) for e in _all(table) if isinstance(e, Acted)]
    assert done == [("attack", ()), ("parry", ()), ("taunt", ()), ("riposte", (table.id("Goblin"),))]
    assert table.pool("Goblin", "hp") == 20
    assert table.active == "Goblin"


def test_no_window_opens_if_nobody_can_answer(table: Table) -> None:
    """A window opens only if somebody holds an affordable reaction to this kind of trigger."""
    events = table.do(table.act("Goblin", "attack"))
    assert not every(events, WindowOpened)
    assert not every(events, Declared)
    table.do(ChangePool((table.id("Milli"),), "reaction", to="0"))
    events = table.do(table.act("Goblin", "attack", "Milli", amount="-1"))
    assert not every(events, WindowOpened)
    assert table.pool("Milli", "hp") == 19


def test_an_act_that_nobody_heeds_is_one_fact(table: Table) -> None:
    """Where no rule ties a reaction to it, an act is paid for and done, and there is no frame in between."""
    assert [type(e) for e in table.do(table.act("Milli", "talk"))] == [Acted]


def test_a_window_closes_when_each_has_spoken(more: Table) -> None:
    """It closes when each has reacted or passed; who may not answer can't let it go by."""
    events = more.do(more.act("Goblin", "attack", "Milli", amount="-8"))
    assert more.asked == ["Milli", "Roan"]
    assert more.refused(more.let_go("Goblin")).code == "window.not_asked"
    events = more.do(more.let_go("Milli"))
    assert only(events, LetGo).who == more.id("Milli")
    assert more.asked == ["Roan"]
    assert more.refused(more.let_go("Milli")).code == "window.not_asked"
    events = more.do(more.react("Roan", "shield"))
    assert only(events, WindowClosed).why == "answered"
    assert more.pool("Milli", "hp") == 16


def test_the_gm_closes_a_window(table: Table) -> None:
    """`resolve` goes on without further answers, and can say what the act does."""
    assert table.refused(Resolve()).code == "window.none"
    table.do(table.act("Goblin", "attack", "Milli"))
    events = table.do(Resolve("-4"))
    assert only(events, WindowClosed).why == "resolved"
    assert table.pool("Milli", "hp") == 16


def test_next_is_the_same_as_resolve(table: Table) -> None:
    """The obvious step while a window is open is to go on without an answer."""
    table.do(table.act("Goblin", "attack", "Milli", amount="-4"))
    assert only(table.do(Next()), WindowClosed).why == "resolved"
    assert table.pool("Milli", "hp") == 16
    assert table.active == "Goblin"


def test_an_amount_that_comes_too_late_is_refused(more: Table) -> None:
    """After the act has had its effect its amount can't be told any more."""
    more.do(more.act("Goblin", "attack", "Milli"))
    more.do(Resolve())
    assert more.asked == ["Milli"]
    assert more.refused(Resolve("-4")).code == "act.resolved"


def test_players_neither_resolve_nor_spoil_nor_trigger(table: Table) -> None:
    """Closing a window, spoiling an act and telling of a trap are the GM's."""
    table.do(table.act("Goblin", "attack", "Milli"))
    for command in (Resolve(), Spoil(), table.trigger("trap")):
        assert table.refused(command, by="Milli").code == "seat.not_yours"
    table.do(table.react("Milli", "defend"), by="Milli")


def test_players_answer_only_for_their_own(more: Table) -> None:
    """SEM-21: a player reacts and passes for own characters, not for another's."""
    more.do(more.act("Goblin", "attack", "Milli"))
    assert more.refused(more.react("Roan", "shield"), by="Milli").code == "seat.not_yours"
    assert more.refused(more.let_go("Roan"), by="Milli").code == "seat.not_yours"
    more.do(more.let_go("Roan"), by="Roan")


def test_whoever_always_passes_is_not_asked(table: Table) -> None:
    """Each can have a switch that lets every chance to react go by; it can be put back."""
    switch = AlwaysPass((table.id("Milli"),))
    table.do(switch, by="Milli")
    assert table.refused(switch, by="Roan").code == "seat.not_yours"
    events = table.do(table.act("Goblin", "attack", "Milli", amount="-1"))
    assert not every(events, WindowOpened)
    table.do(AlwaysPass((table.id("Milli"),), on=False))
    table.do(table.act("Goblin", "attack", "Milli", amount="-1"))
    assert table.asked == ["Milli"]


def test_the_last_action_and_its_reactions_come_before_the_turn_ends(more: Table) -> None:
    """LUX-T3: with the last action spent the turn waits for the reactions, then it is over."""
    for _ in range(2):
        more.do(more.act("Goblin", "attack", "Milli"))
        more.do(Resolve())
        assert more.asked == ["Milli"]
        events = more.do(more.react("Milli", "riposte"))
    assert more.pool("Goblin", "action") == 0
    assert more.pool("Goblin", "hp") == 16
    kinds = [type(e) for e in events]
    assert kinds.index(Acted) < kinds.index(TurnEnded)
    assert only(events, TurnEnded).why == "spent"
    assert more.active == "Milli"


def test_a_turn_cannot_be_ended_while_a_window_is_open(table: Table) -> None:
    """LUX-T3: first what was done is resolved."""
    from turnwright.engine.mechanics.scenes import End

    table.do(table.act("Goblin", "attack", "Milli"))
    assert table.refused(End()).code == "turn.busy"
    assert table.refused(table.act("Goblin", "drink")).code == "turn.busy"


def test_a_felled_actor_does_nothing_and_has_paid(more: Table) -> None:
    """What was declared by somebody who can no longer act is spoiled; its cost stays paid, and nobody answers it."""
    more.do(more.act("Goblin", "attack", "Milli", amount="-5"))
    events = more.do(more.react("Milli", "defend", amount="-99"))
    assert [e.spoiled for e in every(events, Acted)] == ["", "down"]
    assert more.pool("Milli", "hp") == 20
    assert [e.value for e in every(events, PoolSet) if e.pool == "action" and e.who == more.id("Goblin")] == [0]
    assert more.active == "Milli"


def _all(table: Table) -> list[object]:
    return [event for record in table.encounter.history for event in record.events]


def test_a_target_that_has_left_is_missed_and_said_so(table: Table) -> None:
    """An act resolves against who is left."""
    table.do(table.act("Goblin", "attack", "Milli", "Roan", amount="-5"))
    table.do(Remove((table.id("Milli"),), "fled"))
    events = table.do(Resolve())
    acted = only(events, Acted)
    assert acted.missing == (table.id("Milli"),)
    assert table.pool("Milli", "hp") == 20
    assert table.pool("Roan", "hp") == 15


def test_an_actor_that_has_left_does_nothing(table: Table) -> None:
    """An act whose actor was removed while others were asked is spoiled, and the table goes on."""
    table.do(table.act("Goblin", "attack", "Milli", amount="-5"))
    events = table.do(Remove((table.id("Goblin"),)))
    assert only(events, Acted).spoiled == "removed"
    assert table.pool("Milli", "hp") == 20
    assert table.active == "Milli"


def test_the_only_one_asked_leaves(table: Table) -> None:
    """Nobody is left to ask: the window closes by itself."""
    table.do(table.act("Goblin", "attack", "Milli", amount="-5"))
    events = table.do(Remove((table.id("Milli"),)))
    assert only(events, WindowClosed).why == "answered"
    assert table.active == "Goblin"


def test_what_one_target_escapes_still_hits_the_other(table: Table) -> None:
    """A defence of one is no defence of the other; each target's share is its own."""
    table.do(table.act("Goblin", "attack", "Milli", "Roan", amount="-5"))
    assert table.asked == ["Milli", "Roan"]
    table.do(table.react("Milli", "defend", outcome="escapes"))
    table.do(table.react("Roan", "defend", outcome="changes", new="amount + 2"))
    assert table.pool("Milli", "hp") == 20
    assert table.pool("Roan", "hp") == 17


def test_changes_of_an_amount_come_one_after_another(more: Table) -> None:
    """Two who answer for the same target: the second changes what the first left."""
    more.do(more.act("Goblin", "attack", "Milli", amount="-9"))
    more.do(more.react("Milli", "defend", outcome="changes", new="amount + 1"))
    while more.asked != ["Roan"]:
        more.do(Resolve())
    more.do(more.react("Roan", "shield"))
    while isinstance(more.top, Window):
        more.do(Resolve())
    assert more.pool("Milli", "hp") == 16


def test_the_gm_spoils_an_act(table: Table) -> None:
    """By the GM's word an act that was declared comes to nothing; what was paid stays paid."""
    assert table.refused(Spoil()).code == "act.none"
    table.do(table.act("Goblin", "attack", "Milli", amount="-5"))
    events = table.do(Spoil("missed"))
    assert only(events, Spoiled).why == "missed"
    assert only(events, WindowClosed).why == "spoiled"
    assert only(events, Acted).spoiled == "missed"
    assert table.pool("Milli", "hp") == 20
    assert table.pool("Goblin", "action") == 1


def test_the_gm_lets_somebody_answer_what_nothing_ties_it_to(table: Table) -> None:
    """With no trigger a reaction is refused; the GM can insist, and it is paid for and done."""
    defend = table.react("Milli", "defend", amount="-1", targets=(table.id("Goblin"),))
    assert table.refused(defend).code == "reaction.no_trigger"
    assert table.refused(defend, by="Milli", force=True).code == "reaction.no_trigger"
    table.do(defend, force=True)
    assert table.pool("Goblin", "hp") == 19
    assert table.pool("Milli", "reaction") == 3


def test_an_answer_means_one_trigger(table: Table) -> None:
    """SEM-20: an answer to a window that has closed does not land in the next one."""
    table.do(table.act("Goblin", "attack", "Milli"))
    window = table.top
    assert isinstance(window, Window)
    stale = table.react("Milli", "defend", trigger=window.act)
    table.do(Resolve())
    table.do(table.act("Goblin", "attack", "Milli"))
    assert table.refused(stale).code == "window.closed"


# ---- those who come first


def test_an_answer_given_early_waits_for_those_who_come_first(more: Table) -> None:
    """LUX-C16: reactions come in initiative order, whoever speaks first."""
    more.do(more.act("Goblin", "attack", "Milli", amount="-9"))
    events = more.do(more.react("Roan", "shield"), by="Roan")
    said = only(events, SaidEarly)
    assert said.to == more.id("Roan")
    assert said.cost == {"reaction": 1}
    assert more.pool("Roan", "reaction") == 4
    assert more.asked == ["Milli", "Roan"]
    more.do(more.react("Milli", "defend", outcome="changes", new="amount + 1"))
    done = [e.act for e in _all(more) if isinstance(e, Acted)]
    assert done == ["defend", "shield", "attack"]
    assert more.pool("Milli", "hp") == 16


def test_an_answer_given_early_can_be_taken_back(more: Table) -> None:
    """Until it is its turn, passing takes back what was said."""
    more.do(more.act("Goblin", "attack", "Milli", amount="-9"))
    more.do(more.react("Roan", "shield"))
    more.do(more.let_go("Roan"))
    more.do(more.let_go("Milli"))
    assert more.pool("Milli", "hp") == 11
    assert more.pool("Roan", "reaction") == 4


def test_what_was_said_is_dropped_when_the_act_is_spoiled(more: Table) -> None:
    """Nobody pays for answering an act that has come to nothing."""
    more.do(more.act("Goblin", "attack", "Milli", amount="-9"))
    more.do(more.react("Roan", "shield"))
    events = more.do(Spoil())
    assert only(events, Unsaid).why == "window.spoiled"
    assert more.pool("Roan", "reaction") == 4


def test_what_was_said_is_dropped_when_it_can_no_longer_be_done(more: Table) -> None:
    """Somebody who lost what it costs meanwhile is told so."""
    more.do(more.act("Goblin", "attack", "Milli", amount="-9"))
    more.do(more.react("Roan", "shield"))
    events = more.do(ChangePool((more.id("Roan"),), "reaction", to="0"))
    assert only(events, Unsaid).why == "window.not_asked"
    assert more.asked == ["Milli"]
    more.do(more.let_go("Milli"))
    assert more.pool("Milli", "hp") == 11


def test_what_was_said_is_refused_in_its_turn_and_asked_again(more: Table) -> None:
    """If what was said can't be done when its turn comes, whoever said it may say something else."""
    roan = more.id("Roan")
    more.add("Goblin Archer")
    more.do(more.act("Goblin", "attack", "Milli", amount="-9"))
    more.do(more.react("Roan", "shield", targets=(more.id("Goblin Archer"),)))
    more.do(Remove((more.id("Goblin Archer"),)))
    events = more.do(more.let_go("Milli"))
    assert [e.why for e in every(events, Unsaid)] == ["combatant.gone"]
    assert more.pool("Roan", "reaction") == 4
    assert more.asked == ["Roan"]
    assert only(more.do(more.let_go("Roan")), LetGo).who == roan


def test_in_a_ruleset_without_an_order_answers_come_as_called() -> None:
    """`order: any`: who calls first is first."""
    table = Table(LUX, MORE, "reacting: {per trigger: {order: any}}", Goblin=20, Milli=15, Roan=10)
    table.start()
    table.do(table.act("Goblin", "attack", "Milli", amount="-9"))
    table.do(table.react("Roan", "shield"))
    assert table.pool("Roan", "reaction") == 3


# ---- what players must not learn


def test_only_hidden_ones_could_answer() -> None:
    """SEM-22: of a window that is open only for hidden ones, and of what they do in it, only the GM is told."""
    table = Table(LUX, MORE, Milli=20, Goblin=15)
    table.start()
    table.do(Hide((table.id("Goblin"),)))
    events = table.do(table.act("Milli", "attack", "Goblin", amount="-1"))
    assert only(events, WindowOpened).to == "gm"
    events = table.do(table.let_go("Goblin"))
    assert only(events, LetGo).to == "gm"
    assert only(events, WindowClosed).to == "gm"
    events = table.do(table.react("Goblin", "riposte"))
    assert only(events, Declared).to == "gm"
    assert next(e for e in every(events, Acted) if e.act == "riposte").to == "gm"


def test_a_hidden_one_ahead_is_not_given_away() -> None:
    """SEM-22: a player's answer is taken at once even if a hidden one is to speak first; nothing tells of that one."""
    table = Table(LUX, MORE, Milli=20, Goblin=15, Roan=10)
    table.do(Hide((table.id("Roan"),)))
    table.add("Pau", score=5)
    table.start()
    table.do(table.act("Milli", "attack", "Goblin", amount="-1"))
    table.do(Resolve())
    assert "Roan" in table.asked
    assert table.asked[-1] == "Pau"
    events = table.do(table.react("Pau", "cheer"), by="Pau")
    assert [e for e in events if not e.to] == []
    offered = table.choices(by="Pau")
    assert all(table.id("Roan") not in str(choice) for choice in offered)


def test_an_act_of_a_hidden_one_is_not_told_to_players() -> None:
    """SEM-22: what a hidden one declares, only the GM sees; the window for its victim is the victim's to see."""
    table = Table(LUX, Goblin=20, Milli=15)
    table.start()
    table.do(Hide((table.id("Goblin"),)))
    events = table.do(table.act("Goblin", "attack", "Milli"))
    assert only(events, Declared).to == "gm"
    assert only(events, WindowOpened).to == ""
    assert only(table.do(Resolve()), Acted).to == "gm"


# ---- undo, logs


def test_undo_takes_back_an_answer_and_what_it_did(table: Table) -> None:
    """SEM-17: undone, the window is open again with nothing paid; redone, all is as it was."""
    from turnwright.engine import Redo, Undo
    from turnwright.engine.codec import state_bytes

    table.do(table.act("Goblin", "attack", "Milli", amount="-1d6"))
    before = state_bytes(table.encounter.state)
    events = table.do(table.react("Milli", "defend", outcome="changes", new="amount + 1"))
    after = state_bytes(table.encounter.state)
    assert every(events, PoolSet)
    table.encounter.do(Undo())
    assert state_bytes(table.encounter.state) == before
    assert table.asked == ["Milli"]
    table.encounter.do(Redo())
    assert state_bytes(table.encounter.state) == after


def test_what_was_said_early_survives_the_log(more: Table) -> None:
    """SEM-18: a log read back, with a window open and something said in it, is the same state and plays on alike."""
    from turnwright.engine import Encounter, read_record
    from turnwright.engine.codec import encode, state_bytes

    more.do(more.act("Goblin", "attack", "Milli", amount="-9"))
    more.do(more.react("Roan", "shield"))
    records = [read_record(encode(record)) for record in more.encounter.records]
    twin = Encounter.load(more.encounter.rules, records)
    assert state_bytes(twin.state) == state_bytes(more.encounter.state)
    assert twin.state == more.encounter.state
    more.do(more.let_go("Milli"))
    twin.do(more.let_go("Milli"))
    assert twin.state == more.encounter.state
