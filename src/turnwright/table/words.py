"""All words that somebody may say at a table, and a form for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from turnwright.engine.base import Command
from turnwright.rules.words import Ruleset
from turnwright.rules.words.word import Word
from turnwright.speech.fitting import fits
from turnwright.speech.forms import SPEAKER, Form, forms_of
from turnwright.speech.line import Line
from turnwright.speech.names import fold_word
from turnwright.speech.table import TableWord
from turnwright.speech.verb import Verb
from turnwright.speech.verbs import NAMED, TOPICS, VERBS
from turnwright.speech.voice import Voice
from turnwright.table.slots import Input, Slots

LEFT_OUT = frozenset({"load", "rules", "command", "help", "choices", "log", "undo", "redo", "prev", "next", "answer"})
"""Words that the pages have another place for, or that need a terminal."""


USUAL = {"effect": ("EFFECT", "NAMES", "CONDITION", "SPAN")}
"""Of words with many fields, what is asked for in the usual ones."""


class WordForm(Struct, frozen=True):
    """A way to say a word: the word, and the fields that are filled in; ``further`` ones rarely."""

    word: str
    inputs: tuple[Input, ...]
    further: tuple[Input, ...] = ()


def topics(voice: Voice, gm: bool, edits: bool = False) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """The words by what they are about, each with what it is for: for the game master all that this game has a use
    for, for a player those by which something of one's own is done, or (``edits``) changed by hand. The words of the
    game stand first."""
    texts, ruleset = voice.catalogue, voice.rules.ruleset
    found = [(ruleset.game, tuple((_shown(verb), _about(ruleset, verb)) for verb in _of_game(voice, gm)))]
    for topic, verbs in TOPICS.items():
        may = (verb for verb in verbs if fits(verb, ruleset) and _may(verb, gm, edits))
        listed = tuple((verb.word, texts.text("help", verb.word)) for verb in may)
        found.append((texts.text("topic", topic), listed))
    return tuple((topic, words) for topic, words in found if words)


def word_forms(slots: Slots, word: str, gm: bool, edits: bool = False) -> tuple[WordForm, ...]:
    """The forms for a word, all of them where a word of the game is one of the table too; none for one that this
    viewer may not say."""
    verbs = (*_of_game(slots.voice, gm), *(verb for verb in VERBS if _may(verb, gm, edits)))
    found = [verb for verb in verbs if word in (verb.word, _shown(verb))]
    return tuple(form for verb in found for form in _forms(slots, verb, gm))


def _forms(slots: Slots, verb: Verb, gm: bool) -> tuple[WordForm, ...]:
    people = slots.options("NAME") if gm else tuple(slots.name(c.id) for c in slots.seen.combatants.values() if c.own)
    speaker = Input(SPEAKER, slots.voice.say("page", "by whom"), people, needed=False)
    asks = verb not in VERBS or any(_owned(kind) for kind in verb.writes)
    lead = (speaker,) if asks and (gm or len(people) > 1) else ()
    forms = forms_of(verb.usage, fold_word(verb.word))
    return tuple(_form(slots, form, lead, USUAL.get(verb.word, ())) for form in forms)


def _form(slots: Slots, form: Form, lead: tuple[Input, ...], usual: tuple[str, ...]) -> WordForm:
    """The usual fields of a form ahead of the others, once each; all of them are, where none are named."""
    asked = [field.slot for field in form.fields]
    first = [asked.index(slot) for slot in usual if slot in asked]
    later = [at for at in range(len(asked)) if at not in first and usual]
    order = (*sorted(first), *later) if usual else range(len(asked))
    inputs = slots.inputs(form.fields[at] for at in order)
    many = len(inputs) - len(later)
    return WordForm(form.word, (*lead, *inputs[:many]), inputs[many:])


def _may(verb: Verb, gm: bool, edits: bool) -> bool:
    if verb.word in LEFT_OUT:
        return False
    return gm or any(_owned(kind) or (edits and bool(kind.edits)) for kind in verb.writes)


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


def _about(ruleset: Ruleset, verb: Verb) -> str:
    """What a ruleset says of a word of its own."""
    tables: tuple[Mapping[str, Word], ...] = (
        ruleset.actions,
        ruleset.reactions,
        ruleset.tasks,
        ruleset.waits,
        ruleset.pools,
    )
    return next((table[verb.word].about for table in tables if verb.word in table), "")


def _shown(verb: Verb) -> str:
    return fold_word(verb.also[0] if verb.also else verb.word)
