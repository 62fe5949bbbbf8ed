"""What the GM says about what is answered: that something happens, that an act is spoiled, that the table goes on."""

from __future__ import annotations

from typing import Literal

from turnwright.engine.acts import ActFrame, AmountTold, Spoiled, act_in, happen
from turnwright.engine.base import Command
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.numbering import next_number
from turnwright.engine.play import Play
from turnwright.engine.typed import check_formula
from turnwright.engine.windows import Window, close
from turnwright.rules.words.reactions import Trigger as Word


class Trigger(Command, frozen=True, gc=False):
    """Something happens to people that is nobody's act: a trap, a falling roof. They may answer it as they would one.

    ``name`` is a trigger of the ruleset, or any other word; reactions answer to it and to its ``tags``, those given or
    else those of the ruleset. ``kind`` says
    how it is answered where reactions leave that open; ``amount`` is what falls on the ``targets`` (negative is
    harm).
    """

    name: str
    targets: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    kind: Literal["", "interrupt", "reflex"] = ""
    amount: str = ""

    def decide(self, play: Play) -> None:
        if not self.name.strip():
            play.refuse("trigger.unnamed")
        for target in self.targets:
            play.present(target)
        word = play.rules.ruleset.triggers.get(self.name) or Word()
        frame = ActFrame(
            next_number(play.state),
            "",
            self.name,
            tuple(dict.fromkeys(self.targets)),
            self.amount or (word.amount.text if word.amount else ""),
            tuple(dict.fromkeys((*word.tags, *self.tags))) or _told(play, self.name),
            self.kind or word.kind,
        )
        happen(play, frame, word.rule)


def _told(play: Play, name: str) -> tuple[str, ...]:
    """The tags of what is told of by a word that nothing answers to."""
    ruleset = play.rules.ruleset
    return () if any(name in word.to for word in ruleset.reactions.values()) else ruleset.reacting.told


class Resolve(Command, frozen=True, gc=False):
    """Go on: nobody else answers the act in question. ``amount`` is what it does, where that is known only now.

    Refuses ``window.none``, and ``act.resolved`` for an amount that comes after the act has had its effect.
    """

    amount: str = ""

    def decide(self, play: Play) -> None:
        window = play.top
        if not isinstance(window, Window):
            play.refuse("window.none")
        if self.amount and window.when == "after":
            play.refuse("act.resolved", amount=self.amount)
        close(play, window)
        if self.amount:
            act = act_in(play.state, window.act)
            check_formula(play, act.who if act else "", self.amount)
            play.emit(AmountTold(window.act, self.amount))

    @classmethod
    def offers(cls, play: Play) -> tuple[Command, ...]:
        """Going on, while a window is open."""
        return (cls(),) if isinstance(play.top, Window) else ()


class Spoil(Command, frozen=True, gc=False):
    """The act that was declared last and has not had its effect comes to nothing: it missed, it is no longer possible.

    Refuses ``act.none`` where there is no such act.
    """

    why: str = "spoiled"

    def decide(self, play: Play) -> None:
        for frame in reversed(play.state.agenda):
            if isinstance(frame, ActFrame) and frame.stage in ("before", "resolve") and not frame.spoiled:
                play.emit(Spoiled(frame.id, self.why or "spoiled", ref=play.rules.ruleset.acting.spoiled.rule))
                return
        play.refuse("act.none")


MECHANIC = Mechanic("triggers", commands=(Trigger, Resolve, Spoil))
