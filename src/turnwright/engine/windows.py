"""Windows: before an act resolves and after it has, those who may answer are given the chance.

A window opens only if somebody could answer, and closes when each has answered or passed, or the GM says so. What
somebody says while others are still to speak first is kept until it is their turn to, so that nobody learns from
waiting that there are others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from turnwright.engine.acts import ActFrame, fall, felled, resolve
from turnwright.engine.base import WAIT, Answers, Ask, Command, Event, FrameStruct, Outcome, Part, Refused, Spoken
from turnwright.engine.happenings import Popped, Stepped
from turnwright.engine.play import GM, Play
from turnwright.engine.state import State
from turnwright.engine.ties import RANKED, order_as_tied
from turnwright.engine.waiting import order_of_moment
from turnwright.formula import Number

When = Literal["before", "after"]


class Said(Struct, frozen=True, gc=False):
    """What somebody will do when those who come first have spoken."""

    who: str
    command: Spoken


class Window(FrameStruct, frozen=True, gc=False):
    """The chance to answer the act below it on the agenda, ``before`` it resolves or ``after``.

    ``passed`` have let it go by; ``said`` is what waits for its turn. Only the GM knows of a ``hidden`` one. Those who
    answer ``at_once`` do so now, and what they do falls on everybody together.
    """

    act: int
    when: When
    passed: tuple[str, ...] = ()
    said: tuple[Said, ...] = ()
    hidden: bool = False
    at_once: tuple[str, ...] = ()


class WindowOpened(Event, frozen=True, gc=False):
    """Somebody could answer an act."""

    frame: Window

    def apply(self, state: State) -> State:
        return replace(state, agenda=(*state.agenda, self.frame))


class WindowClosed(Event, frozen=True, gc=False):
    """Nobody will answer any more: all have spoken (answered), the GM goes on (resolved), or the act is spoiled."""

    act: int
    why: str

    def apply(self, state: State) -> State:
        return replace(state, agenda=state.agenda[:-1])


class LetGo(Event, frozen=True, gc=False):
    """Somebody lets the chance to answer go by."""

    who: str
    act: int

    def apply(self, state: State) -> State:
        window = state.agenda[-1]
        assert isinstance(window, Window)
        said = tuple(one for one in window.said if one.who != self.who)
        return replace(
            state, agenda=(*state.agenda[:-1], replace(window, passed=(*window.passed, self.who), said=said))
        )


class SaidEarly(Event, frozen=True, gc=False):
    """Somebody has said what to do when those who come first have spoken, and what that will cost."""

    said: Said
    cost: dict[str, Number] = {}

    def apply(self, state: State) -> State:
        window = state.agenda[-1]
        assert isinstance(window, Window)
        said = (*(one for one in window.said if one.who != self.said.who), self.said)
        return replace(state, agenda=(*state.agenda[:-1], replace(window, said=said)))


class Unsaid(Event, frozen=True, gc=False):
    """What somebody had said is done now or, with the code of a refusal, can no longer be done."""

    who: str
    why: str = ""

    def apply(self, state: State) -> State:
        window = state.agenda[-1]
        assert isinstance(window, Window)
        said = tuple(one for one in window.said if one.who != self.who)
        return replace(state, agenda=(*state.agenda[:-1], replace(window, said=said)))


EVENTS = (WindowOpened, WindowClosed, LetGo, SaidEarly, Unsaid)


def open_window(play: Play) -> tuple[Window, ActFrame] | None:
    """The window that people can answer in now, and the act it is about."""
    window = play.top
    if not isinstance(window, Window):
        return None
    act = play.state.agenda[-2]
    assert isinstance(act, ActFrame)
    return window, act


def answering(play: Play, act: ActFrame, when: When) -> tuple[str, ...]:
    """Everybody who could answer an act now, in the order in which they are to speak."""
    return tuple(dict.fromkeys(who for answers in play.rules.answers for who in answers(play, act, when)))


def asked(play: Play, window: Window, act: ActFrame) -> tuple[str, ...]:
    """Those who could answer and have not let it go by, the first to speak first."""
    return tuple(who for who in answering(play, act, window.when) if who not in window.passed)


def awaited(play: Play, window: Window) -> tuple[str, ...]:
    """Those for whom a window stays open."""
    act = play.state.agenda[-2]
    assert isinstance(act, ActFrame)
    return asked(play, window, act)


def open_anyhow(play: Play, window: Window, seen: Callable[[str], bool]) -> bool:
    """Whether a window would still wait for people if nobody but those ``seen`` could answer."""
    act = play.state.agenda[-2]
    assert isinstance(act, ActFrame)
    front = _front(play, window, act, tuple(who for who in asked(play, window, act) if seen(who)))
    return not {said.who for said in window.said} >= set(front)


def go_on_from(play: Play, window: Window) -> None:
    """The GM goes on: the window closes. Where only hidden ones keep others from what those have said, they let it go
    by, so that nothing of that is lost (SEM-22)."""
    combatants = play.state.combatants
    waiting = awaited(play, window)
    hidden = [who for who in waiting if combatants[who].hidden]
    if len(hidden) in (0, len(waiting)) or open_anyhow(play, window, lambda who: not combatants[who].hidden):
        close(play, window)
    for who in hidden if play.top is window else ():
        let_go(play, window, who)


def comes_later(play: Play, who: str, command: Command, cost: dict[str, Number]) -> bool:
    """Keep what somebody says while others are to speak first; tells whether it was kept, else it is to be done now."""
    found = open_window(play)
    if found is None or play.force:
        return False
    window, act = found
    if who in window.at_once or _front(play, window, act, asked(play, window, act)) in ((), (who,)):
        return False
    play.emit(SaidEarly(Said(who, command), cost, to=who))
    return True


def _front(play: Play, window: Window, act: ActFrame, waiting: tuple[str, ...]) -> tuple[str, ...]:
    """Who of those that are ``waiting`` is to speak first: one, or several who answer at the same time."""
    tied = tuple(entry for tied in play.rules.tied for entry in tied(play, act)) if window.when == "before" else ()
    for part in order_of_moment(play, tied) if len(tied) > 1 else ():
        members = tuple(who for entry in part for who in play.state.entries[entry].members[:1])
        if waiting[:1] and waiting[0] in members:
            return tuple(who for who in members if who in waiting)
    return waiting[:1]


def close(play: Play, window: Window, why: str = "resolved") -> None:
    """The window is closed; what was only said comes to nothing."""
    for said in window.said:
        play.emit(Unsaid(said.who, f"window.{why}", to=said.who))
    play.emit(WindowClosed(window.act, why, to=_to(window)))


def let_go(play: Play, window: Window, who: str) -> None:
    """Somebody passes; refuses ``window.not_asked`` for somebody who could not answer anyhow."""
    act = play.state.agenda[-2]
    assert isinstance(act, ActFrame)
    if who not in asked(play, window, act):
        play.refuse("window.not_asked", name=play.name(who), act=act.act)
    ref = next(filter(None, (passed(play, who, act) for passed in play.rules.passed)), "")
    told = GM if play.state.combatants[who].hidden else who if _secretly(play, who) else ""
    play.emit(LetGo(who, window.act, ref=ref, to=told))


def _secretly(play: Play, who: str) -> bool:
    """Whether it would be told, by letting it go by, for what somebody has an act ready that others don't know of."""
    waits = (entry.wait for entry in play.state.entries_of(who))
    return any(wait and wait.act and play.rules.ruleset.waits[wait.kind].seen_by.by != "all" for wait in waits)


