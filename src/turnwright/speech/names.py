"""Whom a name means: exact beats prefix, one beats many, and what fits several is never guessed (SEM-23)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

from turnwright.engine.compiled import Rules
from turnwright.engine.state import State
from turnwright.rules.nearest import suggest

EVERYBODY = ("all", "everyone", "everybody")
ONESELF = ("me", "myself", "self")

KEPT = 512
"""The meanings of so many casts are kept, and those of so many names in lines with each."""

_APOSTROPHES = str.maketrans("’‘ʼ`´＇", "''''''")
_NUMBERED = re.compile(r"(.+?) (\d+|[A-Z]{1,2})")
_JOINT = re.compile(r"(?<=[^\W\d])(?=\d)")


@lru_cache(maxsize=8192)
def same(text: str) -> str:
    """A name as the cast keeps it apart from others: normalised and without case."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text.strip()).casefold())


@lru_cache(maxsize=8192)
def alike(text: str) -> str:
    """A name as people type it: either apostrophe will do, and any run of spaces."""
    return " ".join(same(text).translate(_APOSTROPHES).split())


@lru_cache(maxsize=8192)
def plainer(text: str) -> str:
    """A name without its accents, for keyboards that lack them."""
    apart = unicodedata.normalize("NFKD", alike(text))
    return "".join(c for c in apart if not unicodedata.combining(c))


def _begun(typed: list[str], words: list[str]) -> bool:
    """Whether each typed word begins the next fitting word of a name; a number has to be the whole number."""
    rest = iter(words)
    return all(any(_begins(word, part) for word in rest) for part in typed)


def _begins(word: str, part: str) -> bool:
    return word == part if part.isdecimal() else word.startswith(part)


class Found(NamedTuple):
    """Whom a stretch of text means: their ids in the order of the cast, and where the text goes on.

    ``exact`` tells a whole name from a shortened one. Several ``ids`` are a group, or, where ``unclear``, candidates.
    """

    ids: tuple[str, ...]
    end: int
    exact: bool
    unclear: bool = False


Fold = Callable[[str], str]
"""How names are compared."""


class Called(NamedTuple):
    """Somebody, as far as names go."""

    id: str
    name: str
    side: str


def _called(among: Iterable[Called], fold: Fold) -> dict[str, tuple[str, ...]]:
    """Who of these is called by each name."""
    found: dict[str, tuple[str, ...]] = {}
    for one in among:
        name = fold(one.name)
        found[name] = (*found.get(name, ()), one.id)
    return found


