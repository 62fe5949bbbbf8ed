"""What speaks against somebody doing something now."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine import costs, limits
from turnwright.engine.base import Refusal
from turnwright.engine.doings import Intent, like, limit_name, tags_of
from turnwright.engine.play import Play
from turnwright.engine.sheet import conditions, holds, rule_of_reason, trait, why_unable
from turnwright.rules.words.act import Doing


def objections(play: Play, intent: Intent, word: Doing) -> Iterator[Refusal]:
    """Every rule that speaks against somebody doing this now, whenever it is: what the GM may overrule.

    ``turn.unable``, ``act.barred``, ``act.role``, ``act.needs``, ``act.limit``, ``act.choice``, ``item.none_left``,
    ``act.cost_not_listed``, ``act.cost``, and what other mechanics object. Refuses, beyond that, what `costs.price`
    and `costs.stock` refuse.
    """
    who = intent.who
    data = {"name": play.name(who), "act": intent.act}
    why = why_unable(play.rules, play.state, who)
    if why:
        yield Refusal("turn.unable", rule_of_reason(play.rules, why), {**data, "why": why}, rule=True)
    if play.rules.barring:
        yield from _barred(play, intent, word, data)
    if intent.act in play.state.combatants[who].acts:
        yield from _wrong_role(play, intent, data)
    for object_to in play.rules.objections:
        yield from object_to(play, intent, word)
    if word.needs is not None and not holds(word.needs, play.sheet(who)):
        yield Refusal("act.needs", word.rule, {**data, "needs": word.needs.text}, rule=True)
    if word.limit:
        what = limit_name(play, who, intent.act)
        yield from limits.exceeded(play, who, what, word.limit, intent.trigger, word.rule)
    if word.one_of and intent.choice not in word.one_of:
        if not intent.choice:
            play.refuse("act.choice_missing", word.rule, act=intent.act, among=", ".join(word.one_of))
        yield Refusal(
            "act.choice", word.rule, {**data, "choice": intent.choice, "among": ", ".join(word.one_of)}, rule=True
        )
    if word.item:
        yield from costs.out_of_stock(play, intent, word)
    if word.cost or intent.costs:
        yield from costs.not_listed(play, intent, word)
        yield from costs.too_dear(play, intent, word, costs.price(play, intent, word))


def _barred(play: Play, intent: Intent, word: Doing, data: dict[str, str]) -> Iterator[Refusal]:
    named = {intent.act, like(play, intent.who, intent.act), *tags_of(play, intent, word)}
    for condition in conditions(play.rules, play.state, intent.who):
        if condition in play.rules.barring and not named.isdisjoint(play.rules.conditions[condition].bars):
            ref = play.rules.conditions[condition].rule
            yield Refusal("act.barred", ref, {**data, "why": condition}, rule=True)


def _wrong_role(play: Play, intent: Intent, data: dict[str, str]) -> Iterator[Refusal]:
    """One's own act of a role is open only while that role is active."""
    own = play.state.combatants[intent.who].acts[intent.act]
    if not own.role:
        return
    roles = play.rules.ruleset.roles
    now = trait(play.rules, play.state, intent.who, roles.trait if roles is not None else "role")
    if own.role != now:
        ref = roles.inactive.rule or roles.rule if roles is not None else ""
        yield Refusal("act.role", ref, {**data, "role": own.role, "now": now}, rule=True)


def check_targets(play: Play, intent: Intent, word: Doing) -> None:
    """Refuse targets that have left, and too many or too few (``act.target``)."""
    for target in intent.targets:
        play.present(target)
    number = len(intent.targets)
    wants = word.target
    if number != len(set(intent.targets)):
        play.refuse("act.target", word.rule, act=intent.act, wants=wants)
    if (wants == "none" and number) or (wants == "one" and number != 1) or (wants == "some" and not number):
        play.bar("act.target", word.rule, act=intent.act, wants=wants)
