"""Writes docs/ruleset-language.md from the words of the language themselves, so that the page can't fall behind them.

Run: python tools/language_page.py [--check]
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from turnwright.rules.kinds import AnyOf, Entry, Kind, Kinds, Many, Table, describe, key_form
from turnwright.rules.words import READERS, Ruleset

PAGE = Path(__file__).parent.parent / "docs" / "ruleset-language.md"

HEAD = """# The ruleset language

A ruleset is one YAML file. It says what a game's turns need and holds no code. `turnwright rules new FILE` writes a
commented one to begin with, `turnwright rules check FILE` tells every fault with its line and column, and `turnwright
rules schema` prints a JSON Schema, with which an editor completes and checks as you type.

This page is written from the words of the language; each has an example.

## How a file is read

- Keys may be written with spaces, hyphens or underscores: `turn ends at`, `turn-ends-at`. A list of one may be
  written without brackets. Where a word has a *short form*, what would stand under that key may stand alone.
- Numbers are exact: `3`, `1/2`, `½`, `1.5`. Yes and no are `yes` and `no`. There are no anchors, tags or duplicate
  keys.
- **Formulas** may use dice (`1d20`, `4d6kh3`, `2d20kh1`, `3d6!`, `d%`), `+ - * / // %`, comparisons,
  `and or not`, `a if c else b`, `min max floor ceil round abs`, the names of stats, pools, traits and conditions (of
  several words with underscores: `last_breath`), the number of the `round`, and `any(opponents, row == 'front')`, `all`,
  `count` over `allies`, `opponents`, `everyone` or a side. `/` divides exactly, `//` rounds down. A condition counts as
  yes or no; `1 if stunned else 0` makes a number of it. `d(dice, 6)` rolls as many dice as a formula says.
- **Moments** are when something happens by itself: `start of turn`, `end of turn`, the name of a step of the turn,
  `start of
  round`, `end of round`, a phase's name, `start of X phase`, `end of X phase`, `end of scene`. Inside one moment the
  order is fixed: pools, effects, timers, the ruleset's own steps, windows, questions, removals.
- Every entry can carry `ref: LUX-I2` (or a list), the rule that it states: whatever it causes or refuses names that
  rule. And `about:`, a sentence for people.

## House rules

A file that begins with `extends: NAME` changes single settings of another and leaves the rest: mappings merge, lists
and values replace, `~` takes an entry away.

```yaml
extends: lux-aeterna
game: Lux Aeterna at our table
initiative: 2d10 + speed
options: {unused_delay: forfeit}
```

## The words

"""


def words(kinds: Kinds) -> Iterator[tuple[str, type[Struct]]]:
    """Every struct of the language once, in the order in which the file's keys lead to them."""
    seen: set[type[Struct]] = set()
    todo: list[tuple[str, type[Struct]]] = [("", Ruleset)]
    while todo:
        name, struct = todo.pop(0)
        if struct in seen:
            continue
        seen.add(struct)
        yield name, struct
        todo += [(field.key, below) for field in kinds.fields(struct).values() for below in structs(field.kind)]


def structs(kind: Kind) -> Iterator[type[Struct]]:
    """The structs that a kind is made of."""
    if isinstance(kind, Entry):
        yield kind.struct
    elif isinstance(kind, Many | Table):
        yield from structs(kind.of)
    elif isinstance(kind, AnyOf):
        for option in kind.options:
            yield from structs(option)


def docstring(struct: type[Struct]) -> str:
    """A struct's docstring as Markdown: its indented examples become YAML blocks."""
    lines: list[str] = []
    inside = False
    for line in inspect.cleandoc(struct.__doc__ or "").replace("``", "`").splitlines():
        code = line.startswith("    ") or (inside and not line)
        if code != inside:
            lines.append("```yaml" if code else "```")
            inside = code
        lines.append(line[4:] if code else line.removesuffix("::") + (":" if line.endswith("::") else ""))
    if inside:
        lines.append("```")
    return "\n".join(lines).replace("\n\n```\n", "\n```\n")


def row(kinds: Kinds, struct: type[Struct], info: FieldInfo) -> str:
    """A line of the table of a word's keys."""
    field = kinds.fields(struct)[key_form(info.encode_name)]
    wants = describe(field.kind).replace("|", "\\|")
    default = "needed" if info.required else shown(info.default)
    return f"| `{field.key}` | {wants} | {default} |"


def shown(default: Any) -> str:
    """A default as the file would state it; empty where saying nothing is the default."""
    if default is NODEFAULT or default in ((), {}, "", None) or isinstance(default, Struct):
        return ""
    if isinstance(default, bool):
        return "yes" if default else "no"
    return f"`{', '.join(map(str, default)) if isinstance(default, tuple) else default}`"


def page() -> str:
    """The whole page."""
    kinds = Kinds(READERS)
    parts = [HEAD]
    for name, struct in words(kinds):
        title = f"`{name}`: {struct.__name__}" if name else "The file"
        short = kinds.shorthand(struct)
        parts.append(f"### {title}\n\n{docstring(struct)}\n")
        if short is not None:
            parts.append(f"Short form: what stands alone is its `{short.key}`.\n")
        own = [info for info in fields(struct) if info.name not in ("ref", "about")]
        if own:
            parts.append("| key | what it takes | if left out |\n|---|---|---|")
            parts.append("\n".join(row(kinds, struct, info) for info in own) + "\n")
    return "\n".join(parts)


def main(arguments: list[str]) -> int:
    """Write the page or, with --check, say whether it is up to date."""
    text = page()
    if "--check" in arguments:
        return 0 if PAGE.read_text(encoding="utf-8") == text else 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
