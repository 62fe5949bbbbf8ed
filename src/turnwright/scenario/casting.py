"""Bringing a cast that a file lists to the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from turnwright.engine import Command, State
from turnwright.engine.mechanics.cast import Add
from turnwright.engine.mechanics.surprise import Surprise
from turnwright.engine.state import OwnAct
from turnwright.rules.cast import Member, OwnAction


def cast_commands(member: Member, state: Callable[[], State]) -> Iterator[Command]:
    """The commands that add a member of a cast, each to be given before the next is asked for.

    ``state`` gives the state by then: what concerns those just added can only be said once they are there.
    """
    there = set(state().combatants)
    yield as_add(member)
    if member.surprised:
        yield Surprise(tuple(who for who in state().combatants if who not in there))


def as_add(member: Member) -> Add:
    """The command that adds a member of a cast."""
    return Add(
        member.name,
        member.side,
        member.count,
        values=member.values,
        acts={name: _own_act(own) for name, own in member.actions.items()},
        items=member.items,
        conditions=member.conditions,
        roles={role: {stat: f.text for stat, f in changes.items()} for role, changes in member.roles.items()},
        belongs_to=member.belongs_to,
        hidden=member.hidden,
        group=member.group,
    )


def _own_act(own: OwnAction) -> OwnAct:
    return OwnAct(
        like=own.like,
        cost={pool: formula.text for pool, formula in own.cost.items()},
        tags=own.tags,
        needs=own.needs.text if own.needs else "",
        limit=own.limit,
        role=own.role,
        reaction=own.reaction,
        to=own.to,
        amount=own.amount.text if own.amount else "",
        item=own.item,
        takes=own.takes,
    )
