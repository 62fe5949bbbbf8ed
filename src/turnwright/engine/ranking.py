"""Finding an order out of scores, and breaking ties by the ruleset's chain.

A chain splits the *set* of those tied: each rule in turn divides it, and what is left level goes on to the next.
What a rule gave somebody is kept in the entry's keys, so comparing never rolls again (SEM-5).
"""

from __future__ import annotations

from typing import Final

from turnwright.engine.base import Answers, Ask, Outcome, Part, Waiting
from turnwright.engine.events import InitiativeCleared, Ordered, Placed, Stepped, TieBroken
from turnwright.engine.frames import Calling, Placing, SceneFrame, Turns
from turnwright.engine.play import GM, Play
from turnwright.engine.rolling import ref_of, roll_entry, sit_out
from turnwright.engine.state import Entry
from turnwright.formula import Number
from turnwright.rules.words.order import Tie

RANKED: Final = Waiting()
"""What `rank_all` gives when the order stands."""


def rank_all(play: Play, answers: Answers | None) -> Outcome:
    """Bring all entries into order: ask for scores that are missing, break ties, then state the order."""
    missing = unrolled(play)
    if missing:
        return _missing(play, missing, answers)
    outcome = break_ties(play, tuple(e.id for e in _ranked(play)), answers)
    if outcome is not RANKED:
        return outcome
    order = tuple(e.id for e in sorted(play.state.entries.values(), key=lambda e: place_key(play, e)))
    if order != play.state.order or play.state.cycle == 0:
        play.emit(Ordered(order, ref=ref_of(play)))
    return RANKED


def rank_late(play: Play, answers: Answers | None) -> Outcome:
    """Before a round: those who should have a score by now (surprised no more, late) roll and are placed."""
    missing = unrolled(play)
    if not missing:
        return RANKED
    if answers is not None or play.rules.ruleset.initiative.unrolled == "roll":
        for entry in missing:
            play.push(Placing(entry.id))
    return _missing(play, missing, answers)


def unrolled(play: Play) -> tuple[Entry, ...]:
    """Entries that should have a score and have none."""
    if play.rules.ruleset.initiative.rolled == "never":
        return ()
    return tuple(
        e
        for e in play.state.entries.values()
        if e.score is None and not (e.gone or e.absent or e.wait or e.last) and play.state.in_scene(e)
    )


def order_stands(play: Play) -> bool:
    """Whether the scene that is on has an order, so that a new score needs a place in it."""
    agenda, scene = play.state.agenda, play.state.scene
    if scene is None or scene.over or not agenda or agenda[0] == SceneFrame("ranking"):
        return False
    mode = play.rules.ruleset.modes.get(scene.mode)
    if mode is None or not play.rules.orders[mode.order].ranked:
        return False
    if play.rules.order_in_round and not any(isinstance(frame, Turns) for frame in agenda):
        return False
    return not any(isinstance(frame, Calling) for frame in agenda)


def clear(play: Play) -> None:
    """Initiative is rolled anew each round: nobody has a score, and the scene goes back to ranking."""
    play.emit(InitiativeCleared(ref=ref_of(play)))
    play.emit(Stepped(SceneFrame("ranking")))


def _missing(play: Play, missing: tuple[Entry, ...], answers: Answers | None) -> Outcome:
    word = play.rules.ruleset.initiative
    if answers is None and word.unrolled != "roll":
        items = ("roll", "without") if word.formula or word.cards else ("without",)
        names = ", ".join(e.name for e in missing)
        return Ask("initiative.missing", (Part("missing", (GM,), "one", items),), {"names": names}, ref_of(play))
    for entry in missing:
        if answers is None or answers["missing"] == ("roll",):
            roll_entry(play, entry.id)
        else:
            sit_out(play, entry.id)
    return None


def _ranked(play: Play) -> list[Entry]:
    state = play.state
    return [e for e in state.entries.values() if e.score is not None and not e.gone and state.in_scene(e)]


