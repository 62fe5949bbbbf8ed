"""Finding an order out of scores: who still needs one, the order of all, and the place of a newcomer."""

from __future__ import annotations

from msgspec.structs import replace

from turnwright.engine.base import Answers, Ask, Outcome, Part
from turnwright.engine.events import InitiativeCleared, Ordered
from turnwright.engine.frames import Placing, SceneFrame
from turnwright.engine.happenings import Stepped
from turnwright.engine.play import GM, Play
from turnwright.engine.rolling import ref_of, roll_entry, sit_out
from turnwright.engine.standing import put_after, to_be_placed
from turnwright.engine.state import Entry
from turnwright.engine.ties import RANKED, break_ties, in_tie
from turnwright.formula import Number


def rank_all(play: Play, answers: Answers | None) -> Outcome:
    """Bring all entries into order: ask for scores that are missing, break ties, then state the order."""
    missing = unrolled(play)
    if missing:
        return _missing(play, missing, answers)
    outcome = break_ties(play, tuple(e.id for e in _ranked(play)), answers)
    if outcome is not RANKED:
        return outcome
    order = ranked_order(play)
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
    if play.rules.ruleset.initiative.rolled.when == "never":
        return ()
    return tuple(
        e
        for e in play.state.entries.values()
        if e.score is None and not (e.gone or e.absent or e.wait or e.last) and play.state.in_scene(e)
    )


def clear(play: Play) -> None:
    """Initiative is rolled anew each round: nobody has a score, and the scene goes back to ranking."""
    play.emit(InitiativeCleared(ref=play.rules.ruleset.initiative.rolled.rule or ref_of(play)))
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


Level = tuple[int, Number, Number]


def level_of(play: Play, entry: Entry) -> Level:
    """What entries are sorted by ahead of all ties, the least first: those with a score first, then who is ahead of
    all, then the score."""
    low = play.rules.ruleset.initiative.first == "low"
    if entry.score is None:
        return (1, 0, 0)
    return (0, -ahead(play, entry), entry.score if low else -entry.score)


def ahead(play: Play, entry: Entry) -> Number:
    """How far an entry stands ahead of all others whatever its score, by the ruleset's formula."""
    word = play.rules.ruleset.initiative.ahead.by
    if word is None:
        return 0
    return max((play.number(word, who) for who in entry.members), default=0)


def ranked_order(play: Play) -> tuple[str, ...]:
    """The order that scores and ties come to."""
    levels: dict[Level, list[Entry]] = {}
    for entry in play.state.entries.values():
        levels.setdefault(level_of(play, entry), []).append(entry)
    return tuple(entry.id for level in sorted(levels) for entry in in_tie(play.state, levels[level]))


def place_for(play: Play, entry: str) -> str:
    """The entry after which a newly ranked one belongs (empty: first): before the first that it beats.

    Nobody else is moved, so places set by hand or taken by a delay stay; where a delay has reset a rank, that counts.
    """
    state = play.state
    levels = {other: level_of(play, _as_shown(state.entries[other])) for other in state.order}
    mine = level_of(play, state.entries[entry])
    standing = (e for e in map(state.entries.__getitem__, state.order) if e.id == entry or not e.moved)
    level = in_tie(state, [e for e in standing if level_of(play, e) == mine])
    behind = {other.id for other in level[[e.id for e in level].index(entry) + 1 :]}
    waiting = to_be_placed(state)
    after = ""
    for other in state.order:
        found = state.entries[other]
        if other == entry or other in waiting or found.score is None:
            continue
        if mine < levels[other] or other in behind:
            break
        after = other
    return after


def _as_shown(entry: Entry) -> Entry:
    """An entry with the rank that a delay has given it for good in the place of its score."""
    return replace(entry, score=entry.rank) if entry.moved and entry.rank is not None else entry


def place(play: Play, entry: str, why: str, ref: str = "") -> None:
    """Put an entry where its score belongs."""
    put_after(play, entry, place_for(play, entry), why, ref or ref_of(play))
