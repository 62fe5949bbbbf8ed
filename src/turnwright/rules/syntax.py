"""What the YAML parser complains of, in the words of someone who writes no code."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import yaml

from turnwright.rules.faults import quote

_QUOTES = "put quotes around the text"
DEEPEST = 20
TOO_DEEP = f"lists and mappings stand inside each other more than {DEEPEST} deep"

_COLON = re.compile(r":(\s|$)")
_LINE_UP = "line it up with the lines it belongs to"


class Trouble(NamedTuple):
    """A complaint: where (from 1), what, and what to do about it."""

    line: int
    column: int
    message: str
    hint: str = ""


class Spot(NamedTuple):
    """Where the parser stopped, and where the thing began that it was reading then; both from 0."""

    lines: list[str]
    line: int
    column: int
    begun_line: int
    begun_column: int

    def text(self, line: int) -> str:
        return self.lines[line] if line < len(self.lines) else ""

    def character(self) -> str:
        return self.text(self.line)[self.column : self.column + 1]

    def before(self) -> str:
        return self.text(self.line)[: self.column]

    def here(self, message: str, hint: str = "") -> Trouble:
        return Trouble(self.line + 1, self.column + 1, message, hint)

    def begun(self, message: str, hint: str = "") -> Trouble:
        return Trouble(self.begun_line + 1, self.begun_column + 1, message, hint)


def reword(error: yaml.MarkedYAMLError, lines: list[str]) -> Trouble:
    """The parser's complaint about these lines, reworded and put where the writer went wrong."""
    problem = error.problem_mark or error.context_mark
    begun = error.context_mark or problem
    if problem is None or begun is None:
        return Trouble(1, 1, "the file can't be read")
    spot = Spot(lines, problem.line, problem.column, begun.line, begun.column)
    said = f"{error.context or ''}: {error.problem or ''}"
    tell = next((tell for phrase, tell in _TELLERS if phrase in said), _unknown)
    return _inside(tell(spot), lines)


def may_not_start(line: int, column: int, text: str) -> Trouble:
    """Text that starts with a character that means something else in YAML."""
    return Trouble(line, column, f'a text may not start with "{text[:1]}"', f"put quotes around it: {_in_quotes(text)}")


def _in_quotes(text: str) -> str:
    plain = re.split(r"\s#", text)[0].replace('"', "'")
    return quote(plain.rstrip(" ,]}") or plain)


def _inside(trouble: Trouble, lines: list[str]) -> Trouble:
    """The parser may stop behind the last line; the trouble is told at the end of the text then."""
    last = max((number for number, line in enumerate(lines, 1) if line.strip()), default=1)
    if trouble.line <= last:
        return trouble
    return trouble._replace(line=last, column=len(lines[last - 1].rstrip()) + 1)


def _unknown(spot: Spot) -> Trouble:
    return spot.here("this can't be read here", _QUOTES)


def _colon(spot: Spot) -> Trouble:
    before = spot.before()
    earlier = re.search(r":\s", before)
    if earlier:
        rest = spot.text(spot.line)[earlier.end() :].strip()
        return spot.here("a colon inside text needs quotes", f"put quotes around it: {_in_quotes(rest)}")
    if len(before.strip()) > 1000:
        return spot.here("the key before this colon is too long")
    above = _line_above(spot.lines, spot.line)
    if above is None:
        return spot.here("a colon is not expected here", _QUOTES)
    if _COLON.search(spot.text(above)):
        message = "this line stands deeper than the line above, which has its value already"
        return Trouble(spot.line + 1, _indent(before) + 1, message, _LINE_UP)
    return _colon_below(spot, above)


def _colon_below(spot: Spot, above: int) -> Trouble:
    """A colon under a line that has none: that line lacks it, or both are text that began further up."""
    top, owner = above, _line_above(spot.lines, above)
    while owner is not None and not _COLON.search(spot.text(owner)):
        top, owner = owner, _line_above(spot.lines, owner)
    text = "" if owner is None else spot.text(owner).split(" #")[0].rstrip()
    if text and not text.endswith(":") and _indent(text) < _indent(spot.text(top)):
        return spot.here("a colon inside text needs quotes", "put quotes around the whole text")
    return _colon_missing(above, _indent(spot.text(above)), spot.text(above))


def _line_above(lines: list[str], line: int) -> int | None:
    return next((above for above in range(line - 1, -1, -1) if lines[above].split("#")[0].strip()), None)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _key_alone(spot: Spot) -> Trouble:
    line = spot.text(spot.begun_line)
    return _colon_missing(spot.begun_line, spot.begun_column, line)


def _colon_missing(line: int, column: int, text: str) -> Trouble:
    """A line that should be "key: value" and has no colon that counts."""
    trouble = colon_trouble(text[column:])
    return Trouble(line + 1, column + trouble.column, trouble.message, trouble.hint)


def colon_trouble(text: str) -> Trouble:
    """Why this text, which should start with "key: value", does not; in its own columns."""
    tight = re.match(r"[^\s\"'#:]+(?: [^\s\"'#:]+)*(:)[^\s:]", text)
    if tight:
        return Trouble(1, tight.start(1) + 1, "a space is missing after the colon")
    if "：" in text:
        return Trouble(1, text.index("：") + 1, "this wide colon is not read as one", 'write ":"')
    if re.match(r"-[^\s-]", text):
        return Trouble(1, 1, 'a space is missing after the "-"')
    if re.search(r"\s#", text):
        return Trouble(1, 1, f"a colon is missing after {quote(text.split(' #')[0])}", 'a "#" starts a comment')
    return Trouble(1, 1, f"a colon is missing after {quote(text)}", 'write "key: value"')


