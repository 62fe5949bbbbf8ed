"""Verbs about the objects of a scene, and what people do with them."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine.base import Command
from turnwright.engine.mechanics.tasks import PlaceObject, RemoveObject, Work
from turnwright.engine.objects import objects
from turnwright.formula import Number
from turnwright.speech.line import Line
from turnwright.speech.verb import Verb
from turnwright.speech.writer import Writer


def _object(line: Line) -> Command:
    """``object lever costs 1 ap``, ``object drawbridge takes 3 turns``, ``object remove lever``."""
    if line.word("remove"):
        return RemoveObject(_object_name(line))
    name = line.words_until(("costs", "takes", "for"), "name")
    cost: dict[str, Number] = {}
    turns, task = 0, ""
    if line.word("costs"):
        while True:
            number = line.number("cost")
            cost[line.pool()] = number
            if not line.separator():
                break
    elif line.word("takes"):
        turns = line.whole("turns")
        line.word("turn", "turns", "whole turn", "whole turns")
    if line.word("for"):
        task = line.choice(line.rules.ruleset.tasks, "task")
    return PlaceObject(name, cost, turns, task)


def _object_name(line: Line) -> str:
    return line.option(objects(line.state)) or line.rest("object")


def _work(line: Line) -> Command:
    line.word("with", "on")
    return Work(line.actor(), _object_name(line))


def named(line: Line) -> Iterator[Verb]:
    """Each task of the ruleset, by its own name: ``interact drawbridge``."""
    for task in line.rules.ruleset.tasks:
        yield Verb(task, f"{task} OBJECT", _work)


def _write_object(writer: Writer, command: PlaceObject) -> str:
    takes = ", ".join(f"{writer.number(amount)} {writer.word(pool)}" for pool, amount in command.cost.items())
    said = f"costs {takes}" if takes else f"takes {command.turns} turns"
    task = f" for {writer.word(command.task)}" if command.task else ""
    return f"object {writer.text(command.name)} {said}{task}"


def _write_remove(writer: Writer, command: RemoveObject) -> str:
    return f"object remove {writer.text(command.name)}"


def _write_work(writer: Writer, command: Work) -> str | None:
    thing = next((t for n, t in objects(writer.state).items() if n.casefold() == command.object.casefold()), None)
    return f"{writer.subject(command.who)}{thing.task} {writer.text(command.object)}" if thing is not None else None


NAMED_WRITES = {Work: _write_work}


VERBS = (
    Verb(
        "object",
        "object OBJECT costs NUMBER POOL, object OBJECT takes NUMBER turns, object remove OBJECT",
        _object,
        writes={PlaceObject: _write_object, RemoveObject: _write_remove},
    ),
)