def _to(window: Window) -> str:
    return GM if window.hidden else ""


# ---- how they go on


def step_act(play: Play, frame: ActFrame, answers: Answers | None) -> Outcome:
    """Before, resolving, after: at each edge those who may answer are given the chance."""
    if frame.stage == "before":
        if _kind_is_open(play, frame):
            if answers is None:
                part = Part("kind", (GM,), "one", ("interrupt", "reflex"))
                return Ask("reaction.kind", (part,), {"act": frame.act}, play.rules.ruleset.reacting.kind.rule)
            play.emit(Stepped(replace(frame, kind=answers["kind"][0])))
            return None
        outcome = _tell_apart(play, frame, answers)
        if outcome is not RANKED:
            return outcome
        play.emit(Stepped(replace(frame, stage="resolve")))
        _open(play, frame, "before")
    elif frame.stage == "resolve":
        frame = replace(frame, stage="after", spoiled=frame.spoiled or felled(play, frame))
        play.emit(Stepped(frame))
        resolve(play, frame)
    elif frame.stage == "after":
        play.emit(Stepped(replace(frame, stage="done")))
        if not frame.spoiled:
            _open(play, frame, "after")
    else:
        play.emit(Popped())
    return None


def _tell_apart(play: Play, frame: ActFrame, answers: Answers | None) -> Outcome:
    """Those who are set off at the same moment are brought into an order first, where that is found as in a tie."""
    tied = tuple(entry for tied in play.rules.tied for entry in tied(play, frame))
    if len(tied) < 2 or play.rules.ruleset.gaps.order != "ties":
        return RANKED
    return order_as_tied(play, tied, answers)


