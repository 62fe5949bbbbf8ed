"""The end of a fight in the terminal: what came of it, in a table that fits the width."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from turnwright.fight import Fight
from turnwright.formula import Number, show_number
from turnwright.party import left_behind
from turnwright.rules.words.time import show_span
from turnwright.speech.sheets import held_text
from turnwright.summary import Share, summarize


def draw_end(fight: Fight, name: str, on: Console) -> None:
    """Draw what came of a fight that is over, and say how the party goes on."""
    found = summarize(fight)
    word = fight.ruleset.words.get("round", "round")
    lasted = f"{found.rounds} {word}{'' if found.rounds == 1 else 's'}"
    time = f", {show_span(*found.time)} of story time" if found.time[1] else ""
    on.print(Text(f"{name} is over after {lasted}{time}.", style="bold"))
    if found.shares:
        on.print(_table(fight, found.shares))
    for line in left_behind(fight.rules, fight.state):
        on.print(Text(f"ends with the fight: {line}"))
    on.print(Text("next fight goes on with the party; undo opens this one again."))


def _table(fight: Fight, shares: Iterable[Share]) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("", min_width=8, max_width=24, overflow="ellipsis", no_wrap=True)
    for heading in ("took", "dealt", "healed"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("now", overflow="fold")
    table.add_column("spent", overflow="fold")
    for share in shares:
        states = f" [{', '.join(share.state)}]" if share.state else ""
        now = " ".join(f"{_label(fight, pool)} {held_text(*held)}" for pool, held in share.pools.items()) + states
        spent = [f"{show_number(n)} {_label(fight, pool)}" for pool, n in share.spent.items()]
        spent += [f"{show_number(n)} {item}" for item, n in share.used.items()]
        figures = (_figure(n) for n in (share.taken, share.dealt, share.healed))
        table.add_row(*map(Text, (share.name, *figures, now.strip(), ", ".join(spent))))
    return table


def _label(fight: Fight, pool: str) -> str:
    return fight.rules.pools[pool].label or pool


def _figure(number: Number) -> str:
    return show_number(number) if number else ""
