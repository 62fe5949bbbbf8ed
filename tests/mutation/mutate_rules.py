"""Breaks each entry of a ruleset file that states a rule, and looks whether some scenario notices.

An entry that carries a ``ref`` is dropped; its yes and no are flipped, its whole numbers raised by one. Each such
ruleset
is played through all scenarios of its game: at least one has to fail, or the ruleset has to be refused. What survives
is listed, and has to be explained in ``explained.toml`` (by ruleset: place = "reason").

Run: python tests/mutation/mutate_rules.py [RULESET…]
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from turnwright.rules.document import read_document
from turnwright.rules.faults import FileFaults
from turnwright.rules.load import Book, Source, builtin_names, find, read
from turnwright.rules.tree import Mapping, Node, Scalar, Sequence
from turnwright.scenario.play import Stage
from turnwright.scenario.read import Scenario, read_scenario
from turnwright.scenario.report import scenario_files

HERE = Path(__file__).parent
EXAMPLES = HERE.parent.parent / "examples"
_PLAIN = re.compile(r"[\w./+*() ½=<>-]+")
_SECTIONS = ("options", "kinds", "example")

Path_ = tuple[str | int, ...]


def written(node: Node) -> str:
    """A tree as text that reads back as the same tree."""
    if isinstance(node, Mapping):
        return "{" + ", ".join(f"{_scalar(key)}: {written(item)}" for key, item in node.entries) + "}"
    if isinstance(node, Sequence):
        return "[" + ", ".join(written(item) for item in node.items) + "]"
    assert isinstance(node, Scalar)
    return _scalar(node)


def _scalar(node: Scalar) -> str:
    if not node.quoted and (node.nothing or _PLAIN.fullmatch(node.text)):
        return node.text
    return json.dumps(node.text, ensure_ascii=False)


def entries(node: Node, path: Path_ = ()) -> Iterator[tuple[Path_, Mapping]]:
    """Every entry that names the rule it states, with its place."""
    if isinstance(node, Mapping):
        if any(key.text == "ref" for key, _ in node.entries) and path:
            yield path, node
        for key, item in node.entries:
            if path or key.text not in _SECTIONS:
                yield from entries(item, (*path, key.text))
    elif isinstance(node, Sequence):
        for at, item in enumerate(node.items):
            yield from entries(item, (*path, at))


def changed(node: Node, path: Path_, new: Node | None) -> Node:
    """A tree with the part at a place replaced, or dropped (None)."""
    step, rest = path[0], path[1:]
    if isinstance(node, Mapping):
        found = []
        for key, item in node.entries:
            after: Node | None = item
            if key.text == step:
                after = changed(item, rest, new) if rest else new
            if after is not None:
                found.append((key, after))
        return replace(node, entries=tuple(found))
    assert isinstance(node, Sequence)
    items = []
    for at, item in enumerate(node.items):
        after = item
        if at == step:
            after = changed(item, rest, new) if rest else new
        if after is not None:
            items.append(after)
    return replace(node, items=tuple(items))


def mutants(tree: Mapping) -> Iterator[tuple[str, Node]]:
    """Every broken ruleset, with what was done to it."""
    for path, entry in entries(tree):
        place = ".".join(map(str, path))
        yield f"{place} dropped", changed(tree, path, None)
        for key, item in entry.entries:
            if isinstance(item, Scalar) and key.text not in ("ref", "about", "label"):
                for text in _flipped(item.text):
                    flipped = changed(tree, (*path, key.text), replace(item, text=text))
                    yield f"{place}.{key.text} {item.text} → {text}", flipped


def _flipped(text: str) -> Iterator[str]:
    other = {"yes": "no", "no": "yes"}.get(text)
    if other:
        yield other
    elif text.isdecimal():
        yield str(int(text) + 1)


def noticed(scenarios: list[Scenario], mutant: Source, original: str) -> bool:
    """Whether a scenario fails under the broken ruleset, or the ruleset is refused."""
    for scenario in scenarios:
        sources = tuple(mutant if s.file == original else s for s in scenario.book.sources)
        book = Book(scenario.book.name, sources, scenario.book.options, scenario.book.kind)
        try:
            read(book)
        except FileFaults:
            return True
        if not Stage(replace(scenario, book=book)).run().passed:
            return True
    return False


def run(name: str) -> list[str]:
    """What survives of one ruleset."""
    book = find(name)
    source = book.sources[-1]
    scenarios = [read_scenario(path) for path in scenario_files([EXAMPLES / name])]
    tree = read_document(source.text, source.file).whole()
    # Rewritten but whole, the ruleset has to pass: otherwise everything would seem to be noticed.
    if noticed(scenarios, Source(source.file, written(tree)), source.file):
        raise SystemExit(f"{name}: a scenario fails under the unbroken ruleset")
    alive, count = [], 0
    for what, mutant in mutants(tree):
        count += 1
        if not noticed(scenarios, Source(source.file, written(mutant)), source.file):
            alive.append(what)
    print(f"{name}: {count} changes, {count - len(alive)} noticed by {len(scenarios)} scenarios")
    return alive


def main(names: list[str]) -> int:
    """Break every ruleset (or those named); 1 when something survives that is not explained."""
    explained = tomllib.loads((HERE / "explained.toml").read_text(encoding="utf-8"))
    unexplained = 0
    for name in names or [n for n in builtin_names() if (EXAMPLES / n).is_dir()]:
        for what in run(name):
            reason = explained.get(name, {}).get(what, "")
            unexplained += not reason
            print(f"  survives: {what}{f' — {reason}' if reason else ''}")
    print(f"{unexplained} not explained")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
