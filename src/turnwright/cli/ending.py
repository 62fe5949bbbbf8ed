"""The end of a fight in the terminal: what came of it, in a table that fits the width."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from turnwright.fight import Fight
from turnwright.formula import Number, show_number
from turnwright.party import left_behind
from turnwright.speech.sheets import held_text
from turnwright.summary import Share, lasted, summarize


def draw_end(fight: Fight, name: str, on: Console) -> None:
    """Draw what came of a fight that is over, and say how the party goes on."""
    found = summarize(fight)
    say = fight.voice.say
    on.print(Text(say("story", "over", {"name": name, "text": lasted(fight, found)}), style="bold"))
    if found.shares:
        on.print(_table(fight, found.shares))
    for line in left_behind(fight.rules, fight.state):
        on.print(Text(say("story", "ends", {"text": line})))
    on.print(Text(say("story", "next")))


def _table(fight: Fight, shares: Iterable[Share]) -> Table:
    texts = fight.voice.catalogue
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("", min_width=8, max_width=24, overflow="ellipsis", no_wrap=True)
    for heading in ("took", "dealt", "healed"):
        table.add_column(texts.text("story", heading), justify="right", no_wrap=True)
    table.add_column(texts.text("story", "now"), overflow="fold")
    table.add_column(texts.text("story", "spent"), overflow="fold")
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
