"""Playing at a table through its pages: which form says a step, and what is filled in there.

A page is read as a person sees it: its forms, with their buttons and fields. A step of a scenario is a line of words;
the form is sought that comes to a line of the same meaning. Only what a form offers can be chosen in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import groupby
from typing import NamedTuple

from turnwright.engine import Command, Refusal, Rules, State
from turnwright.engine.base import Refused, open_question
from turnwright.engine.machine import decide
from turnwright.engine.mechanics.prepared import Prepare
from turnwright.engine.mechanics.questions import Answer, Pass
from turnwright.engine.mechanics.reactions import React
from turnwright.engine.mechanics.scenes import End, Next
from turnwright.engine.mechanics.tracks import Advance
from turnwright.engine.play import looking, seat
from turnwright.engine.tracking import tracks
from turnwright.scenario.steps import Said
from turnwright.speech import SpeechError, parse
from turnwright.speech.forms import AGAIN, BARE, LISTED, SPEAKER, TARGET, composed
from turnwright.speech.writing import unparse

TYPED = ("text", "number", "textarea")


@dataclass
class Control:
    """A field or a button of a form; a choice has options, of which an empty one means that none is needed. What is
    typed ``after`` a choice under the same label belongs to what is chosen there."""

    name: str
    kind: str
    value: str = ""
    options: list[str] = field(default_factory=list)
    required: bool = False
    after: Control | None = None


@dataclass
class Form:
    """A form of a page that says something; ``number`` is its place among all forms of the page."""

    number: int
    action: str
    kind: str
    id: str
    controls: list[Control] = field(default_factory=list)

    @property
    def words(self) -> list[str]:
        """What is said: by the form, or by one of its buttons."""
        return [one.value for one in self.controls if one.name == "words" and one.kind in ("hidden", "button")]

    @property
    def fields(self) -> list[Control]:
        """What is filled in, or brought along."""
        besides = ("words", "fight", "force", "_csrf_token", TARGET)
        return [one for one in self.controls if one.name not in besides and one.kind != "button"]

    @property
    def endings(self) -> list[Control]:
        """Outcomes, by a button for each."""
        return [one for one in self.controls if one.kind == "button" and one.name == BARE]

    @property
    def force(self) -> bool:
        """Whether it overrules a rule."""
        return any(one.name == "force" for one in self.controls)

    @property
    def targets(self) -> list[str]:
        """Whom it can be done to, by a button for each."""
        return [one.value for one in self.controls if one.name == TARGET and one.kind == "button"]


class Filled(NamedTuple):
    """A form as it is sent: its words, what is chosen and typed in the order of its fields, whom it is done to."""

    form: Form
    words: str
    filled: tuple[tuple[Control, str], ...]
    targets: tuple[str, ...] = ()

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """What is sent beside the words."""
        return [*((TARGET, one) for one in self.targets), *((one.name, value) for one, value in self.filled)]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._open: Form | None = None
        self._outside: list[tuple[str, Control]] = []
        self._select: Control | None = None
        self._option: str | None = None
        self._ahead: Control | None = None
        self._number = -1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._number += 1
            kind = at.get("class", "").partition(" ")[0]
            self._open = Form(self._number, at.get("hx-post", ""), kind, at.get("id", ""))
            if "hidden" not in at:
                self.forms.append(self._open)
        elif tag == "option" and self._select is not None:
            self._option = ""
            if "value" in at:
                self._select.options.append(at["value"])
                self._option = None
        elif tag in ("input", "select", "textarea", "button") and at.get("type") != "button":
            self._control(tag, at)

    def _control(self, tag: str, at: dict[str, str]) -> None:
        kind = at.get("type", "text") if tag == "input" else tag
        kind = "ordered" if "data-ordered" in at else kind
        made = Control(at.get("name", ""), kind, at.get("value", ""), required="required" in at)
        self._select = made if tag == "select" else self._select
        made.after = self._ahead
        self._ahead = made if tag == "select" else None
        if "form" in at:
            self._outside.append((at["form"], made))
        elif self._open is not None:
            self._open.controls.append(made)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = None
        elif tag == "label":
            self._ahead = None
        elif tag == "option" and self._select is not None and self._option is not None:
            self._select.options.append(self._option)
            self._option = None

    def handle_data(self, data: str) -> None:
        if self._option is not None:
            self._option += data

    def read(self) -> list[Form]:
        for id, control in self._outside:
            for form in self.forms:
                if form.id == id:
                    form.controls.append(control)
        return self.forms


def forms_on(html: str) -> list[Form]:
    """The forms of a page by which something is said, in their order."""
    reader = _Reader()
    reader.feed(html)
    return [form for form in reader.read() if form.action.endswith("/say") and form.kind != "bar"]


def ways(form: Form, line: str) -> Iterator[Filled]:
    """The ways in which a form comes to a line."""
    for words in form.words:
        if "{" in words:
            yield from _placed(form, words, line)
        else:
            yield from _followed(form, words, line)


def _placed(form: Form, words: str, line: str) -> Iterator[Filled]:
    """Words that hold places for the fields: ``hp {names} -({n})``; a stretch in brackets may be left out."""
    for whole in (re.sub(r"\[[^\]]*\]", "", words), re.sub(r"[\[\]]", "", words)):
        yield from _filling(form, words, whole, line)


def _filling(form: Form, words: str, whole: str, line: str) -> Iterator[Filled]:
    pattern = re.escape(whole).replace(r"\(\{n\}\)", r"\{n\}").replace(r"\ ", " ")
    found = re.fullmatch(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", pattern), line, re.IGNORECASE)
    if found is None:
        return
    filled: list[tuple[Control, str]] = []
    for one in form.fields:
        said = found.groupdict().get(one.name)
        if said is None:
            continue
        if one.kind in ("checkbox", "hidden"):
            if any(_same(one.value, name) for name in said.split(", ")):
                filled.append((one, one.value))
        else:
            filled.append((one, said.strip("()")))
    if len([1 for one, _ in filled if one.name == LISTED]) == len(found.groupdict().get(LISTED, "").split(", ")):
        yield Filled(form, words, tuple(filled))


def _followed(form: Form, words: str, line: str) -> Iterator[Filled]:
    """Words that the fields follow."""
    fields = form.fields
    lead: list[tuple[Control, str]] = []
    speaker = next((one for one in fields if one.name == SPEAKER), None)
    who, colon, rest = line.partition(": ")
    if speaker is not None:
        option = next((one for one in speaker.options if one and _same(one, who)), None)
        if colon and option:
            lead, line = [(speaker, option)], rest
        elif speaker.required:
            return
        fields = [one for one in fields if one is not speaker]
    left = _after(line, words.strip())
    if left is None:
        return
    groups = [(name, list(group)) for name, group in groupby(fields, key=lambda one: one.name)]
    for targets, behind in _aimed(form, left):
        for filled in _fill(groups, behind):
            yield Filled(form, words, (*lead, *filled), targets)
        for ending in form.endings:
            if f" {behind}".endswith(f" {ending.value}"):
                for filled in _fill(groups, behind.removesuffix(ending.value).strip()):
                    yield Filled(form, words, (*lead, *filled, (ending, ending.value)), targets)


def _aimed(form: Form, left: str) -> Iterator[tuple[tuple[str, ...], str]]:
    names = list(dict.fromkeys(one.value for one in form.controls if one.name == TARGET))
    buttons = form.targets
    for target in buttons:
        behind = _after(left, target)
        if behind is not None:
            yield (target,), behind
    if any(one.kind == "checkbox" and one.name == TARGET for one in form.controls):
        for targets, behind in _listed(names, left):
            if len(targets) > 1:
                yield targets, behind
    if not buttons or any(one.kind == "button" and not one.name for one in form.controls):
        yield (), left


def _listed(names: list[str], left: str) -> Iterator[tuple[tuple[str, ...], str]]:
    for name in names:
        behind = _after(left, name)
        if behind is None:
            continue
        yield (name,), behind
        if behind.startswith(", "):
            for more, end in _listed(names, behind[2:]):
                yield (name, *more), end


_Group = tuple[str, list[Control]]


def _fill(groups: list[_Group], left: str) -> Iterator[tuple[tuple[Control, str], ...]]:
    """What is filled in so that the fields come to the rest of a line."""
    if not groups:
        if not left:
            yield ()
        return
    (called, controls), rest = groups[0], groups[1:]
    name = called.partition(AGAIN)[0]
    if name == BARE:
        starts = _plain(controls, left)
    else:
        opened = left if name == LISTED else _after(left, name.replace("_", " "))
        starts = _several(controls, opened) if opened is not None else iter(())
    for filled, behind in starts:
        for more in _fill(rest, behind):
            yield (*filled, *more)
    if not any(one.required or one.kind in ("hidden", "ordered") for one in controls):
        yield from _fill(rest, left)


_Part = tuple[tuple[tuple[Control, str], ...], str]


def _plain(controls: list[Control], left: str) -> Iterator[_Part]:
    """One value after the other."""
    if not controls:
        yield (), left
        return
    one, rest = controls[0], controls[1:]
    for value, behind in _values(one, left):
        for filled, end in _plain(rest, behind):
            yield ((one, value), *filled), end
    if not one.required and one.kind != "hidden":
        yield from _plain(rest[1:] if rest and rest[0].after is one else rest, left)


def _several(controls: list[Control], left: str) -> Iterator[_Part]:
    """Values with commas between them: boxes that are ticked, or one field after another."""
    if all(one.kind == "checkbox" for one in controls):
        for chosen, behind in _listed([one.value for one in controls], left):
            yield tuple((one, one.value) for one in controls if one.value in chosen), behind
        return
    if all(one.kind == "ordered" for one in controls):
        by_name = {one.value: one for one in controls}
        for chosen, behind in _listed(list(by_name), left):
            if len(chosen) == len(controls):
                yield tuple((by_name[name], name) for name in chosen), behind
        return
    one, rest = controls[0], controls[1:]
    for value, behind in _values(one, left):
        yield ((one, value),), behind
        if rest and behind.startswith(", "):
            for filled, end in _several(rest, behind[2:]):
                yield ((one, value), *filled), end


def _values(one: Control, left: str) -> Iterator[tuple[str, str]]:
    if one.kind in TYPED:
        tokens = left.split(" ")
        for count in range(1, len(tokens) + 1):
            value = " ".join(tokens[:count])
            for short in dict.fromkeys((value.rstrip(","), value)):
                if short:
                    yield short, left[len(short) :].strip() if short == value else left[len(short) :]
        return
    options = [one.value] if one.kind in ("hidden", "checkbox") else one.options
    for option in options:
        behind = _after(left, option) if option else None
        if behind is not None:
            yield option, behind


def _same(one: str, other: str) -> bool:
    return _folded(one) == _folded(other)


def _folded(text: str) -> str:
    return " ".join(re.sub(r"[\"“”]", "", text).casefold().split())


def _after(line: str, words: str) -> str | None:
    """What follows words at the beginning of a line; None where it begins otherwise."""
    if not words:
        return line.strip()
    pattern = r"[\"“”]?".join(map(re.escape, re.sub(r"[\"“”]", "", words)))
    found = re.match(rf"\s*[\"“”]?{pattern}[\"“”]?(?=$|[ ,])", line, re.IGNORECASE)
    return line[found.end() :].removeprefix(" ") if found is not None else None


class Meant(NamedTuple):
    """What a step means: the command, who gives it (a hero's name, or nobody: the game master), and lines for it."""

    command: Command
    by: str
    lines: tuple[str, ...]


def meant(rules: Rules, state: State, step: Said, heroes: Iterable[str]) -> Meant:
    """What a step means. What a player decides, the player of that hero does. Raises SpeechError."""
    speaker = _id(state, step.who)
    text = step.text if speaker or not step.who else f"{step.who} {step.text}"
    command = parse(rules, state, text, speaker).command
    try:
        owners = [state.combatants[who] for who in command.owners(looking(rules, state)) if who in state.combatants]
    except Refused:
        owners = []
    names = {state.combatants[one.belongs_to].name if one.belongs_to else one.name for one in owners} or {step.who}
    by = next(iter(names)) if len(names) == 1 and names <= set(heroes) else ""
    line = (f"{step.who}: {step.text}" if speaker else text).removesuffix("!").strip()
    lines = dict.fromkeys((line, unparse(rules, state, command), *([step.text] if by else [])))
    return Meant(command, by, tuple(_otherwise(state, command, lines)))


def _otherwise(state: State, command: Command, lines: Iterable[str]) -> Iterator[str]:
    """Lines that mean the same at a table: as a button may have it."""
    lines = list(lines)
    yield from lines
    if isinstance(command, Next):
        yield ""
    if isinstance(command, (End, Pass)):
        yield "end"
    if isinstance(command, Advance):
        yield from (
            line.replace("advance", f"advance {track.title}") for line in lines for track in tracks(state).values()
        )
    if isinstance(command, React):
        yield from (line.replace(": ", ": react ", 1) for line in lines)
    if isinstance(command, Prepare):
        lines += [line.replace("prepare over", "prepared-over").replace("prepare ", "prepared ") for line in lines]
        yield from (line for one in lines for line in (one, one.replace("attacks", "attack")))
    if isinstance(command, Answer):
        # Of an order the last place follows from the others.
        lines += [line.rpartition(", ")[0] for line in lines if ", " in line]
        question = open_question(state)
        parts = len(question.ask.parts) if question is not None else 0
        yield from lines
        for number in range(1, parts + 1):
            yield from (re.sub(r"answer (\d+: )?", f"answer {number}: ", line) for line in lines)


def choose(rules: Rules, state: State, forms: Iterable[Form], wanted: Meant) -> Filled | None:
    """The first form that does what is meant, filled in; None where none does."""
    for form in forms:
        for line in wanted.lines if form.words != [""] else ("",) * (wanted.lines.count("") > 0):
            for way in ways(form, line):
                if does(rules, state, way, wanted):
                    return way
    return None


def does(rules: Rules, state: State, way: Filled, wanted: Meant) -> bool:
    """Whether a form, filled in so, has the same consequences as what is meant."""
    said = composed(way.words, way.pairs)
    speaker = _id(state, wanted.by)
    try:
        command = parse(rules, state, said, speaker, seat(state, frozenset({speaker})) if speaker else None).command
    except SpeechError:
        return False
    if command == wanted.command:
        return True
    first, second = decide(rules, state, command), decide(rules, state, wanted.command)
    return not isinstance(first, Refusal) and first == second


def _id(state: State, name: str) -> str:
    return next((one.id for one in state.combatants.values() if one.name == name), "")
