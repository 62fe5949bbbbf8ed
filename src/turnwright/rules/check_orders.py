"""What orders, decks, declarations and surprise say of the rest of a ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turnwright.rules.faults import Fault, one_of
from turnwright.rules.nearest import did_you_mean
from turnwright.rules.shape import Path, Shaped
from turnwright.rules.words import Ruleset


def check_orders(shaped: Shaped[Ruleset]) -> Iterator[Fault]:
    """Every fault in who acts next, and what comes before it, that only the whole ruleset shows."""
    yield from _devices(shaped)
    yield from _scored(shaped)
    yield from _sides(shaped)
    yield from _declared(shaped)
    yield from _counted(shaped)
    yield from _ties(shaped)


def _lacking(
    shaped: Shaped[Ruleset], path: Path, what: str, name: str, known: Iterable[str], key: bool = False
) -> Fault:
    there = tuple(known)
    hint = did_you_mean(name, there) or (f"there are {one_of(there)}" if there else f"the file lists no {what}")
    return shaped.fault(path, f'there is no {what} "{name}"', hint, key=key)


def _devices(shaped: Shaped[Ruleset]) -> Iterator[Fault]:
    rules = shaped.value
    cards = rules.initiative.cards
    if cards is not None:
        if cards.deck not in rules.decks:
            yield _lacking(shaped, ("initiative", "cards", "deck"), "deck", cards.deck, rules.decks)
        if rules.initiative.formula is not None:
            yield shaped.fault(("initiative", "cards"), "initiative is either dealt or rolled", "leave out the formula")
        for pool in cards.joker.gains:
            if pool not in rules.pools:
                yield _lacking(shaped, ("initiative", "cards", "joker", "gains", pool), "pool", pool, rules.pools, True)
        for at, name in enumerate(cards.joker.gives):
            if name not in rules.conditions:
                path: Path = ("initiative", "cards", "joker", "gives", at)
                yield _lacking(shaped, path, "condition", name, rules.conditions)
    for name, mode in rules.modes.items():
        if mode.order == "bag" and rules.bag is None:
            yield shaped.fault(
                ("modes", name), "turns come out of a bag, and the file has none", "say what is in it: bag"
            )


BY_SCORE = frozenset({"list", "count"})
"""Orders in which nobody has a turn without a score."""


def _scored(shaped: Shaped[Ruleset]) -> Iterator[Fault]:
    rules = shaped.value
    by_score = [name for name, mode in rules.modes.items() if mode.order in BY_SCORE]
    if by_score and rules.initiative.rolled.when == "never":
        message = f"nobody would ever have a turn: {one_of(by_score)} goes by scores, and none is ever found"
        hint = "leave it out: without a formula scores are typed in"
        yield shaped.fault(("initiative", "rolled"), message, hint)


def _sides(shaped: Shaped[Ruleset]) -> Iterator[Fault]:
    rules = shaped.value
    opens = rules.alternating.opens
    if opens != "asked" and rules.sides and opens not in rules.sides:
        yield _lacking(shaped, ("alternating", "opens"), "side", opens, (*rules.sides, "asked"))
    surprise = rules.surprise
    if surprise is not None and surprise.others and surprise.others not in rules.waits:
        yield _lacking(shaped, ("surprise", "others"), "wait", surprise.others, rules.waits)
    keep = rules.naming.keep
    for pool in keep.cost if keep is not None else ():
        if pool not in rules.pools and not rules.open_sheet:
            yield _lacking(shaped, ("naming", "keep", "cost", pool), "pool", pool, rules.pools, key=True)
    if rules.initiative.last.when is not None and rules.initiative.per != "side":
        yield shaped.fault(
            ("initiative", "last"), "only where each side takes one turn can some of it act last", "per: side"
        )


def _declared(shaped: Shaped[Ruleset]) -> Iterator[Fault]:
    rules = shaped.value
    for phase, contents in rules.phases.items():
        for at, name in enumerate(contents.declares):
            if name not in rules.declarations:
                path: Path = ("phases", phase, "declares", at)
                yield _lacking(shaped, path, "declaration", name, rules.declarations)
        if contents.finds and rules.initiative.rolled.when != "round":
            yield shaped.fault(("phases", phase, "finds"), "a phase finds the order anew each round", "rolled: round")
    acts = {*rules.actions, *(tag for action in rules.actions.values() for tag in action.tags)}
    for name, word in rules.declarations.items():
        for at, act in enumerate(word.allows):
            if act not in acts and not rules.open_sheet:
                yield _lacking(shaped, ("declarations", name, "allows", at), "action or tag", act, acts)
        for at, condition in enumerate(word.gives):
            if condition not in rules.conditions:
                path = ("declarations", name, "gives", at)
                yield _lacking(shaped, path, "condition", condition, rules.conditions)


def _counted(shaped: Shaped[Ruleset]) -> Iterator[Fault]:
    rules = shaped.value
    word = rules.counting
    counted = any(mode.order == "count" for mode in rules.modes.values())
    if counted and word.again == "each pass" and word.next is not None and word.goes_on is None:
        yield shaped.fault(("counting", "next"), "without a test the passes never end", "such as while: score > 0")


def _ties(shaped: Shaped[Ruleset]) -> Iterator[Fault]:
    rules = shaped.value
    chain = rules.initiative.ties
    for at, tie in enumerate(chain):
        path: Path = ("initiative", "ties", at)
        ways = [tie.by is not None, tie.roll is not None, bool(tie.side), bool(tie.ask), tie.together]
        if sum(ways) != 1:
            yield shaped.fault(path, "a tie rule says one thing", "by, roll, side, ask or together")
        if tie.mixed and (tie.roll is not None or tie.together):
            yield shaped.fault(
                (*path, "mixed"), "only what is compared or asked can be for mixed ties alone", "leave it out"
            )
        if tie.side and rules.sides and tie.side not in rules.sides:
            yield _lacking(shaped, (*path, "side"), "side", tie.side, rules.sides)
        if tie.roll_off is not None and not tie.ask:
            yield shaped.fault((*path, "roll_off"), "a roll-off takes the place of asking people", "add it to ask: gm")
        for field, formula in (("roll", tie.roll), ("roll_off", tie.roll_off.roll if tie.roll_off else None)):
            if formula is not None and not formula.has_dice:
                message = "without dice those who are tied stay level, and would roll without end"
                yield shaped.fault((*path, field), message, "such as 1d20")
        if at + 1 < len(chain) and (tie.roll is not None or tie.together or (tie.ask and not tie.mixed)):
            message = "after this rule nobody is tied any more, and what follows is never used"
            yield shaped.fault((*path[:2], at + 1), message, "leave it out")
