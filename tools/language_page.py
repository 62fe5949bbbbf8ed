"""Writes docs/ruleset-language.md from the words of the language themselves, so that the page can't fall behind them.

Run: python tools/language_page.py [--check]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from turnwright.rules.explain import docstring, said, structs
from turnwright.rules.kinds import Kinds, Table, describe, key_form
from turnwright.rules.words import READERS, Ruleset

FIRST: dict[type[Struct], str] = {}
"""Under which key each word stands."""

PAGE = Path(__file__).parent.parent / "docs" / "ruleset-language.md"

HEAD = """# The ruleset language

A ruleset is one YAML file. It says what a game's turns need and holds no code. `turnwright rules new FILE` writes a
commented one to begin with, `turnwright rules check FILE` tells every fault with its line and column, and `turnwright
rules schema` prints a JSON Schema, with which an editor completes, explains and checks as you type (with `--overlay`
that of files that extend another). Many editors are told of it by a first line in the file,
`# yaml-language-server: $schema=ruleset.schema.json`.

This page is written from the words of the language; each has an example.

## How a file is read

- Keys may be written with spaces, hyphens or underscores: `turn ends at`, `turn-ends-at`. A list of one may be
  written without brackets. Where a word has a *short form*, what would stand under that key may stand alone.
- Numbers are exact: `3`, `1/2`, `½`, `1.5`. Yes and no are `yes` and `no`. There are no anchors, tags or duplicate
  keys.
- **Formulas** may use dice (`1d20`, `4d6kh3`, `2d20kh1`, `3d6!`, `d%`), `+ - * / // %`, comparisons,
  `and or not`, `a if c else b`, `min max floor ceil round abs`, the names of stats, pools, traits and conditions (of
  several words with underscores: `last_breath`), the number of the `round`, and `any(opponents, row == 'front')`,
  `all`, `count` over `allies`, `opponents`, `everyone` or a side. `/` divides exactly, `//` rounds down. A condition
  counts as yes or no; `1 if stunned else 0` makes a number of it. `d(dice, 6)` rolls as many dice as a formula says.
- **Moments** are when something happens by itself: `start of turn`, `end of turn`, the name of a step of the turn,
  `start of round`, `end of round`, a phase's name, `start of X phase`, `end of X phase`, `end of scene`. Inside one
  moment the order is fixed: pools, effects, timers, the ruleset's own steps, windows, questions, removals.
- Every entry can carry `ref: LUX-I2` (or a list), the rule that it states: whatever it causes or refuses names that
  rule. And `about:`, a sentence for people.

## Which words a game needs

Most games need `sides`, `stats`, `pools`, `initiative`, `actions` and `conditions`. What is special about a game is
said by one or two words more; each has a built-in game to look at (`turnwright rules show NAME`).

| the game | the words | look at |
|---|---|---|
| one roll for the whole fight | `modes: {fight: list}`, `initiative` | `dnd5e`, `edge-of-darkness` |
| a roll each round | `initiative: {rolled: round}` | `ose` |
| one roll a side | `initiative: {per: side}` | `ose` |
| a card each round | `decks`, `initiative: {rolled: round, cards: ...}` | `savage-worlds` |
| tokens from a bag | `modes: {fight: bag}`, `bag` | `troika` |
| sides take turns about | `modes: {fight: alternate}`, `alternating` | |
| slots that a side shares out | `modes: {fight: slots}`, `slots` | `genesys` |
| whoever acted names the next | `modes: {fight: elect}`, `naming` | `popcorn` |
| several passes, or shots that acts cost | `modes: {fight: count}`, `counting` | `shadowrun5` |
| fast and slow turns, stances | a trait chosen in a phase of `choices`, and a phase that `finds: order` by it | below |
| first all move, then all shoot | `round: {phases: ...}`, or the steps of a `turn` where a side acts as one | `ose` |
| acts declared ahead | `declarations` | `ose` |
| delay, hold, a readied act | `waits`; readied: a condition that a reaction needs | `lux-aeterna`, `dnd5e` |
| reactions | `reactions`, `reacting` | `lux-aeterna`, `pathfinder2` |
| the score is spent | `cost: {score: 5}` | `shadowrun5` |
| a number the table shares (escalation, Momentum, Doom) | `dials` | |
| several turns a round | `turn: {a round: ...}`: each has a score or a card of its own | |

Fast and slow turns, for one, in full:

```yaml
traits: {pace: {among: [fast, slow], start: slow}}
round: {phases: [choosing, lining up, turns]}
phases:
  choosing: {choices: {heroes: {sets: pace}, foes: {sets: pace}}}
  lining up: {finds: order}
initiative:
  formula: (2 if pace == 'fast' else 0) + (1 if side == 'heroes' else 0)
  rolled: round
  unrolled: roll
  ties: {ask: sides}
```

## House rules

A file that begins with `extends: NAME` changes single settings of another and leaves the rest: mappings merge, lists
and values replace, `~` takes an entry away.

```yaml
extends: lux-aeterna
game: Lux Aeterna at our table
initiative: 2d10 + speed
options: {unused_delay: forfeit}
```
What is changed goes on naming the rule id of the game, unless it is given a `ref` of its own
(`initiative: {formula: 2d10 + speed, ref: OURS-1}`): that is what the log and `why` name then. A scenario
([scenario files](scenarios.md)) beside the file shows that it does what you mean.

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


def markdown(struct: type[Struct]) -> str:
    """A word's docstring as Markdown: its indented examples become YAML blocks."""
    lines: list[str] = []
    inside = False
    for line in docstring(struct).replace("``", "`").splitlines():
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
    each = f"names, each with {describe(field.kind.of)}" if isinstance(field.kind, Table) else describe(field.kind)
    wants = each.replace("|", "\\|")
    default = "needed" if info.required else shown(info.default)
    below = next(structs(field.kind), None)
    link = f" [more](#{anchor(field.key, below)})" if below is not None else ""
    return f"| `{field.key}` | {wants} | {default} | {said(struct, field)}{link} |"


def heading(name: str, struct: type[Struct]) -> str:
    """The heading of a word's section."""
    return f"`{name}`: {struct.__name__}" if name else "The file"


def anchor(name: str, struct: type[Struct]) -> str:
    """Where a word's section is, as Markdown links to it; words of several keys stand under the first."""
    title = heading(FIRST.get(struct, name), struct).lower()
    return "".join(c for c in title.replace(" ", "-") if c.isalnum() or c in "-_")


def shown(default: Any) -> str:
    """A default as the file would state it; empty where saying nothing is the default."""
    if default is NODEFAULT or default in ((), {}, "", None) or isinstance(default, Struct):
        return ""
    if isinstance(default, bool):
        return "yes" if default else "no"
    entries = default if isinstance(default, tuple) else (default,)
    return f"`{', '.join(str(getattr(one, 'name', getattr(one, 'text', one))) for one in entries)}`"


def page() -> str:
    """The whole page."""
    kinds = Kinds(READERS)
    parts = [HEAD]
    FIRST.update((struct, name) for name, struct in words(kinds))
    for name, struct in words(kinds):
        short = kinds.shorthand(struct)
        parts.append(f"### {heading(name, struct)}\n\n{markdown(struct)}\n")
        if short is not None:
            parts.append(f"Short form: what stands alone is its `{short.key}`.\n")
        own = [info for info in fields(struct) if info.name not in ("ref", "about")]
        if own:
            parts.append("| key | what it takes | if left out | |\n|---|---|---|---|")
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
