"""What each word of the table is for."""

from __future__ import annotations

import re

from turnwright.rules.nearest import suggest
from turnwright.speech.catalogue import LANGUAGE, Catalogue, catalogue
from turnwright.speech.verb import Verb
from turnwright.speech.verbs import VERBS

PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b")
"""A word of a usage that stands for something."""


def help_on(about: str = "", language: str = LANGUAGE) -> tuple[str, ...]:
    """How a word of the table is used and what it is for; without one, all of them in a line each."""
    texts = catalogue(language)
    asked = about.strip().casefold()
    if not asked:
        width = max(len(verb.word) for verb in VERBS)
        return tuple(f"{verb.word:{width}}  {texts.text('help', verb.word)}" for verb in VERBS)
    words = {word: verb for verb in VERBS for word in (verb.word, *verb.also)}
    begun = {id(verb): verb for word, verb in words.items() if word.startswith(asked)}
    found = [words[asked]] if asked in words else list(begun.values())
    if not found:
        near = suggest(asked, words)
        text = texts.template("word", "no such word")
        return (text.fill(lambda name: {"word": about, "near": near}.get(name, ""), lambda word: word),)
    return tuple(line for verb in found for line in _lines(texts, verb))


def _lines(texts: Catalogue, verb: Verb) -> tuple[str, ...]:
    also = f"  ({', '.join(verb.also)})" if verb.also else ""
    return (f"{usage(verb.usage, texts)}{also}", f"  {texts.text('help', verb.word)}")


def usage(text: str, texts: Catalogue) -> str:
    """A usage in a language: command words stay, what stands for something is translated."""

    def said(match: re.Match[str]) -> str:
        return texts.text("stands for", match[0]) if texts.has("stands for", match[0]) else match[0]

    return PLACEHOLDER.sub(said, text)
