"""The GM is above the rules: what is refused by a rule is done all the same when the GM insists."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import turnwright
from turnwright import Fight
from turnwright.engine import Encounter, Record, Redo, Refusal, Undo, choices, decide
from turnwright.engine.base import Command
from turnwright.engine.events import Ruled
from turnwright.engine.tracking import tracks
from turnwright.scenario.expect import active_name
from turnwright.scenario.play import Stage
from turnwright.scenario.read import read_scenario
from turnwright.scenario.report import scenario_files

ENGINE = Path(turnwright.__file__).parent / "engine"
EXAMPLES = Path(__file__).parent.parent.parent / "examples"

WHY = {
    "unknown": "nothing is called so",
    "unsaid": "something is left out without which it means nothing",
    "bounds": "a number or a text that can't be",
    "player": "it is the GM's alone, and the GM is not refused",
    "nothing": "there is nothing of the kind to be done",
    "ahead": "something else has to be answered first, and is answered by the GM if need be",
    "done": "it has happened: undo takes it back",
    "turn": "a turn would be lost or had twice; the GM gives turns by hand",
}

NOT_OVERRULED = {
    "act.choice_missing": "unsaid",
    "act.cost_gm_only": "player",
    "act.cost_negative": "bounds",
    "act.cost_step": "bounds",
    "act.cost_unnamed": "unsaid",
    "act.target": "unknown",
    "act.unknown": "unknown",
    "ambush.late": "done",
    "bag.empty": "nothing",
    "bag.none": "nothing",
    "bag.too_many": "bounds",
    "choice.none": "nothing",
    "choice.not_asked": "nothing",
    "choice.unknown": "unknown",
    "deck.drawn": "done",
    "deck.empty": "nothing",
    "deck.unknown": "unknown",
    "declare.not_said": "nothing",
    "extra.unknown": "unknown",
    "formation.empty": "nothing",
    "formation.known": "unknown",
    "formation.name": "bounds",
    "formation.not_called": "nothing",
    "formation.unknown": "unknown",
    "group.absent": "turn",
    "group.turn_on": "turn",
    "group.waits": "turn",
    "initiative.rolled": "player",
    "interrupt.gm_only": "player",
    "item.unnamed": "unsaid",
    "naming.not_them": "turn",
    "next.whose": "unsaid",
    "pool.top": "bounds",
    "prepared.not_set_off": "player",
    "prepared.nothing_to_spoil": "nothing",
    "reaction.new_missing": "unsaid",
    "reaction.too_late_to_change": "done",
    "rest.gain_unnamed": "unsaid",
    "rest.no_maximum": "unsaid",
    "rest.spend": "bounds",
    "side.unknown": "unknown",
    "stat.bounds": "bounds",
    "stat.step": "bounds",
    "takeover.unknown": "unknown",
    "task.pool": "unknown",
    "task.takes": "unsaid",
    "task.turns": "bounds",
    "tie.endless": "bounds",
    "track.few_milestones": "bounds",
    "track.gain_negative": "bounds",
    "track.gain_unnamed": "unsaid",
    "track.goal_bounds": "bounds",
    "track.goal_missing": "unsaid",
    "track.goal_twice": "unsaid",
    "track.grade_unknown": "unknown",
    "track.grade_unset": "unsaid",
    "track.order": "bounds",
    "trait.not_a_choice": "unknown",
    "turn.busy": "ahead",
    "turn.held_up": "ahead",
    "turn.taken": "nothing",
    "turn.to_begin": "ahead",
    "wait.begun": "nothing",
    "wait.needs_act": "unsaid",
    "wait.no_trigger": "unsaid",
    "wait.none": "unknown",
    "wait.not_up": "nothing",
    "wait.passed": "unknown",
    "wait.target_missing": "unsaid",
}
"""What is refused with the id of a rule, but not by a rule that the GM could overrule; each with one of the reasons."""


def _refused_for_good() -> set[str]:
    """The codes of all refusals in the engine's text that name a rule and heed nobody's insisting."""
    found = {"turn.busy", "turn.held_up"}
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "refuse":
                code, *more = node.args
                if more and isinstance(code, ast.Constant):
                    found.add(str(code.value))
    return found | {"track.order", "wait.passed", "act.target"}


def test_what_is_refused_for_good_is_listed_with_its_reason() -> None:
    assert _refused_for_good() == set(NOT_OVERRULED)
    assert set(NOT_OVERRULED.values()) == set(WHY)


FILES = tuple(scenario_files((EXAMPLES,)))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_what_a_rule_refuses_is_done_when_the_gm_insists(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that an example has refused, and all that could not be done then, is tried once more with insisting."""
    left: dict[str, Command] = {}

    def insist(encounter: Encounter, command: Command, refusal: Refusal) -> None:
        if refusal.rule or refusal.ref:
            tried = decide(encounter.rules, encounter.state, command, force=True)
            if isinstance(tried, Refusal) and (tried.rule or (tried.ref and tried.code not in NOT_OVERRULED)):
                left[tried.code] = command

    def do(encounter: Encounter, command: Command, **more: Any) -> Record | Refusal:
        result = usual(encounter, command, **more)
        if isinstance(result, Refusal) and not isinstance(command, Undo | Redo):
            insist(encounter, command, result)
            for choice in choices(encounter.rules, encounter.state):
                if choice.barred is not None:
                    insist(encounter, choice.command, choice.barred)
        return result

    usual = Encounter.do
    monkeypatch.setattr(Encounter, "do", do)
    outcome = Stage(read_scenario(file)).run()
    assert (outcome.failures, left) == ([], {})


