"""Granted turns: taken in the gaps after one's own turn or when all turns are through, else lost."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine.base import Command, Outcome, Refusal, figures
from turnwright.engine.compiled import Rules
from turnwright.engine.doings import Intent, like
from turnwright.engine.events import PoolSet
from turnwright.engine.frames import Moment, Turn
from turnwright.engine.granting import Granted, GrantKept, GrantLapsed, GrantUsed, grant, lapse
from turnwright.engine.mechanic import STEPS, Hook, Mechanic, Stepping
from turnwright.engine.play import Play
from turnwright.engine.sheet import why_unable
from turnwright.engine.state import Entry
from turnwright.engine.turns import acting, come_up
from turnwright.rules.words.act import Deed, Doing
from turnwright.rules.words.extras import Extra


class Grant(Command, frozen=True, gc=False):
    """Grant somebody a turn beside their own by hand.

    Refuses ``extra.unknown``, and ``extra.none`` in a game without such.
    """

    who: str
    kind: str = ""

    def decide(self, play: Play) -> None:
        extras = play.rules.ruleset.extras
        if not extras:
            play.refuse("extra.none")
        grant(play, play.entry(play.present(self.who).id).id, self.kind or next(iter(extras)))


def _owed(play: Play, when: str) -> Iterator[tuple[Entry, str, Extra]]:
    """The turns that entries whose own is over, or who are ahead of all rounds, may still take, in order."""
    extras = play.rules.ruleset.extras
    for place in play.state.order:
        entry = play.state.entries[place]
        if entry.granted and not entry.gone and (entry.acted == play.state.cycle or not play.state.round):
            for kind in entry.granted:
                if extras[kind].taken.when == when:
                    yield entry, kind, extras[kind]


def _why_not(play: Play, entry: Entry) -> str:
    """Why nobody who owns a granted turn could act in it now, or nothing."""
    reasons = [why_unable(play.rules, play.state, who) for who in entry.members]
    return reasons[0] if reasons and all(reasons) else ""


def _may_enter(play: Play) -> tuple[str, ...]:
    if not play.rules.ruleset.extras:
        return ()
    return tuple(entry.id for entry, _, _ in _owed(play, "any gap") if not _why_not(play, entry))


def _enter(play: Play, who: Stepping) -> bool:
    found = play.state.entries[who.now[0]]
    if not found.granted:
        return False
    _take(play, found, found.granted[0])
    return True


def _take(play: Play, entry: Entry, kind: str) -> None:
    """The turn comes up, with what its pools hold in it."""
    word = play.rules.ruleset.extras[kind]
    play.emit(GrantUsed(entry.id, kind, ref=word.taken.rule or word.rule))
    come_up(play, entry.id, kind=kind, begun=True, ref=word.rule)
    if not word.moments:
        _give(play, word)


def _give(play: Play, word: Extra) -> None:
    turn = play.active
    assert turn is not None
    for who in acting(play.state, turn):
        for pool, formula in word.gives.items():
            was = play.state.combatants[who].pools.get(pool, 0)
            play.emit(PoolSet(who, pool, play.number(formula, who), was, "refill", ref=word.rule))
            play.changed(who)


def _with_moments(play: Play, entry: str) -> Extra | None:
    """The granted turn that is on, if it has a start of its own, and something to give."""
    turn = play.active
    word = play.rules.ruleset.extras.get(turn.kind) if turn is not None and turn.entry == entry else None
    return word if word is not None and word.moments and word.gives else None


def _at_start(play: Play, frame: Moment) -> Outcome:
    """After an ordinary refill pools hold what the granted turn gives."""
    word = _with_moments(play, frame.entry)
    assert word is not None
    _give(play, word)
    return None


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    if any(word.moments for word in rules.ruleset.extras.values()):
        yield rules.moment("start of turn"), Hook(STEPS, _at_start, lambda p, e: _with_moments(p, e) is not None)


def _over(play: Play, turn: Turn) -> None:
    """What pools held in a granted turn is lost with it; one that is still to come is kept."""
    extras = play.rules.ruleset.extras
    if not turn.kind:
        for kind in play.state.entries[turn.entry].granted:
            play.emit(GrantKept(turn.entry, kind, ref=extras[kind].kept.rule or extras[kind].rule))
    word = extras.get(turn.kind)
    if word is None:
        return
    for who in acting(play.state, turn):
        for pool in word.gives:
            was = play.state.combatants[who].pools.get(pool, 0)
            if was:
                play.emit(PoolSet(who, pool, 0, was, "lost", ref=word.rule))
                play.changed(who)


def _leftover(play: Play) -> bool:
    """All other turns are through: the granted ones of the end come up in order, and the rest are lost."""
    for entry, kind, _ in _owed(play, "end of phase"):
        if not _why_not(play, entry):
            _take(play, entry, kind)
            return True
    lost = [(entry, kind) for entry in play.state.entries.values() for kind in entry.granted]
    for entry, kind in lost:
        lapse(play, entry.id, kind, "removed" if entry.gone else _why_not(play, entry) or "unused")
    return bool(lost)


def _objects(play: Play, intent: Intent, doing: Doing) -> Iterator[Refusal]:
    """What can't be done in a granted turn."""
    turn = play.active
    word = play.rules.ruleset.extras.get(turn.kind) if turn is not None else None
    if turn is None or word is None or intent.who not in acting(play.state, turn):
        return
    if not {intent.act, like(play, intent.who, intent.act), *doing.tags}.isdisjoint(word.bars.acts):
        data = {"name": play.name(intent.who), "act": intent.act, "turn": turn.kind}
        yield Refusal("extra.barred", word.bars.rule or word.rule, figures(data), rule=True)


def _grants(play: Play, who: str, deed: Deed, targets: tuple[str, ...]) -> None:
    if who:
        grant(play, play.entry(who).id, deed.grants, deed.rule)


MECHANIC = Mechanic(
    "extras",
    uses=lambda ruleset: bool(ruleset.extras),
    commands=(Grant,),
    events=(Granted, GrantUsed, GrantKept, GrantLapsed),
    moments=_hooks,
    gap=_may_enter,
    enter=_enter,
    leftover=_leftover,
    objections=_objects,
    deeds={"grants": _grants},
    turn_over=_over,
)
