"""What can be filled in where a usage asks for something: names, words of the ruleset, what goes on in the fight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from turnwright.engine.doings import action_of, reaction_of
from turnwright.engine.formations import recorded
from turnwright.engine.objects import objects
from turnwright.engine.play import looking
from turnwright.engine.state import IN_RESERVE
from turnwright.engine.tracking import tracks
from turnwright.engine.view import View
from turnwright.speech.forms import AGAIN, Field
from turnwright.speech.line import written
from turnwright.speech.names import effect_word, fold_word
from turnwright.speech.voice import Voice
from turnwright.speech.writing import scribe
from turnwright.table.labels import choice_label, field_label

TYPED = frozenset(
    {"NUMBER", "AMOUNT", "FACE", "TIME", "TEXT", "EVENT", "NOTE", "REASON", "TITLE", "PURPOSE", "VALUE", "FORMULA"}
    | {"WHY", "ANSWER", "JSON", "FILE", "WHAT", "CARD", "SOURCE", "TURN", "tTURN", "GRADE", "WORD", "LABEL", "NAME"}
    | {"TAG", "MOMENT", "SPAN", "PLACE", "EFFECT", "CONDITION", "OBJECT", "FORMATION"}
)
"""What can be typed, whether something is suggested for it or not."""


MANY = 12
"""Of more people than these nobody looks through buttons, and a button of each in every form is most of a page: they
are typed, with all of them to complete from, and what each can do is looked at by itself."""


class Input(Struct, frozen=True):
    """A field to fill in: what it is called in the line, its label, and what can be chosen.

    ``words`` is the choice of words ahead of the value, ``said`` how people say each of them, ``text`` tells that
    anything can be typed, ``many`` that several can be chosen, ``value`` what stands there to begin with. What is
    ``ordered`` brings all options, in an order that whoever fills it in puts together. ``again`` is how many fields
    belong to each time of what may be said as often as one likes. ``people`` tells that names are typed, since there
    are many.
    """

    name: str
    label: str
    options: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    text: bool = False
    many: bool = False
    needed: bool = True
    value: str = ""
    said: tuple[str, ...] = ()
    ordered: bool = False
    again: int = 0
    people: bool = False


class Slots:
    """What one viewer can fill in: from the view, and the fight as that viewer knows it."""

    def __init__(self, voice: Voice, seen: View) -> None:
        self.voice = voice
        self.rules = voice.rules
        self.state = voice.state
        self.seen = seen
        self._writer = scribe(self.rules, self.state).writer
        self._found: dict[tuple[str, str], tuple[str, ...]] = {}

    def name(self, who: str) -> str:
        """Somebody's name as it is typed."""
        return self._writer.name(who)

    def word(self, text: str) -> str:
        """A word of the ruleset as it is typed."""
        return self._writer.word(fold_word(text))

    def inputs(self, fields: Iterable[Field], who: str = "") -> tuple[Input, ...]:
        """The fields of a form; where it depends on somebody what can be chosen, ``who`` that is."""
        made = [self._input(field, who) for field in fields]
        return tuple(_told_apart(map(self._spent, made, (*made[1:], None))))

    def _spent(self, one: Input, after: Input | None) -> Input:
        """A cost names the pool that it is paid from, where the usage says which that is."""
        if one.name != "costs" or after is None or not after.needed or len(after.words) != 1:
            return one
        return replace(one, label=self.voice.say("field", "spent", {"text": one.label, "pool": after.said[0]}))

    def _input(self, field: Field, who: str) -> Input:
        options = self.options(field.slot, who) if field.slot else ()
        typed = bool(field.slot) and (field.slot in TYPED or not options) and not field.many
        shown = field.shown.lstrip(", ")
        label = field_label(self.voice, f"{field.lead.lstrip(', ')} {shown}".strip(), shown) if field.slot else ""
        said = tuple(choice_label(self.voice, word) for word in field.words)
        made = Input(
            field.name, label, options, field.words, typed, field.many, field.needed, said=said, again=field.again
        )
        crowd = field.slot in ("NAME", "NAMES") and len(options) > MANY
        return replace(made, options=(), text=True, many=False, people=True) if crowd else made

    def options(self, slot: str, who: str = "") -> tuple[str, ...]:
        """What can be chosen for something that a usage asks for; empty where that can only be typed."""
        key = (slot, who)
        if key not in self._found:
            find = _OPTIONS.get(slot)
            self._found[key] = tuple(dict.fromkeys(find(self, who))) if find is not None else ()
        return self._found[key]

    # ---- what there is

    def names(self, who: str = "") -> Iterable[str]:
        """Everybody whom the viewer sees, in the order first."""
        ordered = [one for entry in self.seen.order for one in (*entry.members, entry.actor) if one]
        return [self.name(one) for one in dict.fromkeys((*ordered, *self.seen.combatants))]

    def acts(self, who: str = "") -> Iterable[str]:
        """What somebody, or anybody, can do on their turn."""
        found = dict.fromkeys(self.rules.ruleset.actions)
        play = looking(self.rules, self.state)
        own = (self.state.combatants[who],) if who in self.state.combatants else ()
        for one in own or self.state.combatants.values():
            found.update(dict.fromkeys(one.acts))
        return [self.word(act) for act in found if not own or action_of(play, who, act) is not None]

    def reactions(self, who: str = "") -> Iterable[str]:
        """What somebody can answer with."""
        play = looking(self.rules, self.state)
        known = [name for name in self.rules.ruleset.reactions if not who or reaction_of(play, who, name) is not None]
        return map(self.word, known)

    def effects(self, who: str = "") -> Iterable[str]:
        """The effects that the ruleset names, and those that last."""
        lasting = [effect_word(self.state, id) for id in self.state.effects]
        return [*map(self.word, self.rules.ruleset.effects), *lasting]

    def choosable(self, who: str = "") -> Iterable[str]:
        """The words that phases of choices set: roles and the like."""
        traits = self.rules.traits
        among = [word for trait in traits.values() for word in trait.among]
        return map(self.word, (*among, *(role for one in self.state.combatants.values() for role in one.roles)))


