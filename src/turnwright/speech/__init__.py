"""Words in, sentences out: one vocabulary for the terminal, scenarios, the web table and bots.

`parse` reads a command, `unparse` writes one, `complete` proposes how a line goes on, `read_list` reads a pasted
encounter. `tell`, `refuse`, `why` and `question` make sentences of what happened, was refused or is asked; every
sentence comes from the catalogue of a language (``texts/``).
"""

from turnwright.speech.asking import question
from turnwright.speech.completing import complete
from turnwright.speech.errors import SpeechError
from turnwright.speech.explaining import why
from turnwright.speech.helping import help_on
from turnwright.speech.lists import Pasted, read_list
from turnwright.speech.reading import parse
from turnwright.speech.refusing import refuse
from turnwright.speech.telling import silent, tell
from turnwright.speech.verb import Said, Verb
from turnwright.speech.writing import unparse

__all__ = [
    "Pasted",
    "Said",
    "SpeechError",
    "Verb",
    "complete",
    "help_on",
    "parse",
    "question",
    "read_list",
    "refuse",
    "silent",
    "tell",
    "unparse",
    "why",
]
