"""Lines as people type them: with completion and history at a terminal, plain from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from turnwright.speech.catalogue import Catalogue
from turnwright.speech.cursor import Completion as Word

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession


class Prompt:
    """Where lines come from. ``complete`` gives the words with which a line could go on; ``texts`` are those of the
    language that is spoken."""

    def __init__(self, complete: Callable[[str], tuple[Word, ...]], texts: Catalogue) -> None:
        self.texts = texts
        self.typed = sys.stdin.isatty() and sys.stdout.isatty()
        self._session = _session(complete) if self.typed else None

    def line(self) -> str | None:
        """The next line, or several that were pasted at once; None when there are no more."""
        while True:
            try:
                return self._read("› ")
            except KeyboardInterrupt:
                click.echo(self.texts.text("terminal", "leave"))

    def block(self) -> str:
        """Lines up to an empty one, or to the end of them; nothing when it was broken off with Ctrl+C."""
        lines: list[str] = []
        try:
            while (line := self._read("… ")) is not None and line.strip():
                lines.append(line)
        except KeyboardInterrupt:
            return ""
        return "\n".join(lines)

    def agrees(self, question: str, otherwise: bool) -> bool:
        """Whether somebody at the terminal says yes (an empty line does); with nobody there ``otherwise`` counts."""
        if not self.typed:
            return otherwise
        from prompt_toolkit import PromptSession

        try:
            answer: str = PromptSession().prompt(f"{question} [{self.texts.text('terminal', 'yes or no')}] ")
        except (EOFError, KeyboardInterrupt):
            click.echo("")
            return False
        return answer.strip().casefold() in ("", *self.texts.text("terminal", "agree").split())

    def _read(self, sign: str) -> str | None:
        if self._session is None:
            line = sys.stdin.readline()
            return line.rstrip("\r\n") if line else None
        try:
            return self._session.prompt(sign)
        except EOFError:
            return None


def _session(complete: Callable[[str], tuple[Word, ...]]) -> PromptSession[str]:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.history import FileHistory

    from turnwright.store import data_folder

    class Words(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
            yield from _completions(document.text_before_cursor)

    def _completions(text: str) -> Iterator[Completion]:
        for word in complete(text):
            yield Completion(word.text, start_position=word.start - len(text))

    folder: Path = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return PromptSession(completer=Words(), history=FileHistory(str(folder / "history")), complete_while_typing=False)
