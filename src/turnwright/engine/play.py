"""Deciding in progress: the state as the events so far have left it, the dice, and the two ways to say no."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from turnwright.engine.base import Event, Frame, Refusal, Refused, figures
from turnwright.engine.compiled import Rules
from turnwright.engine.dice import Dice
from turnwright.engine.events import Ruled
from turnwright.engine.frames import Moment, Turn, turn_in
from turnwright.engine.happenings import Owed, Popped, Pushed, Stepped
from turnwright.engine.sheet import Sheet, number
from turnwright.engine.state import Combatant, Entry, State
from turnwright.formula import Formula, FormulaError, Number, Rolled
from turnwright.formula.seeded import SeededDice

GM = "gm"


def seat(state: State, by: frozenset[str] | None) -> frozenset[str] | None:
    """The combatants that a player may act for: their own, and those that belong to them. None is the GM."""
    if by is None:
        return None
    return by | {c.id for c in state.combatants.values() if c.belongs_to in by}


def looking(rules: Rules, state: State, by: frozenset[str] | None = None) -> Play:
    """A state as mechanics look at it; nothing is decided with it."""
    return Play(rules, state, SeededDice(state.seed, state.draws), by=by)


def waited_for(play: Play) -> tuple[str, ...]:
    """Those for whom what has come up waits."""
    agenda = play.state.agenda
    awaits = play.rules.awaits.get(type(agenda[-1])) if agenda else None
    return awaits(play, agenda[-1]) if awaits is not None else ()


class Play:
    """What a command's decision works with. Nothing of it outlives the decision but its events."""

    __slots__ = ("by", "dice", "events", "force", "rules", "state")

    def __init__(
        self, rules: Rules, state: State, dice: Dice, force: bool = False, by: frozenset[str] | None = None
    ) -> None:
        self.rules = rules
        self.state = state
        self.dice = dice
        self.force = force
        self.by = by
        self.events: list[Event] = []

    # ---- saying what happened

    def emit(self, event: Event) -> None:
        """Something has happened."""
        self.state = event.apply(self.state)
        self.events.append(event)

    def push(self, frame: Frame) -> None:
        """Something is to happen before all else."""
        self.emit(Pushed(frame))

    def turn_to(self, frame: Frame) -> None:
        """The frame on top has come this far."""
        self.emit(Stepped(frame))

    def owe(self, frame: Frame) -> None:
        """Something came up in the middle of something else; it is to happen as soon as that is done."""
        self.emit(Owed(frame))

    def pop(self) -> None:
        """The frame on top is done."""
        self.emit(Popped())

    # ---- saying no

    def refuse(self, code: str, ref: str = "", **data: object) -> NoReturn:
        """Refuse for a reason that nobody can overrule: a name, a bound, a thing that is not there."""
        raise Refused(Refusal(code, ref, figures(data)))

    def bar(self, code: str, ref: str = "", **data: object) -> None:
        """Refuse by a rule of the game; when the GM insists, go on and record the ruling instead."""
        if not self.force:
            raise Refused(Refusal(code, ref, figures(data), rule=True))
        said = figures(data)
        self.emit(Ruled(code, said, ref=ref, to=GM if self._tells_of_hidden(said) else ""))

    def _tells_of_hidden(self, said: Mapping[str, str]) -> bool:
        """Whether figures in people's words name somebody whom players don't see (SEM-22)."""
        names = {c.name for c in self.state.combatants.values() if c.hidden}
        names.update(entry.name for entry in self.state.entries.values() if self.state.hides(entry.members))
        return any(name in text for name in names for text in said.values())

    # ---- looking

    def combatant(self, who: str) -> Combatant:
        """The combatant with this id, present or gone; refuses ``combatant.unknown``."""
        found = self.state.combatants.get(who)
        if found is None:
            self.refuse("combatant.unknown", who=who)
        return found

    def present(self, who: str) -> Combatant:
        """The combatant with this id, who must still take part; refuses ``combatant.gone``."""
        found = self.state.combatants.get(who) or self.combatant(who)
        if found.gone:
            self.refuse("combatant.gone", who=who, name=found.name, why=found.gone)
        return found

    def theirs(self) -> list[Combatant]:
        """Those still there for whom whoever looks may do something: a player's own; for the GM everybody."""
        here = (c for c in self.state.combatants.values() if not c.gone)
        return [c for c in here if self.by is None or c.id in self.by]

    def entry(self, who: str) -> Entry:
        """The entry in which somebody acts; refuses ``entry.none``."""
        found = self.state.entry_of(who)
        if found is None:
            self.refuse("entry.none", who=who, name=self.combatant(who).name)
        return found

    @property
    def top(self) -> Frame | None:
        """What is on top of the agenda."""
        return self.state.agenda[-1] if self.state.agenda else None

    @property
    def active(self) -> Turn | None:
        """The turn that is on: the topmost one of the agenda."""
        return turn_in(self.state.agenda)

    def name(self, who: str) -> str:
        """The name of a combatant, an entry or an effect."""
        if who in self.state.combatants:
            return self.state.combatants[who].name
        if who in self.state.entries:
            return self.state.entries[who].name
        return self.state.effects[who].name if who in self.state.effects else who

    def decider(self, who: str) -> str:
        """Who decides for somebody: its player, or the GM for those whose side no player decides for."""
        found = self.state.combatants.get(who)
        return who if found is not None and self.rules.ruleset.sides.get(found.side) == "players" else GM

    def sheet(self, who: str, given: Mapping[str, Number | str | bool] | None = None) -> Sheet:
        """Somebody's sheet, for formulas."""
        return Sheet(self.rules, self.state, who, given)

    def number(self, formula: Formula, who: str, given: Mapping[str, Number | str | bool] | None = None) -> Number:
        """The value of a formula without dice on somebody's sheet."""
        return number(formula, self.sheet(who, given))

    def roll(self, formula: Formula, who: str, given: Mapping[str, Number | str | bool] | None = None) -> Rolled:
        """Roll a formula on somebody's sheet; refuses ``formula.failed`` when it has no value."""
        try:
            return formula.roll(self.sheet(who, given), self.dice)
        except FormulaError as error:
            self.refuse("formula.failed", formula=formula.text, problem=error.message, fault=error.code)

    # ---- moments

    def moment_due(self, name: str, entry: str = "", silent: bool = False) -> bool:
        """Whether any rule would do something at this moment."""
        hooks = self.rules.hooks if self.state.effects else self.rules.hooks_without_effects
        for hook in hooks.get(name, ()):
            if (hook.silent or not silent) and hook.due(self, entry):
                return True
        return False

    def moment(self, name: str, entry: str = "", turn: int = 0, silent: bool = False) -> bool:
        """Let what rules do at this moment happen next; tells whether there is anything."""
        if not self.moment_due(name, entry, silent):
            return False
        self.emit(Pushed(Moment(name, entry, turn, silent=silent), ref=self.rules.moment_rules.get(name, "")))
        return True

    def changed(self, who: str) -> None:
        """Let every mechanic look at somebody whose sheet, pools or conditions have changed."""
        for look in self.rules.changed:
            look(self, who)
