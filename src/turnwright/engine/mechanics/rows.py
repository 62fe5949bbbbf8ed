"""Rows: what does not reach from or into the back one, and advancing on a side whose front has nobody standing."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnwright.engine.base import Answers, Ask, Event, FrameStruct, Outcome, Part, Refusal, figures
from turnwright.engine.compiled import Rules
from turnwright.engine.doings import Intent, like
from turnwright.engine.events import TraitSet
from turnwright.engine.frames import Moment
from turnwright.engine.mechanic import QUESTIONS, Hook, Mechanic
from turnwright.engine.play import GM, Play
from turnwright.engine.sheet import conditions, present, trait, why_unable
from turnwright.engine.state import Combatant, State
from turnwright.rules.words.act import Doing
from turnwright.rules.words.battlefield import Advancing, Rows


class AdvanceAsked(FrameStruct, frozen=True, gc=False):
    """Sides are asked whether to advance; ``asked`` are those that have answered, as who and upon whom."""

    asked: tuple[tuple[str, str], ...] = ()


class Advanced(Event, frozen=True, gc=False):
    """A side advances on one that has nobody standing in front."""

    side: str
    upon: str

    def apply(self, state: State) -> State:
        return state


class HeldBack(Event, frozen=True, gc=False):
    """A side could have advanced on another, and does not."""

    side: str
    upon: str

    def apply(self, state: State) -> State:
        return state


def _objects(play: Play, intent: Intent, doing: Doing) -> Iterator[Refusal]:
    """What doesn't reach across the rows: from the back, or into it, on the other side."""
    rows = play.rules.ruleset.rows
    if rows is None or not rows.short.acts or not intent.targets:
        return
    if {intent.act, like(play, intent.who, intent.act), *doing.tags, *intent.tags}.isdisjoint(rows.short.acts):
        return
    side = play.state.combatants[intent.who].side
    for target in intent.targets:
        if play.state.combatants[target].side == side:
            continue
        for who, code in ((intent.who, "row.back"), (target, "row.target_back")):
            if trait(play.rules, play.state, who, rows.trait) == rows.back:
                data = {"name": play.name(intent.who), "act": intent.act, "target": play.name(target)}
                yield Refusal(code, rows.short.rule or rows.rule, figures(data), rule=True)


# ---- advancing


def _sides(play: Play) -> dict[str, list[Combatant]]:
    """Those on the field, by side, in the order in which the file and then the cast name the sides."""
    found: dict[str, list[Combatant]] = {side: [] for side in play.rules.ruleset.sides}
    for combatant in present(play.state):
        found.setdefault(combatant.side, []).append(combatant)
    return {side: members for side, members in found.items() if members}


def _front_empty(play: Play, rows: Rows, word: Advancing, members: list[Combatant]) -> bool:
    """Whether nobody of a side stands in front, while somebody of it stands at all: else nothing is left to advance
    upon."""
    fallen = {name for name, holds in word.standing.items() if not holds}
    standing = [c for c in members if fallen.isdisjoint(conditions(play.rules, play.state, c.id))]
    front = (c for c in standing if trait(play.rules, play.state, c.id, rows.trait) == rows.front)
    return bool(standing) and next(front, None) is None


def _may_advance(play: Play, members: list[Combatant]) -> bool:
    """A side advances by those of its own who can act; somebody called in their place does not count."""
    return any(not c.belongs_to and not why_unable(play.rules, play.state, c.id) for c in members)


def chances(play: Play) -> tuple[tuple[str, str], ...]:
    """Which side could advance upon which, in the order in which they are to be asked: as those see it who may not know
    of anybody hidden (SEM-22)."""
    rows = play.rules.ruleset.rows
    if rows is None or rows.advancing is None:
        return ()
    word = rows.advancing
    seen = {side: [c for c in members if not c.hidden] for side, members in _sides(play).items()}
    sides = {side: members for side, members in seen.items() if members}
    empty = [side for side, members in sides.items() if _front_empty(play, rows, word, members)]
    able = [side for side, members in sides.items() if _may_advance(play, members)]
    found = [(side, upon) for side in able for upon in empty if upon != side]
    return tuple(sorted(found, key=lambda pair: pair[0] != word.both_empty.first))


def step(play: Play, frame: AdvanceAsked, answers: Answers | None) -> Outcome:
    """Ask the first side that could advance and has not been asked; then the next."""
    rows = play.rules.ruleset.rows
    assert rows is not None
    assert rows.advancing is not None
    left = [pair for pair in chances(play) if pair not in frame.asked]
    if not left:
        play.pop()
        return None
    side, upon = left[0]
    both = (upon, side) in (*chances(play), *frame.asked)
    ref = rows.advancing.both_empty.rule if both and rows.advancing.both_empty.rule else rows.advancing.rule
    if answers is None:
        members = _sides(play)[side]
        theirs = play.rules.ruleset.sides.get(side) == "players"
        deciders = tuple(c.id for c in members if not c.belongs_to) if theirs else (GM,)
        return Ask(
            "advance", (Part("advance", deciders, "one", ("advance", "stay")),), {"side": side, "upon": upon}, ref
        )
    yes = answers["advance"] == ("advance",)
    play.turn_to(replace(frame, asked=(*frame.asked, (side, upon))))
    play.emit(Advanced(side, upon, ref=ref) if yes else HeldBack(side, upon, ref=ref))
    if yes:
        for combatant in _sides(play)[upon]:
            if trait(play.rules, play.state, combatant.id, rows.trait) != rows.front:
                play.emit(TraitSet(combatant.id, rows.trait, rows.front, ref=rows.advancing.rule))
                play.changed(combatant.id)
    return None


def _ask(play: Play, frame: Moment) -> Outcome:
    play.turn_to(replace(frame, at=frame.at + 1))
    play.push(AdvanceAsked())
    return None


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    word = rules.ruleset.rows
    if word is not None and word.advancing is not None:
        yield rules.moment(word.advancing.at), Hook(QUESTIONS, _ask, lambda play, entry: bool(chances(play)))


MECHANIC = Mechanic(
    "rows",
    uses=lambda ruleset: ruleset.rows is not None,
    events=(Advanced, HeldBack),
    frames={AdvanceAsked: step},
    moments=_hooks,
    objections=_objects,
)
