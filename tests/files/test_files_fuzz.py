"""Whatever stands in a file, there is a value or there are faults, and every place points inside the text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import yaml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from files.editor import flags
from files.help_files import FILE, Game
from turnwright.rules import document
from turnwright.rules.document import Document, Fault, FileFaults, Mapping, Node, Scalar, Sequence, read_document
from turnwright.rules.shape import overlay, schema, shape

# How long one example takes says nothing on a machine that does other things too.
SOME = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
MANY = settings(SOME, max_examples=500)

FRAGMENTS = st.sampled_from(
    [
        *("a", "b", "foo bar", " ", "  ", "\n", "\n ", "\n  ", "\n    ", ": ", ":", "- ", "-", "[", "]", "{", "}", ","),
        *(", ", '"', "'", "#", " #", "# x", "|", ">", "|-", "\n---\n", "\n...\n", "&x ", "*x", "!t ", "? ", "?", "%"),
        *("@", "\t", "\\", "\\n", "1d20 + 5", "é", "\u00a0", "e\u0301", "～", "𝒳", "\r\n", "\r", "\u2028", "\x00"),
        *("\ufeff", "\ufdd0", "x: y", "k: v\n", "  m: n\n", "- i\n", '"q r"', "'s'", "max(0, x)", "~", "null", "<<"),
        *("=", "`", '"\\x41"', "''", '"\\ud800"', '"\\U00110000"'),
    ]
)
SOUP = st.lists(FRAGMENTS, max_size=30).map("".join)

KEYS = st.sampled_from(
    [
        *(
            "game",
            "initiative",
            "pools",
            "turn",
            "words",
            "formula",
            "first",
            "ties",
            "by",
            "ask",
            "max",
            "least",
            "cap",
        ),
        *("refill", "turn ends at", "turn_ends_at", "class", "skips", "gane", "Pool", '"a b"', "3", "action"),
    ]
)
TEXTS = st.sampled_from(
    ["1d20 + speed", "3", "-½", "high", "low", "gm", "yes", "no", "none", "~", "", "'it''s'", '"q"', "2 +", "1e9", "lo"]
)
# Texts as PyYAML itself writes them, quotes and all.
LEAVES = TEXTS | st.text(max_size=8).map(lambda text: yaml.dump(text, width=1000).split("\n")[0])


def block(data: object, indent: str = "") -> str:
    """Block YAML of nested mappings (also as lists of pairs), lists and texts."""
    lines = []
    entries = list(data.items()) if isinstance(data, dict) else data if isinstance(data, list) else []
    for entry in entries:
        head, value = (f"{entry[0]}:", entry[1]) if isinstance(entry, tuple) else ("-", entry)
        if isinstance(value, list | dict) and value:
            lines.append(f"{indent}{head}\n{block(value, indent + '  ')}")
        else:
            lines.append(f"{indent}{head} {value}\n")
    return "".join(lines)


def nested(inner: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.lists(st.tuples(KEYS, inner), max_size=5, unique_by=lambda pair: pair[0]) | st.lists(inner, max_size=3)


SHAPED = st.lists(st.tuples(KEYS, st.recursive(LEAVES, nested, max_leaves=20)), max_size=6).map(block)

FORMULAS = st.sampled_from(["1d20 + speed", "3", "'-½'", "max(0, x)", "2 if a <= 5 else 3", '"tier"'])
PHRASES = st.sampled_from(["a", "turn start", "'it''s'", "3", "yes", "no", "é", '"~"', "'Roan: no'"])


def entries(**optional: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    """A mapping with some of these keys, in which words are parted one way or another."""
    made = st.fixed_dictionaries({}, optional=optional)
    part = st.sampled_from([" ", "_", "-"])
    return st.builds(lambda by, known: {key.replace("_", by): value for key, value in known.items()}, part, made)


TIES = FORMULAS | entries(by=FORMULAS, ask=st.sampled_from(["gm", "all sides", "all_sides", "none"]))
RANK = entries(first=st.sampled_from(["high", "low"]), ties=TIES | st.lists(TIES, max_size=3))
POOL = st.builds(
    lambda most, rest: {"max": most, **rest},
    FORMULAS,
    entries(least=st.sampled_from(["1/2", "-3", "½"]), refill=PHRASES | st.lists(PHRASES), cap=st.just("3")),
)
GAMES = st.builds(
    lambda name, rest: block({"game": name, **rest}),
    PHRASES,
    entries(
        initiative=FORMULAS
        | st.just("none")
        | st.builds(lambda formula, rest: {"formula": formula, **rest}, FORMULAS, RANK),
        pools=st.dictionaries(PHRASES, POOL, max_size=3),
        turn=entries(turn_ends_at=PHRASES, skips=st.sampled_from(["yes", "No", "TRUE"])),
        words=st.dictionaries(PHRASES, PHRASES, max_size=3),
    ),
)
FILES = GAMES | SHAPED | SOUP | st.text() | st.binary()


def lines_of(data: bytes | str) -> list[str]:
    text = data.decode(errors="replace") if isinstance(data, bytes) else data
    return text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")


def check_place(line: int, column: int, lines: list[str]) -> None:
    assert 1 <= line <= len(lines)
    assert 1 <= column <= len(lines[line - 1]) + 1


def nodes(node: Node) -> Iterator[Node]:
    yield node
    if isinstance(node, Sequence):
        for item in node.items:
            yield from nodes(item)
    if isinstance(node, Mapping):
        for key, value in node.entries:
            yield key
            yield from nodes(value)


def outcome(read: Document) -> tuple[Game | None, tuple[Fault, ...]]:
    """The value, or all that is wrong."""
    try:
        return shape(read.root, Game, faults=read.faults).value, ()
    except FileFaults as error:
        return None, error.faults


def check(data: bytes | str) -> Document:
    """Read and shape; all that comes of it is a value, or faults at places in the text."""
    read = read_document(data, FILE)
    lines = lines_of(data)
    for node in nodes(read.root):
        check_place(node.line, node.column, lines)
        if isinstance(node, Scalar) and node.verbatim and node.text:
            line, column = node.inside(0)
            written = lines[line - 1][column - 1 :][: len(node.text)]
            assert "".join(" " if letter.isspace() else letter for letter in written) == node.text
    value, faults = outcome(read)
    assert isinstance(value, Game) != bool(faults)
    for fault in faults:
        check_place(fault.line, fault.column, lines)
        assert "\ufdd0" not in str(fault)
        assert "\n" not in str(fault)
    return read


@given(FILES)
@MANY
@example("a: &x [*x]")
@example("a: {b: 'c\n  d', e: |\n  f}")
@example(b"\xef\xbb\xbfgame: \xff")
@example("\n---\n---\n")
def test_there_is_a_value_or_there_are_faults(data: bytes | str) -> None:
    check(data)


@pytest.mark.skipif(not yaml.__with_libyaml__, reason="this PyYAML has no parser in C")
@example(text="--- `")
@given(SHAPED | SOUP)
@MANY
def test_both_parsers_agree(text: str) -> None:
    both = []
    for loader in (yaml.CSafeLoader, yaml.SafeLoader):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(document, "LOADER", loader)
            both.append(check(text))
    first, second = both
    # Where several things are wrong, the two may stumble over different ones first.
    assert bool(first.faults) == bool(second.faults)
    assert first.faults or first == second


@given(GAMES)
@SOME
def test_what_is_read_is_not_flagged_by_an_editor(text: str) -> None:
    assert outcome(read_document(text, FILE))[1] == ()
    assert not flags(schema(Game), text)


@given(SHAPED, SHAPED)
@SOME
def test_laid_over_each_other(base: str, over: str) -> None:
    below, above = read_document(base, "base"), read_document(over, "over")
    if not isinstance(below.root, Mapping) or not isinstance(above.root, Mapping):
        return
    lines = {"base": lines_of(base), "over": lines_of(over)}
    for kind in (Game, None):
        faults: list[Fault] = []
        merged = overlay(below.root, above.root, kind, faults=faults)
        for node in (*nodes(merged), *faults):
            check_place(node.line, node.column, lines[node.file])
        names = [key.text for key, _ in merged.entries]
        assert len(names) == len(set(names))


@given(GAMES)
@SOME
def test_laid_over_itself_nothing_changes(text: str) -> None:
    read = read_document(text, FILE)
    value, _ = outcome(read)
    assert isinstance(read.root, Mapping)
    assert outcome(Document(overlay(read.root, read.root, Game), ())) == (value, ())


@given(GAMES, GAMES)
@SOME
def test_a_good_file_laid_over_a_good_file_is_good(base: str, over: str) -> None:
    below, above = read_document(base, "base").whole(), read_document(over, "over").whole()
    value, faults = outcome(Document(overlay(below, above, Game), ()))
    assert value
    assert not faults
    given_names = {key.text for key, _ in above.entries}
    changed, unchanged = shape(above, Game).value, shape(below, Game).value
    for name in ("game", "words", "turn", "pools"):
        if name not in given_names:
            assert getattr(value, name) == getattr(unchanged, name)
    assert value.game == changed.game
    assert set(value.pools) == set(unchanged.pools) | set(changed.pools)


@given(LEAVES)
@SOME
def test_a_shorthand_is_the_field_written_out(text: str) -> None:
    short, _ = outcome(read_document(f"game: x\ninitiative: {text}\n", FILE))
    long, _ = outcome(read_document(f"game: x\ninitiative:\n  formula: {text}\n", FILE))
    # "none" and nothing at all stand for no initiative, but not for no formula.
    assert short == long or (short is not None and short.initiative is None)
