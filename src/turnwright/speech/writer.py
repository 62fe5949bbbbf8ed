"""What verbs write commands with."""

from __future__ import annotations

from collections.abc import Iterable

from turnwright.engine.compiled import Rules
from turnwright.engine.state import State
from turnwright.formula import Number, show_number
from turnwright.speech.cursor import is_figure
from turnwright.speech.errors import SpeechError
from turnwright.speech.line import STOPS, Ground, Line, in_quotes, written


class Writer:
    """What verbs write with."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.ground = Ground(rules, state)
        self.cast = self.ground.cast

    def name(self, who: str) -> str:
        """A combatant's name, in quotation marks where it needs them; the id of somebody unknown."""
        found = self.state.combatants.get(who)
        return written(found.name) if found else who

    def names(self, ids: Iterable[str]) -> str:
        """Several names, or the one name that means just these."""
        chosen = tuple(ids)
        if len(chosen) > 2:
            # Further plurals of the same are for readers only.
            name = next((name for name, members in self.cast.called.groups if members == chosen), "")
            if name and self._means(written(name), chosen):
                return written(name)
        return ", ".join(map(self.name, chosen))

    def _means(self, text: str, chosen: tuple[str, ...]) -> bool:
        """Whether a name is read as just these: a side, or one person, may be called as others are together."""
        try:
            return Line(self.rules, self.state, text, ground=self.ground).names() == chosen
        except SpeechError:
            return False

    def subject(self, who: str) -> str:
        """A name ahead of a verb: ``Milli: ``; nothing for nobody."""
        return f"{self.name(who)}: " if who else ""

    def number(self, value: Number) -> str:
        """A number as people write it."""
        return show_number(value)

    def text(self, text: str) -> str:
        """A text to the end of the line, in quotation marks where it needs them."""
        words = text.split()
        plain = (
            " ".join(words) == text and not text.endswith(("!", "！")) and not any(c in text for c in "\"“”„«»,:'‘’")
        )
        if plain and words and not any(word.casefold() in STOPS for word in words):
            return text
        return in_quotes(text)

    def word(self, text: str) -> str:
        """A word of the ruleset, in quotation marks where it needs them."""
        return self.text(text) if not is_figure(text) else in_quotes(text)