def _told_apart(inputs: Iterable[Input]) -> Iterator[Input]:
    """Fields of one name that don't stand together are numbered: a form that is sent keeps the order of names only."""
    last, seen = "", dict[str, int]()
    for one in inputs:
        if one.name != last:
            seen[one.name] = seen.get(one.name, 0) + 1
        last, number = one.name, seen[one.name]
        yield one if number == 1 else replace(one, name=f"{one.name}{AGAIN}{number}")


def _listed(pick: Callable[[Slots], Iterable[str]]) -> Callable[[Slots, str], Iterable[str]]:
    return lambda slots, who: map(slots.word, pick(slots))


def _titles(slots: Slots, who: str) -> Iterable[str]:
    return (written(track.title) for track in tracks(slots.state).values())


def _spans(slots: Slots, who: str) -> Iterable[str]:
    """Where an effect may end: at somebody's next turn."""
    return (f"the {edge} of {name}'s next turn" for name in slots.options("NAME") for edge in ("end", "start"))


def _things(slots: Slots, who: str) -> Iterable[str]:
    return map(written, objects(slots.state))


_OPTIONS: Mapping[str, Callable[[Slots, str], Iterable[str]]] = {
    "NAME": Slots.names,
    "NAMES": Slots.names,
    "ACTION": Slots.acts,
    "REACTION": Slots.reactions,
    "EFFECT": Slots.effects,
    "WORD": Slots.choosable,
    "CONDITION": _listed(lambda slots: slots.rules.ruleset.conditions),
    "POOL": _listed(lambda slots: slots.rules.pools),
    "STAT": _listed(lambda slots: (*slots.rules.stats, *slots.rules.traits)),
    "SIDE": _listed(
        lambda slots: slots.rules.ruleset.sides or {c.side for c in slots.state.combatants.values()} - {""}
    ),
    "MODE": _listed(lambda slots: slots.rules.ruleset.modes),
    "KIND": _listed(lambda slots: slots.rules.ruleset.rests),
    "TRACK": _listed(lambda slots: slots.rules.ruleset.tracks),
    "DEED": _listed(lambda slots: [name for rest in slots.rules.ruleset.rests.values() for name in rest.may]),
    "WAIT": _listed(lambda slots: slots.rules.ruleset.waits),
    "DIAL": _listed(lambda slots: slots.rules.ruleset.dials),
    "DECLARATION": _listed(lambda slots: slots.rules.ruleset.declarations),
    "EVENT": _listed(lambda slots: slots.rules.ruleset.triggers),
    "FORMATION": _listed(lambda slots: recorded(slots.state)),
    "REASON": _listed(lambda slots: (*slots.rules.ruleset.departures, IN_RESERVE)),
    "CLASS": _listed(lambda slots: slots.rules.ruleset.effect_classes),
    "PLACE": _listed(lambda slots: slots.rules.ruleset.places),
    "TURN": _listed(lambda slots: slots.rules.ruleset.extras),
    "LASTING": lambda slots, who: (*slots.effects(), *slots.options("CONDITION")),
    "SPAN": _spans,
    "TITLE": _titles,
    "OBJECT": _things,
}
"""By what a usage asks for, where the things come from that can be chosen."""
