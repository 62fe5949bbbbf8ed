"""What the table waits for before anything else is done, and the rule by which it does."""

from __future__ import annotations

from typing import NoReturn

from turnwright.engine.base import open_question
from turnwright.engine.choosing import choosing_now
from turnwright.engine.play import Play, waited_for
from turnwright.engine.windows import open_window


def rule_of_pending(play: Play) -> str:
    """The id of the rule by which people are asked, or given the chance to answer or step in; empty for none."""
    found = open_question(play.state)
    if found is not None:
        return found.ask.ref
    choosing = choosing_now(play)
    if choosing is not None:
        return choosing[1].rule
    if open_window(play) is not None and play.rules.ruleset.reacting.rule:
        return play.rules.ruleset.reacting.rule
    waits = (entry.wait for who in waited_for(play) for entry in play.state.entries_of(who))
    rules = (play.rules.ruleset.waits[wait.kind].rule for wait in waits if wait is not None)
    return next(filter(None, rules), "")


def refuse_busy(play: Play, name: str, code: str = "turn.busy") -> NoReturn:
    """Refuse for what comes first, by the rule by which that does."""
    play.refuse(code, rule_of_pending(play), name=name)
