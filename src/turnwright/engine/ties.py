"""Breaking ties by the ruleset's chain.

A chain splits the *set* of those tied: each rule in turn divides it, and what is left level goes on to the next.
What a rule gave somebody is kept in the entry's keys, so comparing never rolls again (SEM-5). An order that somebody
set by hand is kept beside them: among those whom it names it goes before the chain.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from turnwright.engine.base import Answers, Ask, Outcome, Part, Waiting
from turnwright.engine.events import TieBroken, ToldApart
from turnwright.engine.play import GM, Play
from turnwright.engine.standing import order_stands, stand_as
from turnwright.engine.state import Entry, State
from turnwright.formula import Die, Number, show_number
from turnwright.rules.words.order import Tie

Key = tuple[tuple[Number, ...], ...]
"""What the rules of the chain gave somebody, one row for each."""

RANKED: Final = Waiting()
"""What is given when no tie is left to break: the order stands."""


def in_tie(state: State, entries: list[Entry]) -> list[Entry]:
    """Those who have the same score in their order: who loses ties, the keys of ties, who came first; and by hand."""
    came = {entry: at for at, entry in enumerate(state.entries)}
    found = sorted(entries, key=lambda e: (e.loses_ties, _high_first(e), came[e.id]))
    by_hand = iter(sorted((e for e in found if e.by_hand), key=lambda e: e.by_hand))
    return [next(by_hand) if entry.by_hand else entry for entry in found]


def _high_first(entry: Entry) -> tuple[tuple[Number, ...], ...]:
    return tuple(tuple(-number for number in key) for key in entry.keys)


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
        if all(play.state.entries[entry].by_hand for entry in tied):
            continue
        outcome = _split(play, tied, 0, answers)
        if answers is not None and order_stands(play):
            _stand_as_told(play, before)
        if outcome is not RANKED:
            return None if len(play.events) > before else outcome
    return RANKED


def _stand_as_told(play: Play, before: int) -> None:
    """Those whom people have just told apart, and who stand in the order already, change their places for it."""
    told = [e for e in play.events[before:] if isinstance(e, TieBroken) and e.how == "ask"]
    if told:
        order = in_tie(play.state, [play.state.entries[entry] for entry in dict.fromkeys(e.entry for e in told)])
        stand_as(play, [entry.id for entry in order], "tie", told[0].ref)


def order_as_tied(play: Play, among: tuple[str, ...], answers: Answers | None) -> Outcome:
    """Find in which order these act at one moment, as if their scores were tied; outcomes as for `break_ties`.

    What tells them apart is not kept among their ties, and changes no place; `told_apart` gives the order.
    """
    if told_apart(play, among) is not None:
        return RANKED
    before = len(play.events)
    outcome = _split(play, sorted(among, key=play.state.order.index), 0, answers, moment=True)
    return None if len(play.events) > before else outcome


def told_apart(play: Play, among: tuple[str, ...]) -> list[tuple[str, ...]] | None:
    """The order of those who would act at one moment; who acts at once stands together. None: it is yet to be found.

    Those whose scores are tied in truth have been told apart already, unless a delay had put one of them elsewhere
    before the other came. Where the chain ends without telling some apart, they stay as they are named here.
    """
    found, chain = [play.state.entries[entry] for entry in among], play.rules.chain
    if _tied_in_truth(found, len(chain)):
        keys = {entry.id: (entry.keys, entry.by_hand) for entry in found}
        found = in_tie(play.state, found)
    else:
        keys = {entry.id: (entry.apart, 0) for entry in found}
        found.sort(key=lambda entry: entry.apart, reverse=True)
        if any(_is_open(a.apart, b.apart, len(chain)) for a, b in pairwise(found)):
            return None
    parts: list[tuple[str, ...]] = []
    for entry in found:
        level = parts and keys[parts[-1][0]] == keys[entry.id] and any(tie.together for tie in chain)
        parts[-1:] = [(*parts[-1], entry.id)] if level else [*parts[-1:], (entry.id,)]
    return parts


def _tied_in_truth(entries: list[Entry], depth: int) -> bool:
    """Whether these have one score, and what tells them apart is kept among their ties."""
    if entries[0].score is None or len({entry.score for entry in entries}) > 1:
        return False
    by_keys = sorted((e for e in entries if not (e.by_hand or e.loses_ties)), key=lambda entry: entry.keys)
    return not any(_is_open(a.keys, b.keys, depth) for a, b in pairwise(by_keys))


def _is_open(first: Key, second: Key, depth: int) -> bool:
    """Whether more has to be found out before two keys tell their owners apart."""
    if first == second:
        return len(first) < depth
    rows = next(((a, b) for a, b in zip(first, second, strict=False) if a != b), None)
    return rows is None or _begins(*rows) or _begins(*reversed(rows))


def _begins(short: tuple[Number, ...], row: tuple[Number, ...]) -> bool:
    """Whether a row of numbers goes on where a shorter one ends."""
    return len(short) < len(row) and row[: len(short)] == short


def keys_of(play: Play, entry: str, moment: bool = False) -> Key:
    """What tells an entry apart: from those with the same score or, at a ``moment``, from others who would act then."""
    found = play.state.entries[entry]
    return found.apart if moment else found.keys


def _split(play: Play, tied: list[str], depth: int, answers: Answers | None, moment: bool = False) -> Outcome:
    chain = play.rules.chain
    if len(tied) < 2 or depth == len(chain):
        return RANKED
    tie = chain[depth]
    lacking = lacking_key(play, tie, tied, depth, moment)
    if lacking:
        if asks(play, tie, tied):
            outcome = _ask(play, tie, tied, depth, answers, moment)
            if outcome is not None:
                return outcome
        else:
            for entry in lacking:
                give_key(play, tie, entry, depth, tied, moment)
    parts = level_parts(play, tied, depth, moment)
    level = next((part for part in parts if len(part) > 1), None) if tie.roll is not None else None
    if level is not None:
        for entry in level:
            give_key(play, tie, entry, depth, level, moment)
        return None
    rows = {entry: keys_of(play, entry, moment)[depth] for entry in tied}
    fewer = [e for e in tied if any(_begins(rows[e], row) for row in rows.values())] if tie.roll is not None else []
    if fewer:
        # A newcomer who is level with some that have rolled on already does so too.
        for entry in fewer:
            give_key(play, tie, entry, depth, tied, moment)
        return None
    for part in parts:
        outcome = _split(play, part, depth + 1, answers, moment)
        if outcome is not RANKED:
            return outcome
    return RANKED


def asks(play: Play, tie: Tie, tied: list[str]) -> bool:
    """Whether people decide at this point of the chain."""
    return bool(tie.ask) and not (tie.mixed and len(_sides(play, tied)) < 2)


def lacking_key(play: Play, tie: Tie, tied: list[str], depth: int, moment: bool = False) -> list[str]:
    """Who of those tied has yet to get what this rule of the chain gives."""
    if tie.mixed and tie.by is not None:
        # A newcomer of another side can make a set mixed that was not; what told it apart until now is found anew.
        have = {e: keys_of(play, e, moment)[depth : depth + 1] for e in tied}
        return [e for e in tied if have[e] != ((_compared(play, tie, e, tied),),)]
    return [e for e in tied if len(keys_of(play, e, moment)) <= depth]


def level_parts(play: Play, tied: list[str], depth: int, moment: bool = False) -> list[list[str]]:
    """Those tied, divided by what this rule of the chain gave them, the best first."""
    parts: dict[tuple[Number, ...], list[str]] = {}
    for entry in tied:
        parts.setdefault(keys_of(play, entry, moment)[depth], []).append(entry)
    return [parts[key] for key in sorted(parts, reverse=True)]


def give_key(play: Play, tie: Tie, entry: str, depth: int, tied: list[str], moment: bool = False) -> None:
    """Give an entry what this rule of the chain gives it; where it rolls, one roll more."""
    found = play.state.entries[entry]
    if tie.roll is not None:
        roll_key(play, tie, entry, depth, tied, moment)
        return
    if tie.by is not None:
        key: Number = _compared(play, tie, entry, tied)
        how = "by"
    elif tie.side:
        key = int(any(play.state.combatants[who].side == tie.side for who in found.members))
        how = "side"
    else:
        key, how = 0, "together"
    _keep(play, entry, depth, (key,), how, tied, tie.rule, moment=moment)


def roll_key(play: Play, tie: Tie, entry: str, depth: int, tied: list[str], moment: bool = False) -> None:
    """Have an entry roll: the first time, or again because it is level with others."""
    formula = tie.roll or (tie.roll_off.roll if tie.roll_off is not None else None)
    assert formula is not None
    ref = tie.rule if tie.roll is not None or tie.roll_off is None else tie.roll_off.rule or tie.rule
    found = play.state.entries[entry]
    rolled = play.roll(formula, found.members[0] if found.members else "")
    keys = keys_of(play, entry, moment)
    had = keys[depth] if len(keys) > depth else ()
    _keep(play, entry, depth, (*had, rolled.total), "roll", tied, ref, rolled.dice, moment)


def _keep(
    play: Play,
    entry: str,
    depth: int,
    key: tuple[Number, ...],
    how: str,
    tied: list[str],
    ref: str,
    dice: tuple[Die, ...] = (),
    moment: bool = False,
) -> None:
    """Keep what this rule of the chain gave an entry."""
    kind = ToldApart if moment else TieBroken
    keys = (*keys_of(play, entry, moment)[:depth], key)
    play.emit(kind(entry, keys, how, tuple(tied), dice, ref=ref))


def _compared(play: Play, tie: Tie, entry: str, tied: list[str]) -> Number:
    """What a formula gives an entry among those tied; 0 where it counts only across sides and all stand on one."""
    assert tie.by is not None
    if tie.mixed and len(_sides(play, tied)) < 2:
        return 0
    return max((play.number(tie.by, who) for who in play.state.entries[entry].members), default=0)


def _sides(play: Play, entries: list[str]) -> set[str]:
    return {play.state.combatants[who].side for entry in entries for who in play.state.entries[entry].members}


# ---- people decide


def by_players(play: Play, entry: str) -> bool:
    """Whether an entry is the players' to decide about: everybody in it stands on a side that players decide for, and
    is known to them."""
    members = [play.state.combatants[who] for who in play.state.entries[entry].members]
    sides = play.rules.ruleset.sides
    return bool(members) and all(sides.get(c.side) == "players" and not c.hidden for c in members)


def question_of(play: Play, tie: Tie, tied: list[str], moment: bool = False) -> Ask:
    """What is asked about those tied.

    The GM decides; where each side decides for its own, a tie among the players' own is theirs. In a mixed tie the GM
    orders all, and the players their own within the places that these have in it.
    """
    order = play.state.order
    tied = sorted(tied, key=order.index) if moment else [entry.id for entry in as_they_stand(play, tied)]
    players = [e for e in tied if tie.ask == "sides" and by_players(play, e)]
    deciders = tuple(who for e in players for who in play.state.entries[e].members)
    # A key names only those whom its deciders may know of.
    theirs = Part(f"players {','.join(players)}", deciders, "order", tuple(players))
    masters = Part(f"order {','.join(tied)}", (GM,), "order", tuple(tied))
    if players == tied:
        parts: tuple[Part, ...] = (theirs,)
    else:
        parts = (masters,) if len(players) < 2 else (masters, theirs)
    if moment:
        return Ask("moment", parts, ref=tie.rule)
    return Ask("tie", parts, {"score": show_number(play.state.entries[tied[0]].score or 0)}, tie.rule)


def as_they_stand(play: Play, tied: list[str]) -> list[Entry]:
    """Those tied as they stand among each other now, and behind them those who have yet to be told apart."""
    entries = in_tie(play.state, [play.state.entries[entry] for entry in tied])
    return sorted(entries, key=lambda e: not (e.keys or e.by_hand))


def _ask(play: Play, tie: Tie, tied: list[str], depth: int, answers: Answers | None, moment: bool = False) -> Outcome:
    """Ask, or take the answers, which tell all of them apart."""
    ask = question_of(play, tie, tied, moment)
    if answers is None or any(part.key not in answers for part in ask.parts):
        return ask
    order = list(answers[ask.parts[0].key])
    if len(ask.parts) == 2:
        within = iter(answers[ask.parts[1].key])
        players = ask.parts[1].items
        order = [next(within) if entry in players else entry for entry in order]
    for place, entry in enumerate(order):
        _keep(play, entry, depth, (len(order) - place,), "ask", tied, tie.rule, moment=moment)
    return None
