"""Things that initiative is drawn from and that remember what was drawn: decks of cards, and bags of tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal

from turnwright.formula import Formula
from turnwright.rules.words.word import Word

JOKER = "joker"
"""The name of a joker; where a deck has several they are numbered."""

_SPAN = re.compile(r"\s*(\d+)\s*(?:-|–|to)\s*(\d+)\s*")
LARGEST = 200
"""The most cards of a deck, or tokens in a bag."""


class Deck(Word, frozen=True, kw_only=True):
    """A deck of cards, each of which is in it once::

        decks:
          action cards:
            ranks: 2-10
            named: [jack, queen, king, ace]
            suits: [clubs, diamonds, hearts, spades]
            jokers: 2
            reshuffled: after a joker

    The ``ranks`` are numbers, the ``named`` ones count on from the last of them. ``suits`` are listed from the lowest
    to the highest; a deck without suits has each rank once. Jokers beat every rank.

    What has been drawn comes back as the round ends (``each round``), as a round ends in which a joker was drawn
    (``after a joker``), or when no card is left (``when empty``, which holds for all of them).
    """

    says: ClassVar[Mapping[str, str]] = {
        "jokers": "How many there are.",
        "reshuffled": "When what was drawn comes back.",
    }

    ranks: str
    named: tuple[str, ...] = ()
    suits: tuple[str, ...] = ()
    jokers: int = 0
    reshuffled: Literal["each round", "after a joker", "when empty"] = "when empty"

    def __post_init__(self) -> None:
        span = _SPAN.fullmatch(self.ranks)
        if span is None or int(span[1]) > int(span[2]):
            raise ValueError("ranks are the lowest and the highest number, such as 2-10")
        if self.jokers < 0 or len(tuple(self.cards())) > LARGEST:
            raise ValueError(f"a deck has up to {LARGEST} cards")

    @property
    def _span(self) -> tuple[int, int]:
        span = _SPAN.fullmatch(self.ranks)
        assert span is not None
        return int(span[1]), int(span[2])

    @property
    def top(self) -> int:
        """What the highest rank counts."""
        return self._span[1] + len(self.named)

    @property
    def bottom(self) -> int:
        """What the lowest rank counts."""
        return self._span[0]

    def rank_names(self) -> dict[str, int]:
        """What each rank is called, and what it counts."""
        low, high = self._span
        numbers = {str(number): number for number in range(low, high + 1)}
        return {**numbers, **{name: high + 1 + at for at, name in enumerate(self.named)}}

    def cards(self) -> Iterator[str]:
        """The names of all cards: ``7 of hearts``, ``queen of spades``, ``joker 2``; without suits ``7``."""
        for rank in self.rank_names():
            yield from (f"{rank} of {suit}" for suit in self.suits) if self.suits else (rank,)
        yield from (f"{JOKER} {number}" if self.jokers > 1 else JOKER for number in range(1, self.jokers + 1))

    def value(self, card: str) -> tuple[int, int]:
        """What a card counts: its rank, and then its suit. Jokers are above all ranks."""
        if is_joker(card):
            return self.top + 1, 0
        rank, _, suit = card.partition(" of ")
        return self.rank_names()[rank], self.suits.index(suit) if suit else 0


def is_joker(card: str) -> bool:
    """Whether a card is a joker."""
    return card == JOKER or card.startswith(f"{JOKER} ")


class Jokers(Word, frozen=True, kw_only=True):
    """What a joker does for whoever acts by it: it ``gives`` these conditions until the round ends::

        joker: {gives: joker, gains: {luck: 1}}

    Everybody of the side ``gains`` so much of these pools, as the formulas say on each one's own sheet.
    """

    gives: tuple[str, ...] = ()
    gains: dict[str, Formula] = {}


class Draws(Word, frozen=True, kw_only=True):
    """How many cards are drawn, of which the best is kept."""

    shorthand: ClassVar[str] = "count"
    says: ClassVar[Mapping[str, str]] = {"count": "The number."}

    count: Formula | None = None


class KeepsLow(Word, frozen=True, kw_only=True):
    """For whom, by a test on the sheet, the worst card is kept, jokers aside."""

    shorthand: ClassVar[str] = "when"
    says: ClassVar[Mapping[str, str]] = {"when": "The test."}

    when: Formula | None = None


class Redraw(Word, frozen=True, kw_only=True):
    """While this test holds, the card that was kept is put away for another; in it ``card`` is its rank."""

    shorthand: ClassVar[str] = "when"
    names_in: ClassVar[Mapping[str, frozenset[str]]] = {"when": frozenset({"card"})}
    says: ClassVar[Mapping[str, str]] = {"when": "The test."}

    when: Formula | None = None


class Cards(Word, frozen=True, kw_only=True):
    """Initiative by cards: the rank is the score, and the suit tells equal ranks apart::

        initiative:
          rolled: round
          cards:
            deck: action cards
            draws: 2 if hesitant else 1 + level_headed
            keeps low: hesitant
            redraw: quick and card <= 5
            joker: {gives: joker}

    Each entry ``draws`` so many cards and keeps the best of them; ``keeps low`` says who keeps the worst, ``redraw``
    when a card is put away for another, ``joker`` what jokers do. The ``ties`` of initiative tell two jokers apart.
    """

    says: ClassVar[Mapping[str, str]] = {"deck": "The deck, as `decks` names it."}

    deck: str
    draws: Draws = Draws()
    keeps_low: KeepsLow = KeepsLow()
    redraw: Redraw = Redraw()
    joker: Jokers = Jokers()


class Bag(Word, frozen=True, kw_only=True):
    """A bag of tokens, drawn one by one: whoever's token it is acts, until the token comes that ends the round::

        modes: {fight: bag}
        bag:
          tokens: initiative
          pooled: gm
          ends: 1

    Everybody puts so many ``tokens`` in. Those of a side that the GM plays are ``pooled``: any of that side may act
    by each of them, and one of them as often as the GM likes; or nobody's are pooled (``none``), or every side's
    (``all``). Of the pooled tokens of one side no more go in than ``most`` allows; in it ``others`` is the number of
    those that are not pooled.

    As a round ends all tokens go back, and those who have left put none in any more; until then theirs are drawn in
    vain. ``drawn`` says who draws: the engine, or the table from a real bag (``by hand``).
    """

    names_in: ClassVar[Mapping[str, frozenset[str]]] = {"most": frozenset({"others"})}
    says: ClassVar[Mapping[str, str]] = {"ends": "How many tokens end the round; the first of them does."}

    tokens: Formula
    pooled: Literal["gm", "all", "none"] = "gm"
    most: Formula | None = None
    ends: int = 1
    drawn: Literal["by itself", "by hand"] = "by itself"
