"""Traits that people are asked for as a scene begins, where their sheet doesn't say."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnwright.engine.base import Answers, Ask, FrameStruct, Outcome, Part
from turnwright.engine.compiled import Rules
from turnwright.engine.events import TraitSet
from turnwright.engine.frames import Moment
from turnwright.engine.mechanic import QUESTIONS, Hook, Mechanic
from turnwright.engine.play import Play
from turnwright.engine.sheet import present


class TraitAsked(FrameStruct, frozen=True, gc=False):
    """People are asked for a trait: players for their characters, the GM for the rest."""

    trait: str


def _lacking(play: Play, name: str) -> tuple[str, ...]:
    return tuple(c.id for c in present(play.state) if not c.belongs_to and not c.traits.get(name))


def step(play: Play, frame: TraitAsked, answers: Answers | None) -> Outcome:
    """Ask for everybody who lacks it, all at once; then it stands on their sheets."""
    word = play.rules.traits[frame.trait]
    ref = word.asked_first.rule or word.rule
    lacking = _lacking(play, frame.trait)
    if not lacking:
        play.pop()
        return None
    if answers is None or any(who not in answers for who in lacking):
        parts = tuple(Part(who, (play.decider(who),), "one", word.among) for who in lacking)
        return Ask("trait", parts, {"trait": frame.trait}, ref)
    play.pop()
    for who in lacking:
        play.emit(TraitSet(who, frame.trait, answers[who][0], ref=ref))
        play.changed(who)
    return None


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    for name, word in rules.traits.items():
        if word.asked_first.asked and word.among:
            yield "scene.start", _hook(name)


def _hook(name: str) -> Hook:
    def run(play: Play, frame: Moment) -> Outcome:
        play.turn_to(replace(frame, at=frame.at + 1))
        play.push(TraitAsked(name))
        return None

    return Hook(QUESTIONS, run, lambda play, entry: bool(_lacking(play, name)))


MECHANIC = Mechanic("asked first", frames={TraitAsked: step}, moments=_hooks)
