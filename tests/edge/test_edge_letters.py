"""No text that is given holds a letter that stands for none: in words, in commands, in lists."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from turnwright.engine import Command, codec
from turnwright.engine.mechanics.cast import Add, Bring
from turnwright.engine.mechanics.notes import Note
from turnwright.engine.texts import is_plain, texts
from turnwright.fight import Fight
from turnwright.letters import is_seen, unfit

UNFIT = ["\n", "\r", "\x85", "\u2028", "\u2029", "\x1b", "\0", "\u202e", "\u2066", "\ud800"]


@pytest.mark.parametrize("letter", UNFIT)
@pytest.mark.parametrize(
    "give",
    [
        lambda text: Note(text),
        lambda text: Add("Rat", values={"hp": text}),
        lambda text: Add("Rat", conditions=(text,)),
        lambda text: Bring((Add("Owl"), Add("Rat", belongs_to=text))),
        lambda text: Add(text),
    ],
)
def test_a_command_with_such_a_text_is_refused(give: Callable[[str], Command], letter: str) -> None:
    fight = Fight.new("plain", seed="a", example=True)
    before = codec.state_bytes(fight.state)
    result = fight.do(give(f"a{letter}b"))
    assert result.refusal is not None
    assert all(line.isprintable() for line in result.lines)
    assert codec.state_bytes(fight.state) == before


def test_it_is_told_which() -> None:
    fight = Fight.new("plain", seed="a", example=True)
    result = fight.do(Note("a\nb"))
    assert result.refusal is not None
    assert result.refusal.code == "text.unfit"
    assert "letter 2 of the text" in result.lines[0]
    assert "U+000A" in result.lines[0]


@pytest.mark.parametrize("letter", ["\n", "\t", "\x85", "\u2028", "\u00a0"])
def test_what_parts_words_in_a_line_is_a_blank(letter: str) -> None:
    """A line that was pasted brings no line break into a note."""
    fight = Fight.new("plain", seed="a", example=True)
    assert fight.do(f"note a{letter}b")
    assert "a b" in "".join(fight.log())


@pytest.mark.parametrize("letter", ["\u202e", "\u2066", "\x1b"])
def test_a_line_with_such_a_letter_is_refused(letter: str) -> None:
    fight = Fight.new("plain", seed="a", example=True)
    result = fight.do(f"note a{letter}b")
    assert result.refusal is not None
    assert result.refusal.code == "line.unfit"


@pytest.mark.parametrize("name", ["\u200b", "\u200d\u200c", "\u3164", "\u0301"])
def test_a_name_can_be_seen(name: str) -> None:
    fight = Fight.new("plain", seed="a", example=True)
    result = fight.do(Add(name))
    assert result.refusal is not None
    assert result.refusal.code == "name.control"


def test_a_letter_that_is_not_seen_makes_no_other_name() -> None:
    fight = Fight.new("plain", seed="a", example=True)
    assert fight.do(Add("Milli"))
    for name in ("Mil\u200bli", "milli\u200d", "\u2060Milli"):
        assert fight.do(Add(name)).refusal is not None
    assert fight.do(Add("\N{WOMAN}\u200d\N{ROCKET}"))


def test_all_texts_of_a_command_are_looked_at() -> None:
    given: Command = Bring((Add("a", "b", values={"c": "d"}, conditions=("e",), roles={"f": {"g": "h"}}),))
    assert set("abcdefgh") <= set(texts(given))
    assert unfit("Ángel \N{WOMAN}\u200d\N{ROCKET}") == ""
    assert is_seen("7")


@pytest.mark.parametrize("letter", [*map(chr, range(0x180)), *UNFIT, "\N{ROCKET}"])
def test_what_is_plain_holds_nothing_unfit(letter: str) -> None:
    plain = is_plain(Note(f"a{letter}b"))
    assert not (plain and unfit(letter))
    assert plain or not letter.isalnum() or not letter.isascii()
