"""How often something may be done. Counts carry their period; they are never reset, only outdated (SEM-2)."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine.base import Refusal
from turnwright.engine.events import Used
from turnwright.engine.frames import RoundFrame
from turnwright.engine.play import Play
from turnwright.engine.state import Use
from turnwright.formula import show_number
from turnwright.rules.words.act import Limit


def period_key(play: Play, period: str, trigger: int = 0) -> str:
    """The name of the period that is on now. Periods that a rest renews are their own names.

    A phase that comes twice in a round, as an opening one does, is two periods: its beat tells them apart. What is done
    before a scene's first round counts as done in it (SEM-15), and so does what is done between one round and the next,
    while initiative is found anew.
    """
    state = play.state
    between = bool(state.agenda) and not any(isinstance(frame, RoundFrame) for frame in state.agenda)
    number = max(1, state.round + between)
    beat = next((frame.at for frame in state.agenda if isinstance(frame, RoundFrame)), 0) if period == "phase" else 0
    scene = f"s{1 if state.scene is None else state.scene.number + state.scene.over}"
    return {
        "turn": f"t{state.turn}",
        "round": f"{scene} r{number}",
        "phase": f"{scene} r{number} {state.phase} {beat}",
        "scene": scene,
        "trigger": f"a{trigger}",
    }.get(period, period)


def done(play: Play, who: str, key: str, period: str) -> int:
    """How often somebody has done something in the period that is on now."""
    use = play.state.combatants[who].uses.get(key)
    return int(use.count) if use is not None and use.period == period else 0


def exceeded(
    play: Play, who: str, what: str, limits: tuple[Limit, ...], trigger: int = 0, ref: str = ""
) -> Iterator[Refusal]:
    """What speaks against doing it once more: ``act.limit`` for each limit that is used up."""
    for at, limit in enumerate(limits):
        if done(play, who, _key(what, at, limit), period_key(play, limit.period, trigger)) >= limit.most:
            figures = {"name": play.name(who), "act": what, "limit": str(limit), "most": show_number(limit.most)}
            yield Refusal("act.limit", ref, figures, rule=True)


def count(play: Play, who: str, what: str, limits: tuple[Limit, ...], trigger: int = 0, ref: str = "") -> None:
    """It is done once more."""
    for at, limit in enumerate(limits):
        key, period = _key(what, at, limit), period_key(play, limit.period, trigger)
        play.emit(Used(who, key, Use(period, done(play, who, key, period) + 1), ref=ref))


def give_back(play: Play, who: str, what: str, limits: tuple[Limit, ...], trigger: int = 0, ref: str = "") -> None:
    """It was not done after all."""
    for at, limit in enumerate(limits):
        key, period = _key(what, at, limit), period_key(play, limit.period, trigger)
        was = done(play, who, key, period)
        if was:
            play.emit(Used(who, key, Use(period, was - 1), ref=ref))


def _key(what: str, at: int, limit: Limit) -> str:
    return f"{what} a {limit.period}" if at else what
