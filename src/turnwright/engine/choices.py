"""What is open to somebody now: every command that could be meant, with its refusal where it is barred.

An offered command is accepted and a barred one refused, because both come from deciding it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from turnwright.engine import codec
from turnwright.engine.acts import Acted, Declared
from turnwright.engine.base import Command, Event, Refusal
from turnwright.engine.compiled import Rules
from turnwright.engine.events import PoolSet
from turnwright.engine.finding import found_once
from turnwright.engine.knowing import anything_hidden, names_hidden, world
from turnwright.engine.machine import NOT_NOW, Opening, decide
from turnwright.engine.play import looking, seat, waited_for
from turnwright.engine.state import State
from turnwright.engine.veil import kept_waiting
from turnwright.engine.windows import SaidEarly
from turnwright.formula import Number


class Choice(Struct, frozen=True, gc=False, omit_defaults=True):
    """A command open to somebody, what it would cost, and why it is barred (None: it is offered)."""

    command: Command
    cost: dict[str, Number] = {}
    barred: Refusal | None = None

    @property
    def seems_open(self) -> bool:
        """Whether whoever may give it has to take it for open: it is, or it was when the fight came to a hidden one's
        doings, which its giver does not see (SEM-22)."""
        return self.barred is None or self.barred.code == NOT_NOW


def choices(
    rules: Rules, state: State, who: frozenset[str] | None = None, of: frozenset[str] | None = None
) -> tuple[Choice, ...]:
    """Every choice of the GM (None), or of the player of these combatants; where ``of`` is given, of all that somebody
    does only what these do."""
    return found_once(("choices", who, of), rules, state, lambda seen: _choices(rules, seen, who, of))


def _choices(rules: Rules, state: State, who: frozenset[str] | None, of: frozenset[str] | None) -> tuple[Choice, ...]:
    found = found_once(("candidates", who), rules, state, lambda seen: _candidates(rules, seen, who))
    if of is not None:
        play = looking(rules, state)
        # What the GM does in nobody's name, such as an answer, is the GM's own.
        found = {
            key: one
            for key, one in found.items()
            if not (owners := {*one.owners(play)} - {""}) or not of.isdisjoint(owners)
        }
    who = seat(state, who)
    shown, opening = _shown(rules, state, who), Opening()

    def judged(command: Command, seen: State) -> Choice:
        return _choice(rules, seen, shown, command, who, opening)

    return tuple(found_once(("choice", who, key), rules, state, partial(judged, one)) for key, one in found.items())


def candidates(rules: Rules, state: State, who: frozenset[str] | None = None) -> tuple[Command, ...]:
    """Every command that the GM, or the player of these combatants, might mean, once; nothing is decided yet."""
    return tuple(_candidates(rules, state, who).values())


def _candidates(rules: Rules, state: State, who: frozenset[str] | None) -> dict[bytes, Command]:
    who = seat(state, who)
    # Whoever only watches gives no commands.
    return {} if who is not None and not who else dict(_found(rules, _shown(rules, state, who), who))


def choice_of(rules: Rules, state: State, command: Command, who: frozenset[str] | None = None) -> Choice:
    """What comes of a command of the GM, or of the player of these combatants: its cost, or why it is barred."""
    who = seat(state, who)
    return _choice(rules, state, _shown(rules, state, who), command, who, Opening())


def _shown(rules: Rules, state: State, who: frozenset[str] | None) -> State:
    """The state by which something seems open: what was open is so until something visible comes, so that nobody learns
    from it that the fight has gone on. What waits for somebody's own is visible to them, whoever's doing it is."""
    if who is None or not state.veils:
        return state
    play = looking(rules, state)
    if not who.isdisjoint(waited_for(play)) and not kept_waiting(play, state, who):
        return state
    return world(rules, state, who)


def _choice(
    rules: Rules, state: State, shown: State, command: Command, who: frozenset[str] | None, opening: Opening
) -> Choice:
    result = decide(rules, shown, command, by=who, opening=opening)
    if isinstance(result, Refusal):
        return Choice(command, barred=result)
    later = shown is not state and isinstance(decide(rules, state, command, by=who), Refusal)
    return Choice(command, _cost(rules, result.events), Refusal(NOT_NOW) if later else None)


def _found(rules: Rules, state: State, who: frozenset[str] | None) -> Iterator[tuple[bytes, Command]]:
    """Every command that somebody might mean, each with what is the same for those that are the same."""
    play = looking(rules, state, who)
    secrets = who is not None and anything_hidden(state, who)
    for mechanic in rules.mechanics:
        for kind in mechanic.commands:
            if who is not None and not kind.owner and kind.owners is Command.owners:
                # Only the GM may give such a command.
                continue
            for command in kind.offers(play):
                if who is not None and not who.intersection(command.owners(play)):
                    continue
                if who is None or not secrets or not names_hidden(state, command, who):
                    yield codec.encode(command), command


def _cost(rules: Rules, events: tuple[Event, ...]) -> dict[str, Number]:
    """What a command takes from pools, and from other coins; of what is only said for later, what it will take."""
    cost: dict[str, Number] = {}
    for event in events:
        if isinstance(event, PoolSet) and event.why == "paid":
            cost[event.pool] = cost.get(event.pool, 0) + event.was - event.value
        elif isinstance(event, SaidEarly):
            cost.update(event.cost)
        elif isinstance(event, Declared) or (isinstance(event, Acted) and not event.id):
            paid = event.frame.paid if isinstance(event, Declared) else event.cost
            cost.update({coin: paid[coin] for coin in paid if coin in rules.coins and coin not in rules.pools})
    return cost
