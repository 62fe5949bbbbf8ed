"""What the host's programs do: they open tables."""

from __future__ import annotations

from litestar.params import JSONBody

from turnwright.rules.load import builtin_names
from turnwright.rules.shelf import headings
from turnwright.web.api import shapes
from turnwright.web.api.callers import caller, host
from turnwright.web.api.routes import makes, reads
from turnwright.web.api.troubles import nowhere
from turnwright.web.people import Asked, hall_of


@reads("/rulesets", tags=["host"])
def rulesets(request: Asked) -> list[shapes.Ruleset]:
    """The rulesets to play by. For whoever has a token."""
    caller(request)
    return [shapes.Ruleset(one.name, one.game, one.about, one.default, one.example) for one in headings()]


@reads("/tables", tags=["host"])
def tables(request: Asked) -> list[shapes.TableSeen]:
    """All tables, the one that was used last first. For the host."""
    host(request)
    return [shapes.TableSeen(saved.name, title) for saved, title in hall_of(request).all()]


@makes("/tables", tags=["host"])
def new_table(request: Asked, data: JSONBody[shapes.NewTable]) -> shapes.TableSeen:
    """Open a table for a new fight. For the host, whose tokens sit there as game master."""
    host(request)
    known(data.ruleset)
    table = hall_of(request).new(data.ruleset, example=data.example)
    return shapes.TableSeen(table.id, table.seats.title)


def known(ruleset: str) -> str:
    """A ruleset that there is; refuses any other."""
    if ruleset not in builtin_names():
        raise nowhere("ruleset", ruleset, builtin_names())
    return ruleset


HANDLERS = [rulesets, tables, new_table]
