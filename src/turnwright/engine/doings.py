"""Which word of the ruleset an act stands for: the general one, or one's own from the sheet laid over it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from turnwright.engine.play import Play
from turnwright.engine.state import OwnAct
from turnwright.formula import FormulaError, Number, parse
from turnwright.rules.words.act import Action, Doing, LimitError, read_limit
from turnwright.rules.words.reactions import Reaction

_Doing = TypeVar("_Doing", bound=Doing)
NOTHING: Mapping[str, Number] = {}

REACTION = "reaction"
"""The tag that every reaction has."""


class Intent(NamedTuple):
    """What somebody wants to do, with all that comes with this one use.

    ``given`` are the numbers that ``given`` stands for in its cost, by pool; ``costs`` what it costs instead of what
    the rules say; ``tags`` what holds for this use only. ``trigger`` is the act that it answers.
    """

    who: str
    act: str
    targets: tuple[str, ...] = ()
    amount: str = ""
    given: Mapping[str, Number] = NOTHING
    costs: Mapping[str, Number] = NOTHING
    tags: tuple[str, ...] = ()
    item: str = ""
    choice: str = ""
    reaction: bool = False
    trigger: int = 0


def check_own(play: Play, acts: Mapping[str, OwnAct]) -> None:
    """Refuse acts of one's own of which something can't be read, before they stand on a sheet: ``formula.bad`` and
    ``act.limit_unclear``."""
    for own in acts.values():
        for text in (*own.cost.values(), *filter(None, (own.needs, own.amount))):
            try:
                parse(text)
            except FormulaError as error:
                play.refuse("formula.bad", formula=text, problem=error.message, fault=error.code)
        try:
            if own.limit:
                read_limit(own.limit)
        except LimitError:
            play.refuse("act.limit_unclear", limit=own.limit)


def is_reaction(play: Play, own: OwnAct) -> bool:
    """Whether an act on a sheet is a reaction: it says so, or the general one that it is like is one."""
    return bool(own.reaction) or (
        own.like in play.rules.ruleset.reactions and own.like not in play.rules.ruleset.actions
    )


def action_of(play: Play, who: str, name: str) -> Action | None:
    """An action by name: the combatant's own, laid over the general one it is like; else the ruleset's."""
    actions = play.rules.ruleset.actions
    own = play.state.combatants[who].acts.get(name)
    if own is None:
        word = actions.get(name)
        return Action() if word is None and play.rules.ruleset.acting.unlisted.allowed and name else word
    if is_reaction(play, own):
        return None
    return _laid_over(own, actions.get(own.like or name) or Action())


def reaction_of(play: Play, who: str, name: str) -> Reaction | None:
    """A reaction by name: the combatant's own, laid over the general one it is like; else the ruleset's."""
    reactions = play.rules.ruleset.reactions
    own = play.state.combatants[who].acts.get(name)
    if own is None:
        return reactions.get(name)
    if not is_reaction(play, own):
        return None
    word = _laid_over(own, reactions.get(own.like or name) or Reaction(to=()))
    if own.to:
        word = replace(word, to=own.to)
    if own.reaction == "interrupt" or own.reaction == "reflex":
        word = replace(word, kind=own.reaction)
    return word


def like(play: Play, who: str, name: str) -> str:
    """The general act that one's own is like; empty for one that is itself general, or like none."""
    own = play.state.combatants[who].acts.get(name) if who else None
    return own.like if own is not None else ""


def limit_name(play: Play, who: str, name: str) -> str:
    """The name under which uses are counted: acts that are limited only as the general one is share its count."""
    own = play.state.combatants[who].acts.get(name)
    return own.like if own is not None and own.like and not own.limit else name


def tags_of(play: Play, intent: Intent, word: Doing) -> tuple[str, ...]:
    """What a use may be called by beside its name: the tags of the act, of this use, and of the thing it uses."""
    item = play.rules.ruleset.items.get(intent.item) if intent.item else None
    more = (*intent.tags, *(item.tags if item else ()), *((REACTION,) if intent.reaction else ()))
    return tuple(dict.fromkeys((*word.tags, *more))) if more else word.tags


def _laid_over(own: OwnAct, general: _Doing) -> _Doing:
    """One's own act: what the sheet says, and the general one for the rest."""
    without = {tag[1:] for tag in own.tags if tag.startswith("-")}
    tags = (*(t for t in general.tags if t not in without), *(t for t in own.tags if not t.startswith("-")))
    return replace(
        general,
        cost={pool: parse(text) for pool, text in own.cost.items()} if own.cost else general.cost,
        tags=tags,
        needs=parse(own.needs) if own.needs else general.needs,
        limit=(read_limit(own.limit),) if own.limit else general.limit,
        amount=parse(own.amount) if own.amount else general.amount,
        item=own.item or general.item,
        takes=general.takes if own.takes is None else own.takes,
    )
