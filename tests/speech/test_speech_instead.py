"""A refusal says what is possible instead: what it says is accepted, in every situation of every game."""

from __future__ import annotations

import re

import pytest

from speech.walks import GAMES, standing
from turnwright.engine import Refusal
from turnwright.engine.machine import decide
from turnwright.fight import Fight
from turnwright.speech import SpeechError, parse, refuse

SAID = ("", "end", "pass", "answer", "answer nobody", "step", "enter")


def refused(fight: Fight, text: str) -> Refusal | None:
    """What is refused if somebody says this now; nothing changes."""
    try:
        said = parse(fight.rules, fight.state, text)
    except SpeechError as fault:
        return fault.refusal
    done = decide(fight.rules, fight.state, said.command, force=said.force)
    return done if isinstance(done, Refusal) else None


def named(sentence: str) -> list[str]:
    """The commands that a refusal names as possible."""
    listed = re.search(r"possible: (.*?)(?: — | \(the GM|$)", sentence)
    return [text.removesuffix(" (or an empty line)") for text in listed[1].split("; ")] if listed else []


@pytest.mark.parametrize("seed", range(1))
@pytest.mark.parametrize("game", GAMES)
def test_sem_24_what_a_refusal_names_is_accepted(game: str, seed: int) -> None:
    for fight in standing(game, seed):
        for text in SAID:
            found = refused(fight, text)
            sentence = refuse(fight.rules, fight.state, found) if found is not None else ""
            for command in named(sentence):
                assert refused(fight, command) is None, (text, sentence, command)
            if found is not None and not text and not fight.state.closed:
                assert named(sentence), (sentence, fight.state.agenda)


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_line_in_a_fresh_fight_begins_it_or_says_what_to_type(game: str) -> None:
    fight = Fight.new(game)
    assert "add NAME" in fight.do("").lines[0]
    assert fight.do("add Ann")
    assert fight.do("add Bob")
    said = fight.do("")
    assert said or named(said.lines[0])


def test_what_is_listed_is_parted_by_what_no_command_holds() -> None:
    fight = Fight.new("popcorn", example=True)
    fight.do("")
    said = fight.do("").lines[0]
    assert "answer Brook, Cass" in named(said)
