"""Words in, sentences out: one vocabulary for the terminal, scenarios, the web table and bots.

`parse` reads a command, `unparse` writes one, `complete` proposes how a line goes on, `read_list` reads a pasted
encounter. `tell`, `refuse`, `why` and `question` make sentences of what happened, was refused or is asked; every
sentence comes from the catalogue of a language (``texts/``).
"""

from turnwright.speech.completing import complete
from turnwright.speech.errors import SpeechError
from turnwright.speech.reading import parse
from turnwright.speech.telling import help_on, question, refuse, tell, why
from turnwright.speech.verb import Said, Verb
from turnwright.speech.writing import unparse

__all__ = [
    "Said",
    "SpeechError",
    "Verb",
    "complete",
    "help_on",
    "parse",
    "question",
    "refuse",
    "tell",
    "unparse",
    "why",
]
