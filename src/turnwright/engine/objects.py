"""Objects that a scene contains, and how far people have come with them."""

from __future__ import annotations

from msgspec import Struct, convert, to_builtins

from turnwright.engine.state import State

SLOT = "objects"
"""The slot of the state that holds the objects of the scene, by name."""


class Object(Struct, frozen=True, gc=False, omit_defaults=True):
    """Something in the scene that people can do something with.

    It takes a cost (amounts by pool, as text), or so many whole ``turns``, of which ``steps`` are done. ``by`` is who
    did the last; it is ``done`` when nothing is left to do, and has had its effect when it has ``resolved``.
    """

    task: str
    cost: dict[str, str] = {}
    turns: int = 0
    steps: int = 0
    by: str = ""
    done: bool = False
    resolved: bool = False


def objects(state: State) -> dict[str, Object]:
    """The objects of the scene that is on, or of the next one, by name."""
    return {name: convert(kept, Object) for name, kept in state.own.get(SLOT, {}).items()}


def with_objects(state: State, found: dict[str, Object]) -> dict[str, object]:
    """The slots of the state with these objects in it."""
    own = {name: value for name, value in state.own.items() if name != SLOT}
    if found:
        own[SLOT] = {name: to_builtins(thing) for name, thing in found.items()}
    return own
