"""Words for the table rather than for the engine: they look something up, and the face that reads them answers."""

from __future__ import annotations

from turnwright.engine.base import Command
from turnwright.engine.play import Play


class TableWord(Command, frozen=True, gc=False):
    """The base of what a face answers by itself; the engine refuses it with ``command.for_the_table``."""

    def decide(self, play: Play) -> None:
        play.refuse("command.for_the_table")


class Prev(TableWord, frozen=True, gc=False):
    """Undo back to the start of this turn or, there, of the one before (`Encounter.start_of_turn`)."""


class Log(TableWord, frozen=True, gc=False):
    """Show the last ``count`` commands and what they caused; 0 shows all."""

    count: int = 0


class Why(TableWord, frozen=True, gc=False):
    """Explain ``about``: an order, a tie, a refusal, somebody; empty is the last thing that happened."""

    about: str = ""


class Choices(TableWord, frozen=True, gc=False):
    """Show what is open to ``who`` now; empty is everybody."""

    who: str = ""


class Help(TableWord, frozen=True, gc=False):
    """Tell what the word ``about`` is for; empty lists all words."""

    about: str = ""


class ShowSheet(TableWord, frozen=True, gc=False):
    """Show all that is known of somebody."""

    who: str


class FaceWord(TableWord, frozen=True, gc=False):
    """The base of what only a face with files and saved fights at hand can carry out."""


class Load(FaceWord, frozen=True, gc=False):
    """Add everybody whom a file lists; without a file, a list that is pasted next."""

    file: str = ""


class NextFight(FaceWord, frozen=True, gc=False):
    """Begin another fight with the party of this one; without a title it is called after this one."""

    title: str = ""


class UseFile(FaceWord, frozen=True, gc=False):
    """Play on by the rules of a file."""

    file: str
