"""Each language says all that English says, with the same figures; a whole fight can be held in it."""

from __future__ import annotations

import re

import pytest

from speech.source import questions
from speech.walks import GAMES, standing
from turnwright.cli.now import doing_lines, waiting_lines
from turnwright.fight import Fight
from turnwright.formula.errors import CODES
from turnwright.speech import question
from turnwright.speech.board import standing_lines
from turnwright.speech.catalogue import LANGUAGE, OWN, Many, Template, catalogue, languages, read_tables
from turnwright.speech.coming import next_text
from turnwright.speech.sheets import sheet
from turnwright.speech.verbs import VERBS

ENGLISH = read_tables(LANGUAGE)
OTHERS = tuple(language for language in languages() if language != LANGUAGE)
SHARED = tuple(table for table in ENGLISH if table not in OWN)

KEPT = {"counted"}
"""Tables of a game's own words, which a language may leave as they are."""


def test_there_are_others() -> None:
    assert OTHERS == ("de",)


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated(language: str) -> None:
    texts = read_tables(language)
    missing = {f"[{table}] {key}" for table in SHARED for key in ENGLISH[table].keys() - texts.get(table, {}).keys()}
    needless = {
        f"[{table}] {key}"
        for table in texts
        if table not in OWN
        for key in texts[table].keys() - ENGLISH.get(table, {}).keys()
    }
    assert (missing, needless) == (set(), set())


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_uses_the_figures_of_the_english_one(language: str) -> None:
    """What may be missing stands in brackets in both: a text that needs more could not be told."""
    differing = {}
    for table in SHARED:
        for key, text in read_tables(language)[table].items():
            own, other = Template(text), Template(ENGLISH[table][key])
            if own.figures() != other.figures() or not own.figures(optional=False) <= other.figures(optional=False):
                differing[f"[{table}] {key}"] = text
    assert differing == {}


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_left_in_english(language: str) -> None:
    texts = read_tables(language)
    left = {
        key: text
        for table in SHARED
        if table not in KEPT
        for key, text in ENGLISH[table].items()
        if texts.get(table, {}).get(key) == text and re.search(r"[a-z]{2,} [a-z]{2,}", re.sub(r"\{[^}]*\}", "", text))
    }
    assert left == {}


@pytest.mark.parametrize("language", OTHERS)
def test_commands_that_a_text_shows_are_left_as_they_are_typed(language: str) -> None:
    """``score NAME 12`` is understood in no other words."""
    words = "|".join(word for verb in VERBS for word in (verb.word, *verb.also) if word.isalpha())
    texts = read_tables(language)
    lost = {
        (key, word)
        for table in SHARED
        for key, text in ENGLISH[table].items()
        for word in re.findall(rf"\b({words}) (?=[A-Z]{{2,}}\b|[-+]?\d)", text)
        if not re.search(rf"\b{word} ", texts[table][key])
    }
    assert lost == set()


@pytest.mark.parametrize("language", languages())
def test_what_stands_for_something_is_called_the_same_everywhere(language: str) -> None:
    texts = read_tables(language)
    known = {*texts["stands for"].values(), "GM", "TOPIC", "RULESET", "THEMA", "REGELWERK"}
    shown = {
        word for table in texts.values() for text in table.values() for word in re.findall(r"\b[A-ZÄÖÜ]{2,}\b", text)
    }
    assert shown <= known


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_what_it_needs_of_its_own(language: str) -> None:
    tables = catalogue(language).tables
    assert "other" in tables["verb"]
    assert "whose" in tables["grammar"]
    assert set(tables["problem"]) >= CODES | {"span"}
    codes = {site.code for site in questions()}
    assert all(any(key.startswith(f"{code}.") for code in codes) for key in tables["answer"])


@pytest.mark.parametrize(
    ("name", "said"), [("Milli", "Millis"), ("Boris", "Boris’"), ("Max", "Max’"), (Many("Ada und Bo"), "Ada und Bo")]
)
def test_whose_something_is_in_german(name: str, said: str) -> None:
    assert catalogue("de").whose(name) == said


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_a_fight_of_every_game_can_be_told(game: str, language: str) -> None:
    """No text fails, none is left out, and none shows the engine's marks, whatever is open, asked or refused."""
    for fight in standing(game, seed=7, steps=15):
        fight.language = language
        rules, state = fight.rules, fight.state
        lines = [*fight.log(1), question(rules, state, language), next_text(rules, state, language), fight.why("order")]
        lines += [*standing_lines(fight.voice), *waiting_lines(fight), *doing_lines(fight), *fight.open_to()]
        for who in list(state.combatants.values())[:2]:
            lines += [*fight.open_to(who.name), *sheet(fight.voice, who.id)]
        assert [line for line in lines if re.search(r"[{}<>\0]|\[\]|\s[,;.]|\bNone\b", line)] == []


