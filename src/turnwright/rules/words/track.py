"""What is reached step by step: tracks (long tasks, clocks), tasks with the objects of a scene, and shared dials."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from turnwright.formula import Formula, parse
from turnwright.rules.words.word import Word


class Grade(Word, frozen=True, kw_only=True):
    """A named difficulty. ``milestones`` in its formula is their number; ``given`` one that must be named with it."""

    shorthand: ClassVar[str] = "goal"
    says: ClassVar[Mapping[str, str]] = {"goal": "The tally to reach."}

    goal: Formula = parse("given")


class Gain(Word, frozen=True, kw_only=True):
    """What a step adds to the tally: rolled by a formula on the sheet of whoever takes it, or entered.

    ``of`` names what is counted.
    """

    shorthand: ClassVar[str] = "formula"
    says: ClassVar[Mapping[str, str]] = {"formula": "What is added."}

    formula: Formula | None = None
    of: str = ""


class Judged(Word, frozen=True, kw_only=True):
    """When the tally is compared with the goal: ``after last`` milestone, or ``on reach``: once it is high enough."""

    shorthand: ClassVar[str] = "when"
    says: ClassVar[Mapping[str, str]] = {"when": "When it is compared."}

    when: Literal["after last", "on reach"] = "on reach"


class Track(Word, frozen=True, kw_only=True):
    """A kind of thing that is reached step by step::

        tracks:
          narrative:
            scene: yes
            least milestones: 2
            gain: {of: Bumps}
            judged: after last
            grades: {average: milestones, easy: given}
          clock:
            goal: "6"

    ``scene`` makes it a small scene of its own. With ``least milestones`` above 0 its steps are milestones, named when
    it is opened and taken in order; otherwise it is advanced as the table likes. ``goal`` is the tally to reach, where
    the ruleset sets it; else it comes with the track, as a number or a grade.
    """

    scene: bool = False
    least_milestones: int = 0
    gain: Gain = Gain()
    goal: Formula | None = None
    grades: dict[str, Grade] = {}
    judged: Judged = Judged()

    def __post_init__(self) -> None:
        if self.judged.when == "after last" and self.least_milestones < 1:
            raise ValueError("what is judged after the last milestone needs at least one milestone")


class Resolves(Word, frozen=True, kw_only=True):
    """When something that took several turns has its effect: ``when done``, or at a moment (``effect phase``)."""

    shorthand: ClassVar[str] = "at"
    says: ClassVar[Mapping[str, str]] = {"at": "When."}

    at: str = "when done"


class Task(Word, frozen=True, kw_only=True):
    """Something done with an object that the scene contains, for a cost or for whole turns::

        tasks:
          interact:
            cost: ap
            whole turn: ap
            resolves: when done

    The GM sets for each object what it takes: an amount of the pools under ``cost``, or a number of whole turns. A turn
    is whole if nothing of the pools under ``whole turn`` was spent in it; granted turns never are. Progress is kept
    between turns.
    """

    cost: tuple[str, ...] = ()
    whole_turn: tuple[str, ...] = ()
    resolves: Resolves = Resolves()


class Tick(Word, frozen=True, kw_only=True):
    """A change of a dial that happens by itself at a moment; ``round`` can be used in the formula."""

    says: ClassVar[Mapping[str, str]] = {"at": "The moment.", "by": "What is added; it may be negative."}

    at: str
    by: Formula


class Dial(Word, frozen=True, kw_only=True):
    """A counter that the whole table shares, and that formulas may use by its name::

        dials:
          escalation:
            most: "6"
            starts at: start of scene
            ticks: {at: start of round, by: "1 if round > 1 else 0"}
          hero_story: {start: count(heroes), swaps with: gm_story, side: heroes}
          gm_story: {start: "1", swaps with: hero_story}

    It is set to ``start`` at the moments under ``starts at`` (none named: once). A point spent from a dial that
    ``swaps with`` another goes over to that one. ``side`` is the side whose players may spend from it; without it the
    GM does.
    """

    shorthand: ClassVar[str] = "start"
    says: ClassVar[Mapping[str, str]] = {"least": "It does not fall below.", "most": "It does not rise above."}

    start: Formula = parse("0")
    least: Formula = parse("0")
    most: Formula | None = None
    starts_at: tuple[str, ...] = ()
    ticks: tuple[Tick, ...] = ()
    swaps_with: str = ""
    side: str = ""
