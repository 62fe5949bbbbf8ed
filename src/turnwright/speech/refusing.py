"""Why something was refused: what was asked, which rule or state stands against it, and what is possible instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial

from msgspec.structs import replace

from turnwright.engine.base import Command, Refusal
from turnwright.engine.choices import Choice, candidates, choice_of
from turnwright.engine.compiled import Rules
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.free_order import Take
from turnwright.engine.mechanics.gaps import Enter
from turnwright.engine.mechanics.initiative import Roll
from turnwright.engine.mechanics.modes import Switch
from turnwright.engine.mechanics.questions import Answer, Pass
from turnwright.engine.mechanics.reactions import React
from turnwright.engine.mechanics.rests import StartRest
from turnwright.engine.mechanics.scenes import End, Next
from turnwright.engine.play import Play, looking
from turnwright.engine.state import State
from turnwright.engine.turns import acting
from turnwright.speech.catalogue import LANGUAGE
from turnwright.speech.pending import going_on
from turnwright.speech.voice import Voice
from turnwright.speech.writing import scribe

SHOWN = 5
"""So many of the things that are possible instead are named."""

_STEPS: tuple[Command, ...] = (Next(), End(), Roll())
"""What the GM can say at any time, offered where it is accepted."""

ANSWERS = 2
"""So many of the answers to a question are named among them: the question itself tells the others."""


_ELSEWHERE = (Switch, StartRest)
"""What changes what is being played: named only where nothing else is possible."""

_LONG = re.compile(r"\S{81,}")
"""A word that somebody has to read again in a refusal is cut beyond this."""


class Outlook:
    """What is open to the GM (None) or a player in one state, and how it is said: looked up once, however many refusals
    are told of it.

    ``choices`` are those that are known already.
    """

    def __init__(
        self,
        rules: Rules,
        state: State,
        viewer: frozenset[str] | None = None,
        choices: Iterable[Choice] | None = None,
    ) -> None:
        self.rules = rules
        self.state = state
        self.viewer = viewer
        self.scribe = scribe(rules, state)
        self._choices = choices
        self._play = looking(rules, state)

    def possible(self, who: str = "") -> Iterator[Command]:
        """What can be done now (by this combatant alone, if one is given): what moves things on ahead of all else."""
        for at, (command, owners) in enumerate(self._ranked):
            if (not who or who in owners) and self._is_open(at, command):
                yield command

    @cached_property
    def _ranked(self) -> tuple[tuple[Command, tuple[str, ...]], ...]:
        play = self._play
        known = self._choices
        if known is None:
            offered = candidates(self.rules, self.state, self.viewer)
        else:
            offered = tuple(choice.command for choice in known)
        steps = [step for step in _STEPS if step not in offered] if self.viewer is None else []
        ranked = sorted((*steps, *offered), key=partial(_rank, play))
        return tuple((command, command.owners(play)) for command in ranked)

    @cached_property
    def _verdicts(self) -> dict[int, bool]:
        """Whether the command at each place is accepted, as far as that is known."""
        if self._choices is None:
            return {}
        open_now = {id(choice.command): choice.seems_open for choice in self._choices}
        places = ((at, open_now.get(id(command))) for at, (command, _) in enumerate(self._ranked))
        return {at: is_open for at, is_open in places if is_open is not None}

    def _is_open(self, at: int, command: Command) -> bool:
        if at not in self._verdicts:
            self._verdicts[at] = choice_of(self.rules, self.state, command, self.viewer).seems_open
        return self._verdicts[at]


def refuse(
    rules: Rules,
    state: State,
    refusal: Refusal,
    language: str = LANGUAGE,
    viewer: frozenset[str] | None = None,
    outlook: Outlook | None = None,
) -> str:
    """A refusal as a sentence, with the id of its rule (SEM-24).

    ``viewer`` holds the combatants of the player who is told; the GM (None) is reminded that a rule can be overruled.
    ``outlook`` is what is open to them, where several are told.
    """
    voice = Voice(rules, state, language, viewer)
    template = voice.catalogue.template("refusal", refusal.code)
    figures = {name: _LONG.sub(_cut, text) for name, text in refusal.data.items()}
    for name in template.figures() & NOW.keys():
        figures[name] = NOW[name](voice, refusal, outlook or Outlook(rules, state, viewer))
    text = reason(voice, refusal.code, figures)
    text += f" — {refusal.ref}" if refusal.ref else ""
    usage = refusal.data.get("usage", "")
    text += voice.say("word", "usage", {"usage": voice.catalogue.usage(usage)}) if usage else ""
    return text + (voice.word("overrule") if refusal.rule and viewer is None else "")


def _cut(word: re.Match[str]) -> str:
    return word[0][:80] + "…"


def reason(voice: Voice, code: str, data: Mapping[str, str]) -> str:
    """Why something with this code is refused, without its rule; a code that no text says is said with its figures."""
    data = _in_words(voice, data)
    if voice.catalogue.has("refusal", code):
        derived = voice.catalogue.template("refusal", code).figures() & DERIVED.keys()
        return voice.say("refusal", code, {**data, **{name: DERIVED[name](voice, data) for name in derived}})
    figures = ", ".join(f"{key} {value}" for key, value in data.items() if value and key != "usage")
    return voice.say("word", "refused", {"code": code, "figures": figures})


def _rank(play: Play, command: Command) -> int:
    """What moves things on comes first, then what whoever is up could do; last what others could do at any time."""
    if command in _STEPS:
        return 0
    if isinstance(command, Answer | Pass | React | Enter | Take):
        return 1
    if isinstance(command, _ELSEWHERE):
        return 5
    turn = play.active
    mine = turn is not None and set(command.owners(play)) & set(acting(play.state, turn))
    return 2 if mine else 4 if isinstance(command, Act) else 3


def _told(voice: Voice, refusal: Refusal) -> str:
    """Whom the sentence of a refusal names as the one who is refused; empty where it names nobody."""
    name = refusal.data.get("name", "")
    if not name or "name" not in voice.catalogue.template("refusal", refusal.code).figures():
        return ""
    return next((c.id for c in voice.state.combatants.values() if c.name == name), "")


def _instead(voice: Voice, refusal: Refusal, outlook: Outlook) -> str:
    """A few of the things that are possible, in a few words each; none of them is parted by a semicolon.

    Where the sentence names who was refused, it is what that one can do.
    """
    named = _told(voice, refusal)
    said: dict[str, None] = {}
    answers = 0
    for command in outlook.possible(named):
        answers += isinstance(command, Answer)
        if (isinstance(command, Answer) and answers > ANSWERS) or (said and isinstance(command, _ELSEWHERE)):
            continue
        # Nobody has to say which act they answer where only one is open.
        text = outlook.scribe.words(replace(command, trigger=0) if isinstance(command, React) else command)
        text = (text.partition(": ")[2] or text) if named else text
        text = voice.say("word", "empty line", {"text": text}) if isinstance(command, Next) else text
        said[text] = None
        if len(said) == SHOWN:
            break
    return "; ".join(said)


NOW: dict[str, Callable[[Voice, Refusal, Outlook], str]] = {
    "instead": _instead,
    "going": lambda voice, refusal, outlook: going_on(voice),
}
"""Figures that sentences of refusals can have from the moment at which they are told."""


def _deed(voice: Voice, data: Mapping[str, str]) -> str:
    """What somebody can't do, as it stands after that: ``attack``, or ``use paradigm action``."""
    return voice.deed(data.get("act") or data.get("reaction", ""))


def _in_words(voice: Voice, data: Mapping[str, str]) -> Mapping[str, str]:
    """What is wrong with a formula or a time, and what to write instead, as the language says it; where it does not, in
    the words of whoever read it."""
    fault = data.get("fault", "")
    if not voice.catalogue.has("problem", fault):
        return data
    said = {"problem": voice.catalogue.text("problem", fault)}
    hint = f"{fault}.hint"
    return {**data, **said, "hint": voice.say("problem", hint) if voice.catalogue.has("problem", hint) else ""}


DERIVED: dict[str, Callable[[Voice, Mapping[str, str]], str]] = {
    "lack": lambda voice, data: voice.say("lack", data.get("what") or data.get("part", "")),
    "deed": _deed,
    "near": lambda voice, data: voice.word("or").join(filter(None, (data.get("near"), data.get("called")))),
    "targets": lambda voice, data: voice.say("targets", data.get("wants", "")),
    "costs": lambda voice, data: voice.counted(data.get("cost", ""), data.get("pool", "")),
}
"""Figures that follow from those of a refusal."""
