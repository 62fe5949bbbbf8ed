"""What happens in the phases of a round in which no turns are taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from turnwright.rules.words.word import Word


class Despite(Word, frozen=True, kw_only=True):
    """Whether one may choose although there is this reason not to act."""

    shorthand: ClassVar[str] = "may"
    says: ClassVar[Mapping[str, str]] = {"may": "Yes: one may."}

    may: bool = True


class Choosing(Word, frozen=True, kw_only=True):
    """What one side may choose in a phase of choices::

        choices:
          antagonists: {may: paradigm action}
          heroes: {sets: role, despite: {locked: yes, downed: no}}

    ``may`` names actions, or tags of actions, that are open now; ``sets`` is a trait that each may set anew. All of a
    side choose at the same time: what they set is shown, and holds, once each has chosen or passed. ``despite`` tells
    of conditions and other reasons not to act whether one may choose all the same.
    """

    may: tuple[str, ...] = ()
    sets: str = ""
    despite: dict[str, Despite] = {}

    def __post_init__(self) -> None:
        if not self.may and not self.sets:
            raise ValueError("a side chooses among actions (may) or the words of a trait (sets)")


class Contents(Word, frozen=True, kw_only=True):
    """What happens in a phase, by its name::

        round: {phases: [action, effect, paradigm], opening: [paradigm]}
        phases:
          effect:
            steps: [effects, advance, leave]
          paradigm:
            choices:
              antagonists: {may: paradigm action}
              heroes: {sets: role}

    A phase that is not listed has turns. In one that ``declares``, people may declare these ahead of what they will
    do; one that ``finds: order`` rolls initiative and breaks ties at that point of the round, not before it.
    ``steps`` are moments of the phase, in order: ``effects`` is the moment of the phase itself, the others are named
    by words that say "at". In a phase of ``choices`` the sides choose one after another, each when those before it
    have chosen or passed; ``everyone`` stands for all sides at once.
    """

    steps: tuple[str, ...] = ()
    choices: dict[str, Choosing] = {}
    declares: tuple[str, ...] = ()
    finds: Literal["", "order"] = ""

    def __post_init__(self) -> None:
        if sum(map(bool, (self.steps, self.choices, self.declares, self.finds))) != 1:
            raise ValueError("a phase without turns has steps or choices, declares something, or finds the order")

    @property
    def kind(self) -> Literal["steps", "choices", "declarations", "order"]:
        """The kind of phase that this makes it."""
        if self.declares:
            return "declarations"
        if self.finds:
            return "order"
        return "steps" if self.steps else "choices"
