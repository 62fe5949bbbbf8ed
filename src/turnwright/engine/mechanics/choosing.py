"""Phases of choices: setting a trait anew, passing, and the actions that such a phase opens."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnwright.engine.base import WAIT, Answers, Command, Outcome, Refusal, figures
from turnwright.engine.choosing import (
    Choices,
    Chose,
    asked,
    barred,
    choosing_now,
    may_use,
    opens_to,
    rule_for,
    waiting,
    words_for,
)
from turnwright.engine.doings import Intent
from turnwright.engine.events import TraitSet
from turnwright.engine.happenings import PhaseEnded
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import Play
from turnwright.engine.sheet import trait
from turnwright.rules.words.act import Action, Doing
from turnwright.rules.words.order import Phase
from turnwright.rules.words.phases import Choosing


class Choose(Command, frozen=True, gc=False):
    """Choose a word for the trait that the phase lets one set. Until all have chosen one may still think again.

    Refuses ``choice.none`` while no phase asks for it, ``choice.unknown`` for a word that this one doesn't have; and
    by the rules ``choice.not_asked`` for those who can't choose now.
    """

    who: str
    word: str
    owner = "who"

    def decide(self, play: Play) -> None:
        name = play.present(self.who).name
        now = choosing_now(play)
        if now is None:
            play.refuse("choice.none", name=name)
        frame, word = now
        if not word.sets:
            play.refuse("choice.not_asked", word.rule, name=name, why="")
        known = words_for(play, self.who, word.sets)
        if self.word not in known:
            play.refuse("choice.unknown", word.rule, name=name, word=self.word, known=", ".join(known))
        _check_asked(play, frame, word, self.who)
        if self.who in asked(play, frame, word):
            play.emit(Chose(self.who, self.word, ref=rule_for(play, self.who, word), to=self.who))
        else:
            _set(play, self.who, word, self.word)

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Each word that is not set now, for everybody who is asked."""
        now = choosing_now(play)
        if now is not None and now[1].sets:
            for who in asked(play, *now):
                for word in words_for(play, who, now[1].sets):
                    if word != trait(play.rules, play.state, who, now[1].sets):
                        yield cls(who, word)


def _check_asked(play: Play, frame: Choices, word: Choosing, who: str) -> None:
    if who not in asked(play, frame, word):
        why = barred(play, who, word) if not play.state.combatants[who].belongs_to else ""
        play.bar("choice.not_asked", rule_for(play, who, word), name=play.name(who), why=why)


def step(play: Play, frame: Choices, answers: Answers | None) -> Outcome:
    """Wait until each of the side that chooses has done so; then that holds, and the next side is asked."""
    now = choosing_now(play)
    if now is None:
        play.emit(PhaseEnded(frame.phase))
        return None
    word = now[1]
    if waiting(play, frame, word):
        return WAIT
    play.turn_to(Choices(frame.phase, frame.part + 1))
    _settle(play, frame, word)
    return None


def _settle(play: Play, frame: Choices, word: Choosing) -> None:
    """What was chosen holds from now on, for those who could still choose it."""
    for who in asked(play, frame, word):
        chosen = frame.chosen.get(who, "")
        if chosen and chosen != trait(play.rules, play.state, who, word.sets):
            _set(play, who, word, chosen)


def _set(play: Play, who: str, word: Choosing, chosen: str) -> None:
    """A trait has another word; conditions and effects stay as they are, on everyone."""
    roles = play.rules.ruleset.roles
    ref = roles.rule if roles is not None and roles.trait == word.sets else word.rule
    play.emit(TraitSet(who, word.sets, chosen, ref=ref))
    play.changed(who)


def _begin(play: Play, phase: Phase) -> Choices:
    return Choices(phase.name)


def _pass(play: Play, frame: Choices, who: str) -> None:
    now = choosing_now(play)
    assert now is not None
    _check_asked(play, frame, now[1], who)
    play.emit(Chose(who, ref=now[1].rule, to=who))


def _awaited(play: Play, frame: Choices) -> tuple[str, ...]:
    now = choosing_now(play)
    return waiting(play, *now) if now is not None else ()


def _close(play: Play, frame: Choices) -> None:
    """The game master goes on: whoever has not chosen lets it go by."""
    now = choosing_now(play)
    assert now is not None
    play.turn_to(replace(frame, passed=(*frame.passed, *waiting(play, *now))))


def _objects(play: Play, intent: Intent, doing: Doing) -> Iterator[Refusal]:
    """An action of a phase is open only there, to the side that chooses."""
    if isinstance(doing, Action) and doing.turn == "phase" and not may_use(play, intent.who, intent.act):
        sides, phases, ref = opens_to(play, intent.who, intent.act)
        data = {"name": play.name(intent.who), "act": intent.act, "sides": sides, "phases": phases}
        yield Refusal("act.phase", ref or doing.rule, figures(data), rule=True)


MECHANIC = Mechanic(
    "choosing",
    uses=lambda ruleset: any(action.turn == "phase" for action in ruleset.actions.values()),
    commands=(Choose,),
    events=(Chose,),
    frames={Choices: step},
    phases={"choices": _begin},
    objections=_objects,
    next={Choices: _close},
    passes={Choices: _pass},
    awaits={Choices: _awaited},
)
