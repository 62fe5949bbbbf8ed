"""From a command back to the words that mean it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache

from turnwright.engine import codec
from turnwright.engine.base import Command
from turnwright.engine.compiled import Rules
from turnwright.engine.grounds import Looked, notes_of
from turnwright.engine.snapshots import KEPT, Snapshot
from turnwright.engine.state import State
from turnwright.speech.errors import SpeechError
from turnwright.speech.reading import parse
from turnwright.speech.verb import Said
from turnwright.speech.verbs import NAMED_WRITES, VERBS
from turnwright.speech.writer import Writer


def unparse(rules: Rules, state: State, command: Command, force: bool = False) -> str:
    """The words that mean this command in this state: `parse` of them gives it back.

    What no words say exactly is written as ``command`` with JSON.
    """
    text = scribe(rules, state).words(command)
    return f"{text} !" if force else text


class Scribe:
    """Writes many commands in one state, as `unparse` does each of them: each once."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.writer = Writer(rules, state)
        self._written: dict[bytes, str] = {}
        self._looked: Looked = set()

    def words(self, command: Command) -> str:
        """The words that mean this command."""
        notes = notes_of(self.writer.state)
        if notes is not None:
            # What was looked at for one of them is not looked at again for the next.
            notes.looked |= self._looked
            self._looked = notes.looked
        key = codec.encode(command)
        found = self._written.get(key)
        if found is None:
            found = next((text for text in _written(self.writer, command) if self._means(text, command)), None)
            if found is None:
                found = "command " + json.dumps(json.loads(key))
            self._written[key] = found
        return found

    def _means(self, text: str, command: Command) -> bool:
        writer = self.writer
        try:
            return parse(writer.rules, writer.state, text, ground=writer.ground) == Said(command)
        except SpeechError:
            return False


def scribe(rules: Rules, state: State) -> Scribe:
    """Who writes in this state, for all who look at it."""
    return _scribe(Snapshot(rules, state))


@lru_cache(maxsize=KEPT)
def _scribe(snapshot: Snapshot) -> Scribe:
    return Scribe(snapshot.rules, snapshot.state)


def _written(writer: Writer, command: Command) -> Iterable[str]:
    kind = type(command)
    named = [found[kind] for found in NAMED_WRITES if kind in found]
    for write in (*named, *(verb.writes[kind] for verb in VERBS if kind in verb.writes)):
        text = write(writer, command)
        if text is not None:
            yield text
