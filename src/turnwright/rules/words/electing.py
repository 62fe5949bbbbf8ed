"""Orders in which people say who acts next: by naming the next, or by using the slots and turns of their side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from turnwright.formula import Formula
from turnwright.rules.words.word import Word


class Keep(Word, frozen=True, kw_only=True):
    """Keeping the turn on one's own side against the rule, for a price: so often in a row."""

    says: ClassVar[Mapping[str, str]] = {
        "cost": "Pools of whoever acted last, and what it takes from each.",
        "running": "How often in a row.",
    }

    cost: dict[str, Formula] = {}
    running: int = 1


class Naming(Word, frozen=True, kw_only=True):
    """How the next to act is named, in the order ``elect``::

        modes: {conflict: elect}
        naming:
          opens: score
          next: last
          again: yes

    ``opens`` says who acts first of all: whoever has the best ``score``, or whom the ``gm`` or the ``players`` name.
    After that whoever acted ``last`` names the next (or always the ``gm``, or the ``players``); those who have had
    their turn in this round can't be named. Whoever was last in a round names the first of the next one, and may be
    that one ``again``.

    ``to: other side`` wants the turn to go over to another side while anybody there has yet to act; ``keep`` is what
    it costs to do otherwise.
    """

    says: ClassVar[Mapping[str, str]] = {"next": "Who names the next to act."}

    opens: Literal["score", "gm", "players"] = "score"
    next: Literal["last", "gm", "players"] = "last"
    again: bool = True
    to: Literal["anyone", "other side"] = "anyone"
    keep: Keep | None = None


class Slots(Word, frozen=True, kw_only=True):
    """How slots are used, in the order ``slots``: each score earns its side a slot, anybody of it may use it::

        modes: {fight: slots}
        slots:
          gone: kept

    Everybody acts once a round. A slot that nobody is left for is passed over. The slot of somebody who has left is
    ``kept``, or ``lost`` with them.
    """

    says: ClassVar[Mapping[str, str]] = {"gone": "What becomes of the slot of somebody who has left."}

    gone: Literal["kept", "lost"] = "kept"


class Alternating(Word, frozen=True, kw_only=True):
    """How sides take turns about, in the order ``alternate``: one of the one, then one of the other::

        modes: {fight: alternate}
        alternating:
          opens: asked

    ``opens`` is the side that begins each round, or ``asked``: then the GM says it as the scene begins, or (``each
    round``) every time. A side that has nobody left is passed over, so that the rest of the other acts in a row.
    """

    opens: str = "asked"
    asked: Literal["once", "each round"] = "once"
