"""What the source says: every refusal and question with its code, and the figures that come with it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import turnwright

ROOT = Path(turnwright.__file__).parent
REFUSING = ("refuse", "bar", "fail", "misread", "_fault", "Refusal", "no")
"""Calls that refuse, the code ahead of the figures (``no`` has them from around it)."""


class Site(NamedTuple):
    """One place in the source that refuses or asks."""

    code: str
    figures: frozenset[str]
    whole: bool
    where: str


def refusals() -> Iterator[Site]:
    """Every place that refuses. Raises AssertionError for a code that is not written out."""
    for call, function, where in _calls():
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name in REFUSING and call.args:
            figures, whole = _figures(call, name)
            for code in _codes(call.args[0], function):
                yield Site(code, figures, whole, where)


def questions() -> Iterator[Site]:
    """Every place that asks."""
    for call, function, where in _calls():
        if isinstance(call.func, ast.Name) and call.func.id == "Ask" and call.args:
            about = call.args[2] if len(call.args) > 2 else None
            keys = _keys(about) if about is not None else frozenset()
            for code in _codes(call.args[0], function):
                yield Site(code, keys or frozenset(), keys is not None, where)


READING = {"rest": 0, "words_until": 1, "number": 0, "whole": 0, "formula": 1, "choice": 1, "name": 0, "names": 0}
"""What verbs read with, and which argument says what is wanted."""


def wanted() -> frozenset[str]:
    """Everything that verbs want and may miss, in the words of the source."""
    found: set[str] = set()
    for call, _, _ in _calls():
        name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        given = [keyword.value for keyword in call.keywords if keyword.arg == "what" and name in (*READING, "fail")]
        given += call.args[READING[name] : READING[name] + 1] if name in READING and _of_line(call) else []
        found |= {value.value for value in given if isinstance(value, ast.Constant) and isinstance(value.value, str)}
    return frozenset(found)


def _of_line(call: ast.Call) -> bool:
    target = call.func.value if isinstance(call.func, ast.Attribute) else None
    return isinstance(target, ast.Name) and target.id in ("line", "self")


def _calls() -> Iterator[tuple[ast.Call, ast.AST, str]]:
    for room in ("engine", "speech"):
        for path in sorted((ROOT / room).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for function in ast.walk(tree):
                if isinstance(function, ast.FunctionDef):
                    for call in ast.walk(function):
                        if isinstance(call, ast.Call):
                            yield call, function, f"{path.name}:{call.lineno}"


def _codes(value: ast.expr, function: ast.AST) -> tuple[str, ...]:
    """The codes that an expression may give; nothing for what only hands a code on."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return (value.value,)
    if isinstance(value, ast.IfExp):
        return (*_codes(value.body, function), *_codes(value.orelse, function))
    if isinstance(value, ast.Name):
        given = [node.value for node in ast.walk(function) if isinstance(node, ast.Assign) and _sets(node, value.id)]
        return tuple(code for each in given for code in _codes(each, function))
    assert not isinstance(value, ast.JoinedStr), f"a code is not written out: {ast.unparse(value)}"
    return ()


def _sets(node: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in node.targets)


def _figures(call: ast.Call, name: str) -> tuple[frozenset[str], bool]:
    """The names of the figures, and whether these are all of them."""
    keys = _keys(call.args[2]) if name == "Refusal" and len(call.args) > 2 else frozenset()
    names: set[str] = set(keys or ())
    whole = keys is not None and name != "no"
    for keyword in call.keywords:
        if keyword.arg is None:
            whole = False
        elif keyword.arg == "data":
            keys = _keys(keyword.value)
            whole = whole and keys is not None
            names |= keys or set()
        elif keyword.arg not in ("ref", "rule"):
            names.add(keyword.arg)
    return frozenset(names), whole


def _keys(value: ast.expr) -> frozenset[str] | None:
    """The keys of a dictionary that is written out; None where they can't be seen."""
    if isinstance(value, ast.Call) and value.args:
        return _keys(value.args[0])
    if not isinstance(value, ast.Dict):
        return None
    keys = [key.value if isinstance(key, ast.Constant) else None for key in value.keys]
    return None if None in keys else frozenset(str(key) for key in keys)