def _begun(language: str = "de") -> Fight:
    fight = Fight.new("lux-aeterna", seed="a", example=True, language=language)
    for line in ("roll", "start"):
        assert fight.do(line)
    return fight


def test_refusals_and_reasons_are_told_in_german() -> None:
    fight = _begun()
    up = fight.state.combatants[fight.state.entries[fight.state.order[0]].members[0]].name
    other = fight.state.entries[fight.state.order[1]].name
    assert (
        fight.do("add")
        .lines[0]
        .startswith("die Zeile bricht ab, hier fehlt: ein Name (add [ZAHL] NAME [WERTNAME ZAHL]")
    )
    assert fight.do("hp Nobody -3").lines[0].startswith("niemand heißt Nobody (hp NAMEN (-2d6 | ")
    refused = fight.do(f"{other}: attack {up}").lines[0]
    assert f"{other} ist nicht dran, sondern {up}" in refused
    assert refused.endswith("(die Spielleitung setzt sich mit ! am Ende darüber hinweg)")
    assert fight.why("refusal").startswith(f"{other} ist nicht dran")
    assert re.search(rf"{up} vor {other}: \d+ schlägt \d+", fight.why("order"))
    assert fight.do("undo").lines[0] == "Zurückgenommen: 1 Schritt"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hp Milli -(2d6", "(2d6 ist nicht lesbar: etwas wird geöffnet und nie geschlossen"),
        ("hp Milli -2/0", "durch 0 lässt sich nicht teilen"),
        (
            "time 5 parsec",
            "5 parsec ist keine Zeitspanne: gebraucht werden eine Zahl und eine Einheit (zum Beispiel 10 min)",
        ),
    ],
)
def test_what_is_wrong_with_a_formula_or_a_time_is_told_in_german(line: str, said: str) -> None:
    assert said in _begun().do(line).lines[0]


def test_what_may_have_been_meant_is_listed_in_german() -> None:
    fight = Fight.new("dnd5e", seed="a", language="de")
    assert fight.do("add Restor")
    assert "meinst du rest oder Restor?" in fight.do("restir").lines[0]


def test_how_often_something_can_be_done_is_told_in_german() -> None:
    """Rulesets and sheets write ``1 a turn``."""
    assert "höchstens 1 je Zug" in "\n".join(Fight.new("dnd5e", language="de").do("help object").lines)


def test_words_to_look_something_up_speak_german() -> None:
    fight = _begun()
    assert "Züge: " in "\n".join(fight.do("help").lines)
    assert fight.do("help end").lines[1] == "  den laufenden Zug beenden"
    name = next(iter(fight.state.combatants.values())).name
    assert any(line.startswith("  Vorräte: ") for line in fight.do(f"sheet {name}").lines)
    assert fight.do("log 1").lines[-1].endswith("ist dran")


def test_a_player_is_spoken_to_in_a_language_of_their_own() -> None:
    """One table, two languages: the log is the same, each hears it in the own one."""
    fight = _begun("en")
    name = next(c.name for c in fight.state.combatants.values() if fight.ruleset.sides.get(c.side) == "players")
    german, english = fight.seat(name, language="de"), fight.seat(name)
    assert any("— Runde 1 —" in line for line in german.log())
    assert any("— Round 1 —" in line for line in english.log())
    assert len(german.log()) == len(english.log())
    assert german.do("undo 0").lines != english.do("undo 0").lines
    assert german.do("why").lines == ("das ist Sache der Spielleitung",)
    assert fight.seat(name).language == fight.language


def test_the_next_fight_speaks_the_language_of_the_last() -> None:
    fight = _begun()
    assert fight.do("close").lines == ("Ende: Szene", "Die Begegnung ist vorbei")
    assert fight.next_fight().language == "de"
