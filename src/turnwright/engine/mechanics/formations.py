"""Formations: naming, recording and forgetting them, and calling for one in go, each confirming for themselves."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnwright.engine.base import Command, Event
from turnwright.engine.choosing import Choices, Chose, asked, choosing_now, words_for
from turnwright.engine.formations import SLOT, recorded, set_now
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import Play
from turnwright.engine.sheet import present
from turnwright.engine.state import State
from turnwright.rules.words.phases import Choosing
from turnwright.rules.words.roles import Formations

LONGEST_NAME = 80


class FormationRecorded(Event, frozen=True, gc=False):
    """A formation has a name; with no words the name is forgotten."""

    name: str
    words: dict[str, str] = {}

    def apply(self, state: State) -> State:
        known = {name: words for name, words in recorded(state).items() if name != self.name}
        if self.words:
            known[self.name] = self.words
        return replace(state, own={**state.own, SLOT: known})


class FormationCalled(Event, frozen=True, gc=False):
    """The party is called into a formation; each confirms for their own character."""

    name: str

    def apply(self, state: State) -> State:
        frame = state.agenda[-1]
        assert isinstance(frame, Choices)
        return replace(state, agenda=(*state.agenda[:-1], replace(frame, called=self.name)))


class RecordFormation(Command, frozen=True, gc=False):
    """Record a formation: the one in force, or the ``words`` given by combatant. ``forget`` takes the name away.

    Refuses ``formation.none`` in a game without formations or where nobody has a word, ``formation.unknown`` for
    forgetting a name that isn't recorded, ``formation.known`` for a set that has another name, ``choice.unknown`` for
    a word that someone doesn't have.
    """

    name: str
    words: dict[str, str] = {}
    forget: bool = False

    def owners(self, play: Play) -> tuple[str, ...]:
        """Every player of the side."""
        return _party(play)

    def decide(self, play: Play) -> None:
        word = _word(play)
        name = " ".join(self.name.split())
        if not name or len(name) > LONGEST_NAME:
            play.refuse("formation.name", word.rule, name=name, most=LONGEST_NAME)
        if self.forget:
            play.emit(FormationRecorded(_known(play, word, name), ref=word.rule))
            return
        words = self.words or set_now(play.rules, play.state)
        if not words:
            play.refuse("formation.empty", word.rule, name=name)
        for who, role in words.items():
            known = words_for(play, play.present(who).id, word.trait)
            if role not in known:
                data = {"name": play.name(who), "word": role, "known": ", ".join(known)}
                play.refuse("choice.unknown", word.rule, **data)
        for other, there in recorded(play.state).items():
            if other != name and there == words:
                play.refuse("formation.known", word.rule, name=name, other=other)
        play.emit(FormationRecorded(name, dict(words), ref=word.rule))


class CallFormation(Command, frozen=True, gc=False):
    """Call for a formation by name, while roles are chosen. Those whose player calls have chosen by that.

    Refuses ``formation.unknown``, and ``choice.none`` while nobody can switch.
    """

    name: str

    def owners(self, play: Play) -> tuple[str, ...]:
        """Every player of the side."""
        return _party(play)

    def decide(self, play: Play) -> None:
        word = _word(play)
        name = _known(play, word, self.name)
        frame, choosing = _open(play, word)
        play.emit(FormationCalled(name, ref=word.rule))
        for who in asked(play, frame, choosing):
            if play.by is not None and who in play.by:
                _choose(play, who, name, choosing, word)

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Each formation that is recorded, while roles can be switched."""
        now = choosing_now(play)
        word = play.rules.ruleset.formations
        if now is not None and word is not None and now[1].sets == word.trait:
            yield from (cls(name) for name in recorded(play.state))


class Confirm(Command, frozen=True, gc=False):
    """Take the place that the formation called for gives one (nobody named: everybody who is asked does).

    Refuses ``formation.not_called``; by the rules ``choice.not_asked``.
    """

    who: tuple[str, ...] = ()
    owner = "who"

    def decide(self, play: Play) -> None:
        word = _word(play)
        frame, choosing = _open(play, word)
        if not frame.called:
            play.refuse("formation.not_called", word.rule)
        able = asked(play, frame, choosing)
        for who in self.who or able:
            play.present(who)
            if who not in able:
                play.bar("choice.not_asked", choosing.rule, name=play.name(who), why="")
            _choose(play, who, frame.called, choosing, word)

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Confirming, for each who is asked, once a formation has been called for."""
        now = choosing_now(play)
        if now is not None and now[0].called:
            yield from (cls((who,)) for who in asked(play, *now))


def _choose(play: Play, who: str, name: str, choosing: Choosing, word: Formations) -> None:
    """Choose what the formation says; whoever it doesn't name stays as they are."""
    chosen = recorded(play.state)[name].get(who, "")
    play.emit(Chose(who, chosen, ref=word.rule, to=who))


def _word(play: Play) -> Formations:
    word = play.rules.ruleset.formations
    if word is None:
        play.refuse("formation.none")
    return word


def _known(play: Play, word: Formations, name: str) -> str:
    """The recorded name that is meant; case does not matter. Refuses ``formation.unknown``."""
    known = recorded(play.state)
    found = next((other for other in known if other.casefold() == " ".join(name.split()).casefold()), None)
    if found is None:
        play.refuse("formation.unknown", word.rule, name=name, known=", ".join(known))
    return found


def _open(play: Play, word: Formations) -> tuple[Choices, Choosing]:
    now = choosing_now(play)
    if now is None or now[1].sets != word.trait:
        play.refuse("choice.none", word.rule, name="")
    return now


def _party(play: Play) -> tuple[str, ...]:
    word = play.rules.ruleset.formations
    return tuple(c.id for c in present(play.state) if word is not None and c.side == word.side)


MECHANIC = Mechanic(
    "formations",
    commands=(RecordFormation, CallFormation, Confirm),
    events=(FormationRecorded, FormationCalled),
)
