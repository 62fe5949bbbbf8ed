"""Casts in files: who takes part, as a ruleset's example, a scenario or a saved encounter lists them."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping as Lookup

from msgspec import Struct
from msgspec.structs import replace

from turnwright.formula import Formula, Number
from turnwright.rules.faults import Fault, FileFaults
from turnwright.rules.kinds import key_form
from turnwright.rules.nearest import did_you_mean
from turnwright.rules.shape import shape
from turnwright.rules.tree import Mapping, Node, Scalar, Unread
from turnwright.rules.words import Ruleset


class OwnAction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action (or, with ``reaction``, a reaction) on somebody's own sheet; ``like`` names the general one it counts
    as.

    ``amount`` is what it does to its targets, ``item`` the thing of which it uses up ``takes``.
    """

    like: str = ""
    cost: dict[str, Formula] = {}
    tags: tuple[str, ...] = ()
    needs: Formula | None = None
    limit: str = ""
    role: str = ""
    reaction: str = ""
    to: tuple[str, ...] = ()
    amount: Formula | None = None
    item: str = ""
    takes: Number | None = None


class _Known(Struct, frozen=True, kw_only=True):
    side: str = ""
    count: int = 1
    hidden: bool = False
    surprised: bool = False
    group: bool = False
    conditions: tuple[str, ...] = ()
    items: dict[str, Number] = {}
    actions: dict[str, OwnAction | None] = {}
    roles: dict[str, dict[str, Formula] | None] = {}
    belongs_to: str = ""


class Member(Struct, frozen=True, kw_only=True):
    """One line of a cast: a combatant, or ``count`` numbered ones.

    ``values`` are stats, traits and pools as text (``14/20`` is now and at most; dice are rolled for each). ``roles``
    are roles of its own, with what each changes. Whoever ``belongs_to`` another of the cast takes part when called by
    that one.
    """

    name: str
    side: str = ""
    count: int = 1
    hidden: bool = False
    surprised: bool = False
    group: bool = False
    conditions: tuple[str, ...] = ()
    items: dict[str, Number] = {}
    actions: dict[str, OwnAction] = {}
    roles: dict[str, dict[str, Formula]] = {}
    belongs_to: str = ""
    values: dict[str, str] = {}


def read_cast(cast: Lookup[str, Mapping | None], rules: Ruleset | None, faults: list[Fault]) -> tuple[Member, ...]:
    """The members of a cast; what is wrong is added to ``faults``, and whoever it concerns is left out.

    Without rules, any word may stand on a sheet.
    """
    found: list[Member] = []
    before: list[str] = []
    for name, node in cast.items():
        member = _member(name, node, rules, faults)
        if member is None:
            continue
        if member.belongs_to and member.belongs_to not in before and node is not None:
            at = next(item for key, item in node.entries if key_form(key.text) == "belongs to")
            hint = did_you_mean(member.belongs_to, before) or "whoever it belongs to has to stand above it in the cast"
            message = f'nobody above is called "{member.belongs_to}"'
            faults.append(Fault(at.file, at.line, at.column, message, hint))
            member = replace(member, belongs_to="")
        before.append(member.name)
        found.append(member)
    return tuple(found)


def _member(name: str, node: Mapping | None, rules: Ruleset | None, faults: list[Fault]) -> Member | None:
    if node is None:
        return Member(name=name)
    fields = {field.replace("_", " ") for field in _Known.__struct_fields__}
    stats = rules.stats if rules is not None else {}
    known = tuple(
        (key, item)
        for key, item in node.entries
        if key_form(key.text) in fields and not (key.text in stats and isinstance(item, Scalar))
    )
    try:
        read = shape(Mapping(known, node.file, node.line, node.column), _Known).value
    except FileFaults as wrong:
        faults.extend(wrong.faults)
        read = None
    values = dict(_values((e for e in node.entries if e not in known), rules, fields, faults))
    if read is None:
        return None
    actions = {key: own or OwnAction() for key, own in read.actions.items()}
    return Member(
        name=name,
        side=read.side,
        count=read.count,
        hidden=read.hidden,
        surprised=read.surprised,
        group=read.group,
        conditions=read.conditions,
        items=read.items,
        actions=actions,
        roles={role: changes or {} for role, changes in read.roles.items()},
        belongs_to=read.belongs_to,
        values=values,
    )


def _values(
    entries: Iterable[tuple[Scalar, Node]], rules: Ruleset | None, fields: set[str], faults: list[Fault]
) -> Iterable[tuple[str, str]]:
    sheet = {*rules.stats, *rules.pools, *rules.traits} if rules else set()
    for key, item in entries:
        if rules and key.text not in sheet and not rules.open_sheet:
            hint = did_you_mean(key.text, {*sheet, *fields}) or f"a sheet has {', '.join(sorted(sheet))}"
            faults.append(Fault(key.file, key.line, key.column, f'nothing on the sheet is called "{key.text}"', hint))
        elif isinstance(item, Scalar):
            yield key.text, item.text
        elif not isinstance(item, Unread):
            faults.append(
                Fault(item.file, item.line, item.column, f"{key.text} is one value, here is something longer")
            )
