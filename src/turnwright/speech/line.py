"""A line that somebody typed about a fight: a `Cursor` that knows the cast and the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple, TypeVar

from turnwright.engine.base import Command, Question, Refusal, open_question
from turnwright.engine.compiled import Rules
from turnwright.engine.frames import Turn, turn_in
from turnwright.engine.machine import decide
from turnwright.engine.play import Play, looking
from turnwright.engine.state import State
from turnwright.engine.turns import acting
from turnwright.speech.cursor import Completion, Cursor, is_figure
from turnwright.speech.names import EVERYBODY, KEPT, Cast, Found, fold_word
from turnwright.speech.verb import Verb

_Read = TypeVar("_Read")

STOPS = frozenset(
    {"and", "as", "at", "before", "after", "between", "by", "costs", "for", "from", "is", "are", "max", "not", "on"}
    | {"side", "to", "until", "with"}
)
"""Words of commands: a shortened name does not go on beyond them."""


class Ground:
    """What all lines about one state have in common: the cast, and the verbs as they are found for each speaker."""

    def __init__(self, rules: Rules, state: State, viewer: frozenset[str] | None = None) -> None:
        self.rules = rules
        self.state = state
        self.viewer = viewer
        self.cast = Cast(rules, state, viewer)
        self.verbs: dict[tuple[object, ...], Vocabulary] = {}


Words = Sequence[tuple[str, Verb]]
"""Verbs by their words as they are typed, in the order in which they count."""


class Vocabulary(NamedTuple):
    """The verbs that could be meant: those that count first, each part with what its words mean."""

    parts: tuple[tuple[Words, Mapping[str, tuple[Verb, ...]]], ...]

    def words(self) -> Iterator[tuple[str, Verb]]:
        """All of them, each by its words."""
        return chain.from_iterable(words for words, _ in self.parts)

    def meant(self, word: str) -> tuple[Verb, ...]:
        """Those that a word means."""
        return tuple([verb for _, by_word in self.parts for verb in by_word.get(word, ())])


class Line(Cursor):
    """What verbs read from.

    ``subjects`` are those named ahead of the verb, ``speaker`` the combatant who speaks (both may be empty).
    ``rules`` and ``state`` are there to look things up.
    """

    def __init__(
        self,
        rules: Rules,
        state: State,
        text: str,
        speaker: str = "",
        viewer: frozenset[str] | None = None,
        wanted: list[Completion] | None = None,
        ground: Ground | None = None,
    ) -> None:
        super().__init__(text, wanted)
        self.rules = rules
        self.state = state
        self.speaker = speaker
        self.viewer = viewer
        self.subjects: tuple[str, ...] = ()
        self.ground = ground or Ground(rules, state, viewer)

    @property
    def cast(self) -> Cast:
        """Everybody who may be named."""
        return self.ground.cast

    @property
    def me(self) -> str:
        """Who is meant by ``me``: whoever was named or speaks, else the one who acts."""
        return self.by or (self.acting[0] if len(self.acting) == 1 else "")

    # ---- who

    @property
    def by(self) -> str:
        """Who was named as acting, or speaks; empty for the GM who named nobody."""
        return self.subjects[0] if self.subjects else self.speaker

    @cached_property
    def acting(self) -> tuple[str, ...]:
        """Those who act in the turn that is on."""
        turn = self.turn
        return acting(self.state, turn) if turn is not None else ()

    @property
    def turn(self) -> Turn | None:
        """The turn that is on."""
        return turn_in(self.state.agenda)

    @property
    def question(self) -> Question | None:
        """The question that is open."""
        return open_question(self.state)

    def play(self) -> Play:
        """The state as mechanics look at it; nothing is decided with it."""
        return looking(self.rules, self.state)

    def actor(self) -> str:
        """Who acts: whoever was named or speaks, else whose turn is on; refuses ``actor.none`` and
        ``actor.unclear``."""
        if self.by:
            return self.by
        if not self.acting:
            self.fail("actor.none")
        if len(self.acting) > 1:
            self.fail("actor.unclear", known=", ".join(self.cast.name(who) for who in self.acting))
        return self.acting[0]

    def whoever(self, make: Callable[[str], Command]) -> str:
        """Whoever was named or speaks, else the only one from whom this command would be accepted now.

        Where nobody or everybody could be meant, the one whose turn is on; refuses as `actor` does.
        """
        if self.by:
            return self.by
        open_to = [c.id for c in self.cast.here if not isinstance(decide(self.rules, self.state, make(c.id)), Refusal)]
        if len(open_to) == 1:
            return open_to[0]
        if not open_to or len(open_to) == len(self.cast.here):
            return self.actor()
        self.fail("actor.unclear", known=", ".join(self.cast.name(who) for who in open_to))

    def fork(self, at: int, subjects: tuple[str, ...] = ()) -> Line:
        """The same line, read from ``at`` on, with these named ahead of what follows."""
        other = Line(self.rules, self.state, self.text, self.speaker, self.viewer, self.wanted, self.ground)
        other.at = at
        other.subjects = subjects
        return other

    def part(self, text: str, read: Callable[[Line], _Read], speaker: str = "") -> _Read:
        """What a part of the line says, read to its end; refuses ``line.left_over`` where more stands in it."""
        line = Line(self.rules, self.state, text, speaker or self.speaker, self.viewer, ground=self.ground)
        found = read(line)
        if not line.done():
            line.fail("line.left_over", rest=line.left())
        return found

    # ---- names

    def name(self, what: str = "name") -> str:
        """Take one name; refuses ``missing``, ``name.unknown`` and ``name.ambiguous``."""
        return self._names_once(what, many=False)[0]

    def names(self, what: str = "names") -> tuple[str, ...]:
        """Take one name or many: names parted by commas, a side, the plural of a numbered name, ``all``."""
        found = dict.fromkeys(self._names_once(what, many=True))
        while self.separator():
            found.update(dict.fromkeys(self._names_once(what, many=True)))
        return tuple(found)

    def stretch(self) -> tuple[str, ...]:
        """Take what stands up to the next comma: one name, or one that means many; refuses as `name` does."""
        return self._names_once("names", many=True)

    def maybe_names(self) -> tuple[str, ...]:
        """Take names if any come next; refuses ``name.ambiguous``."""
        return self.names() if self.name_next(many=True) else ()

    def maybe_name(self) -> str:
        """Take one name if one comes next; refuses ``name.ambiguous``."""
        return self.name() if self.name_next() else ""

    def who(self) -> tuple[str, ...]:
        """Those named ahead of the verb, else those named next, as a verb about others needs them."""
        return self.subjects or self.names()

    def one(self) -> str:
        """The one named ahead of the verb, else the one named next."""
        return self.subjects[0] if self.subjects else self.name()

    def place(self) -> str:
        """Take the name of somebody, or of those who share a place: one of them stands for all; refuses as `name`."""
        start = self.skip()
        if not self.name_next() and self.name_next(many=True):
            found = self.names()
            if self.share_a_place(found):
                return found[0]
            self.at = start
        return self.name()

    def share_a_place(self, who: tuple[str, ...]) -> bool:
        """Whether all of these act in one entry."""
        entry = self.state.entry_of(who[0])
        return entry is not None and set(who) <= set(entry.members)

    def placed(self) -> str:
        """The place that is named next, else whose was named ahead of the verb or speaks; refuses as `name` does."""
        return self.place() if self.name_next(many=True) or not self.by else self.by

    def speaking(self) -> tuple[str, ...]:
        """The names that come next, else whoever was named ahead of the verb or speaks."""
        found = self.maybe_names()
        return found or self.subjects or ((self.speaker,) if self.speaker else ())

    def name_next(self, many: bool = False) -> bool:
        """Whether a name comes next (completion learns that one could)."""
        self._want_names(many)
        at = self.skip()
        found = self._find(many) is not None
        self.at = at
        return found

    def _names_once(self, what: str, many: bool) -> tuple[str, ...]:
        self._want_names(many)
        if self.done():
            self.fail("missing", what=what, known="")
        start = self.at
        found = self._find(many)
        if found is None:
            said = self.text[start : self._soft_end()].strip() or self.peek()[0] or self.text[start : start + 1]
            self.fail("name.unknown", name=said, near=self.cast.nearest(said))
        if found.unclear:
            said = self.text[start : found.end].strip()
            self.at = start
            self.fail("name.ambiguous", name=said, known=", ".join(self.cast.name(who) for who in found.ids))
        self.at = found.end
        return found.ids

    def _find(self, many: bool) -> Found | None:
        # Each way to read a line asks again for the names in it.
        key = (self.text, self.skip(), many, self.me)
        kept = self.cast.called.found
        with suppress(KeyError):
            return kept[key]
        if len(kept) >= KEPT:
            kept.clear()
        kept[key] = found = self._looked_for(many)
        return found

    def _looked_for(self, many: bool) -> Found | None:
        start = self.skip()
        quoted = self.quoted()
        if quoted is not None:
            end = self.at
            self.at = start
            exact = self.cast.called.read(quoted, (len(quoted),), len(quoted), 0, many, self.me)
            return exact._replace(end=end) if exact else None
        return self.cast.called.read(self.text, self._name_ends(), self._soft_end(), start, many, self.me)

    def _name_ends(self) -> list[int]:
        """Every place where a name that starts here could end."""
        ends: list[int] = []
        at, size = self.skip(), len(self.text)
        while at < size and len(ends) < 40:
            _, stop = self.peek(at)
            if stop > at:
                word = self.text[at:stop]
                ends.append(stop)
                if word.endswith(":"):
                    ends.append(stop - 1)
            at = stop if stop > at else stop + 1
            while at < size and self.text[at].isspace():
                at += 1
        return ends

    def _soft_end(self) -> int:
        """Where a shortened name ends at the latest: at a comma, a word of commands, or a number."""
        at = start = self.skip()
        while at < len(self.text):
            word, stop = self.peek(at)
            if stop == at:
                break
            if at > start and (word.casefold().removesuffix(":") in STOPS or is_figure(word)):
                break
            if word.endswith(":"):
                return stop - 1
            if stop >= len(self.text) or self.text[stop] == ",":
                return stop
            at = stop
            while at < len(self.text) and self.text[at].isspace():
                at += 1
        return at

    def _want_names(self, many: bool) -> None:
        if self.wanted is None:
            return
        self.want(written(name) for name in self.cast.names())
        if many:
            groups = (name for name, members in self.cast.called.groups if len(members) > 1)
            self.want(written(name) for name in dict.fromkeys(groups) if name not in EVERYBODY[1:])

    # ---- words of the ruleset

    @property
    def vital(self) -> str:
        """The pool that harm falls on."""
        return next((name for name, word in self.rules.pools.items() if word.vital), "hp")

    def pools(self) -> tuple[str, ...]:
        """The names of all pools: the ruleset's, and those on sheets."""
        own = (name for c in self.cast.here for name in c.pools)
        return tuple(dict.fromkeys((*self.rules.pools, *own)))

    def labelled(self, names: Iterable[str], label: Callable[[str], str]) -> dict[str, str]:
        """Names and their labels, each leading to the name, for `option` and `choice`."""
        found: dict[str, str] = {}
        for name in names:
            found[name] = name
            shown = label(name)
            if shown:
                found.setdefault(shown, name)
        return found

    def pool(self) -> str:
        """Take the name or label of a pool; refuses as `choice` does."""
        known = self.pool_words()
        return known[self.choice(known, "pool")]

    def pool_words(self) -> dict[str, str]:
        """What pools are called, by name and by label."""
        return self.labelled(self.pools(), lambda n: self.rules.pools[n].label if n in self.rules.pools else "")

    def sheet_words(self) -> dict[str, str]:
        """What can be set on a sheet: stats, traits, pools and items by name, and pools by a label that is no name."""
        own = (key for c in self.cast.here for key in (*c.stats, *c.traits, *c.items))
        names = dict.fromkeys((*self.rules.stats, *self.rules.traits, *own))
        taken = {fold_word(name) for name in names}
        pools = {word: pool for word, pool in self.pool_words().items() if fold_word(word) not in taken}
        return {**pools, **{name: name for name in names}}


def in_quotes(text: str) -> str:
    """A text in quotation marks, those that it holds doubled."""
    return '"' + text.replace('"', '""') + '"'


@lru_cache(maxsize=8192)
def written(name: str) -> str:
    """A name as it is written in a line: in quotation marks where it could be misread without them."""
    plain = all(c.isalnum() or c in " '’-." for c in name)
    words = name.split()
    clean = plain and " ".join(words) == name and not name.startswith(("'", "’", "-", "."))
    if clean and not any(word.casefold() in STOPS or is_figure(word) for word in words) and fold_word(name):
        return name
    return in_quotes(name)
