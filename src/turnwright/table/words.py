"""All words that somebody may say at a table, and a form for each."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from turnwright.engine.base import Command
from turnwright.speech.forms import SPEAKER, forms_of
from turnwright.speech.line import Line
from turnwright.speech.names import fold_word
from turnwright.speech.table import TableWord
from turnwright.speech.verb import Verb
from turnwright.speech.verbs import NAMED, TOPICS, VERBS
from turnwright.speech.voice import Voice
from turnwright.table.slots import Input, Slots

LEFT_OUT = frozenset({"load", "rules", "command", "help", "choices", "log", "undo", "redo", "prev", "next", "answer"})
"""Words that the pages have another place for, or that need a terminal."""


class WordForm(Struct, frozen=True):
    """A way to say a word: the word, and the fields that are filled in."""

    word: str
    inputs: tuple[Input, ...]


def topics(voice: Voice, gm: bool) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """The words by what they are about, each with what it is for: all of them for the game master, for a player those
    by which something of one's own is done. The words of the game stand first."""
    texts = voice.catalogue
    found = [(voice.rules.ruleset.game, tuple((_shown(verb), "") for verb in _of_game(voice, gm)))]
    for topic, verbs in TOPICS.items():
        listed = tuple((verb.word, texts.text("help", verb.word)) for verb in verbs if _may(verb, gm))
        found.append((texts.text("topic", topic), listed))
    return tuple((topic, words) for topic, words in found if words)


def word_forms(slots: Slots, word: str, gm: bool) -> tuple[WordForm, ...]:
    """The forms for a word; none for one that this viewer may not say."""
    verbs = (*(verb for verb in VERBS if _may(verb, gm)), *_of_game(slots.voice, gm))
    verb = next((verb for verb in verbs if word in (verb.word, _shown(verb))), None)
    if verb is None:
        return ()
    people = slots.options("NAME") if gm else tuple(slots.name(c.id) for c in slots.seen.combatants.values() if c.own)
    speaker = Input(SPEAKER, slots.voice.say("page", "by whom"), people, needed=False)
    asks = verb not in VERBS or any(_owned(kind) for kind in verb.writes)
    lead = (speaker,) if asks and (gm or len(people) > 1) else ()
    return tuple(
        WordForm(form.word, (*lead, *slots.inputs(form.fields))) for form in forms_of(verb.usage, fold_word(verb.word))
    )


def _may(verb: Verb, gm: bool) -> bool:
    if verb.word in LEFT_OUT:
        return False
    return gm or any(_owned(kind) for kind in verb.writes)


def _owned(kind: type[Command]) -> bool:
    """Whether a player may give such a command for somebody of their own."""
    return not issubclass(kind, TableWord) and (bool(kind.owner) or kind.owners is not Command.owners)


def _of_game(voice: Voice, gm: bool) -> Iterator[Verb]:
    """The words that the ruleset names; its pools are changed by the game master."""
    line = Line(voice.rules, voice.state, "")
    told: set[str] = set()
    for verb in (verb for group in NAMED for verb in group(line)):
        if _shown(verb) not in told and (gm or not verb.many):
            told.add(_shown(verb))
            yield verb


def _shown(verb: Verb) -> str:
    return fold_word(verb.also[0] if verb.also else verb.word)
