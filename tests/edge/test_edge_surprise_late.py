"""Edge of Darkness between two turns: surprise is over, and whoever rolls late is placed as anybody."""

from __future__ import annotations

from turnwright import Fight
from turnwright.engine.base import open_question


def fight_with(*lines: str) -> Fight:
    fight = Fight.new("edge-of-darkness", seed="late")
    for words in lines:
        result = fight.do(words)
        assert result, (words, result.lines)
    return fight


CAST = ("add Mara", "add Jonah", "add Rat", "score Mara 16", "score Jonah 12", "surprise Rat", "start")


def order(fight: Fight) -> list[str]:
    return [fight.state.entries[entry].name for entry in fight.state.order]


def test_nobody_is_surprised_once_the_first_turn_is_over() -> None:
    """EOD-I3: also where the table is being asked for the roll of whoever was surprised."""
    fight = fight_with(*CAST, "end", "end")
    assert open_question(fight.state) is not None
    result = fight.do("surprise Mara")
    assert result.refusal is not None
    assert (result.refusal.code, result.refusal.ref) == ("surprise.late", "EOD-I3")
    assert "first turn" in result.lines[0], "what others call a round is a turn here"


def test_whoever_rolls_late_is_placed_among_those_who_have_rolled() -> None:
    """EOD-I3: somebody without a roll who stands further up is no reason to stand ahead of everybody."""
    fight = fight_with(*CAST, "surprise Mara", "roll Rat 5")
    assert order(fight) == ["Mara", "Jonah", "Rat"], "Mara was up as she was surprised; Rat has 5 + 2"