LUX = ("lux-aeterna", ("A speed 1 hp 9", "B side g speed 1 hp 9", "C side g speed 1 hp 9"), ("A 10", "B 5", "C 2"))
EOD = (
    "edge-of-darkness",
    tuple(f"{name} dexterity 3 composure 3 health 7" for name in ("Mara", "Jonah side x", "Rat side x")),
    ("Mara 9", "Jonah 7", "Rat 3"),
)


def fight_of(game: str, cast: tuple[str, ...], rolls: tuple[str, ...], *lines: str) -> Fight:
    fight = Fight.new(game, seed="insist")
    for line in (*(f"add {one}" for one in cast), *(f"roll {one}" for one in rolls), "start", *lines):
        told = fight.do(line)
        assert told, told.lines
    return fight


@pytest.mark.parametrize(
    ("fight", "line", "rule", "active"),
    [
        ((*LUX, "A begin"), "delay", "LUX-I4", "B"),
        ((*LUX, "A end", "B end"), "C delay", "LUX-I4", "C"),
        (LUX, "C delay", "LUX-I4", "A"),
        ((*LUX, "A delay", "hp A =0", "B end"), "enter A", "LUX-S4", "C"),
        ((*LUX, "A delay", "hp A =0"), "turn A", "LUX-S4", "B"),
        ((*EOD, "attack Rat for 1", "move costs 2"), "delay", "EOD-D1", "Jonah"),
        (EOD, "delay until 15", "EOD-D1", "Mara"),
        ((*EOD, "end"), "delay before Mara", "EOD-D1", "Jonah"),
        ((*EOD, "delay until 5"), "enter Mara", "EOD-D1", "Jonah"),
        ((*EOD, "delay"), "fire Mara", "EOD-D6", "Mara"),
    ],
)
def test_waiting_against_the_rules(fight: tuple[Any, ...], line: str, rule: str, active: str) -> None:
    """LUX-I4, LUX-S4, EOD-D1, EOD-D6: a ruling, and the fight goes on from there to its next rounds."""
    played = fight_of(*fight)
    refused = played.do(line).refusal
    assert refused is not None
    assert (refused.rule, refused.ref) == (True, rule), played.do(line).lines
    done = played.do(f"{line}!")
    assert done, done.lines
    assert any(isinstance(event, Ruled) for event in played.encounter.records[-1].events)
    assert active_name(played.encounter) == active
    rounds = played.state.round + 2
    for _ in range(30):
        if played.state.round < rounds:
            assert played.do("next")
    assert played.state.round == rounds


def test_what_has_begun_is_not_begun_again() -> None:
    """LUX-I4, SEM-16: a turn that was put off against the rules goes on where it was; its Actions are as they were."""
    fight = fight_of(*LUX, "attack B for 1", "B pass", "delay!", "B end", "enter A")
    ana = next(c for c in fight.state.combatants.values() if c.name == "A")
    assert (active_name(fight.encounter), ana.pools["action"]) == ("A", 1)


def test_whoever_is_let_in_needs_no_other_word() -> None:
    """SEM-24: nobody is told of a way that is then refused."""
    fight = fight_of(*LUX, "A delay", "hp A =0")
    told = fight.do("turn A").lines[0]
    assert "enter A" not in told
    fight = fight_of(*LUX, "A delay")
    assert "enter A" in fight.do("turn A").lines[0]
    assert fight.do("enter A")


def test_several_targets_against_the_rules() -> None:
    """ODY-A3: a strike at one target hits two by the GM's ruling, but nobody twice."""
    fight = Fight.new("last-odyssey", seed="two", options={"initiative": "scores"})
    cast = ("Rhea side heroes tier 6 hp 30", "Orc side antagonists tier 1 hp 9", "Ork side antagonists tier 1 hp 9")
    for line in (*(f"add {one} row front" for one in cast), "score Rhea 12", "score Orc 5", "score Ork 4", "start"):
        assert fight.do(line), line
    while not active_name(fight.encounter):
        assert fight.do("next")
    refused = fight.do("basic attack Orc, Ork for 2").refusal
    assert refused is not None
    assert (refused.code, refused.rule) == ("act.target", True)
    assert fight.do("basic attack Orc, Ork for 2!")
    assert [c.pools["hp"] for c in fight.state.combatants.values() if c.side == "antagonists"] == [7, 7]


def test_a_milestone_out_of_order() -> None:
    """LUX-N2: taken ahead of the others by the GM's ruling; these are still to come."""
    fight = Fight.new("lux-aeterna", seed="track")
    for line in ("add Pau speed 1 hp 9", "track Sword by Pau goal 8 step heat step fold step quench"):
        assert fight.do(line), line
    refused = fight.do("advance step 3 by 2").refusal
    assert refused is not None
    assert (refused.code, refused.rule, refused.ref) == ("track.order", True, "LUX-N2")
    assert fight.do("advance step 3 by 2!")
    (track,) = tracks(fight.state).values()
    assert ([one.what for one in track.milestones], track.steps) == (["quench", "heat", "fold"], 1)
    assert not fight.do("advance step 4 by 2!")
