"""A tree laid over another: what a file that ``extends`` another changes, and nothing else.

Mappings merge entry by entry, however deep; lists and texts replace what was there. ``~`` (or ``null``) takes the
entry away. A key with nothing after it changes nothing where a list or a mapping was, and neither does a part that
can't be read. Where one side writes a struct
out and the other uses its shorthand, the shorthand stands for its field: ``initiative: 2d10`` over
``initiative: {formula: 1d20, ties: …}`` keeps the ties.
"""

from __future__ import annotations

from collections.abc import Mapping as Lookup
from typing import Any

from turnwright.rules.faults import Fault, FileFaults, quote
from turnwright.rules.kinds import AnyOf, Entry, Kind, Reader, Table, accepts, key_form, kinds
from turnwright.rules.nearest import did_you_mean
from turnwright.rules.tree import Mapping, Node, Scalar, Sequence, Unread


def overlay(
    base: Mapping,
    over: Mapping,
    kind: Any = None,
    *,
    readers: Lookup[Any, Reader] | None = None,
    faults: list[Fault] | None = None,
) -> Mapping:
    """The tree of ``base`` changed by ``over``. Each part keeps the place it has in its own file.

    With a ``kind``, the type both are written for, keys of structs are found however they are spelled and shorthands
    are understood. Without one, keys are found however they are spelled, and there are no shorthands. An entry that
    is to be taken away and is not there is a fault: it is added to ``faults`` or, without that, raised in
    :class:`FileFaults`.
    """
    found: list[Fault] = []
    merged = _mapping(base, over, kinds(readers).of(kind) if kind is not None else None, found)
    if faults is not None:
        faults += found
    elif found:
        raise FileFaults(found)
    return merged


def _mapping(base: Mapping, over: Mapping, kind: Kind | None, faults: list[Fault]) -> Mapping:
    entries = {key.text: (key, node) for key, node in base.entries}
    spelled = {} if isinstance(kind, Table) else {key_form(text): text for text in entries}
    for key, node in over.entries:
        name = key.text if key.text in entries else spelled.get(key_form(key.text), key.text)
        there = entries.get(name)
        if isinstance(node, Scalar) and node.nothing and node.text:
            if there is None:
                message = f"there is no {quote(key.text)} to take away in {base.file}"
                faults.append(Fault(key.file, key.line, key.column, message, did_you_mean(key.text, entries)))
            entries.pop(name, None)
        elif there is None:
            entries[name] = (key, node)
        else:
            entries[name] = _entry(*there, key, node, _below(kind, name), faults)
    complete = base.complete and over.complete
    return Mapping(tuple(entries.values()), over.file, over.line, over.column, complete)


def _entry(
    base_key: Scalar, base: Node, key: Scalar, over: Node, kind: Kind | None, faults: list[Fault]
) -> tuple[Scalar, Node]:
    emptied = isinstance(over, Scalar) and over.nothing and isinstance(base, Mapping | Sequence)
    if emptied or isinstance(over, Unread):
        return base_key, base
    if not (isinstance(base, Scalar) and base.nothing):
        base, over = _written_out(base, over, kind)
    if isinstance(base, Mapping) and isinstance(over, Mapping):
        return base_key, _mapping(base, over, _struct(kind), faults)
    if key.text != base_key.text:
        key = Scalar(base_key.text, key.quoted, False, key.file, key.line, key.column)
    return key, over


def _written_out(base: Node, over: Node, kind: Kind | None) -> tuple[Node, Node]:
    """Both, with the shorthand of one written out if the other is a mapping."""
    struct = _struct(kind)
    short = struct.shorthand if isinstance(struct, Entry) else None
    if short is None or isinstance(base, Mapping) == isinstance(over, Mapping):
        return base, over

    def long(node: Node) -> Node:
        if isinstance(node, Mapping) or not accepts(short.kind, node):
            return node
        key = Scalar(short.key, False, False, node.file, node.line, node.column)
        return Mapping(((key, node),), node.file, node.line, node.column)

    return long(base), long(over)


def _struct(kind: Kind | None) -> Kind | None:
    """The kind that a mapping here is read as."""
    if isinstance(kind, AnyOf):
        return next((option for option in kind.options if isinstance(option, Entry | Table)), None)
    return kind


def _below(kind: Kind | None, name: str) -> Kind | None:
    if isinstance(kind, Table):
        return kind.of
    field = kind.fields.get(key_form(name)) if isinstance(kind, Entry) else None
    return field.kind if field else None
