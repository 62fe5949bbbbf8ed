"""Playing a scenario: each step is said, checked or refused, and what differs is told with its line and its reason."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct, field

from turnwright.engine import Command, Encounter, Record, Refusal, Undo, codec, compile_rules, read_record
from turnwright.engine.base import Refused as EngineRefused
from turnwright.engine.mechanics.initiative import Roll, SetScore
from turnwright.engine.mechanics.scenes import Start
from turnwright.engine.state import State
from turnwright.formula import read_number
from turnwright.rules.faults import Fault, FileFaults
from turnwright.rules.load import read
from turnwright.scenario.casting import cast_commands
from turnwright.scenario.expect import KEYS, active_name, shown_order
from turnwright.scenario.read import Scenario, read_scenario
from turnwright.scenario.steps import Expected, Initiative, Refused, Reload, Said, Step
from turnwright.speech import SpeechError, parse, refuse, tell, why
from turnwright.speech.table import Prev


class Failure(Struct, frozen=True, kw_only=True):
    """An expectation that did not hold, at its place in the file."""

    file: str
    line: int
    column: int
    wanted: str
    there: str
    why: str = ""

    def __str__(self) -> str:
        lines = [f"{self.file}:{self.line}:{self.column}: expected {self.wanted}", f"  but there was {self.there}"]
        if self.why:
            lines.append(f"  why: {self.why}")
        return "\n".join(lines)


class Outcome(Struct, kw_only=True):
    """What came of one file. ``errors`` are faults of the file itself."""

    file: str
    title: str = ""
    passed: bool = False
    checks: int = 0
    failures: list[Failure] = field(default_factory=list)
    errors: list[Fault] = field(default_factory=list)
    round: int = 0
    phase: str = ""
    active: str | None = None
    order: list[str] = field(default_factory=list)
    refs: list[str] = field(default_factory=list)


class ScriptedDice:
    """Faces from the file, to be used exactly."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.drawn = 0
        self.left = list(faces)

    def roll(self, sides: int) -> int:
        """The next face of the script; refuses when there is none, or when no such die has it."""
        if not self.left:
            raise EngineRefused(Refusal("dice.too_few", data={"given": "0"}))
        if not 1 <= self.left[0] <= sides:
            raise EngineRefused(Refusal("dice.impossible", data={"face": str(self.left[0]), "sides": str(sides)}))
        return self.left.pop(0)


def _scripted(faces: tuple[int, ...] | None) -> ScriptedDice | None:
    return ScriptedDice(faces) if faces is not None else None


def run_file(path: Path) -> Outcome:
    """Read and play one scenario file. What is wrong comes back in the outcome; nothing is raised for it."""
    try:
        scenario = read_scenario(path)
    except FileFaults as wrong:
        return Outcome(file=str(path), errors=list(wrong.faults))
    return Stage(scenario).run()


