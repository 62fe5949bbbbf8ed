"""What the logs of all examples say is told in whole sentences: no blank too many, no word of the engine's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from golden.logs import EXAMPLES, fight, played

from turnwright.chronicle import as_text
from turnwright.engine import Encounter
from turnwright.scenario.report import scenario_files
from turnwright.speech import question
from turnwright.speech.catalogue import Many, Template, catalogue, languages
from turnwright.speech.pending import going_on
from turnwright.speech.voice import Voice

FILES = tuple(scenario_files((EXAMPLES,)))

FAULTS = {
    "a blank at the end": r"\s$",
    "two blanks": r"\S\s{2,}\S",
    "a blank ahead of a sign": r"\s[,.;:!?)]",
    "a blank after a bracket": r"[(\[]\s",
    "two signs": r"[,;:]\s*[,.;:]|\.\.",
    "nothing in brackets or quotation marks": r"\(\s*\)|\"\"|''",
    "a sentence that breaks off": r"(?:[,:(]|\b(?:when|on|the|does|would|until|for|and))$",
    "a word as programs write it": r"\w_\w|\bNone\b|\bTrue\b|\bFalse\b",
    "one of what are many": r"(?<![\d½/→=-])\b1 ([A-Za-z]+ )?(?i:actions|reactions|moves|maneuvers|tokens|dice)\b",
    "several who are told of as one": r"NAME and NAME (?!was\b)[a-z]+s\b",
    "whose twice": r"'s \w+'s ",
}


def faults(line: str, names: list[str]) -> list[str]:
    """What is amiss with a line, whoever is called what."""
    if names:
        line = re.sub("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names), "NAME", line)
    return [fault for fault, sign in FAULTS.items() if re.search(sign, line)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_the_log_is_told_in_whole_sentences(file: Path) -> None:
    stage = played(file)
    state = stage.encounter.state
    named = {one.name for one in state.combatants.values()} | {one.name for one in state.entries.values()}
    names = sorted(named, key=len, reverse=True)
    for language in languages():
        lines = as_text(fight(stage, language)).splitlines()
        assert lines
        assert {line: found for line in lines if (found := faults(line, names))} == {}


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_what_is_asked_and_what_goes_on_is_told_in_whole_sentences(file: Path) -> None:
    stage = played(file)
    rules = fight(stage).rules
    state = Encounter.new(rules, "a").state
    for record in stage.encounter.history:
        for event in record.events:
            state = event.apply(state)
        named = {one.name for one in state.combatants.values()} | {one.name for one in state.entries.values()}
        names = sorted(named, key=len, reverse=True)
        for language in languages():
            for line in (question(rules, state, language), going_on(Voice(rules, state, language))):
                assert faults(line, names) == [], line


@pytest.mark.parametrize(
    "line",
    [
        "Mara has ready: act, when Lurker does ",
        "Mara has ready: act, when Lurker and Thug 2 does attack",
        "party's side's go ends",
        "Pau: 1 Actions less at the next refill",
        "Pau: actions_per_turn is 1",
        "Pau: something  twice",
        "Pau waits ()",
        "Pau answers: ",
        "Pau , and nothing",
        "The end..",
    ],
)
def test_a_line_that_is_amiss_is_found(line: str) -> None:
    assert faults(line, ["Mara", "Lurker", "Thug 2", "Pau"])


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("Milli", "Milli has Milli's turn"),
        ("Boris", "Boris has Boris's turn"),
        (Many("orcs"), "orcs have orcs' turn"),
        (Many("Ada and Bo"), "Ada and Bo have Ada and Bo's turn"),
    ],
)
def test_verbs_and_belongings_go_with_one_or_with_several(who: str, said: str) -> None:
    whose = catalogue("en").whose
    assert Template("{who} {who|has|have} {who's} turn").fill(lambda name: who, str, whose) == said
