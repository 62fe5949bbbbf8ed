"""How names, numbers and words of a ruleset are said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from turnwright.engine.compiled import Rules
from turnwright.engine.state import Entry, State
from turnwright.engine.tracking import tracks
from turnwright.engine.veil import is_hidden
from turnwright.formula import Die, read_number, show_number
from turnwright.speech.catalogue import LANGUAGE, Catalogue, Many, catalogue

_PLAIN = frozenset(
    {"name", "title", "note", "text", "purpose", "value", "word", "formula", "problem", "usage", "fault"}
    | {"costs", "deed", "going", "instead"}
)
"""Fields that hold what people wrote or what is said already, never an id."""

_REASONS = frozenset({"why", "how", "spoiled", "reason", "means", "result", "wants"})
"""Fields that hold a word of the engine, which the language says in its own way."""


_COMPARED = re.compile(r"\b([a-z]\w*)\s*([<>=!]=|[<>])\s*'?([\w/.-]+)'?")
"""A comparison of something on the sheet with a number or a word."""

_LIMIT = re.compile(r"\b(\d+) a (\w+)")
"""How often something can be done, as rulesets write it: ``1 a round``."""


class Voice:
    """Says things of one moment of a fight, in one language, to the GM or to the player of the viewer's combatants."""

    __slots__ = ("catalogue", "language", "rules", "state", "viewer")

    def __init__(
        self, rules: Rules, state: State, language: str = LANGUAGE, viewer: frozenset[str] | None = None
    ) -> None:
        self.rules = rules
        self.state = state
        self.viewer = viewer
        self.language = language
        self.catalogue: Catalogue = catalogue(language)

    def knows(self, id: str) -> bool:
        """Whether whoever is spoken to may know of this combatant, entry or effect."""
        return self.viewer is None or not is_hidden(self.state, id, self.viewer)

    # ---- sentences

    def say(self, table: str, key: str, figures: Mapping[str, object] | None = None) -> str:
        """The sentence of the catalogue with these figures."""
        return self.catalogue.template(table, key).fill(
            lambda name: self.figure(figures or {}, name), self.term, self.catalogue.whose
        )

    def word(self, key: str) -> str:
        """A small word of the language."""
        return self.catalogue.text("word", key)

    def term(self, word: str) -> str:
        """A word of the table, in the game's own words where the ruleset names it."""
        lower = word[:1].lower() + word[1:]
        said = self.rules.ruleset.words.get(lower) or self.catalogue.text("term", lower)
        return said[:1].upper() + said[1:] if word != lower else said

    # ---- figures

    def figure(self, figures: Mapping[str, object], name: str) -> str:
        """A figure by its name, ``effect.name`` for a part of one; empty where there is nothing."""
        field, _, part = name.partition(".")
        value = figures.get(field)
        while part:
            field, _, part = part.partition(".")
            value = getattr(value, field, None)
        return self.show(value, field)

    def show(self, value: object, field: str = "") -> str:
        """A value of an event or a refusal as people read it."""
        if value is None or value is False:
            return ""
        if value is True:
            return self.word("yes")
        if isinstance(value, int | Fraction):
            return show_number(value)
        if isinstance(value, str):
            return self._text(value, field)
        if isinstance(value, Mapping):
            return self.listed(self._pair(key, each) for key, each in value.items())
        if isinstance(value, tuple | list):
            if value and isinstance(value[0], Die):
                return faces(value)
            return self.listed(self.show(each, field) for each in value)
        return self._struct(value)

    def _text(self, text: str, field: str) -> str:
        if field in _PLAIN or isinstance(text, Many):
            return text
        if field == "act":
            # A pool may have the same name, and a label of its own.
            return self._renamed(text)
        if field == "needs":
            return self._test(text)
        if field == "limit":
            return _LIMIT.sub(self._limited, text)
        if field in _REASONS and self.catalogue.has("reason", text):
            return self.say("reason", text)
        return self.name(text)

    def _test(self, text: str) -> str:
        """What a test of the sheet asks for, its comparisons as people say them."""
        return _COMPARED.sub(self._compared, text).replace("_", " ")

    def _compared(self, found: re.Match[str]) -> str:
        key, sign, value = found.groups()
        return self.say("comparison", sign, {"key": key, "value": value, "costs": self.counted(value, key)})

    def _limited(self, found: re.Match[str]) -> str:
        number, period = found.groups()
        said = self.catalogue.text("period", period)
        return self.say("word", "limit", {"number": int(number), "text": said})

    def _pair(self, key: str, value: object) -> str:
        shown = value if isinstance(value, str) else self.show(value)
        return f"{self.name(key)} {shown}".strip()

    def _struct(self, value: Any) -> str:
        for field in ("name", "act", "kind", "title"):
            found = getattr(value, field, "")
            if found:
                return self.show(found, field)
        return ""

    def name(self, id: str) -> str:
        """The name of whom or what an id means; other text as it is, but words of the ruleset by their label.

        An id of which whoever is spoken to may not know means nothing to them: they could only have guessed it.
        """
        if not self.knows(id):
            return self.label(id)
        if id in self.state.combatants:
            return self.state.combatants[id].name
        if id in self.state.entries:
            return _called(self.state.entries[id])
        if id in self.state.effects:
            return self.state.effects[id].name
        if id in (opened := tracks(self.state)):
            return opened[id].title
        if id == "gm":
            return self.word("gm")
        return self.label(id)

    def label(self, name: str) -> str:
        """A word of the ruleset as people read it."""
        pool = self.rules.pools.get(name)
        if pool is not None and pool.label:
            return pool.label
        return self._renamed(name)

    def _renamed(self, name: str) -> str:
        return self.rules.ruleset.words.get(name, name).replace("_", " ")

    def counted(self, number: str, pool: str) -> str:
        """So much of a pool, in the word for one or for more where the language has both: ``1 action``, ``2 AP``."""
        word = self.rules.pools.get(pool)
        for known in filter(None, (word.label.casefold() if word is not None else "", pool.replace("_", " "))):
            if self.catalogue.has("counted", known):
                return self.say("counted", known, {"text": number, "count": "1" if _is_one_at_most(number) else number})
        return f"{number} {self.label(pool)}"

    def deed(self, act: str) -> str:
        """An act as it stands after what somebody can, can't or would do: ``attack``, or ``use paradigm action``."""
        first = act.partition(" ")[0]
        return self.say("verb", first if self.catalogue.has("verb", first) else "other", {"act": act})

    def names(self, ids: Iterable[str]) -> str:
        """Several names in one list."""
        return self.listed(map(self.name, ids))

    def listed(self, texts: Iterable[str]) -> str:
        """Several things in one list, as the language joins them."""
        said = [text for text in texts if text]
        if len(said) < 2:
            return "".join(said)
        return Many(self.word("list").join(said[:-1]) + self.word("list end") + said[-1])


def _called(entry: Entry) -> str:
    """The name of an entry; several stand for themselves where a side or a group is called so: ``orcs``."""
    several = entry.kind in ("side", "group") and entry.name.endswith("s")
    return Many(entry.name) if several else entry.name


def _is_one_at_most(number: str) -> bool:
    """Whether so much is said of as of one: ``½ action``."""
    try:
        return 0 < read_number(number) <= 1
    except ValueError:
        return False


def faces(dice: Iterable[Die]) -> str:
    """Dice as they fell, those of one kind together: ``3d6: 2, 5, (1)``; what does not count stands in brackets."""
    kinds: dict[int, list[str]] = {}
    for die in dice:
        kinds.setdefault(die.sides, []).append(str(die.face) if die.kept else f"({die.face})")
    several = {sides: str(len(shown)) if len(shown) > 1 else "" for sides, shown in kinds.items()}
    return "; ".join(f"{several[sides]}d{sides}: {', '.join(shown)}" for sides, shown in kinds.items())