class Names:
    """Whom names mean among those who are here and those who left, where these sides and places are.

    ``found`` keeps whom the names in lines were read as.
    """

    def __init__(
        self,
        sides: tuple[str, ...],
        here: tuple[Called, ...],
        left: tuple[Called, ...],
        places: tuple[tuple[str, tuple[str, ...]], ...],
    ) -> None:
        self.here = here
        self._left = left
        self._sides = sides
        self._places = places
        self.found: dict[tuple[str, int, bool, str], Found | None] = {}

    # ---- one

    def exact(self, text: str, me: str = "") -> tuple[str, ...]:
        """Those whose whole name this is; several only where names differ by an accent or an apostrophe. ``me`` is
        whoever speaks of themselves."""
        if not text.strip():
            return ()
        for fold, tables in self._exactly:
            wanted = fold(text)
            for table in tables:
                if wanted in table:
                    return table[wanted]
        return (me,) if me and same(text) in ONESELF else ()

    @cached_property
    def _exactly(self) -> tuple[tuple[Fold, tuple[dict[str, tuple[str, ...]], ...]], ...]:
        """For each way to compare names: who of those here, and then of those who left, is called so."""
        return tuple((fold, (_called(self.here, fold), _called(self._left, fold))) for fold in (same, alike, plainer))

    def begun(self, text: str) -> tuple[str, ...]:
        """Those whose name this begins, or else a word of whose name it begins."""
        for fold in (alike, plainer):
            wanted = fold(text)
            found = tuple(c.id for c in self.here if wanted and fold(c.name).startswith(wanted))
            if found:
                return found
        typed = _JOINT.sub(" ", plainer(text)).split()
        return tuple(c.id for c in self.here if typed and _begun(typed, plainer(c.name).split()))

    # ---- many

    @cached_property
    def groups(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Every name that means many: sides, groups in the order, the plural of a numbered name, all."""
        return tuple(self._groups())

    def _groups(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        for side in dict.fromkeys((*self._sides, *(c.side for c in self.here))):
            members = tuple(c.id for c in self.here if c.side == side)
            if side and members:
                yield side, members
        yield from self._places
        for base, members in self._families().items():
            for plural in plurals(base):
                yield plural, members
        for word in EVERYBODY:
            yield word, tuple(c.id for c in self.here)

    def group(self, text: str) -> tuple[str, ...]:
        """The many whom this name means, or nobody."""
        if text.endswith("*"):
            return self.begun(text[:-1])
        for fold, table in self._together:
            wanted = fold(text)
            if wanted and wanted in table:
                return table[wanted]
        return ()

    @cached_property
    def _together(self) -> tuple[tuple[Fold, dict[str, tuple[str, ...]]], ...]:
        """For each way to compare names: who are called so together; of two such names the first counts."""
        first = tuple(reversed(self.groups))
        return tuple((fold, {fold(name): members for name, members in first}) for fold in (alike, plainer))

    def group_begun(self, text: str) -> tuple[str, ...]:
        """The many whose common name this begins; nobody where that is not one name."""
        wanted = plainer(text)
        fitting = {members: name for name, members in self.groups if wanted and plainer(name).startswith(wanted)}
        return next(iter(fitting)) if len(fitting) == 1 else ()

    def _families(self) -> dict[str, tuple[str, ...]]:
        families: dict[str, list[str]] = {}
        for combatant in self.here:
            numbered = _NUMBERED.fullmatch(combatant.name)
            if numbered:
                families.setdefault(numbered[1], []).append(combatant.id)
        return {base: tuple(members) for base, members in families.items()}

    # ---- in a text

    def read(self, text: str, ends: Iterable[int], soft: int, at: int, many: bool, me: str = "") -> Found | None:
        """Whom the text from ``at`` means: the longest stretch that is a whole name, else the longest that begins one.

        ``ends`` are the places where a stretch may end; only whole names reach beyond ``soft`` (a comma, a word of
        the command, a number).
        """
        stretches = sorted((end for end in ends if end > at), reverse=True)
        for end in stretches:
            found = self.exact(text[at:end], me)
            if found:
                return Found(found, end, True, len(found) > 1)
            found = self.group(text[at:end]) if many else ()
            if found:
                return Found(found, end, True)
        for end in stretches:
            if end > soft:
                continue
            found = self.begun(text[at:end])
            group = self.group_begun(text[at:end]) if many else ()
            if group and not found:
                return Found(group, end, False)
            if found:
                return Found(found, end, False, len(found) > 1)
        return None


@lru_cache(maxsize=KEPT)
def _names(
    sides: tuple[str, ...],
    here: tuple[Called, ...],
    left: tuple[Called, ...],
    places: tuple[tuple[str, tuple[str, ...]], ...],
) -> Names:
    """What names mean is the same in most states of a fight, and for most who look at it."""
    return Names(sides, here, left, places)


class Cast:
    """Everybody a speaker may name: all for the GM, none that are hidden for a player who doesn't play them."""

    def __init__(self, rules: Rules, state: State, viewer: frozenset[str] | None = None) -> None:
        self.state = state
        seen = [c for c in state.combatants.values() if viewer is None or not c.hidden or c.id in viewer]
        self.here = [c for c in seen if not c.gone]
        here, left = (tuple([Called(c.id, c.name, c.side) for c in seen if bool(c.gone) == gone]) for gone in (0, 1))
        self.called = _names(tuple(rules.ruleset.sides), here, left, _places(state, {one.id for one in here}))

    def name(self, who: str) -> str:
        """Somebody's name."""
        return self.state.combatants[who].name

    def names(self) -> tuple[str, ...]:
        """The names of all who are there."""
        return tuple(c.name for c in self.here)

    def nearest(self, text: str) -> str:
        """The name that was probably meant, or nothing."""
        return suggest(text, self.names())


def _places(state: State, here: set[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The names of groups and sides in the order, with their members."""
    found = (
        (entry.name, tuple([who for who in entry.members if who in here]))
        for entry in state.entries.values()
        if not entry.gone and entry.kind in ("group", "side")
    )
    return tuple([(name, members) for name, members in found if members])


def plurals(base: str) -> tuple[str, ...]:
    """How people write several of a kind: ``goblins``, ``wolves``, ``harpies``, ``witches``."""
    forms = [base + "s", base + "es"]
    last = base[-1:].casefold()
    if last == "y":
        forms.append(base[:-1] + "ies")
    if last == "f":
        forms.append(base[:-1] + "ves")
    if base.casefold().endswith("fe"):
        forms.append(base[:-2] + "ves")
    if base.casefold().endswith("man"):
        forms.append(base[:-2] + "en")
    return tuple(forms)


@lru_cache(maxsize=8192)
def fold_word(word: str) -> str:
    """A word of a ruleset as people type it: without case and accents, with spaces for hyphens and underscores."""
    return " ".join(plainer(word).replace("_", " ").replace("-", " ").split())


def pick(known: Iterable[str], text: str) -> tuple[str, ...]:
    """The known words that ``text`` means: the one that it is, else all that it begins."""
    wanted = fold_word(text)
    folded = {word: fold_word(word) for word in known}
    exact = tuple(word for word, form in folded.items() if form == wanted)
    if exact:
        return exact[:1]
    return tuple(word for word, form in folded.items() if wanted and form.startswith(wanted))


def effect_word(state: State, id: str) -> str:
    """How an effect is called where it may be one of several: by its name, with its bearer if others are called so, and
    a number if that one has several."""
    effect = state.effects[id]
    alike = [one for one in state.effects.values() if one.name == effect.name]
    if len(alike) == 1:
        return effect.name
    name = f"{effect.name} on {state.combatants[effect.bearer].name}" if effect.bearer else effect.name
    alike = [one for one in alike if one.bearer == effect.bearer]
    return name if len(alike) == 1 else f"{name} {alike.index(effect) + 1}"
