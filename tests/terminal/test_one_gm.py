"""One game master without players' phones can say everything, and sees everything on 80 columns."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from turnwright.cli.picture import draw
from turnwright.engine import Command, Undo
from turnwright.fight import Fight
from turnwright.rules.load import builtin_names
from turnwright.scenario.play import Stage
from turnwright.scenario.read import Scenario, read_scenario
from turnwright.scenario.steps import Said, Step
from turnwright.speech import parse
from turnwright.speech.line import written
from turnwright.speech.table import Prev

EXAMPLES = sorted(Path(__file__).parents[2].glob("examples/*/*.yaml"))
LONG = "Aldebrand the Very Long-Winded of the Seven Hills and the Two Rivers"
WIDE = "ドラゴンの王様とその忠実な従者たちの長い名前"


class Alone(Stage):
    """A scenario in which the game master says everything, for everybody.

    The picture is looked at whenever something else is on top of the agenda than ever before.
    """

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario)
        self.seen: set[str] = set()

    def _parse(self, step: Said) -> tuple[Command, bool]:
        text = f"{written(step.who)}: {step.text}" if step.who else step.text
        said = parse(self.encounter.rules, self.encounter.state, text)
        if isinstance(said.command, Prev):
            return self.encounter.start_of_turn() or Undo(), said.force
        return said.command, said.force

    def _step(self, step: Step) -> None:
        super()._step(step)
        agenda = self.encounter.state.agenda
        top = type(agenda[-1]).__name__ if agenda else ""
        if top not in self.seen:
            self.seen.add(top)
            fits(Fight(self.scenario.book, self.encounter))


def picture(fight: Fight) -> list[str]:
    """The picture of a fight on 80 columns, line by line."""
    out = StringIO()
    draw(fight, Console(file=out, width=80, highlight=False, force_terminal=True, color_system=None))
    return out.getvalue().splitlines()


def fits(fight: Fight) -> None:
    """No line is wider than the terminal."""
    for line in picture(fight):
        assert cell_len(line) <= 80, line


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_the_game_master_alone_can_play_every_example(file: Path) -> None:
    outcome = Alone(read_scenario(file)).run()
    assert outcome.passed, [str(failure) for failure in outcome.failures]


@pytest.mark.parametrize("game", builtin_names())
def test_long_and_wide_names_fit(game: str) -> None:
    fight = Fight.new(game, seed="a", example=True)
    names = [c.name for c in fight.state.combatants.values()][:2]
    assert fight.do(f'rename {written(names[0])} to "{LONG}"')
    assert fight.do(f'rename {written(names[1])} to "{WIDE}"')
    fits(fight)
    fight.do("effect all a curse with a rather long name until the end of the scene")
    fight.do("all are stunned")
    for line in ("roll", "start", "", "", "", ""):
        fight.do(line)
        fits(fight)


def test_what_brackets_hold_is_shown_and_not_taken_for_markup() -> None:
    fight = Fight.new("lux-aeterna", seed="a", example=True)
    assert fight.do("milli is prone")
    assert fight.do('rename roan to "[bold]Roan"')
    shown = "\n".join(picture(fight))
    assert "[prone]" in shown
    assert "[bold]Roan" in shown


def test_a_new_gm_sees_whose_turn_it_is_what_waits_and_what_enter_does() -> None:
    fight = Fight.new("lux-aeterna", seed="x", example=True)
    assert "Next: roll" in picture(fight)[-1]
    for line in ("roll", "start"):
        assert fight.do(line)
    shown = picture(fight)
    assert any(line.startswith("▶") and "Goblin Skirmisher" in line for line in shown)
    assert any(line.startswith("Goblin Skirmisher can") for line in shown)
    assert shown[-1] == "Enter: ends Goblin Skirmisher's turn, Milli is up"
    assert fight.do("")
    assert fight.do("attack goblin archer for 1d8")
    window = "\n".join(picture(fight))
    assert "? Milli: attack on Goblin Archer. May answer or pass:" in window
    assert "Goblin Archer: pass, defend" in window
    assert "dice: " not in window, "what Enter would roll is not told ahead"


def test_waits_are_shown_with_what_they_wait_for() -> None:
    fight = Fight.new("edge-of-darkness", seed="x", example=True)
    for line in ("roll", "start", "delay until 3", "prepare attack mara for 2 if mara moves"):
        assert fight.do(line), line
    shown = " ".join(" ".join(picture(fight)).split())
    assert "waits (delay until 3)" in shown
    assert "waits (prepared: attack Mara if Mara would move)" in shown


def test_the_sheet_shows_all_that_is_known_of_somebody() -> None:
    fight = Fight.new("last-odyssey", seed="x", example=True)
    assert fight.do("sol is prone")
    assert fight.do("effect poison on sol for 3 rounds")
    lines = fight.do("sheet sol").lines
    text = "\n".join(lines)
    assert lines[0] == "Sol (heroes)"
    assert "traits: row back" in text
    assert "potion 2" in text
    assert "cure (1 ap, 3 mana; 2d6; healer)" in text
    assert "prone" in text
    assert "poison" in text


def test_in_a_game_with_surprise_to_be_surprised_is_the_games_own_surprise() -> None:
    fight = Fight.new("edge-of-darkness", seed="x", example=True)
    assert fight.do("jonah is surprised")
    assert next(e for e in fight.state.entries.values() if e.name == "Jonah").absent == "surprised"
    assert fight.do("jonah is not surprised")
    assert not next(e for e in fight.state.entries.values() if e.name == "Jonah").absent
