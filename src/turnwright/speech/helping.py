"""What each word of the table is for."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine.compiled import Rules
from turnwright.engine.state import State
from turnwright.rules.nearest import suggest
from turnwright.rules.words import Ruleset
from turnwright.rules.words.act import Doing
from turnwright.rules.words.track import Task
from turnwright.speech.catalogue import LANGUAGE, Catalogue, catalogue
from turnwright.speech.line import Line
from turnwright.speech.names import fold_word
from turnwright.speech.verb import Verb
from turnwright.speech.verbs import NAMED, TOPICS, VERBS
from turnwright.speech.voice import Voice

ALL = "all"
"""What is asked for instead of a topic to see every word."""


def help_on(
    about: str = "", rules: Rules | None = None, state: State | None = None, language: str = LANGUAGE
) -> tuple[str, ...]:
    """How a word of the table, or one of the game that is played, is used and what it is for.

    A topic lists its words in a line each, ``all`` lists every word; without anything the topics come with their words.
    """
    texts = catalogue(language)
    voice = Voice(rules, State(), language) if rules is not None else None
    asked = fold_word(about.strip())
    own: dict[str, Verb] = {}
    for verb in _of_game(rules, state):
        for word in (verb.word, *verb.also):
            own.setdefault(fold_word(word), verb)
    if not asked:
        return (*_topics(texts, rules, own), texts.text("word", "help on"))
    if asked in TOPICS or asked == ALL:
        return tuple(_listed(texts, VERBS if asked == ALL else TOPICS[asked]))
    words = {word: verb for verb in VERBS for word in (verb.word, *verb.also)}
    acts = _acts(rules.ruleset if rules is not None else None)
    if voice is not None and asked in acts and asked not in words:
        return tuple(_act_lines(voice, asked, acts[asked], own))
    exact = [found[asked] for found in (words, own) if asked in found]
    begun = {id(verb): verb for word, verb in (*words.items(), *own.items()) if word.startswith(asked)}
    found = exact or list(begun.values())
    topics = [topic for topic in TOPICS if topic.startswith(asked)]
    if not found and len(topics) == 1:
        return tuple(_listed(texts, TOPICS[topics[0]]))
    if not found:
        near = suggest(asked, (*words, *own, *TOPICS))
        return (texts.say("word", "no such word", {"word": about, "near": near}),)
    return tuple(line for verb in found for line in _told(texts, voice, acts, verb, own))


def _of_game(rules: Rules | None, state: State | None) -> Iterator[Verb]:
    """The words that the ruleset, or somebody's sheet, names."""
    if rules is not None and state is not None:
        line = Line(rules, state, "")
        yield from (verb for group in NAMED for verb in group(line))


def _topics(texts: Catalogue, rules: Rules | None, own: dict[str, Verb]) -> Iterator[str]:
    for topic, verbs in TOPICS.items():
        yield f"{texts.text('topic', topic)}: {', '.join(verb.word for verb in verbs)}"
    if rules is not None and own:
        yield f"{rules.ruleset.game}: {', '.join(dict.fromkeys(map(_shown, own.values())))}"


def _shown(verb: Verb) -> str:
    """A word of the game as people say it: by its label, where it has one."""
    return fold_word(verb.also[0] if verb.also else verb.word)


def _listed(texts: Catalogue, verbs: tuple[Verb, ...]) -> Iterator[str]:
    width = max(len(verb.word) for verb in verbs)
    yield from (f"{verb.word:{width}}  {texts.text('help', verb.word)}" for verb in verbs)


def _told(
    texts: Catalogue, voice: Voice | None, acts: dict[str, Doing | Task], verb: Verb, own: dict[str, Verb]
) -> Iterator[str]:
    """How a word is used and what it is for; of a word of the ruleset, what that says of it."""
    name = fold_word(verb.word)
    game = voice if verb not in VERBS else None
    if game is not None and name in acts:
        yield from _act_lines(game, name, acts[name], own)
        return
    yield from _lines(texts, verb)
    for table in (game.rules.ruleset.waits, game.rules.ruleset.pools) if game is not None else ():
        word = table.get(verb.word)
        if word is not None and (word.about or word.rule):
            yield f"  {' — '.join(part for part in (word.about, word.rule) if part)}"


def _acts(ruleset: Ruleset | None) -> dict[str, Doing | Task]:
    """What people can do by the ruleset's own words; an action goes before a reaction of its name."""
    if ruleset is None:
        return {}
    named: dict[str, Doing | Task] = {**ruleset.reactions, **ruleset.tasks, **ruleset.actions}
    return {name.casefold(): word for name, word in named.items()}


def _act_lines(voice: Voice, name: str, word: Doing | Task, own: dict[str, Verb]) -> Iterator[str]:
    """How something is typed and what it costs, what it wants, and what the ruleset says of it."""
    head = voice.catalogue.usage(own[name].usage) if name in own else name
    costs, wants = "", ""
    if isinstance(word, Doing):
        # A cost that is left open stands in the usage.
        fixed = {pool: formula.text for pool, formula in word.cost.items() if "given" not in formula.names}
        costs = ", ".join(voice.counted(text, pool) for pool, text in fixed.items())
        figures = {
            "needs": word.needs.text if word.needs is not None else "",
            "limit": ", ".join(map(str, word.limit)),
            "among": ", ".join(word.one_of),
        }
        wants = voice.say("word", "act wants", figures)
    yield f"{head}  ({costs})" if costs else head
    if wants:
        yield f"  {wants.removeprefix('; ')}"
    told = " — ".join(filter(None, (word.about, word.rule)))
    if told:
        yield f"  {told}"


def _lines(texts: Catalogue, verb: Verb) -> tuple[str, ...]:
    also = f"  ({', '.join(verb.also)})" if verb.also else ""
    purpose = (f"  {texts.text('help', verb.word)}",) if texts.has("help", verb.word) and verb in VERBS else ()
    return (f"{texts.usage(verb.usage)}{also}", *purpose)
