"""What people do in answer to what happens: reactions, and the triggers that nobody's action is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from turnwright.formula import Formula
from turnwright.rules.words.act import Deed, Doing
from turnwright.rules.words.word import Word

Kind = Literal["", "interrupt", "reflex"]
Who = Literal[
    "target",
    "self",
    "anyone",
    "allies of target",
    "opponents of target",
    "allies of actor",
    "opponents of actor",
]


class WhenSpent(Word, frozen=True, kw_only=True):
    """What becomes of a reaction whose cost can't be paid: it is ``refused``, or ``free``."""

    shorthand: ClassVar[str] = "then"
    says: ClassVar[Mapping[str, str]] = {"then": "What becomes of it."}

    then: Literal["refused", "free"] = "refused"


class Reaction(Doing, frozen=True, kw_only=True):
    """Something that can be done in answer to a trigger: an act of somebody's, or what the GM says happens::

        reactions:
          defend: {to: attack, cost: {reaction: 1}}
          danger sense: {to: threat, kind: interrupt, cost: {reaction: 1}, outcome: spoils}
          riposte: {to: attack, kind: reflex, cost: {reaction: 1}, amount: "-1d6", limit: 1 a turn}
          shield other: {to: attack, who: allies of target, outcome: changes, changes: amount // 2}
          full defence: {to: attack, cost: {score: 10}, outcome: told}
          counterspell: {to: spell, who: anyone, outcome: spoils}

    ``to`` lists what it answers: names or tags of acts, reactions and triggers, or ``any``; a reaction has the tag
    ``reaction``. ``who`` may give it: the ``target``, ``self`` (whose act it is), ``anyone`` else, allies or
    opponents of either. ``kind``: an ``interrupt`` is resolved before its trigger, a ``reflex`` after; without one
    the trigger's own kind counts, else that of ``reacting``.

    ``outcome`` is what it makes of its trigger: ``nothing``; it ``spoils`` the whole act; whoever reacted ``escapes``
    it; it ``changes`` the amount that falls on them, by the formula under ``changes``; or what is ``told`` with each
    use. A reflex comes too late for any of that. Without targets of its own it is aimed at whoever's act it answers.
    ``when spent`` makes it free once its cost can't be paid. ``own turn`` allows or forbids it in one's own turn,
    against ``reacting``.
    """

    to: tuple[str, ...]
    who: tuple[Who, ...] = ("target",)
    kind: Kind = ""
    outcome: Literal["told", "nothing", "spoils", "escapes", "changes"] = "told"
    changes: Formula | None = None
    when_spent: WhenSpent = WhenSpent()
    own_turn: bool | None = None

    def __post_init__(self) -> None:
        if (self.changes is not None) != (self.outcome == "changes"):
            raise ValueError("outcome: changes and the formula under changes belong together")


class Trigger(Word, frozen=True, kw_only=True):
    """Something that happens to people without being anybody's act, as the GM says::

        triggers:
          trap: {tags: threat, kind: reflex, amount: "-2d6"}

    ``tags`` are what reactions answer to (without any, what ``reacting`` says of all that is ``told``), ``kind`` the
    kind of reaction that answers it, where they leave that open. ``amount`` falls on those whom it hits, unless another
    is told with it.
    """

    shorthand: ClassVar[str] = "about"

    tags: tuple[str, ...] = ()
    kind: Kind = ""
    amount: Formula | None = None
    does: tuple[Deed, ...] = ()


class DefaultKind(Word, frozen=True, kw_only=True):
    """The kind of reaction where neither it nor its trigger has one; with ``ask`` the GM says so each time."""

    shorthand: ClassVar[str] = "default"
    says: ClassVar[Mapping[str, str]] = {"default": "The kind that counts."}

    default: Literal["interrupt", "reflex", "ask"] = "interrupt"


class OwnTurn(Word, frozen=True, kw_only=True):
    """Whether people may react to what happens in their own turn."""

    shorthand: ClassVar[str] = "allowed"
    says: ClassVar[Mapping[str, str]] = {"allowed": "Yes: they may."}

    allowed: bool = True


class PerTrigger(Word, frozen=True, kw_only=True):
    """How many reactions each has to one trigger; they come in initiative order, or (``order: any``) as called."""

    shorthand: ClassVar[str] = "most"
    says: ClassVar[Mapping[str, str]] = {"most": "One each, or as many as can be paid."}

    most: Literal["one", "many"] = "one"
    order: Literal["initiative", "any"] = "initiative"


class Reacting(Word, frozen=True, kw_only=True):
    """Rules for all reactions::

        reacting:
          kind: interrupt
          own turn: yes
          per trigger: {most: one, order: initiative}
          told: threat

    ``told`` are the tags of whatever the GM tells of that has none: it has no tags under ``triggers``, and no reaction
    answers to its name. What somebody says while others are to speak first is kept until they have.
    """

    kind: DefaultKind = DefaultKind()
    own_turn: OwnTurn = OwnTurn()
    per_trigger: PerTrigger = PerTrigger()
    told: tuple[str, ...] = ()
