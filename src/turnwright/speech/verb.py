"""What a verb is, and what has been said with one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from turnwright.engine.base import Command

if TYPE_CHECKING:
    from turnwright.speech.line import Line
    from turnwright.speech.writer import Writer


class Said(Struct, frozen=True):
    """A command, and whether the GM insists on it (``!``)."""

    command: Command
    force: bool = False


@dataclass(frozen=True, slots=True)
class Verb:
    """A word that begins a command.

    - ``word`` is what people type, ``also`` other words for the same; all may be shortened.
    - ``usage`` shows what can follow; words in capitals stand for something (each is told in the catalogue's
      ``[stands_for]``). What the verb is for stands in the catalogue's ``[help]``.
    - ``read`` reads the rest of the line and gives the command; see `Line` for what it can read.
    - ``writes`` turns commands back into words: by kind of command, a function that gives the line, or None where words
      don't suffice. A command that nothing writes is written as JSON.
    - ``many`` tells that several may be named ahead of it (``goblins are prone``), ``shared`` that those who share
      a place may be: one of them stands for all (``gang delay``).
    - ``first`` words go ahead of what a ruleset calls by the same name, where nobody is named and nothing follows.
    """

    word: str
    usage: str
    read: Callable[[Line], Command]
    also: tuple[str, ...] = ()
    writes: Mapping[type[Command], Callable[[Writer, Any], str | None]] = field(default_factory=dict)
    many: bool = False
    shared: bool = False
    first: bool = False
