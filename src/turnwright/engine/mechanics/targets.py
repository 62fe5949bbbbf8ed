"""Whom an act can't be aimed at: those in a condition that shelters them."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine.base import Refusal, figures
from turnwright.engine.doings import Intent, like
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import Play
from turnwright.engine.sheet import conditions
from turnwright.rules.words.act import Doing


def _objects(play: Play, intent: Intent, doing: Doing) -> Iterator[Refusal]:
    """Nobody is aimed at who is in a sheltering condition, but by what that condition is open to."""
    if not play.rules.sheltering or not intent.targets:
        return
    item = play.rules.ruleset.items.get(intent.item)
    names = {intent.act, like(play, intent.who, intent.act), intent.item, *doing.tags, *intent.tags}
    names |= set(item.tags) if item is not None else set()
    for target in intent.targets:
        for name in conditions(play.rules, play.state, target):
            word = play.rules.conditions.get(name)
            if word is not None and word.sheltered and names.isdisjoint(word.open_to):
                data = {"name": play.name(intent.who), "act": intent.act, "target": play.name(target), "why": name}
                yield Refusal("target.sheltered", word.rule, figures(data), rule=True)


MECHANIC = Mechanic(
    "targets", uses=lambda ruleset: any(word.sheltered for word in ruleset.conditions.values()), objections=_objects
)
