"""What the programs of a game master arrange about other servers that are told of changes."""

from __future__ import annotations

from litestar.params import FromPath, JSONBody

from turnwright.web.api import shapes
from turnwright.web.api.callers import as_gm
from turnwright.web.api.routes import makes, reads, removes
from turnwright.web.api.troubles import decline, nowhere
from turnwright.web.hooks import hooks_of
from turnwright.web.outward import NotSent
from turnwright.web.people import Asked


@reads("/tables/{id:str}/hooks", tags=["game master"])
def hooks(request: Asked, id: FromPath[str]) -> list[shapes.HookSeen]:
    """The addresses that are told of changes at this table."""
    found = as_gm(request, id).seats.hooks.values()
    return [shapes.HookSeen(one.id, one.url, hooks_of(request).trouble(one.id)) for one in found]


@makes("/tables/{id:str}/hooks", tags=["game master"])
def new_hook(request: Asked, id: FromPath[str], data: JSONBody[shapes.NewHook]) -> shapes.HookMade:
    """Tell an address of changes from now on, with what a spectator may know. Its secret is shown this once."""
    table = as_gm(request, id)
    try:
        hook, secret = hooks_of(request).add(table, data.url)
    except NotSent as error:
        raise decline(409, "hook.address", str(error), "Give the https address of a server.") from error
    return shapes.HookMade(hook.id, hook.url, "", secret)


@removes("/tables/{id:str}/hooks/{hook:str}", tags=["game master"])
def remove_hook(request: Asked, id: FromPath[str], hook: FromPath[str]) -> None:
    """Tell an address of nothing any more."""
    table = as_gm(request, id)
    if hook not in table.seats.hooks:
        raise nowhere("hook", hook, table.seats.hooks)
    table.unhook(hook)


HANDLERS = [hooks, new_hook, remove_hook]
