"""What players may know while somebody hidden acts: nothing changes for them until something visible happens (SEM-22).

A command by which the fight comes to a hidden one's doings is a step that players don't see: they go on seeing the
state from before it. Whatever changes from then on shows at once, beside that; the step itself shows when the fight
comes to something visible again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from turnwright.engine.base import Ask, Event, Part, Question
from turnwright.engine.frames import turn_in
from turnwright.engine.play import Play, waited_for
from turnwright.engine.state import State, Veil
from turnwright.engine.turns import acting

if TYPE_CHECKING:
    from turnwright.engine.compiled import Rules

_IS_HIDDEN = attrgetter("hidden")

EVERYBODY = ""
"""The key of the veil for all who own nobody hidden."""

_POSITION = frozenset(
    {
        "agenda",
        "owed",
        "round",
        "cycle",
        "cycle_seen",
        "phase",
        "turn",
        "seen_turns",
        "unseen_turns",
        "turns_done",
        "turns_unseen",
        "scene",
    }
)
"""Where the fight has come to: it stays as it was seen last, whatever happens behind the veil."""

_CLOCK = frozenset({"clock", "clock_unseen"})


class VeilDrawn(Event, frozen=True, gc=False):
    """What follows is not seen: these viewers go on seeing what they see now."""

    of: tuple[str, ...]

    def apply(self, state: State) -> State:
        drawn = {key: Veil(replace(_seen(state, state.veils.get(key)), veils={})) for key in self.of}
        return replace(state, veils={**state.veils, **drawn})


class VeilHeld(Event, frozen=True, gc=False):
    """From here on changes are seen at once, beside what the veil keeps back."""

    of: tuple[str, ...]

    def apply(self, state: State) -> State:
        since = replace(state, veils={})
        held = {key: replace(state.veils[key], since=since) for key in self.of}
        return replace(state, veils={**state.veils, **held})


class VeilLifted(Event, frozen=True, gc=False):
    """The fight has come to something visible: these viewers see all of it again."""

    of: tuple[str, ...]

    def apply(self, state: State) -> State:
        return replace(state, veils={key: veil for key, veil in state.veils.items() if key not in self.of})


EVENTS = (VeilDrawn, VeilHeld, VeilLifted)


# ---- who is hidden from whom


def is_hidden(state: State, id: str, viewer: Iterable[str]) -> bool:
    """Whether this id is that of somebody or something hidden from the player of these combatants.

    An effect is hidden with its bearer; a place in the order if all who act in it are.
    """
    effect = state.effects.get(id)
    if effect is not None:
        return effect.hidden or (effect.bearer != "" and is_hidden(state, effect.bearer, viewer))
    entry = state.entries.get(id)
    return state.hides(entry.members if entry is not None else (id,), viewer)


def sees(state: State, viewer: frozenset[str] | None, id: str) -> bool:
    """Whether a viewer (None: the GM) may know of this combatant, entry or effect."""
    return viewer is None or not is_hidden(state, id, viewer)


def all_hidden(state: State, who: Iterable[str], viewer: Iterable[str] = ()) -> bool:
    """Whether there are any of these, and all of them are hidden from a viewer."""
    ids = tuple(who)
    return bool(ids) and all(is_hidden(state, id, viewer) for id in ids)


# ---- what a viewer sees


def known(rules: Rules, state: State, viewer: frozenset[str] | None) -> State:
    """The state as the player of these combatants knows it; what is hidden in it is still to be left out.

    Of several hidden combatants of one player that counts whose veil keeps back the least.
    """
    if viewer is None or not state.veils:
        return state
    veils = [state.veils.get(key) for key in sorted(viewer_keys(rules, state, viewer))]
    return _seen(state, max(veils, key=lambda veil: _turns(veil.seen if veil is not None else state)))


def _turns(state: State) -> int:
    """How many turns there have been, by which one state is later than another."""
    return state.seen_turns + state.unseen_turns


def _seen(state: State, veil: Veil | None) -> State:
    if veil is None:
        return state
    seen, since = veil.seen, veil.since
    if since is None:
        return _hiding(seen, state)
    # A scene that is counted otherwise by now brings time on the clock that is seen in its rounds and turns still.
    stays = _POSITION if since.scene == state.scene else _POSITION | _CLOCK
    fields = {
        field: _merged(getattr(seen, field), getattr(since, field), getattr(state, field))
        for field in State.__struct_fields__
        if field not in stays and field not in ("order", "veils")
    }
    return _hiding(replace(seen, **fields, order=_order(seen, since, state)), state)


def _hiding(seen: State, now: State) -> State:
    """What was seen, without those who are hidden by now."""
    hidden = {c.id: replace(c, hidden=True) for c in seen.combatants.values() if now.combatants[c.id].hidden}
    return replace(seen, combatants={**seen.combatants, **hidden}) if hidden else seen


def _order(seen: State, since: State, now: State) -> tuple[str, ...]:
    """The order: as it was seen, unless those who are visible stand in another one by now."""

    def visible(state: State) -> list[str]:
        return [entry for entry in state.order if not is_hidden(state, entry, ())]

    return seen.order if visible(since) == visible(now) else now.order


def _merged(seen: Any, since: Any, now: Any) -> Any:
    """What was seen, with the changes from ``since`` to ``now``."""
    if now is since or now == since:
        return seen
    if type(now) is type(since) is type(seen):
        if isinstance(now, dict):
            return dict(_merged_items(seen, since, now))
        if isinstance(now, Struct):
            fields = now.__struct_fields__
            return replace(seen, **{f: _merged(getattr(seen, f), getattr(since, f), getattr(now, f)) for f in fields})
    return now


def _merged_items(seen: dict[str, Any], since: dict[str, Any], now: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in seen.items():
        if key in now and key in since:
            yield key, _merged(value, since[key], now[key])
        elif key in now:
            yield key, now[key]
        elif key not in since:
            yield key, value
    for key, value in now.items():
        if key not in seen and (key not in since or since[key] != value):
            yield key, value


# ---- drawing and lifting it


def veil(play: Play, before: State) -> None:
    """Draw the veil over a command that has come to a hidden one's doings; lift it where it has come to visible ones.

    A command that leaves the fight at the same doings of the same hidden one is no such step: what it changes shows.
    """
    state = play.state
    if not before.veils and not _anybody_hidden(state):
        return
    drawn, lifted = [], []
    for key in _keys(play, before):
        viewer = frozenset({key})
        now = _unseen(play, state, viewer)
        if now is None:
            lifted += [key] if key in before.veils else []
        elif now != _unseen(play, before, viewer) or key not in before.veils:
            drawn.append(key)
    if drawn:
        first = VeilDrawn(tuple(drawn), to="gm")
        play.state = replace(state, veils=first.apply(before).veils)
        play.events.insert(0, first)
        play.emit(VeilHeld(first.of, to="gm"))
    if lifted:
        play.emit(VeilLifted(tuple(lifted), to="gm"))


def _anybody_hidden(state: State) -> bool:
    return any(map(_IS_HIDDEN, state.combatants.values()))


def _keys(play: Play, before: State) -> tuple[str, ...]:
    """Those from whom something may be hidden: players who own nobody hidden, and each who does."""
    owned = (who for who in play.state.combatants if _has_own(play.rules, play.state, who))
    return tuple(dict.fromkeys((EVERYBODY, *owned, *before.veils)))


def _has_own(rules: Rules, state: State, who: str) -> bool:
    """Whether the player of this combatant has a veil of their own: it is hidden, and a player decides for it."""
    found = state.combatants.get(who)
    return found is not None and found.hidden and not found.gone and rules.ruleset.sides.get(found.side) == "players"


def viewer_keys(rules: Rules, state: State, viewer: frozenset[str]) -> frozenset[str]:
    """Whose veils keep things back from a player: those of all their own who have one, else everybody's."""
    return frozenset(who for who in viewer if _has_own(rules, state, who)) or frozenset({EVERYBODY})


