"""A fight as programs and faces hold one: an encounter with the words in and the sentences out, saved if wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from turnwright.engine import (
    Choice,
    Command,
    Encounter,
    Record,
    Refusal,
    Rules,
    State,
    choices,
    codec,
    compile_rules,
)
from turnwright.engine import read_record as read_engine_record
from turnwright.engine.answering import Policy, unsettled
from turnwright.engine.base import open_question
from turnwright.engine.dice import Dice
from turnwright.engine.events import Joined
from turnwright.engine.history import BrokenLog
from turnwright.engine.mechanics.cast import Add, Bring
from turnwright.engine.mechanics.house_rules import UseRules
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.surprise import Surprise
from turnwright.engine.view import view
from turnwright.formats.lists import read_any
from turnwright.party import party
from turnwright.rules.cast import Member, read_cast
from turnwright.rules.faults import Fault, FileFaults
from turnwright.rules.load import Book, default_name, find, read
from turnwright.rules.nearest import suggest
from turnwright.rules.words import Ruleset
from turnwright.scenario.casting import as_add
from turnwright.seat import Result, Seat, Sight, as_late, as_meant, now
from turnwright.speech import Pasted, SpeechError, complete, help_on, parse, refuse, silent, tell, why
from turnwright.speech.catalogue import LANGUAGE
from turnwright.speech.cursor import Completion
from turnwright.speech.hearing import heard
from turnwright.speech.offering import offered
from turnwright.speech.sheets import sheet
from turnwright.speech.table import Choices, FaceWord, Help, Log, Prev, ShowSheet, TableWord, Why
from turnwright.speech.voice import Voice

if TYPE_CHECKING:
    from turnwright.store import Store

FORMAT = 1
"""The version of saved fights. A newer one is refused, never written."""


class Header(Struct, frozen=True):
    """What is saved of a fight beside its records."""

    book: Book
    format: int = FORMAT


class Unreadable(ValueError):
    """A saved fight holds what this version can't read; the message says what, and what can be done."""


class NewerFormat(Unreadable):
    """A saved fight was written by a later version than this one."""


class CastRefused(ValueError):
    """Somebody can't be brought to a fight; the message says who and why."""


