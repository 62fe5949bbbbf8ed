"""Lists of combatants in any form: lines that somebody typed, or the file of another program."""

from __future__ import annotations

from turnwright.engine import Refusal, Rules, State
from turnwright.engine.mechanics.cast import Add
from turnwright.formats.bestiary import FORMATS, Broken, Creature, Unreadable, looks_like_bestiary, read_bestiary
from turnwright.speech.lists import Listed, ListFault, Pasted, fitting, others, places, read_list


def read_any(rules: Rules, state: State, text: str) -> Pasted:
    """Whom a text lists, as far as they can be added, and all that could not be used. Nobody is added yet."""
    if not looks_like_bestiary(text):
        return read_list(rules, state, text)
    try:
        records = tuple(read_bestiary(text))
    except Unreadable as error:
        return Pasted((), (ListFault(0, "", Refusal("list.unreadable", data={"problem": str(error)})),))
    faults = [_fault(record) for record in records if isinstance(record, Broken)]
    creatures = [record for record in records if isinstance(record, Creature)]
    if not records:
        faults.append(ListFault(0, "", Refusal("list.nobody", data={"formats": FORMATS})))
    listed = [Listed(number, _add(rules, state, creature)) for number, creature in enumerate(creatures, 1)]
    without = [*faults, *_without_place(rules, creatures)]
    return fitting(rules, state, listed, without)


def _add(rules: Rules, state: State, creature: Creature) -> Add:
    figures = zip(places(rules), (creature.hp, creature.ac, creature.modifier), strict=True)
    values = {key: str(value) for key, value in figures if key and value is not None}
    return Add(creature.name, rules.ruleset.side_of_players if creature.player else others(rules, state), values=values)


def _without_place(rules: Rules, creatures: list[Creature]) -> list[ListFault]:
    """What the sheets of the game have no place for, told once for all."""
    names = ("hit points", "armour class", "modifier of initiative")
    given = [(c.hp, c.ac, c.modifier) for c in creatures]
    return [
        ListFault(0, "", Refusal("list.left_out", data={"text": name}))
        for at, (name, key) in enumerate(zip(names, places(rules), strict=True))
        if not key and any(figures[at] is not None for figures in given)
    ]


def _fault(record: Broken) -> ListFault:
    if record.value is None:
        return ListFault(0, record.place, Refusal("list.missing", data={"field": record.field}))
    return ListFault(0, record.place, Refusal("list.no_number", data={"field": record.field, "value": record.value}))
