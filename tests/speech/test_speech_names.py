"""Whom a name means."""

from __future__ import annotations

import unicodedata

import pytest

from speech.stage import Table, ambush
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.speech import SpeechError


def _hurt(table: Table, name: str) -> list[str]:
    command = table.read(f"hp {name} -1")
    assert isinstance(command, ChangePool)
    return [table.state.combatants[who].name for who in command.who]


def _fault(table: Table, text: str) -> SpeechError:
    with pytest.raises(SpeechError) as caught:
        table.read(text)
    return caught.value


def test_case_56_exact_beats_prefix_and_an_ambiguous_prefix_lists_the_candidates() -> None:
    table = Table()
    table.do("add Daniel hp 5", "add Dan hp 5", "add D hp 5")
    assert table.refused("add daniel").code == "name.used"
    assert table.refused('add "Daniel "').code == "name.used"
    assert _hurt(table, "Dan") == ["Dan"]
    assert _hurt(table, "d") == ["D"]
    refusal = _fault(table, "hp da -1").refusal
    assert (refusal.code, refusal.data["known"]) == ("name.ambiguous", "Daniel, Dan")
    assert table.sentence(refusal).startswith("da may be Daniel, Dan")


@pytest.mark.parametrize(
    "name",
    [
        "Šakal",
        unicodedata.normalize("NFD", "Šakal"),
        "D'Artagnan",
        "D’Artagnan",
        "Will-o'-Wisp",
        "Ångström",
        "龍",
        "🐉 Drache",
        "عمر",
        "a\u200db",
        "<b>x</b>",
        '"; DROP',
        "Baba Lysaga's Hut",
        "Ha!",
        "all",
        "me",
        "Goblin 2d6",
        "Rat, Giant",
        "before",
        "end",
        "'tis",
        "7",
        "A: B",
    ],
)
def test_case_58_any_name_can_be_added_and_named(name: str) -> None:
    table = Table()
    quoted = '"' + name.replace('"', '""') + '"'
    table.do(f"add {quoted} hp 5", "add Other hp 5")
    kept = unicodedata.normalize("NFC", name)
    assert [c.name for c in table.state.combatants.values()] == [kept, "Other"]
    assert _hurt(table, quoted) == [kept]


def test_case_58_accents_and_apostrophes_need_not_be_typed_as_they_stand() -> None:
    table = Table()
    table.do("add Šakal hp 5", "add D’Artagnan hp 5")
    assert _hurt(table, "sakal") == ["Šakal"]
    assert _hurt(table, unicodedata.normalize("NFD", "Šakal")) == ["Šakal"]
    assert _hurt(table, "d'artagnan") == ["D’Artagnan"]
    assert _hurt(table, "D’Art") == ["D’Artagnan"]
    assert table.refused(f"add {unicodedata.normalize('NFD', 'Šakal')}").code == "name.used"


@pytest.mark.parametrize(("text", "code"), [('add "   "', "name.empty"), (f"add {'x' * 300}", "name.too_long")])
def test_case_58_empty_and_endless_names_are_refused(text: str, code: str) -> None:
    assert Table().refused(text).code == code


def test_names_may_be_shortened_by_their_words() -> None:
    table = ambush()
    assert _hurt(table, "archer") == ["Goblin Archer"]
    assert _hurt(table, "gob lea") == ["Goblin Leader"]
    assert _hurt(table, "Goblin Skirmisher") == ["Goblin Skirmisher"]


def test_one_command_names_many() -> None:
    table = Table()
    table.do("add 3 Goblin hp 5 side goblins", "add Wolf hp 5 side beasts", "add Milli hp 9 side heroes")
    assert _hurt(table, "goblins") == ["Goblin 1", "Goblin 2", "Goblin 3"]
    assert _hurt(table, "gob*") == ["Goblin 1", "Goblin 2", "Goblin 3"]
    assert _hurt(table, "all") == ["Goblin 1", "Goblin 2", "Goblin 3", "Wolf", "Milli"]
    assert _hurt(table, "Wolf, Goblin 2 and Milli") == ["Wolf", "Goblin 2", "Milli"]
    assert _hurt(table, "beasts") == ["Wolf"]


def test_the_plural_of_a_numbered_name_means_them_all() -> None:
    table = Table()
    table.do("add 2 Wolf hp 5 side a", "add 2 Harpy hp 5 side b")
    assert _hurt(table, "wolves") == ["Wolf 1", "Wolf 2"]
    assert _hurt(table, "harpies") == ["Harpy 1", "Harpy 2"]


def test_a_number_in_a_name_is_the_whole_number() -> None:
    table = Table()
    table.do("add 12 Rat hp 1")
    assert _hurt(table, "rat 1") == ["Rat 1"]
    assert _hurt(table, "r12") == ["Rat 12"]


def test_sem_23_whoever_has_left_is_still_told_by_name() -> None:
    table = Table()
    table.do("add 3 Kobold hp 4", "remove Kobold 2")
    assert table.refused("hp Kobold 2 -1").code == "combatant.gone"
    table.do("add 2 Kobold hp 4")
    assert [c.name for c in table.state.combatants.values()][3:] == ["Kobold 4", "Kobold 5"]


def test_a_wrong_name_is_answered_with_the_one_that_was_meant() -> None:
    refusal = _fault(ambush(), "hp Mili -1").refusal
    assert (refusal.code, refusal.data["near"]) == ("name.unknown", "Milli")


def test_sem_22_a_player_is_told_of_nobody_who_is_hidden() -> None:
    from turnwright.speech import parse

    table = Table()
    table.do("add Milli hp 5", "add Lurker hp 5 hidden", "add Lumpi hp 5")
    milli = table.id("Milli")
    read = parse(table.rules, table.state, "hp Lu -1", milli, viewer=frozenset({milli}))
    assert read.command == ChangePool((table.id("Lumpi"),), "hp", by="-1")
    with pytest.raises(SpeechError) as caught:
        parse(table.rules, table.state, "hp Lurkr -1", milli, viewer=frozenset({milli}))
    assert "Lurker" not in str(caught.value.refusal)
