"""Forms for words: every usage has fields for all of its parts, and what is filled in is a line that is understood."""

from __future__ import annotations

import pytest

from turnwright.fight import Fight
from turnwright.speech import parse
from turnwright.speech.forms import Field, composed, forms_of
from turnwright.speech.verbs import VERBS


@pytest.mark.parametrize(
    ("usage", "fields"),
    [
        ("hide NAMES", (Field(slot="NAMES", shown="NAMES"),)),
        (
            "move NAME (before | after) NAME",
            (
                Field(slot="NAME", shown="NAME"),
                Field(words=("before", "after"), shown="before | after"),
                Field(slot="NAME", shown="NAME"),
            ),
        ),
        (
            "delay [until NUMBER | before NAME | first]",
            (
                Field(
                    slot="NAME",
                    words=("until", "before", "first"),
                    shown="until NUMBER | before NAME | first",
                    needed=False,
                ),
            ),
        ),
        (
            "group NAMES [as NAME]",
            (Field(slot="NAMES", shown="NAMES"), Field("as", "NAME", shown="NAME", needed=False)),
        ),
        ("rest break after TIME", (Field("break after", "TIME", shown="TIME"),)),
        ("fire [spoils]", (Field(words=("spoils",), shown="spoils", needed=False),)),
        ("round close", (Field(words=("close",)),)),
        (
            "formation record FORMATION [as NAME WORD, …]",
            (
                Field("record", "FORMATION", shown="FORMATION"),
                Field("as", "TEXT", shown="as NAME WORD, …", needed=False),
            ),
        ),
        (
            "round [answering [QUESTION] ANSWER, …]",
            (Field("answering", "TEXT", shown="answering [QUESTION] ANSWER, …", needed=False),),
        ),
    ],
)
def test_each_part_of_a_usage_is_a_field(usage: str, fields: tuple[Field, ...]) -> None:
    """Words ahead of a value go with it; one of several is a choice; what can be left out may be empty."""
    (form,) = forms_of(usage)
    assert form.fields == fields


def test_each_way_of_a_usage_is_a_form() -> None:
    """Ways are parted by a comma and the word."""
    forms = forms_of("group NAMES [as NAME], group NAMES with NAME")
    assert [[field.name for field in form.fields] for form in forms] == [["names", "as"], ["names", "with"]]


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.word)
def test_nothing_of_a_usage_is_lost(verb: object) -> None:
    """Each word and each placeholder of a usage stands in a field of its form."""
    usage = verb.usage  # type: ignore[attr-defined]
    shown = " ".join(
        " ".join((form.word, field.lead, field.slot, *field.words, field.shown))
        for form in forms_of(usage)
        for field in (*form.fields, Field())
    )
    for token in usage.replace("[", " ").replace("]", " ").replace("(", " ").replace(")", " ").split():
        assert token.strip("|,") in shown


@pytest.mark.parametrize(
    ("words", "filled", "line"),
    [
        ("end", [], "end"),
        ("Mara: attack", [("for", "7"), ("target", "Thug 1")], "Mara: attack Thug 1 for 7"),
        ("group", [("names", "Thug 1"), ("names", "Thug 2"), ("as", "")], "group Thug 1, Thug 2"),
        ("delay", [("who", "Mara"), ("_", "before"), ("_", "Thug 1")], "Mara: delay before Thug 1"),
        ("hp {names} -({n})", [("names", "Mara"), ("names", "Jonah"), ("n", "2d6")], "hp Mara, Jonah -(2d6)"),
        (
            "effect {e} on {names}[, for {n} rounds]",
            [("e", "slow"), ("names", "Mara"), ("n", "3")],
            "effect slow on Mara, for 3 rounds",
        ),
        (
            "effect {e} on {names}[, for {n} rounds]",
            [("e", "slow"), ("names", "Mara"), ("n", "")],
            "effect slow on Mara",
        ),
        ("rest", [("break_after", "10 minutes")], "rest break after 10 minutes"),
        (
            "track",
            [("_", "A boat"), ("step", "saw"), ("after", ""), ("step~2", "nail")],
            "track A boat step saw step nail",
        ),
        ("note", [("_", "a {trap}")], "note a {trap}"),
        ('"{x}": attack', [("target", "Milli")], '"{x}": attack Milli'),
        ('hp "{n}" {names} -({n})', [("names", '"{n}"'), ("n", "3")], 'hp "{n}" "{n}" -(3)'),
    ],
)
def test_what_is_filled_in_is_a_line(words: str, filled: list[tuple[str, str]], line: str) -> None:
    """Names stand together, words ahead of their value, whom it is done to comes first; what is empty says nothing."""
    assert composed(words, filled) == line


def test_a_line_from_a_form_is_understood() -> None:
    """What a form says is what a person would type."""
    fight = Fight.new("edge-of-darkness", example=True)
    line = composed("hide", [("names", "Thug 1"), ("names", "Thug 2")])
    assert parse(fight.rules, fight.state, line) == parse(fight.rules, fight.state, "hide Thugs")
