"""How a line that is being typed could go on: whatever its reading looked for at its end."""

from __future__ import annotations

from turnwright.engine.compiled import Rules
from turnwright.engine.state import State
from turnwright.speech.cursor import Completion
from turnwright.speech.errors import SpeechError
from turnwright.speech.line import Line
from turnwright.speech.reading import attempts, carry_out


def complete(
    rules: Rules, state: State, text: str, who: str | None = None, viewer: frozenset[str] | None = None
) -> tuple[Completion, ...]:
    """The words that could follow, each with the place from which it replaces what is typed; nothing follows what can
    be no line."""
    wanted: list[Completion] = []
    try:
        line = Line(rules, state, text, who or "", viewer, wanted)
    except SpeechError:
        return ()
    for verb, rest in attempts(line, []):
        try:
            carry_out(verb, rest)
        except SpeechError:
            continue
    return tuple(dict.fromkeys(wanted))
