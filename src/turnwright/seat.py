"""A fight as one player holds it: nothing that leaves a seat tells of what its player may not know (SEM-21, SEM-22)."""

from __future__ import annotations

from datetime import UTC, datetime

from msgspec import Struct
from msgspec.structs import replace

from turnwright.engine import Choice, Command, Encounter, Record, Refusal, Rules, State, choices
from turnwright.engine.dice import Dice
from turnwright.engine.frames import turn_in
from turnwright.engine.knowing import world
from turnwright.engine.mechanics.questions import Answer, Pass
from turnwright.engine.mechanics.reactions import React
from turnwright.engine.mechanics.scenes import End, Next
from turnwright.engine.play import seat
from turnwright.engine.view import View, view
from turnwright.speech import SpeechError, complete, help_on, parse, question, refuse
from turnwright.speech.catalogue import LANGUAGE
from turnwright.speech.cursor import Completion
from turnwright.speech.hearing import answer_to, heard
from turnwright.speech.offering import offered
from turnwright.speech.table import Choices, Help, Log, TableWord
from turnwright.speech.voice import Voice


class Result(Struct, frozen=True):
    """What came of something said: its record and what the log says of it, or the refusal and its sentence.

    True unless it was refused. Words that only look something up (``why``, ``log``) have no record, nor has what a
    player is told.
    """

    record: Record | None
    lines: tuple[str, ...]
    refusal: Refusal | None = None

    def __bool__(self) -> bool:
        return self.refusal is None


def now() -> str:
    """The time of day as records keep it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Sight(Struct, frozen=True):
    """What somebody had before them when they gave a command: the revision, the turn that was on (0: none), and what
    waited for people. By it a command means what its giver saw (SEM-20)."""

    revision: int
    turn: int = 0
    waiting: str = ""


def sight(encounter: Encounter) -> Sight:
    """What is before everybody now."""
    state = encounter.state
    turn = turn_in(state.agenda)
    top = state.agenda[-1] if state.agenda else None
    numbers = " ".join(str(frame.id) for frame in state.agenda if hasattr(frame, "id"))
    waiting = f"{type(top).__name__} {numbers} {state.turns_done}"
    return Sight(encounter.revision, turn.id if turn is not None else 0, waiting)


def as_meant(encounter: Encounter, command: Command, seen: Sight | None, request: str = "") -> Command | Refusal:
    """A command as its giver meant it: the end of that turn, the answer to that question and to no later one, the next
    step from there.

    Refuses ``moment.passed``; but not a ``request`` that was answered before.
    """
    if seen is None or encounter.answered(request) is not None:
        return command
    if isinstance(command, End) and seen.turn:
        return replace(command, turn=seen.turn)
    if isinstance(command, (Answer, Pass, React, Next)) and seen.waiting != sight(encounter).waiting:
        return Refusal("moment.passed")
    return command


def as_late(encounter: Encounter, refusal: Refusal, seen: Sight | None, known: State | None = None) -> Refusal:
    """Why words were not understood; of one who had another turn in view that this turn has ended (SEM-20), which is
    not so while it goes on as far as its giver has ``known``."""
    on = turn_in(known.agenda) if known is not None else None
    now = (sight(encounter).turn, on.id if on is not None else 0)
    late = seen is not None and seen.turn and seen.turn not in now
    return Refusal("turn.already_ended") if late and refusal.code == "turn.not_yours" else refusal


class Seat:
    """A player's place at a fight, with the combatants that are theirs; without any it is a spectator's.

    ``by`` is the name by which the log knows whose commands these are; who that is comes from the connection, never
    from what is said. The player is spoken to in ``language``; one who ``edits`` may change the sheets of their own by
    hand: pools, effects, conditions, stats, items, the name.
    """

    def __init__(
        self, encounter: Encounter, owns: frozenset[str], by: str, language: str = LANGUAGE, edits: bool = False
    ) -> None:
        self.encounter = encounter
        self.owns = owns
        self.edits = edits
        self.by = by
        self.language = language

    @property
    def rules(self) -> Rules:
        """The rules that are played by now."""
        return self.encounter.rules

    @property
    def view(self) -> View:
        """The fight as this player may know it."""
        return view(self.rules, self.encounter.state, self.owns)

    @property
    def voice(self) -> Voice:
        """What speaks to this player of the fight as they know it."""
        return Voice(self.rules, self._world, self.language, self._all)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What is open to this player, barred commands with their refusal."""
        return choices(self.rules, self.encounter.state, self.owns)

    def do(
        self, said: str | Command, *, dice: Dice | None = None, request: str = "", seen: Sight | None = None
    ) -> Result:
        """Say something in words or as a command struct; the result holds what this player is told, and no record.

        ``request`` is that of `Encounter.do`, ``seen`` what the player had in view.
        """
        if isinstance(said, Command):
            return self._give(said, dice, request, seen)
        before = self.encounter.answered(request)
        if before is not None:
            return self._give(before.command, dice, request, seen)
        speaker = next((who for who in self.encounter.state.combatants if who in self.owns), "")
        try:
            read_as = parse(self.rules, self._world, said, speaker, self._all)
        except SpeechError as error:
            return self._refused(as_late(self.encounter, error.refusal, seen, self._world))
        if isinstance(read_as.command, TableWord):
            return self._look_up(read_as.command)
        return self._give(read_as.command, dice, request, seen)

    def log(self, count: int = 0) -> tuple[str, ...]:
        """The lines of the last ``count`` commands of which this player has heard anything; 0 is all of them."""
        return tuple(line for lines in heard(self.encounter, self._all, count, self.language) for line in lines)

    def open_to(self) -> tuple[str, ...]:
        """The choices as lines: the words and at what cost, then what is barred, and why."""
        return tuple(offered(self.voice, self.choices))

    def complete(self, text: str) -> tuple[Completion, ...]:
        """How what has been typed so far could go on."""
        return complete(self.rules, self._world, text, viewer=self._all)

    @property
    def question(self) -> str:
        """What this player is asked, as a sentence; empty where that is nothing."""
        return question(self.rules, self._world, self.language) if self.view.question is not None else ""

    def sentence(self, refusal: Refusal) -> str:
        """A refusal as this player reads it."""
        return refuse(self.rules, self.encounter.state, refusal, self.language, self._all)

    @property
    def _all(self) -> frozenset[str]:
        """Those of this player, and those who belong to them."""
        return seat(self.encounter.state, self.owns) or self.owns

    @property
    def _world(self) -> State:
        return world(self.rules, self.encounter.state, self._all)

    def _give(self, command: Command, dice: Dice | None, request: str, seen: Sight | None) -> Result:
        before, rules = self.encounter.state, self.rules
        meant = as_meant(self.encounter, command, seen, request)
        if isinstance(meant, Refusal):
            return self._refused(meant)
        revision = seen.revision if seen is not None else None
        done = self.encounter.do(
            meant,
            dice=dice,
            by=self.by,
            owns=self.owns,
            edits=self.edits,
            at=now(),
            request=request,
            seen=revision,
        )
        if isinstance(done, Refusal):
            return self._refused(done)
        return Result(None, answer_to(rules, before, done, self._all, self.language))

    def _look_up(self, word: TableWord) -> Result:
        if isinstance(word, Log):
            return Result(None, self.log(word.count))
        if isinstance(word, Choices):
            return Result(None, self.open_to())
        if isinstance(word, Help):
            return Result(None, help_on(word.about, self.rules, self._world, self.language))
        return self._refused(Refusal("seat.gm_only"))

    def _refused(self, refusal: Refusal) -> Result:
        return Result(None, (self.sentence(refusal),), refusal)
