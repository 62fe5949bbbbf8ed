"""From a command back to the words that mean it."""

from __future__ import annotations

import json
from collections.abc import Iterable

from turnwright.engine import codec
from turnwright.engine.base import Command
from turnwright.engine.compiled import Rules
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
    writer = Writer(rules, state)
    text = next((text for text in _written(writer, command) if _means(rules, state, text, command)), None)
    if text is None:
        text = "command " + json.dumps(json.loads(codec.encode(command)))
    return f"{text} !" if force else text


def _written(writer: Writer, command: Command) -> Iterable[str]:
    kind = type(command)
    named = [found[kind] for found in NAMED_WRITES if kind in found]
    for write in (*named, *(verb.writes[kind] for verb in VERBS if kind in verb.writes)):
        text = write(writer, command)
        if text is not None:
            yield text


def _means(rules: Rules, state: State, text: str, command: Command) -> bool:
    try:
        return parse(rules, state, text) == Said(command)
    except SpeechError:
        return False
