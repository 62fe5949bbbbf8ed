"""The picture of a fight in the terminal: the order, whose turn it is, pools, effects, who waits, what is asked."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from turnwright.engine.base import Question
from turnwright.engine.formations import formation_now
from turnwright.engine.frames import turn_in
from turnwright.engine.sheet import conditions, pool_max
from turnwright.engine.state import Combatant, Entry
from turnwright.engine.view import view
from turnwright.fight import Fight
from turnwright.formula import show_number
from turnwright.speech import question

WIDTH = 80


def console() -> Console:
    """The console to draw on: no wider than the terminal, without colour where NO_COLOR is set."""
    drawn = Console(highlight=False)
    return Console(highlight=False, width=min(drawn.width, 100) if drawn.is_terminal else WIDTH)


def draw(fight: Fight, on: Console) -> None:
    """Draw the fight as it stands."""
    state = fight.state
    on.print(Text(headline(fight), style="bold"))
    if state.order:
        on.print(_order(fight))
    asked = choosing_line(fight)
    if asked:
        on.print(Text(f"? {asked}", style="bold yellow"))
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Question):
        on.print(Text(f"? {question(fight.rules, state)}", style="bold yellow"))


def headline(fight: Fight) -> str:
    """The game, the round in the game's own word, the phase, the scene."""
    state, words = fight.state, fight.ruleset.words
    parts = [fight.ruleset.game]
    if state.scene is not None and state.scene.title:
        parts.insert(0, state.scene.title)
    if state.round:
        parts.append(f"{words.get('round', 'round')} {state.round}")
    if state.phase and len(fight.ruleset.round.phases) > 1:
        parts.append(f"{state.phase} phase")
    formation = formation_now(fight.rules, state)
    if formation:
        parts.append(f"formation {formation}")
    if state.closed:
        parts.append("over")
    elif not state.agenda:
        parts.append("not started" if not state.scene else "between scenes")
    return " · ".join(parts)


def choosing_line(fight: Fight) -> str:
    """Who has yet to choose in a phase of choices, and what can be chosen; empty while nothing is."""
    choosing = view(fight.rules, fight.state).choosing
    if choosing is None:
        return ""
    names = ", ".join(fight.state.combatants[who].name for who in choosing.waiting)
    called = f"formation {choosing.called}; " if choosing.called else ""
    return f"{called}to choose or pass: {names}"


def _order(fight: Fight) -> Table:
    state = fight.state
    table = Table(box=None, padding=(0, 1, 0, 0), show_header=False, pad_edge=False, expand=False)
    table.add_column(width=2, no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(min_width=8, max_width=26, overflow="ellipsis", no_wrap=True)
    table.add_column(overflow="fold")
    turn = turn_in(state.agenda)
    for id in state.order:
        entry = state.entries[id]
        if entry.gone:
            continue
        active = turn is not None and turn.entry == id
        members = [state.combatants[who] for who in entry.members]
        members += [state.combatants[entry.actor]] if entry.actor else []
        alone = len(members) == 1 and members[0].name == entry.name
        sheet = sheet_line(fight, members[0]) if alone else ""
        style = "bold green" if active else "dim" if entry.acted == state.cycle and state.cycle else ""
        cells = ("▶" if active else "", _score(entry), entry.name, "; ".join(_notes(entry, sheet)))
        table.add_row(*map(Text, cells), style=style)
        if not alone:
            for member in members:
                table.add_row(*map(Text, ("", "", f"  {member.name}", sheet_line(fight, member))), style=style)
    return table


def _score(entry: Entry) -> str:
    rank = entry.rank if entry.rank is not None else entry.score
    return "–" if rank is None else show_number(rank)


def _notes(entry: Entry, sheet: str) -> Iterator[str]:
    if sheet:
        yield sheet
    if entry.wait is not None:
        named = f" until {entry.wait.until}" if entry.wait.until not in ("", "open") else ""
        yield f"waits ({entry.wait.kind}{named})"
    for kind in entry.granted:
        yield f"may take a {kind}"
    if entry.absent:
        yield f"no turn: {entry.absent}"


def sheet_line(fight: Fight, who: Combatant) -> str:
    """Pools, conditions and effects of somebody on one line."""
    rules, state = fight.rules, fight.state
    parts = []
    for name, held in who.pools.items():
        word = rules.pools.get(name)
        if word is not None and word.absorbs and not held:
            continue
        most = pool_max(rules, state, who.id, name)
        label = (word.label or name) if word else name
        parts.append(f"{label} {show_number(held)}" + (f"/{show_number(most)}" if most is not None else ""))
    line = " ".join(parts)
    states = [*conditions(rules, state, who.id)]
    borne = (effect for effect in state.effects.values() if effect.bearer == who.id)
    states += [effect.name + (f" ({effect.left})" if effect.left is not None else "") for effect in borne]
    if who.hidden:
        states.append("hidden")
    return line + (f"  [{', '.join(dict.fromkeys(states))}]" if states else "")
