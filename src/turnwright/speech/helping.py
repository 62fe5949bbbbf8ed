"""What each word of the table is for."""

from __future__ import annotations

import re

from turnwright.rules.nearest import suggest
from turnwright.rules.words import Ruleset
from turnwright.rules.words.act import Doing
from turnwright.rules.words.track import Task
from turnwright.speech.catalogue import LANGUAGE, Catalogue, catalogue
from turnwright.speech.verb import Verb
from turnwright.speech.verbs import VERBS

PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b")
"""A word of a usage that stands for something."""


def help_on(about: str = "", language: str = LANGUAGE, ruleset: Ruleset | None = None) -> tuple[str, ...]:
    """How a word of the table is used and what it is for; without one, all of them in a line each.

    What people can do by the ruleset's own words is told with its cost and its rule.
    """
    texts = catalogue(language)
    asked = about.strip().casefold()
    if not asked:
        width = max(len(verb.word) for verb in VERBS)
        return tuple(f"{verb.word:{width}}  {texts.text('help', verb.word)}" for verb in VERBS)
    words = {word: verb for verb in VERBS for word in (verb.word, *verb.also)}
    begun = {id(verb): verb for word, verb in words.items() if word.startswith(asked)}
    acts = _acts(ruleset)
    if asked in acts and asked not in words:
        return _act_lines(texts, asked, acts[asked])
    found = [words[asked]] if asked in words else list(begun.values())
    if not found:
        begun_acts = [name for name in acts if name.startswith(asked)]
        if begun_acts:
            return tuple(line for name in begun_acts for line in _act_lines(texts, name, acts[name]))
        near = suggest(asked, (*words, *acts))
        text = texts.template("word", "no such word")
        return (text.fill(lambda name: {"word": about, "near": near}.get(name, ""), lambda word: word),)
    return tuple(line for verb in found for line in _lines(texts, verb))


def _acts(ruleset: Ruleset | None) -> dict[str, Doing | Task]:
    """What people can do by the ruleset's own words; an action goes before a reaction of its name."""
    if ruleset is None:
        return {}
    named: dict[str, Doing | Task] = {**ruleset.reactions, **ruleset.tasks, **ruleset.actions}
    return {name.casefold(): word for name, word in named.items()}


def _act_lines(texts: Catalogue, name: str, word: Doing | Task) -> tuple[str, ...]:
    cost = word.cost if isinstance(word, Doing) else {}
    costs = ", ".join(f"{formula.text} {pool}" for pool, formula in cost.items())
    head = f"{name}  ({costs})" if costs else name
    told = f"{word.about} — {word.rule}" if word.about and word.rule else word.about or word.rule
    return (head, f"  {told}") if told else (head,)


def _lines(texts: Catalogue, verb: Verb) -> tuple[str, ...]:
    also = f"  ({', '.join(verb.also)})" if verb.also else ""
    return (f"{usage(verb.usage, texts)}{also}", f"  {texts.text('help', verb.word)}")


def usage(text: str, texts: Catalogue) -> str:
    """A usage in a language: command words stay, what stands for something is translated."""

    def said(match: re.Match[str]) -> str:
        return texts.text("stands for", match[0]) if texts.has("stands for", match[0]) else match[0]

    return PLACEHOLDER.sub(said, text)