def place_key(play: Play, entry: Entry) -> tuple[object, ...]:
    """What entries are sorted by: those with a score first, then who is ahead of all, then the score, the keys of
    ties, who came first."""
    low = play.rules.ruleset.initiative.first == "low"
    if entry.score is None:
        return (1, 0, 0, False, (), _number_of(entry))
    keys = tuple(tuple(-k for k in key) for key in entry.keys)
    return (0, -ahead(play, entry), entry.score if low else -entry.score, entry.loses_ties, keys, _number_of(entry))


def ahead(play: Play, entry: Entry) -> Number:
    """How far an entry stands ahead of all others whatever its score, by the ruleset's formula."""
    word = play.rules.ruleset.initiative.ahead.by
    if word is None:
        return 0
    return max((play.number(word, who) for who in entry.members), default=0)


def _number_of(entry: Entry) -> int:
    return int(entry.id[1:])


def break_ties(play: Play, among: tuple[str, ...], answers: Answers | None) -> Outcome:
    """Split every set of equal scores among these entries as far as the chain goes.

    Gives RANKED when nothing is left to do, an Ask when people decide, None when dice were rolled and it must look
    again.
    """
    by_score: dict[Number, list[str]] = {}
    for entry in among:
        score = play.state.entries[entry].score
        if score is not None and not play.state.entries[entry].loses_ties:
            by_score.setdefault(score, []).append(entry)
    before = len(play.events)
    for tied in by_score.values():
        outcome = _split(play, tied, 0, answers)
        if outcome is not RANKED:
            return None if len(play.events) > before else outcome
    return RANKED


def order_as_tied(play: Play, among: tuple[str, ...], answers: Answers | None) -> Outcome:
    """Give these entries keys that tell them apart as if their scores were equal; outcomes as for `break_ties`."""
    before = len(play.events)
    outcome = _split(play, list(among), 0, answers)
    return None if outcome is not RANKED and len(play.events) > before else outcome


def _split(play: Play, tied: list[str], depth: int, answers: Answers | None) -> Outcome:
    chain = play.rules.ruleset.initiative.ties
    if len(tied) < 2 or depth == len(chain):
        return RANKED
    lacking = [e for e in tied if len(play.state.entries[e].keys) <= depth]
    tie = chain[depth]
    if tie.mixed and tie.by is not None:
        # A newcomer of another side can make a set mixed that was not; what told it apart until now is found anew.
        lacking = [
            e for e in tied if play.state.entries[e].keys[depth : depth + 1] != ((_compared(play, tie, e, tied),),)
        ]
    if lacking:
        if tie.ask and not (tie.mixed and len(_sides(play, tied)) < 2):
            outcome = _ask(play, tie, tied, depth, answers)
            if outcome is not None:
                return outcome
        else:
            for entry in lacking:
                _give_key(play, tie, entry, depth, tied)
    parts = _parts(play, tied, depth)
    level = next((part for part in parts if len(part) > 1), None) if tie.roll is not None else None
    if level is not None:
        for entry in level:
            _roll_key(play, tie, entry, depth, level)
        return None
    for part in parts:
        outcome = _split(play, part, depth + 1, answers)
        if outcome is not RANKED:
            return outcome
    return RANKED


def _compared(play: Play, tie: Tie, entry: str, tied: list[str]) -> Number:
    """What a formula gives an entry among those tied; 0 where it counts only across sides and all stand on one."""
    assert tie.by is not None
    if tie.mixed and len(_sides(play, tied)) < 2:
        return 0
    return max((play.number(tie.by, who) for who in play.state.entries[entry].members), default=0)


def _sides(play: Play, entries: list[str]) -> set[str]:
    return {play.state.combatants[who].side for entry in entries for who in play.state.entries[entry].members}


def _parts(play: Play, tied: list[str], depth: int) -> list[list[str]]:
    parts: dict[tuple[Number, ...], list[str]] = {}
    for entry in tied:
        parts.setdefault(play.state.entries[entry].keys[depth], []).append(entry)
    return [parts[key] for key in sorted(parts, reverse=True)]