def _unseen(play: Play, state: State, viewer: frozenset[str]) -> tuple[object, ...] | None:
    """The doings of hidden ones that the fight has come to; None where what it has come to is visible."""
    if not state.agenda:
        return None
    turn = turn_in(state.agenda)
    where = (state.turn, state.round, state.cycle, state.phase)
    if turn is not None and all_hidden(state, acting(state, turn), viewer):
        return where
    top = state.agenda[-1]
    if isinstance(top, Question):
        # What everybody else has answered is seen to be settled, without those hidden.
        open_anyhow = (part for part in asked_anyhow(state, top.ask, viewer) if top.answer_to(part) is None)
        return (*where, top.id) if next(open_anyhow, None) is None else None
    return (*where, top) if kept_waiting(play, state, viewer) else None


def kept_waiting(play: Play, state: State, viewer: frozenset[str]) -> bool:
    """Whether what has come up waits for people only because somebody is hidden from this viewer."""
    top = state.agenda[-1]
    trial, anyhow = Play(play.rules, state, play.dice), play.rules.anyhow.get(type(top))
    who = waited_for(trial)
    if all_hidden(state, who, viewer):
        return True
    some = any(is_hidden(state, one, viewer) for one in who)
    return some and anyhow is not None and not anyhow(trial, top, lambda id: not is_hidden(state, id, viewer))


def asks_of_hidden(state: State, ask: Ask, viewer: frozenset[str]) -> bool:
    """Whether a question arises only because somebody is hidden: none of what is asked would be, without them."""
    return not asked_anyhow(state, ask, viewer)


def asked_anyhow(state: State, ask: Ask, viewer: frozenset[str]) -> tuple[Part, ...]:
    """The parts of a question that would be asked without those who are hidden, too."""
    return tuple(part for at, part in enumerate(ask.parts) if _asked_anyhow(state, ask, viewer, at))


def _asked_anyhow(state: State, ask: Ask, viewer: frozenset[str], at: int) -> bool:
    part = ask.parts[at]
    if any(who in state.combatants and not is_hidden(state, who, viewer) for who in part.to):
        return True
    people = [item for item in part.items if item in state.combatants or item in state.entries]
    if any(is_hidden(state, id, viewer) for id in ask.about.values()):
        return False
    if people:
        seen = [who for who in people if not is_hidden(state, who, viewer)]
        # Among hidden ones they are put in an order as a whole; without these, another part of it would do.
        others = (other for other in ask.parts if other is not part)
        return len(seen) > 1 and all(set(other.items) != set(seen) for other in others)
    return not is_hidden(state, part.key, viewer)


def effect_names(state: State, viewer: frozenset[str] | None) -> str:
    """The names of the effects that a viewer (None: the GM) may know of, each once, as a refusal lists them."""
    return ", ".join(dict.fromkeys(e.name for e in state.effects.values() if sees(state, viewer, e.id)))
