"""Concentration: how much somebody can keep up, and beginning one thing more."""

from __future__ import annotations

from turnwright.engine.base import Refusal, figures
from turnwright.engine.lasting import end_bundle, kept_up
from turnwright.engine.play import Play


def full(play: Play, who: str) -> Refusal | None:
    """Why somebody can't begin to keep up one thing more (``concentration.held``), or nothing."""
    word = play.rules.ruleset.concentration
    held = kept_up(play, who)
    if word.second == "replaces" or word.slots is None or len(held) < word.slots:
        return None
    data = figures({"name": play.name(who), "held": ", ".join(one.name for one in held), "slots": word.slots})
    return Refusal("concentration.held", word.rule, data, rule=True)


def make_room(play: Play, who: str, let_go: bool = False, why: str = "let go") -> None:
    """Before one thing more is begun: let go of the oldest, where that was said or the ruleset says so.

    Refuses ``concentration.held`` otherwise, which the GM may overrule: then both are kept.
    """
    word = play.rules.ruleset.concentration
    if let_go or word.second == "replaces":
        held = kept_up(play, who)
        too_many = len(held) - (word.slots - 1) if word.slots is not None else 0
        for one in held[: max(0, too_many)]:
            end_bundle(play, one, why if let_go else "replaced", word.rule)
        return
    refusal = full(play, who)
    if refusal is not None:
        play.bar(refusal.code, refusal.ref, **refusal.data)


def release(play: Play, who: str) -> None:
    """Somebody lets go of all that it keeps up by concentration."""
    for one in kept_up(play, who):
        end_bundle(play, one, "let go", play.rules.ruleset.concentration.rule)