def _give_key(play: Play, tie: Tie, entry: str, depth: int, tied: list[str]) -> None:
    found = play.state.entries[entry]
    if tie.roll is not None:
        _roll_key(play, tie, entry, depth, tied)
        return
    if tie.by is not None:
        key: Number = _compared(play, tie, entry, tied)
        how = "by"
    elif tie.side:
        key = int(any(play.state.combatants[who].side == tie.side for who in found.members))
        how = "side"
    else:
        key, how = 0, "together"
    keys = (*found.keys[:depth], (key,))
    play.emit(TieBroken(entry, keys, how, tuple(tied), ref=tie.rule))


def _roll_key(play: Play, tie: Tie, entry: str, depth: int, tied: list[str]) -> None:
    assert tie.roll is not None
    found = play.state.entries[entry]
    rolled = play.roll(tie.roll, found.members[0] if found.members else "")
    had = found.keys[depth] if len(found.keys) > depth else ()
    keys = (*found.keys[:depth], (*had, rolled.total))
    play.emit(TieBroken(entry, keys, "roll", tuple(tied), rolled.dice, ref=tie.rule))


def by_players(play: Play, entry: str) -> bool:
    """Whether an entry is the players' to decide about: everybody in it stands on a side that players decide for."""
    members = play.state.entries[entry].members
    sides = play.rules.ruleset.sides
    return bool(members) and all(sides.get(play.state.combatants[who].side) == "players" for who in members)


def _ask(play: Play, tie: Tie, tied: list[str], depth: int, answers: Answers | None) -> Outcome:
    """People decide: the GM, or for ties between sides each side its own (a mixed tie has both)."""
    players = [e for e in tied if tie.ask == "sides" and by_players(play, e)]
    key = ",".join(tied)
    deciders = tuple(who for e in players for who in play.state.entries[e].members)
    if len(players) == len(tied):
        parts: tuple[Part, ...] = (Part(f"order {key}", deciders, "order", tuple(tied)),)
    elif len(players) < 2:
        parts = (Part(f"order {key}", (GM,), "order", tuple(tied)),)
    else:
        parts = (
            Part(f"order {key}", (GM,), "order", tuple(tied)),
            Part(f"players {key}", deciders, "order", tuple(players)),
        )
    if answers is None or any(part.key not in answers for part in parts):
        return Ask("tie", parts, {"entries": key}, tie.rule)
    order = list(answers[parts[0].key])
    if len(parts) == 2:
        within = iter(answers[parts[1].key])
        order = [next(within) if entry in players else entry for entry in order]
    for place, entry in enumerate(order):
        keys = (*play.state.entries[entry].keys[:depth], (len(order) - place,))
        play.emit(TieBroken(entry, keys, "ask", tuple(tied), ref=tie.rule))
    return None


def place_for(play: Play, entry: str) -> str:
    """The entry after which a newly ranked one belongs (empty: first): before the first that it beats.

    Nobody else is moved, so places set by hand or taken by a delay stay.
    """
    mine = place_key(play, play.state.entries[entry])
    after = ""
    for other in play.state.order:
        found = play.state.entries[other]
        if other == entry or (found.gone and found.score is None):
            continue
        if found.score is None or mine < place_key(play, found):
            break
        after = other
    return after


def place(play: Play, entry: str, why: str, ref: str = "") -> None:
    """Put an entry where its score belongs."""
    put_after(play, entry, place_for(play, entry), why, ref or ref_of(play))


def put_after(play: Play, entry: str, after: str, why: str, ref: str = "") -> None:
    """Put an entry directly after another (empty: first), and say so if that takes this cycle's turn from it
    (SEM-4)."""
    found = play.state.entries[entry]
    turns = next((frame for frame in reversed(play.state.agenda) if isinstance(frame, Turns)), None)
    cursor = turns.cursor if turns is not None and not turns.live else ""
    order = [e for e in play.state.order if e != entry]
    at = order.index(after) + 1 if after else 0
    passed = cursor in order and at <= order.index(cursor)
    owed = found.acted != play.state.cycle and not found.wait and not found.absent and found.score is not None
    play.emit(Placed(entry, after, why, missed=passed and owed and cursor != entry, ref=ref))
