"""How long something lasts, as people write it and as data."""

from __future__ import annotations

import re

from msgspec import Struct

NEVER, TIMES, ROUNDS = "", "times", "rounds"

LONGEST = 10_000
"""The most boundaries, times or rounds that can be counted."""


class Duration(Struct, frozen=True, gc=False, omit_defaults=True):
    """When something ends: a boundary, whose, and how many of them it takes (SEM-13).

    - ``until``: a moment as files write it (``end of turn``, ``start of round``, ``end of effect phase``, a step's
      name); or ``times`` (so many times of doing what it does), ``rounds`` (rounds as the ruleset counts them), or
      empty: until it is ended.
    - ``of``: whose turn, where the moment belongs to a turn: ``bearer``, ``source``, or a combatant.
    - ``count``: the how-manieth such boundary it is.
    - ``next``: the turn, round or phase that is on does not count.
    - ``on``: how many rounds on it is at the earliest.

    In files and commands it is written in words; all of these can be read::

        lasts: until the end of the source's next turn
        lasts: until the start of the bearer's turn
        lasts: until the end of the bearer's 3rd turn
        lasts: until the start of the bearer's turn, 1 round on
        lasts: until the end of the next round
        lasts: until the end of the effect phase
        lasts: until step upkeep of the bearer's next turn
        lasts: 3 rounds
        lasts: 3 following rounds
        lasts: once
        lasts: 2 times
        lasts: until ended

    A beginning is written likewise: ``from the effect phase on``, ``at the start of the bearer's next turn``.
    A turn, a phase and a round that the end of a scene breaks off are over with it.
    """

    until: str = NEVER
    of: str = ""
    count: int = 1
    next: bool = False
    on: int = 0


class DurationError(ValueError):
    """A text that names no duration."""

    hint = "such as until the end of the source's next turn, 3 rounds, once, or until ended"


_COUNTED = re.compile(r"(?:for )?(?:the )?(\d+|a|one)( following| next| more)? (rounds?|times?)")
_PHASE = re.compile(r"(?:(?:until|in|from) )?(?:the )?(?P<next>next )?(?P<what>\S.* phase)(?: on)?")
_UNTIL = re.compile(
    r"(?:(?:until|at|from) )?(?:the )?(?:(?P<edge>start|beginning|end) of|step (?P<step>.+?) of) (?:the )?"
    r"(?:(?P<whose>.+?)(?:['’]s?|(?<=its)|(?<=their)|(?<=own)) )?"
    r"(?:(?P<which>this|next|(?P<nth>\d+)(?:st|nd|rd|th))(?P<then> next)? )?"
    r"(?P<what>.+?)(?:,? (?P<on>\d+) rounds? on)?"
)
_OWN = {"bearer": "bearer", "its": "bearer", "their": "bearer", "own": "bearer", "source": "source"}
_WHOLE = ("round", "scene", "pass")


def read_duration(text: str) -> Duration:
    """Read how long something lasts; raises DurationError.

    A name that is neither bearer nor source is kept as it was written; who it is, the table knows.
    """
    words = " ".join(text.split())
    low = words.lower()
    if low in ("", "until ended", "for good", "always"):
        return Duration()
    if low == "once":
        return Duration(TIMES)
    counted = _COUNTED.fullmatch(low)
    if counted:
        count = int(counted[1]) if counted[1].isdecimal() else 1
        return _within(_counted(count, bool(counted[2]), counted[3].startswith("time")))
    found = _UNTIL.fullmatch(words) or _UNTIL.fullmatch(low)
    if found is not None:
        return _within(_until(found))
    phase = _PHASE.fullmatch(words)
    if phase is None:
        raise DurationError("this doesn't say how long something lasts")
    return Duration(phase["what"], next=bool(phase["next"]))


def _counted(count: int, following: bool, times: bool) -> Duration:
    if times:
        return Duration(TIMES, count=count)
    return Duration("end of round", count=count, next=True) if following else Duration(ROUNDS, count=count)


def _until(found: re.Match[str]) -> Duration:
    whose, what = found["whose"] or "", found["what"]
    if found["step"]:
        if what != "turn":
            raise DurationError("a step belongs to a turn")
        until = found["step"]
    else:
        edge = "end" if found["edge"] == "end" else "start"
        until = f"{edge} of {what}"
    of = _OWN.get(whose.lower(), whose)
    if what == "turn":
        of = of or "bearer"
    elif of:
        raise DurationError(f"a {what} is nobody's own")
    count = int(found["nth"] or 1)
    return Duration(until, of, count, found["which"] == "next" or bool(found["then"]), int(found["on"] or 0))


def _within(duration: Duration) -> Duration:
    if not 1 <= duration.count <= LONGEST or duration.on > LONGEST:
        raise DurationError(f"this has to be from 1 to {LONGEST}")
    return duration


def show_duration(duration: Duration) -> str:
    """A duration in the words that `read_duration` reads; names of combatants are left as they are."""
    if duration.until == NEVER:
        return "until ended"
    if duration.until == TIMES:
        return "once" if duration.count == 1 else f"{duration.count} times"
    if duration.until == ROUNDS:
        return "1 round" if duration.count == 1 else f"{duration.count} rounds"
    nth = _nth(duration.count) if duration.count > 1 else ""
    which = " ".join(word for word in (nth, "next" if duration.next else "") if word)
    edge, _, what = duration.until.partition(" of ")
    if edge.endswith(" phase"):
        return f"until the {which} {edge}".replace("  ", " ")
    start = f"until the {edge} of" if what else f"until step {duration.until} of"
    what = what or "turn"
    if what == "turn":
        own = {"bearer": "the bearer's", "source": "the source's", "": "the bearer's"}
        whose = own.get(duration.of, f"{duration.of}'s")
    else:
        whose = "the"
    on = f", {duration.on} round{'s' if duration.on != 1 else ''} on" if duration.on else ""
    return " ".join(word for word in (start, whose, which, what) if word) + on


def _nth(count: int) -> str:
    ending = "th" if 10 <= count % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
    return f"{count}{ending}"