class Fight:
    """A running fight. It is spoken of in its ``language``, which may be changed at any time; no log holds it."""

    def __init__(self, book: Book, encounter: Encounter, language: str = LANGUAGE) -> None:
        self.first_book = book
        self.encounter = encounter
        self.language = language

    @classmethod
    def new(
        cls,
        ruleset: str | Path = "",
        *,
        seed: str = "",
        options: dict[str, str] | None = None,
        kind: str = "",
        example: bool = False,
        keep: Callable[[Record], None] | None = None,
        language: str = LANGUAGE,
    ) -> Fight:
        """A new fight by a ruleset: a built-in name, or a file; empty is the plain one.

        ``options`` choose readings of the ruleset, ``kind`` a kind of encounter; ``example`` adds the cast that the
        ruleset brings along, ``language`` is that of the sentences. Raises `UnknownRuleset` and `FileFaults`.
        """
        book = find(str(ruleset) or default_name(), options, kind)
        return cls.from_book(book, seed=seed, example=example, keep=keep, language=language)

    @classmethod
    def from_book(
        cls,
        book: Book,
        *,
        seed: str = "",
        example: bool = False,
        keep: Callable[[Record], None] | None = None,
        language: str = LANGUAGE,
    ) -> Fight:
        """A new fight by the ruleset of a book."""
        ruleset = read(book).value
        fight = cls(book, Encounter.new(compile_rules(ruleset), seed, keep), language)
        if example:
            fight.cast(example_members(ruleset))
        return fight

    def save(self, store: Store, name: str) -> None:
        """Save this fight in a store under a new name: as it stands, at once, and from then on each step before it
        counts. Raises StoreError, and nothing is saved then.
        """
        store.create(name, codec.encode(Header(self.first_book)), map(codec.encode, self.encounter.records))
        self.encounter.keep = _keeper(store, name)

    @classmethod
    def load(cls, store: Store, name: str, language: str = LANGUAGE) -> Fight:
        """A saved fight, exactly as its last acknowledged step left it; raises `Unreadable`, `FileFaults` and
        StoreError."""
        header = _header(store, name)
        rules = compile_rules(read(header.book).value)
        try:
            encounter = Encounter.load(rules, _records(store, name), _keeper(store, name))
        except BrokenLog as broken:
            raise _unreadable(name, str(broken)) from broken
        return cls(header.book, encounter, language)

    def follow(self, store: Store, name: str) -> bool:
        """Take in what others have added to this fight, which is saved under a name; whether that was anything.

        Raises what `load` does; then this one is of no use any more.
        """
        before = self.encounter.revision
        try:
            for record in _records(store, name, before):
                self.encounter.follow(record)
        except BrokenLog as broken:
            raise _unreadable(name, str(broken)) from broken
        return self.encounter.revision != before

    @property
    def book(self) -> Book:
        """The files of the rules that are played by now."""
        return self.encounter.book or self.first_book

    @property
    def rules(self) -> Rules:
        """The rules that are played by now."""
        return self.encounter.rules

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset that is played by."""
        return self.rules.ruleset

    @property
    def state(self) -> State:
        """The state now."""
        return self.encounter.state

    @property
    def voice(self) -> Voice:
        """What speaks to the GM of the fight as it stands."""
        return Voice(self.rules, self.state, self.language)

    def told_in(self, language: str) -> Fight:
        """The same running fight, spoken of in another language."""
        return self if language == self.language else Fight(self.first_book, self.encounter, language)

    def do(
        self,
        said: str | Command,
        *,
        who: str = "",
        dice: Dice | None = None,
        request: str = "",
        seen: Sight | None = None,
        by: str = "gm",
    ) -> Result:
        """Say something at the table, in words or as a command struct.

        ``who`` is the name of the combatant who speaks; empty is the GM, and a name that nobody has is refused.
        ``seen`` is what the game master had in view, ``by`` the name by which the log knows them.
        Nothing is raised for a refusal: the result tells it, and nothing has changed.
        """
        if isinstance(said, Command):
            return self.give(said, dice=dice, request=request, seen=seen, by=by)
        before = self.encounter.answered(request)
        if before is not None:
            return self.give(before.command, request=request)
        speaker = next((c.id for c in self.state.combatants.values() if c.name == who), None)
        if who and speaker is None:
            return self._refused(Refusal("name.unknown", data={"name": who, "near": suggest(who, self._names())}))
        try:
            read_as = parse(self.rules, self.state, said, speaker)
        except SpeechError as error:
            return self._refused(as_late(self.encounter, error.refusal, seen))
        if isinstance(read_as.command, TableWord):
            return self._answer(read_as.command)
        return self.give(read_as.command, dice=dice, force=read_as.force, request=request, seen=seen, by=by)

    def give(
        self,
        command: Command,
        *,
        dice: Dice | None = None,
        force: bool = False,
        request: str = "",
        seen: Sight | None = None,
        by: str = "gm",
    ) -> Result:
        """Give a command struct; ``force`` overrules rules, as a ``!`` does in words. A ``request`` that was answered
        before is not carried out again; ``seen`` and ``by`` are those of `do`."""
        before = self.state
        meant = as_meant(self.encounter, command, seen, request)
        if isinstance(meant, Refusal):
            return self._refused(meant)
        revision = seen.revision if seen is not None else None
        result = self.encounter.do(meant, dice=dice, force=force, at=now(), request=request, seen=revision, by=by)
        if isinstance(result, Refusal):
            return self._refused(result)
        rules = self.encounter.rules_of(before, result)
        told = tell(rules, before, result, self.language)
        return Result(result, told or (silent(rules, before, result, self.language),))

    def seat(self, *names: str, by: str = "", language: str = "") -> Seat:
        """The place of the player of these combatants (by name; nobody is a spectator), named ``by`` in the log.

        The player is spoken to in a ``language`` of their own, else in that of the fight. Raises KeyError for a name
        that nobody has.
        """
        ids = {c.name: c.id for c in self.state.combatants.values() if not c.gone}
        owns = frozenset(ids[name] for name in names)
        return Seat(self.encounter, owns, by or ", ".join(names) or "spectator", language or self.language)

    def settle(self, policy: Policy) -> tuple[Result, ...]:
        """Answer what is asked as a policy says, each answer a step of its own, until it leaves something open.

        ``policy`` is given the view of the GM and the open question; see `stated` for one that is stated in words.
        """
        results: list[Result] = []
        while (question := open_question(self.state)) is not None:
            answers = unsettled(view(self.rules, self.state), question, policy)
            if not answers:
                break
            key, answer = next(iter(answers.items()))
            results.append(self.give(Answer(answer, key)))
            if not results[-1]:
                break
        return tuple(results)

    def _answer(self, word: TableWord) -> Result:
        if isinstance(word, FaceWord):
            return self._refused(Refusal("command.for_the_terminal"))
        if isinstance(word, Prev):
            undo = self.encounter.start_of_turn()
            return (
                self.give(undo) if undo else self._refused(Refusal("undo.nothing", data={"count": "1", "there": "0"}))
            )
        if isinstance(word, Why):
            return Result(None, (self.why(word.about),))
        if isinstance(word, Log):
            return Result(None, self.log(word.count))
        if isinstance(word, Choices):
            return Result(None, self.open_to(self.state.combatants[word.who].name if word.who else ""))
        if isinstance(word, ShowSheet):
            return Result(None, sheet(self.voice, word.who))
        assert isinstance(word, Help)
        return Result(None, help_on(word.about, self.rules, self.state, self.language))

    def read_list(self, text: str) -> Pasted:
        """A list of combatants, as lines or as another program's file: what is understood of it, and what is not.

        Give its commands to `bring`.
        """
        return read_any(self.rules, self.state, text)

    def bring(self, adds: Iterable[Add]) -> Result:
        """Add everybody on a list in one step."""
        return self.give(Bring(tuple(adds)))

    def cast(self, members: Iterable[Member]) -> Result:
        """Add the cast of a file in one step; whoever is surprised is so in a second one."""
        members = tuple(members)
        result = self.bring(map(as_add, members))
        if result.record is None:
            return result
        joined = iter([event.combatant.id for event in result.record.events if isinstance(event, Joined)])
        added = [(member, tuple(islice(joined, member.count))) for member in members]
        surprised = tuple(who for member, ids in added for who in ids if member.surprised)
        return self.give(Surprise(surprised)) if surprised else result

    def next_fight(self, rules: Book | str | Path = "", *, seed: str = "") -> Fight:
        """A new fight of the same party (see `party`), by the same ruleset or another: a book, a name, or a file.

        Raises `CastRefused` where the other ruleset has no place for what is on their sheets, `UnknownRuleset` and
        `FileFaults`.
        """
        fight = Fight.from_book(_book(rules) if rules else self.book, seed=seed, language=self.language)
        adds = party(self.rules, self.state, fight.ruleset)
        result = fight.bring(adds) if adds else None
        if result is not None and not result:
            raise CastRefused(result.lines[0])
        return fight

    def use_rules(self, rules: Book | str | Path) -> Result:
        """Play on by other rules (a book, a built-in name, or a file), in one step; refused with the reason where the
        fight can't be kept. Raises `UnknownRuleset`, and `FileFaults` where files that these rules extend are missing.
        """
        return self.give(UseRules(_book(rules)))

    def log(self, count: int = 0) -> tuple[str, ...]:
        """The lines of the last ``count`` commands that stand and of which there is anything to tell; 0 is all."""
        return tuple(line for lines in heard(self.encounter, None, count, self.language) for line in lines)

    def open_to(self, who: str = "") -> tuple[str, ...]:
        """The choices as lines: the words, by whom and at what cost; for somebody also what is barred, and why."""
        found = self.choices(who)
        if not who:
            found = tuple(choice for choice in found if choice.barred is None)
        return tuple(offered(self.voice, found))

    def choices(self, who: str = "") -> tuple[Choice, ...]:
        """What is open to the GM, or to the player of a combatant by name, barred ones with their refusal.

        Raises KeyError for a name that nobody has.
        """
        owns = frozenset(c.id for c in self.state.combatants.values() if c.name == who)
        if who and not owns:
            raise KeyError(who)
        return choices(self.rules, self.state, owns if who else None)

    def complete(self, text: str) -> tuple[Completion, ...]:
        """How what has been typed so far could go on: words, each with the place from which it replaces what is
        there."""
        return complete(self.rules, self.state, text)

    def why(self, about: str = "") -> str:
        """Why the last thing happened, or why something is as it is."""
        return why(self.rules, self.encounter, about, self.language)

    def sentence(self, refusal: Refusal) -> str:
        """A refusal as people read it."""
        return refuse(self.rules, self.state, refusal, self.language)

    def _names(self) -> tuple[str, ...]:
        return tuple(c.name for c in self.state.combatants.values() if not c.gone)

    def _refused(self, refusal: Refusal) -> Result:
        return Result(None, (self.sentence(refusal),), refusal)


def _book(rules: Book | str | Path) -> Book:
    return rules if isinstance(rules, Book) else find(str(rules))


def book_of(store: Store, name: str) -> Book:
    """The rules that a saved fight began with; raises `Unreadable` and StoreError."""
    return _header(store, name).book


def _header(store: Store, name: str) -> Header:
    """What is saved of a fight beside its records; raises `Unreadable` and StoreError."""
    try:
        raw = msgspec.json.decode(store.header(name), type=dict[str, Any])
        version = raw.get("format", 0)
        if isinstance(version, int) and version > FORMAT:
            raise NewerFormat(f"{name} was saved by a later version — open it with that one")
        return msgspec.convert(raw, Header)
    except msgspec.MsgspecError as error:
        raise _unreadable(name, f"its header says what is not known here ({error})") from error


def _records(store: Store, name: str, after: int = 0) -> Iterator[Record]:
    for seq, data in store.read(name, after):
        try:
            yield read_engine_record(data)
        except (msgspec.MsgspecError, ValueError) as error:
            raise _unreadable(name, f"record {seq} says what is not known here ({error})") from error


def _unreadable(name: str, what: str) -> Unreadable:
    return Unreadable(
        f"{name} can't be read: {what} — open it with the version that saved it, or put a backup in its place; "
        "nothing was changed"
    )


def _keeper(store: Store, name: str) -> Callable[[Record], None]:
    def keep(record: Record) -> None:
        store.append(name, record.seq, codec.encode(record))

    return keep


def example_members(ruleset: Ruleset) -> tuple[Member, ...]:
    """The cast that a ruleset brings along; raises `FileFaults` where it is wrong."""
    faults: list[Fault] = []
    members = read_cast(ruleset.example.cast, ruleset, faults) if ruleset.example else ()
    if faults:
        raise FileFaults(faults)
    return members