class Stage:
    """A scenario being played."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.first = compile_rules(read(scenario.book).value)
        self.encounter = Encounter.new(self.first, scenario.seed)
        self.outcome = Outcome(file=scenario.file, title=scenario.title)
        self.dice = ScriptedDice(scenario.dice) if scenario.dice is not None else None
        self.lines: list[str] = []
        self.last = ""
        self.refs: set[str] = set()

    def run(self) -> Outcome:
        """Play every step; stop at the first that fails, since what follows would only follow from it."""
        for member in self.scenario.cast:
            for command in cast_commands(member, lambda: self.encounter.state):
                self._command(command, None, 1, 1)
        for step in self.scenario.play:
            if self.outcome.failures:
                break
            self._step(step)
        if self.dice is not None and self.dice.left and not self.outcome.failures:
            self._fail(1, 1, "every die of the scenario to be rolled", f"{len(self.dice.left)} left: {self.dice.left}")
        self._finish()
        return self.outcome

    def _step(self, step: Step) -> None:
        if isinstance(step, Said):
            self._said(step)
        elif isinstance(step, Initiative):
            self._initiative(step)
        elif isinstance(step, Refused):
            self._refused(step)
        elif isinstance(step, Reload):
            records = [read_record(codec.encode(record)) for record in self.encounter.records]
            self.encounter = Encounter.load(self.first, records)
        else:
            self._expected(step)

    def _said(self, step: Said) -> None:
        try:
            command, force = self._parse(step)
        except SpeechError as error:
            self._fail(step.line, step.column, f"{step.text!r} to be understood", self._sentence(error.refusal))
            return
        self._command(command, _scripted(step.dice), step.line, step.column, force)

    def _parse(self, step: Said) -> tuple[Command, bool]:
        state = self.encounter.state
        who = next((c.id for c in state.combatants.values() if c.name == step.who), None)
        text = step.text if who or not step.who else f"{step.who} {step.text}"
        said = parse(self.encounter.rules, state, text, who)
        if isinstance(said.command, Prev):
            return self.encounter.start_of_turn() or Undo(), said.force
        return said.command, said.force

    def _initiative(self, step: Initiative) -> None:
        for name, texts in step.faces.items():
            who = next((c.id for c in self.encounter.state.combatants.values() if c.name == name), None)
            if who is None:
                self._fail(*step.places[name], f"somebody called {name}", "nobody")
                return
            command: Command
            try:
                if self.encounter.rules.ruleset.initiative.formula is None:
                    command = SetScore(who, read_number(texts[0]))
                else:
                    command = Roll((who,), tuple(int(text) for text in texts))
            except ValueError:
                self._fail(*step.places[name], f"the faces that {name} rolled", ", ".join(texts))
                return
            self._command(command, None, *step.places[name])
        if self.encounter.state.agenda or self.outcome.failures:
            return
        before = self.encounter.state
        dice = _scripted(step.dice)
        rolled = self.encounter.do(Roll(), dice=dice or self.dice)
        if isinstance(rolled, Record):
            self._note(before, rolled)
        elif rolled.code.startswith("dice."):
            self._fail(step.line, step.column, "this to be accepted", self._sentence(rolled))
            return
        self._command(Start(), dice, step.line, step.column)

    def _command(
        self, command: Command, dice: ScriptedDice | None, line: int, column: int, force: bool = False
    ) -> None:
        before = self.encounter.state
        result = self.encounter.do(command, dice=dice or self.dice, force=force)
        if isinstance(result, Refusal):
            self.refs |= {result.ref} - {""}
            self._fail(line, column, "this to be accepted", self._sentence(result))
            return
        self._note(before, result)
        if dice is not None and dice.left:
            self._fail(line, column, "all its dice to be rolled", f"{len(dice.left)} left: {dice.left}")

    def _note(self, before: State, record: Record) -> None:
        self.refs |= {event.ref for event in record.events} - {""}
        self.lines = [*self.lines, *tell(self.encounter.rules, before, record)][-40:]

    def _refused(self, step: Refused) -> None:
        self.outcome.checks += 1
        try:
            command, force = self._parse(step.said)
        except SpeechError as error:
            refusal = error.refusal
        else:
            before = self.encounter.state
            result = self.encounter.do(command, dice=_scripted(step.said.dice), force=force)
            if isinstance(result, Record):
                self._note(before, result)
                self._fail(step.line, step.column, f"{step.said.text!r} to be refused", "it was accepted")
                return
            refusal = result
        self.refs |= {refusal.ref} - {""}
        sentence = self._sentence(refusal)
        because = step.because
        if because and because not in (refusal.code, refusal.ref) and because.casefold() not in sentence.casefold():
            there = f"{sentence} ({refusal.code}{', ' + refusal.ref if refusal.ref else ''})"
            self._fail(step.line, step.column, f"a refusal because of {because}", there)

    def _expected(self, step: Expected) -> None:
        self.outcome.checks += 1
        mismatch = KEYS[step.key](self, step.value)
        if mismatch is not None:
            self._fail(step.line, step.column, f"{step.key} {mismatch.wanted}", mismatch.there)

    def _sentence(self, refusal: Refusal) -> str:
        return refuse(self.encounter.rules, self.encounter.state, refusal)

    def _fail(self, line: int, column: int, wanted: str, there: str) -> None:
        because = why(self.encounter.rules, self.encounter) if self.encounter.history else ""
        failure = Failure(file=self.scenario.file, line=line, column=column, wanted=wanted, there=there, why=because)
        self.outcome.failures.append(failure)

    def _finish(self) -> None:
        outcome, state = self.outcome, self.encounter.state
        outcome.passed = not outcome.failures
        outcome.round, outcome.phase = state.round, state.phase
        outcome.active = active_name(self.encounter) or None
        outcome.order = shown_order(self)
        outcome.refs = sorted(self.refs)
