"""What is said at two tables, one of them with hidden ones: players see the same, at the same points (SEM-22)."""

from __future__ import annotations

import pytest

from turnwright.engine.frames import turn_in
from turnwright.speech import parse

from .test_hidden_twins import Twin
from .test_hidden_walks import first


def alike(game: str, said: tuple[str, ...], *hidden: int, foe: bool = True) -> Twin:
    """Say the same at both tables, and compare what Ana sees after each; gives the table with the hidden ones."""
    alone, watched = Twin(game, (), foe), Twin(game, hidden, foe)
    for words in said:
        for twin in (alone, watched):
            assert twin.act(parse(twin.rules, twin.state, words).command), (words, twin.encounter.refusal)
        turn = turn_in(alone.state.agenda)
        watched.until_visible(turn.entry if turn is not None else "")
        assert watched.shown == alone.shown, (words, first(alone.shown, watched.shown))
    return watched


@pytest.mark.parametrize("hidden", [(23,), (1,), (23, 1)])
def test_an_answer_is_there_whether_or_not_hidden_ones_would_speak_first(hidden: tuple[int, ...]) -> None:
    """SEM-22: those who are hidden have let it go by when the game master goes on, and what was said is done."""
    watched = alike("dnd5e", ("start", "Ana: move away costs 5 movement", "Eve: opportunity attack"), *hidden)
    assert watched.state.combatants[watched.id("Eve")].pools["reaction"] == 0


@pytest.mark.parametrize("hidden", [(1,), (3, 1)])
def test_a_turn_waits_for_its_word_only_for_those_who_are_seen_below(hidden: tuple[int, ...]) -> None:
    """SEM-22, LUX-D1: nobody whom players see is below Eve, whose turn begins at once."""
    alike("lux-aeterna", ("score Eve 4", "start", *["end"] * 6), *hidden)


@pytest.mark.parametrize("foe", [False, True])
def test_what_a_side_does_falls_at_once_though_a_hidden_side_has_rolled_the_same(foe: bool) -> None:
    """SEM-22, OSE-4: only sides that are seen act together."""
    watched = alike("ose", ("start", "next", "answer roll", "next", "Ana: talk"), 7, foe=foe)
    turn = turn_in(watched.state.agenda)
    assert turn is not None
    assert turn.along


@pytest.mark.parametrize("game", ["lux-aeterna", "pathfinder2", "edge-of-darkness"])
@pytest.mark.parametrize("hidden", [(17,), (17, 15), (15,), (1,)])
def test_who_has_said_that_they_step_in_does_so_at_a_gap_that_is_seen(game: str, hidden: tuple[int, ...]) -> None:
    """SEM-22: a delay opens no gap, and the turn of a hidden one that follows opens one for hidden ones alone."""
    alike(game, ("start", "Ana: delay", "enter Ana", "Bo: delay", "next", "next", "next"), *hidden)
