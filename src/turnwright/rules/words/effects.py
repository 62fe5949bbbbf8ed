"""What lasts: effects, their classes and order, upkeep, concentration, and what zero of the vital pool means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec import field

from turnwright.formula import Formula, Number
from turnwright.rules.words.duration import Duration
from turnwright.rules.words.word import Word

_VALUE = frozenset({"value"})


class Class(Word, frozen=True, kw_only=True):
    """A class of effects; at one moment the classes bite in the order in which the file lists them::

        effect classes:
          negative: {at: negative, ref: GAME-S1}      # a step of the bearer's turn
          positive: {at: positive, ref: GAME-S1}
          aura: {at: start of turn, whose: source}
          damage: {at: effect phase}

    ``at`` is the moment at which effects of the class do what they do (an effect may name another); ``whose`` turn it
    belongs to, if it does. ``passed over``: they bite in a turn that is passed over as well. ``delayed`` says what a
    delay by the one whose turn it was does to them: nothing (``wait``: all happens in the delayed turn), ``end``
    those that would end within that turn, or let them bite ``at once`` (and then not again in the delayed turn).
    """

    shorthand: ClassVar[str] = "at"

    at: str = ""
    whose: Literal["bearer", "source"] = "bearer"
    passed_over: bool = False
    delayed: Literal["wait", "end", "at once"] = "wait"


class Fall(Word, frozen=True, kw_only=True):
    """The effect's value falls by so much at a moment of the bearer's; at 0 the effect is over::

        frightened: {changes: {attack: -value}, falls: {by: 1, at: end of turn}}
        fear: {falls: 1}

    An effect that is given a higher value falls from there.
    """

    shorthand: ClassVar[str] = "by"
    says: ClassVar[Mapping[str, str]] = {
        "by": "By how much.",
        "at": "The moment, of the bearer's turn or of the round.",
    }

    by: Number = 1
    at: str = "end of turn"


class Save(Word, frozen=True, kw_only=True):
    """A chance to be rid of the effect, at a moment of the bearer's::

        held: {gives: paralysed, save: end of turn}
        burning: {does: {hp: -1d6}, save: {at: end of turn, roll: 1d20 >= 15}}

    ``roll`` is a test on the bearer's sheet, in which ``value`` is the effect's; the effect is over when it comes
    out. Without it the bearer's player is asked whether it does.
    """

    shorthand: ClassVar[str] = "at"
    names_in: ClassVar[Mapping[str, frozenset[str]]] = {"roll": _VALUE}
    says: ClassVar[Mapping[str, str]] = {"at": "The moment, of the bearer's turn or of the round."}

    at: str = "end of turn"
    roll: Formula | None = None


class Effect(Word, frozen=True, kw_only=True):
    """An effect that the game names, with what it does unless it is given otherwise::

        effects:
          poison: {class: negative, does: {hp: -1d4}, lasts: 3 rounds}
          hasted:
            class: statuses
            begins: effect phase
            changes: {ap: +1}
            lasts: 3 following rounds
          frightened: {value: 1, changes: {attack: -value}, falls: 1, again: higher}
          shield of fire: {class: positive, upkeep: {mana: 1}, lasts: until ended}
          bless: {sustained: yes, changes: {attack: +2}, lasts: 10 rounds}
          boat turns: {class: other, note: The boat turns into the wind., at: effect phase}

    It may, and may only: give conditions (``gives``); change stats or the maxima of pools while it lasts
    (``changes``: with a sign it is added, otherwise it sets, and ``base`` is what it was); change pools at its moment
    (``does``, added). ``value`` is a number of its own, for its formulas. ``at`` is its moment where that is not its
    class's.

    ``begins`` puts it off until a moment; ``lasts`` is counted from then. ``upkeep`` is what its owner pays for it at
    the moment of `Upkeep`, ``pays`` without being asked. ``sustained`` effects are kept up by concentration. ``tags``
    are further words by which conditions clear it. ``again`` says what becomes of one that the bearer has already:
    ``both`` last, the new one takes its place (``renew``), or only where its value is ``higher``.
    """

    shorthand: ClassVar[str] = "about"
    names_in: ClassVar[Mapping[str, frozenset[str]]] = {"changes": _VALUE, "does": _VALUE, "upkeep": _VALUE}
    says: ClassVar[Mapping[str, str]] = {
        "kind": "One of the `effect classes`, which says when it bites.",
        "whose": "Whose turn its moment belongs to: the bearer's, or that of the source.",
        "note": "A sentence that is told at its moment, for what the table does by hand.",
    }

    kind: str = field(default="", name="class")
    tags: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()
    changes: dict[str, Formula] = {}
    value: Number | None = None
    does: dict[str, Formula] = {}
    at: str = ""
    whose: Literal["", "bearer", "source"] = ""
    begins: Duration | None = None
    lasts: Duration = Duration()
    falls: Fall | None = None
    save: Save | None = None
    upkeep: dict[str, Formula] = {}
    pays: bool = False
    sustained: bool = False
    again: Literal["both", "renew", "higher"] = "both"
    note: str = ""


class EffectOrder(Word, frozen=True, kw_only=True):
    """The order of several effects of one class at one moment::

        effect order: initiative

    ``initiative``: as their sources stand in the order, the environment last; ``gm``: the game master is asked;
    ``together``: all are worked out first, then applied.
    """

    shorthand: ClassVar[str] = "within"
    says: ClassVar[Mapping[str, str]] = {"within": "What decides among several of one class."}

    within: Literal["initiative", "gm", "together"] = "initiative"


class Lasting(Word, frozen=True, kw_only=True):
    """Rules for everything that lasts::

        lasting:
          rounds: until the start of the source's next turn
          owner gone: ghost

    ``rounds`` is the boundary by which "3 rounds" are counted (the bearer's where nobody is the source). ``owner
    gone`` says what becomes of the effects of one who leaves: they run on as if the place were still there
    (``ghost``), ``end``, or stay until somebody ends them (``stay``). What is sustained or kept up at a cost ends
    with its owner in any case.
    """

    rounds: Duration = Duration("start of turn", "source", next=True)
    owner_gone: Literal["ghost", "end", "stay"] = "ghost"


class Upkeep(Word, frozen=True, kw_only=True):
    """When the owners of effects pay to keep them up; what is declined or can't be paid is over at once::

        upkeep: {at: upkeep, asks: yes, ref: GAME-S2}

    ``at`` is a moment of the owner's; without ``asks`` whoever can pay does.
    """

    shorthand: ClassVar[str] = "at"

    at: str = "start of turn"
    asks: bool = True


class Damage(Word, frozen=True, kw_only=True):
    """What harm to the vital pool does to concentration: ``nothing``, it ``ends``, its player is asked whether it
    holds (``ask``), or it is put to the test ``holds`` (``then: test``), in which ``damage`` is how much it was::

        concentration:
          damage: {then: test, holds: "1d20 + con >= max(10, damage // 2)"}
    """

    shorthand: ClassVar[str] = "then"
    names_in: ClassVar[Mapping[str, frozenset[str]]] = {"holds": frozenset({"damage"})}

    then: Literal["nothing", "ends", "ask", "test"] = "nothing"
    holds: Formula | None = None


class Concentration(Word, frozen=True, kw_only=True):
    """Keeping something up by concentrating on it (effects that are ``sustained``)::

        concentration:
          slots: 1
          second: refused
          damage: nothing
          ref: GAME-A8

    At most ``slots`` at a time (none: any number). Beginning one more is ``refused`` unless the command says to let
    go, or the new one ``replaces`` the oldest. It ends by conditions that say ``ends concentration``, and when its
    owner can't act; ``lost`` tells whether it just ``ends`` then, or the game master is asked (``ask``). Letting go
    is free, at any time.
    """

    says: ClassVar[Mapping[str, str]] = {"second": "What beginning one more does."}

    slots: int | None = 1
    second: Literal["refused", "replaces"] = "refused"
    damage: Damage = Damage()
    lost: Literal["ends", "ask"] = "ends"


class Zero(Word, frozen=True, kw_only=True):
    """What an empty vital pool means where no condition tests it: the game master is asked, once per combatant, or
    ``nothing``::

        zero: ask

    Where a game knows it, a condition says it: ``downed: {when: hp <= 0, unable: yes}``.
    """

    shorthand: ClassVar[str] = "means"
    says: ClassVar[Mapping[str, str]] = {"means": "What happens when nothing is left."}

    means: Literal["ask", "nothing"] = "ask"
