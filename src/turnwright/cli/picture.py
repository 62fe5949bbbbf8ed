"""The picture of a fight in the terminal: the order, whose turn it is, pools, effects, who waits, what is asked."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from turnwright.cli.now import doing_lines, waiting_lines
from turnwright.cli.row import sheet_line
from turnwright.engine.clock import story_time
from turnwright.engine.frames import turn_in
from turnwright.engine.state import Entry
from turnwright.fight import Fight
from turnwright.formula import show_number
from turnwright.speech.board import headline, standing_lines
from turnwright.speech.coming import next_text
from turnwright.speech.sheets import wait_text
from turnwright.speech.voice import Voice

WIDTH = 80


def console() -> Console:
    """The console to draw on: no wider than the terminal, without colour where NO_COLOR is set."""
    drawn = Console(highlight=False)
    return Console(highlight=False, width=min(drawn.width, 100) if drawn.is_terminal else WIDTH)


def draw(fight: Fight, on: Console) -> None:
    """Draw the fight as it stands."""
    on.print(Text(headline(fight.voice, story_time(fight.rules, fight.state)), style="bold"))
    if fight.state.order:
        on.print(_order(fight))
    for line in standing_lines(fight.voice):
        say(on, line)
    waiting = tuple(waiting_lines(fight))
    for line in waiting or doing_lines(fight):
        say(on, line, "bold yellow" if waiting else "")
    enter = next_text(fight.rules, fight.state, fight.language)
    if enter:
        say(on, enter, "dim")


def say(on: Console, line: str, style: str = "") -> None:
    """A line for people; where it is broken, what follows stands a little further in."""
    margin = len(line) - len(line.lstrip()) + 2
    first, *others = Text(line.strip(), style=style).wrap(on, max(on.width - margin, 20))
    on.print(Text(" " * (margin - 2)) + first)
    for other in others:
        on.print(Text(" " * margin) + other)


def _order(fight: Fight) -> Table:
    state, voice = fight.state, fight.voice
    table = Table(box=None, padding=(0, 1, 0, 0), show_header=False, pad_edge=False, expand=False)
    table.add_column(width=1, no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(min_width=8, max_width=26, overflow="ellipsis", no_wrap=True)
    table.add_column(overflow="fold")
    turn = turn_in(state.agenda)
    for id in state.order:
        entry = state.entries[id]
        if entry.gone:
            continue
        active = turn is not None and id in (turn.entry, *turn.along)
        members = [state.combatants[who] for who in entry.members]
        members += [state.combatants[entry.actor]] if entry.actor else []
        alone = len(members) == 1 and members[0].name == entry.name
        sheet = sheet_line(fight, members[0]) if alone else ""
        acted = bool(state.cycle) and entry.acted == state.cycle
        style = "bold green" if active else "dim" if acted else ""
        name = f"{_mark(fight, members[0].side)}{entry.name}" if members else f" {entry.name}"
        cells = ("▶" if active else "·" if acted else "", _score(entry), name, "; ".join(_notes(voice, entry, sheet)))
        table.add_row(*map(Text, cells), style=style)
        if not alone:
            for member in members:
                table.add_row(*map(Text, ("", "", f"   {member.name}", sheet_line(fight, member))), style=style)
    return table


def _mark(fight: Fight, side: str) -> str:
    """A bar that tells the players' side from the others."""
    return "▌" if fight.ruleset.sides.get(side) == "players" else "▐"


def _score(entry: Entry) -> str:
    rank = entry.rank if entry.rank is not None else entry.score
    return "–" if rank is None else show_number(rank)


def _notes(voice: Voice, entry: Entry, sheet: str) -> Iterator[str]:
    if sheet:
        yield sheet
    if entry.wait is not None:
        yield voice.say("now", "waits", {"text": wait_text(voice, entry.wait)})
    for kind in entry.granted:
        yield voice.say("now", "granted", {"kind": kind})
    if entry.absent:
        yield voice.say("now", "absent", {"why": entry.absent})
