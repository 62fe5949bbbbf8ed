"""What a role gives: changes of the sheet while it is active, and actions that are open only in it."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine.base import Refusal, figures
from turnwright.engine.compiled import Rules
from turnwright.engine.doings import Intent
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import Play
from turnwright.engine.roles import role_now
from turnwright.engine.state import State
from turnwright.rules.words.act import Doing


def _alters(rules: Rules, state: State, who: str, name: str) -> Iterator[str]:
    word = rules.ruleset.roles
    if word is None:
        return
    now = role_now(rules, state, who)
    known = word.known.get(now)
    if known is not None and name in known.changes:
        yield known.changes[name].text
    own = state.combatants[who].roles.get(now)
    if own is not None and name in own:
        yield own[name]


def _objects(play: Play, intent: Intent, doing: Doing) -> Iterator[Refusal]:
    """An action that the ruleset lists under roles is open only in one of them."""
    word = play.rules.ruleset.roles
    if word is None or not word.known:
        return
    own = play.state.combatants[intent.who].acts.get(intent.act)
    names = {intent.act, own.like if own is not None else ""}
    under = tuple(name for name, role in word.known.items() if not names.isdisjoint(role.actions))
    now = role_now(play.rules, play.state, intent.who)
    if under and now not in under:
        data = {"name": play.name(intent.who), "act": intent.act, "role": ", ".join(under), "now": now}
        yield Refusal("act.role", word.inactive.rule or word.rule, figures(data), rule=True)


MECHANIC = Mechanic("roles", uses=lambda ruleset: ruleset.roles is not None, alters=_alters, objections=_objects)
