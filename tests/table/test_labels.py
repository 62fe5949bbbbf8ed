"""What stands on buttons and over fields is said as people say it, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from speech.walks import GAMES, standing

from turnwright.engine import codec
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.reactions import AlwaysPass, React
from turnwright.engine.mechanics.tracks import Advance
from turnwright.engine.mechanics.waits import Delay
from turnwright.engine.view import view
from turnwright.fight import Fight
from turnwright.rules.load import builtin_names
from turnwright.speech.catalogue import catalogue, languages
from turnwright.speech.forms import Field, fields_of, forms_of
from turnwright.speech.line import Line
from turnwright.speech.names import fold_word
from turnwright.speech.verbs import NAMED, VERBS
from turnwright.speech.voice import Voice
from turnwright.store import open_store
from turnwright.table.deed import Deed
from turnwright.table.deeds import TOLD
from turnwright.table.live import Table
from turnwright.table.screen import further, screen
from turnwright.table.slots import Slots
from turnwright.table.words import LEFT_OUT

NAMED_OTHERWISE = (Act, React, Answer, AlwaysPass, Advance, Delay)
"""Commands on whose buttons stand words of the game, or of what is asked."""


@pytest.mark.parametrize("kind", codec.COMMANDS, ids=lambda kind: kind.__name__)
def test_what_is_offered_has_a_button_in_words(kind: type) -> None:
    offered = "offers" in vars(kind) and not issubclass(kind, NAMED_OTHERWISE)
    assert not offered or catalogue().has("button", str(kind.__struct_config__.tag))  # type: ignore[attr-defined]


def usages() -> Iterator[tuple[str, str, Field]]:
    for verb in (verb for verb in VERBS if verb.word not in LEFT_OUT):
        yield from ((verb.word, verb.usage, field) for form in forms_of(verb.usage, verb.word) for field in form.fields)
    for name in builtin_names():
        fight = Fight.new(name, example=True)
        line = Line(fight.rules, fight.state, "")
        for verb in (verb for group in NAMED for verb in group(line)):
            for form in forms_of(verb.usage, fold_word(verb.word)):
                yield from ((f"{name}: {verb.word}", verb.usage, field) for field in form.fields)
    yield from (("react", TOLD, field) for field in fields_of(TOLD))


def test_every_field_has_a_label() -> None:
    """No word of a usage, such as AMOUNT or ``costs NUMBER``, stands over a field."""
    texts = catalogue()
    bare = {}
    for word, usage, field in usages():
        shown = field.shown.lstrip(", ")
        told = f"{field.lead.lstrip(', ')} {shown}".strip()
        if field.slot and not (texts.has("field", told) or texts.has("field", shown)):
            bare[told] = (word, usage)
    assert bare == {}


def _screens(language: str) -> Iterator[tuple[str, Deed]]:
    for game in GAMES:
        with open_store(":memory:") as store:
            for fight in standing(game, seed=7, steps=15):
                table = Table.new(store, fight, game)
                for ticket in table.seats.tickets.values():
                    yield from ((game, deed) for deed in screen(table, ticket, fight, language).deeds)
                yield from ((game, deed) for deed in further(fight, language).deeds)


@pytest.mark.parametrize("language", languages())
def test_buttons_and_fields_of_every_game_speak_in_words(language: str) -> None:
    raw = re.compile(r"\b[A-Z]{3,}\b|[{}<>|\[\]]|…|: $")
    typed = ("enter ", "take", "turn ", "tie ", "ends ", "split ", "mode ", "confirm ")
    found = {
        (game, label)
        for game, deed in _screens(language)
        for label in (
            deed.label,
            *(one.label for one in deed.inputs),
            *(word for one in deed.inputs for word in one.said),
        )
        if raw.search(label) or label.startswith(typed)
    }
    assert found == set()


def test_a_cost_names_the_pool_that_it_is_paid_from() -> None:
    fight = Fight.new("edge-of-darkness", seed="a", example=True)
    slots = Slots(Voice(fight.rules, fight.state), view(fight.rules, fight.state))
    assert next(one.label for one in slots.inputs(fields_of("costs NUMBER move"))) == "Cost (Move)"
    assert next(one.label for one in slots.inputs(fields_of("costs NUMBER POOL"))) == "Cost"
