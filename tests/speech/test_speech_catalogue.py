"""Every event, refusal, question and word has its sentence, and no sentence wants a figure that is not there."""

from __future__ import annotations

import typing
from typing import Any

import msgspec
import pytest

from speech.source import Site, questions, refusals, wanted
from turnwright.engine import codec
from turnwright.engine.base import Event
from turnwright.speech.catalogue import PLACEHOLDER, Template, catalogue
from turnwright.speech.figures import DERIVED
from turnwright.speech.refusing import DERIVED as OF_REFUSALS
from turnwright.speech.refusing import NOW
from turnwright.speech.verbs import VERBS

TEXTS = catalogue("en").tables
EVENTS = {str(kind.__struct_config__.tag): kind for kind in codec.EVENTS}
REFUSALS: dict[str, list[Site]] = {}
for site in refusals():
    REFUSALS.setdefault(site.code, []).append(site)


ASKING = {"names", "part", "deed"}
"""What is found for a question beside its own figures."""


def test_the_source_is_looked_through() -> None:
    assert len(REFUSALS) > 100
    assert {"act.cost", "name.ambiguous", "undo.nothing", "turn.not_yours"} <= set(REFUSALS)
    assert {question.code for question in questions()} >= {"tie", "initiative.missing"}


@pytest.mark.parametrize("tag", sorted(EVENTS))
def test_every_kind_of_event_has_a_sentence_or_says_that_it_has_none(tag: str) -> None:
    assert any(key == tag or key.startswith(f"{tag}.") for key in TEXTS["event"])


@pytest.mark.parametrize("key", sorted(TEXTS["event"]))
def test_sentences_of_events_use_figures_of_the_event(key: str) -> None:
    kind = EVENTS[key.partition(".")[0]]
    derived = DERIVED[kind].names if kind in DERIVED else ()
    for figure in Template(TEXTS["event"][key]).figures():
        assert figure in derived or _has(kind, figure), figure


def _has(kind: type[Event], figure: str) -> bool:
    """Whether an event has a field of this name, or a part of one."""
    now: Any = kind
    for name in figure.split("."):
        kinds = [k for k in (typing.get_args(now) or (now,)) if isinstance(k, type) and hasattr(k, "__struct_fields__")]
        types = [field.type for k in kinds for field in msgspec.structs.fields(k) if field.name == name]
        if not types:
            return False
        now = types[0]
    return True


@pytest.mark.parametrize("code", sorted(REFUSALS))
def test_every_refusal_in_the_source_has_a_sentence_with_figures_that_are_there(code: str) -> None:
    """SEM-24: every refusal says what was asked and what stands against it."""
    assert code in TEXTS["refusal"], [site.where for site in REFUSALS[code]]
    template = Template(TEXTS["refusal"][code])
    for site in REFUSALS[code]:
        if site.whole:
            assert template.figures(optional=False) <= site.figures | OF_REFUSALS.keys() | NOW.keys(), site.where
    somewhere = set().union(*(site.figures for site in REFUSALS[code])) | OF_REFUSALS.keys() | NOW.keys()
    if all(site.whole for site in REFUSALS[code]):
        assert template.figures() <= somewhere


@pytest.mark.parametrize("site", sorted(questions()), ids=lambda site: site.code)
def test_every_question_in_the_source_has_a_sentence_with_figures_that_are_there(site: Site) -> None:
    assert site.code in TEXTS["question"], site.where
    if site.whole:
        assert Template(TEXTS["question"][site.code]).figures(optional=False) <= site.figures | ASKING


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.word)
def test_every_word_of_the_table_is_explained(verb: Any) -> None:
    assert TEXTS["help"].get(verb.word)
    assert verb.usage.startswith(verb.word)
    assert set(PLACEHOLDER.findall(verb.usage)) <= set(TEXTS["stands for"])


def test_nothing_is_explained_that_is_no_word() -> None:
    assert set(TEXTS["help"]) == {verb.word for verb in VERBS}


def test_no_two_verbs_share_a_word() -> None:
    words = [word for verb in VERBS for word in (verb.word, *verb.also)]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("table", sorted(TEXTS))
def test_every_sentence_can_be_read(table: str) -> None:
    for text in TEXTS[table].values():
        Template(text)


@pytest.mark.parametrize("text", ["[open", "closed]"])
def test_brackets_come_in_pairs(text: str) -> None:
    with pytest.raises(ValueError, match="bracket"):
        Template(text)


def test_how_a_sentence_is_filled() -> None:
    figures = {"who": "Milli", "n": "1", "over": "0", "most": "20", "pool": "hp"}
    template = Template("{who}: {Pool}[/{most}][ ({over} too many)], {n|die|dice}, <Round>")
    assert template.fill(lambda name: figures.get(name, ""), str.upper) == "Milli: Hp/20, die, ROUND"


def test_whatever_words_may_lack_is_named_in_the_catalogue() -> None:
    assert len(wanted()) > 20
    assert wanted() <= set(TEXTS["lack"])


@pytest.mark.parametrize("code", sorted(code for code, text in TEXTS["refusal"].items() if "; " in text))
def test_a_refusal_does_not_break_off_where_there_is_nothing_to_list(code: str) -> None:
    """SEM-24: what is possible instead is told only where anything is."""
    empty = Template(TEXTS["refusal"][code]).fill(
        lambda name: "" if name in ("known", "parts") else "it", lambda name: name
    )
    assert not empty.endswith((" ", "there are", "allows", ":", "until")), empty