def _kind_is_open(play: Play, frame: ActFrame) -> bool:
    """Whether the GM has to say how an act is answered: nothing else does, and it makes a difference."""
    if frame.kind or play.rules.ruleset.reacting.kind.default != "ask":
        return False
    return answering(play, replace(frame, kind="interrupt"), "before") != answering(
        play, replace(frame, kind="reflex"), "before"
    )


def _open(play: Play, frame: ActFrame, when: When) -> None:
    who = answering(play, frame, when)
    if not who:
        return
    reacting = play.rules.ruleset.reacting
    hidden = all(play.state.combatants[one].hidden for one in who)
    window = Window(frame.id, when, hidden=hidden)
    ref = reacting.rule if frame.kind else reacting.kind.rule or reacting.rule
    play.emit(WindowOpened(window, ref=ref, to=_to(window)))


def step_window(play: Play, window: Window, answers: Answers | None) -> Outcome:
    """Do what was said as its turn comes, and close when nobody is left to be asked."""
    act = play.state.agenda[-2]
    assert isinstance(act, ActFrame)
    spoiled = window.when == "before" and (act.spoiled or felled(play, act))
    if spoiled:
        act = replace(act, spoiled=spoiled)
    if window.at_once:
        _all_at_once(play, window)
        return None
    waiting = asked(play, window, act)
    if not waiting:
        close(play, window, "spoiled" if spoiled else "answered")
        return None
    front = _front(play, window, act, waiting)
    for said in window.said:
        if said.who not in waiting:
            play.emit(Unsaid(said.who, "window.not_asked", to=said.who))
            return None
        if front == (said.who,):
            _do_now(play, said)
            return None
    if len(front) > 1 and {said.who for said in window.said} >= set(front):
        play.turn_to(replace(window, at_once=front))
        return None
    return WAIT


def _all_at_once(play: Play, window: Window) -> None:
    """Do what each of them has said, then let it fall on everybody together."""
    said = next((said for said in window.said if said.who in window.at_once), None)
    if said is not None:
        _do_now(play, said)
    else:
        play.turn_to(replace(window, at_once=()))
        fall(play)


def _do_now(play: Play, said: Said) -> None:
    """Do what somebody said early; if that is refused by now, it comes to nothing and they are asked again."""
    state, happened, force = play.state, len(play.events), play.force
    play.force = False
    try:
        play.emit(Unsaid(said.who, to=said.who))
        assert isinstance(said.command, Command)
        said.command.decide(play)
    except Refused as refused:
        play.state = state
        del play.events[happened:]
        play.emit(Unsaid(said.who, refused.refusal.code, to=said.who))
    finally:
        play.force = force