def colon_hint(text: str) -> str:
    """What is wrong with a text that should be "key: value", where that can be seen from it; else an empty text."""
    trouble = colon_trouble(text)
    return "" if "a colon is missing" in trouble.message else trouble.message


def _unclosed(spot: Spot) -> Trouble:
    bracket = spot.text(spot.begun_line)[spot.begun_column : spot.begun_column + 1]
    if spot.line > spot.begun_line:
        return spot.begun(f'the "{bracket}" opened here is not closed', "or a comma is missing between its entries")
    if spot.character() == ":":
        return spot.here("a comma is missing before this entry, or a colon inside text needs quotes")
    return spot.here(f"a comma is missing before {quote(spot.text(spot.line)[spot.column :])}")


def _question(spot: Spot) -> Trouble:
    return spot.here('a text with a "?" needs quotes between brackets', "put quotes around the whole text")


def _deep(spot: Spot) -> Trouble:
    return spot.here(TOO_DEEP)


def _start(spot: Spot) -> Trouble:
    return may_not_start(spot.line + 1, spot.column + 1, spot.text(spot.line)[spot.column :])


def _start_begun(spot: Spot) -> Trouble:
    rest = spot.text(spot.begun_line)[spot.begun_column :]
    return may_not_start(spot.begun_line + 1, spot.begun_column + 1, rest)


def _list_beside(spot: Spot) -> Trouble:
    return spot.here("a list starts on a line of its own, not beside its key", f"or, if it is text, {_QUOTES}")


def _no_value(spot: Spot) -> Trouble:
    character = spot.character()
    if not character:
        return _bracket_open(spot)
    if character in ("]", "}") and not re.search(r"[\[{]", spot.before()):
        return _start(spot)
    return spot.here(f'a "{character}" is not expected here', f"something is missing before it, or {_QUOTES}")


def _bracket_open(spot: Spot) -> Trouble:
    for line in range(spot.line, -1, -1):
        column = max(spot.text(line).rfind("["), spot.text(line).rfind("{"))
        if column >= 0:
            return Trouble(line + 1, column + 1, f'the "{spot.text(line)[column]}" opened here is not closed')
    return _unknown(spot)


def _quote_open(spot: Spot) -> Trouble:
    return spot.begun("the quote opened here is not closed")


def _backslash(spot: Spot) -> Trouble:
    column = max(spot.text(spot.line).rfind("\\", 0, spot.column + 1), 0)
    return Trouble(
        spot.line + 1,
        column + 1,
        "this backslash starts no character that is known",
        'write "\\\\" for a backslash',
    )


def _tight_colon(spot: Spot) -> Trouble:
    return spot.here("a space is missing after the colon")


def _misplaced(spot: Spot) -> Trouble:
    """Something stands where the parser wanted the next entry of the same list or mapping, or the end."""
    character, before = spot.character(), spot.before()
    if character in ("]", "}"):
        return spot.here(f'this "{character}" closes nothing')
    if before.strip():
        apostrophe = "write '' for an apostrophe inside single quotes, or use double quotes"
        return spot.here(
            "nothing may follow the closing quote or bracket",
            apostrophe if before.endswith("'") and not before.endswith(" '") else "put quotes around all of it",
        )
    if character == ":":
        return spot.here("a key is missing before this colon")
    if re.fullmatch(r"(\.\.\.|---).*", spot.text(spot.line - 1) if spot.line else ""):
        return Trouble(spot.line, 1, "a file holds one document only", "delete this line")
    if re.match(r"-(\s|$)", spot.text(spot.line)[spot.column :]):
        return spot.here("a list entry is not expected here", _LINE_UP)
    if spot.column == spot.begun_column and re.match(r"-\s", spot.text(spot.begun_line)[spot.begun_column :]):
        return spot.here('an entry of this list must start with "- "', _LINE_UP)
    return spot.here("the indentation of this line fits no line above it", _LINE_UP)


# What PyYAML's parsers (in C, in Python) say, by a phrase that both share; the first that fits counts.
_TELLERS: tuple[tuple[str, Callable[[Spot], Trouble]], ...] = (
    ("mapping values are not allowed", _colon),
    ("could not find expected ':'", _key_alone),
    ("got '?'", _question),
    ("expected ',' or", _unclosed),
    ("cannot start any token", _start),
    ("expected alphabetic or numeric", _start_begun),
    ("scanning a block scalar", _start_begun),
    ("a tag:", _start_begun),
    ("undefined tag handle", _start_begun),
    ("sequence entries are not allowed", _list_beside),
    ("mapping keys are not allowed", _start),
    ("nesting depth", _deep),
    ("node content", _no_value),
    ("unexpected end of stream", _quote_open),
    ("unexpected document", _quote_open),
    ("unexpected ':'", _tight_colon),
    ("escape", _backslash),
    ("hexdecimal", _backslash),
    ("<block end>", _misplaced),
    ("expected key", _misplaced),
    ("'-' indicator", _misplaced),
    ("<document start>", _misplaced),
)
