"""Reading a file into a tree: what is read, and every fault in how a file is written, at its exact place."""

from __future__ import annotations

import unicodedata

import pytest
import yaml

from turnwright.rules import document
from turnwright.rules.document import (
    DEEPEST,
    LARGEST,
    MOST_NODES,
    Document,
    FileFaults,
    Mapping,
    Node,
    Scalar,
    Sequence,
    Unread,
    read_document,
)


@pytest.fixture(params=["C", "Python"], autouse=True)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test runs under both of PyYAML's parsers: results and places are the same."""
    if request.param == "C":
        if not yaml.__with_libyaml__:
            pytest.skip("this PyYAML has no parser in C")
        monkeypatch.setattr(document, "LOADER", yaml.CSafeLoader)
    else:
        monkeypatch.setattr(document, "LOADER", yaml.SafeLoader)


def plain(node: Node) -> object:
    """The tree as plain lists and dicts of text."""
    match node:
        case Scalar():
            return node.text
        case Sequence():
            return [plain(item) for item in node.items]
        case Mapping():
            return {key.text: plain(value) for key, value in node.entries}
        case Unread():
            return None


def faults(data: str | bytes) -> list[str]:
    found = read_document(data, "f").faults
    return [str(fault).removeprefix("f:") for fault in found]


def value(text: str) -> Scalar:
    """The value of the first entry."""
    node = read_document(text, "f").whole().entries[0][1]
    assert isinstance(node, Scalar)
    return node


def test_everything_stays_text() -> None:
    text = "a: no\nb: 010\nc: 1.5\nd: 2024-01-01\ne: ~\nf:\ng: '1'\n<<: x\n1: [yes, {null: true}]\n"
    assert plain(read_document(text, "f").whole()) == {
        "a": "no",
        "b": "010",
        "c": "1.5",
        "d": "2024-01-01",
        "e": "~",
        "f": "",
        "g": "1",
        "<<": "x",
        "1": ["yes", {"null": "true"}],
    }


def test_places_are_those_of_the_text() -> None:
    root = read_document('# first\nturn:\n  - "ä": [x, {y: z}]\n  -\nend:\n', "f").whole()
    turn, end = root.entries
    assert (root.line, root.column) == (2, 1)
    assert (turn[1].line, turn[1].column) == (3, 3)
    assert isinstance(turn[1], Sequence)
    inner, empty = turn[1].items
    assert isinstance(inner, Mapping)
    key, items = inner.entries[0]
    assert (key.text, key.quoted, key.line, key.column) == ("ä", True, 3, 5)
    assert isinstance(items, Sequence)
    assert (items.line, items.column) == (3, 10)
    assert [(item.line, item.column) for item in items.items] == [(3, 11), (3, 14)]
    assert (empty.line, empty.column) == (4, 4)
    # An empty value stands behind its key.
    assert (end[1].line, end[1].column) == (5, 4)


@pytest.mark.parametrize(
    ("text", "offset", "place"),
    [
        ("a: 1d6 + x", 6, (1, 10)),
        ("a: '1d6 + x'", 6, (1, 11)),
        ('a: "1d6 + x"', 6, (1, 11)),
        ("a: 1d6 + x", 99, (1, 11)),
        ("a: 'it''s + x'", 7, (1, 4)),
        ("a: 1d6\n  + x", 6, (1, 4)),
        ("a: |\n  1d6 + x", 6, (1, 4)),
        ("a: e\u0301 + x", 4, (1, 4)),
        ("a: 1d6\t+ x", 6, (1, 10)),
    ],
)
def test_a_place_inside_a_text(text: str, offset: int, place: tuple[int, int]) -> None:
    assert value(text).inside(offset) == place


def test_text_and_keys_are_composed_and_keys_trimmed() -> None:
    root = read_document('" Re\u0301mi ": Re\u0301mi\n', "f").whole()
    key, name = root.entries[0]
    assert key.text == unicodedata.normalize("NFC", "Re\u0301mi")
    assert isinstance(name, Scalar)
    assert name.text == key.text


def test_kinds_of_text() -> None:
    assert value("a: >\n  x\n  y\n").text == "x y\n"
    assert value("a: x\n  y").text == "x y"
    assert value('a: "x\\ty"').text == "x\ty"
    assert [value(f"a: {text}").quoted for text in ("x", "'x'", '"x"', "|\n  x")] == [False, True, True, True]
    assert [value(f"a: {text}").nothing for text in ("", "~", "null", "''", "'~'", "none")] == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]


@pytest.mark.parametrize(
    "text",
    [
        "a: 1\r\nb: 2\r\n",
        "\ufeffa: 1\nb: 2",
        "---\na: 1\nb: 2\n...\n",
        "a:\t1\t# a tab counts as a space inside a line\nb:\u00a02",
        "{a: 1, b: 2}",
        "\t# a comment may stand anywhere\n\t\na: 1\nb: 2",
    ],
)
def test_ways_to_write_the_same(text: str) -> None:
    assert plain(read_document(text.encode(), "f").whole()) == {"a": "1", "b": "2"}


# Each broken file with all of its faults: place, and part of what is told.
BROKEN: dict[str, tuple[str | bytes, list[str]]] = {
    "empty": ("", ["1:1: the file is empty"]),
    "only comments": ("# nothing\n---\n", ["1:1: the file is empty"]),
    "list": ("- a\n", ["1:1: a file starts with"]),
    "one text": ("hello\n", ['1:1: a colon is missing after "hello"']),
    "colon in text": ("a: b: c\n", ['1:5: a colon inside text needs quotes — put quotes around it: "b: c"']),
    "colon in a list": ("a:\n  - b: c: d\n", ["2:9: a colon inside text needs quotes"]),
    "colon in text of several lines": ("a: he said\n  this\n  so: that\n", ["3:5: a colon inside text"]),
    "no colon": ("a: 1\nfoo\nb: 2\n", ['2:1: a colon is missing after "foo"']),
    "no colon above": ("p:\n  action 3\n  reaction: 2\n", ['2:3: a colon is missing after "action 3"']),
    "no colon above a mapping": ("a: 1\npools\n  b: 2\n", ['2:1: a colon is missing after "pools"']),
    "no space": ("a: 1\nb:2\nc: 3\n", ["2:2: a space is missing after the colon"]),
    "no space in brackets": ("a: {b:}\n", ["1:6: a space is missing after the colon"]),
    "no space after a dash": ("a:\n- b\n-c\n- d\n", ['3:1: a space is missing after the "-"']),
    "wide colon": ("name： x\nb: 2\n", ["1:5: this wide colon"]),
    "deeper": ("a: 1\n  b: 2\n", ["2:3: this line stands deeper"]),
    "less deep": ("a:\n    b: 1\n  c: 2\n", ["3:3: the indentation of this line fits no line above"]),
    "less deep than the first": ("  a: 1\nb: 2\n", ["2:1: the indentation of this line fits no line above"]),
    "list out of line": ("a:\n  - b\n - c\n", ["3:2: a list entry is not expected here"]),
    "list without a dash": ("a:\n  - b\n  c: d\n", ['3:3: an entry of this list must start with "- "']),
    "list beside its key": ("a: - b\n", ["1:4: a list starts on a line of its own"]),
    "bracket": ("a: [1, 2\nb: 3\n", ['1:4: the "[" opened here is not closed']),
    "bracket inside": ("p:\n  a: {x: 3\n  b: {x: 2}\n", ['2:6: the "{" opened here is not closed']),
    "nothing after a bracket": ("a: 1\nc: [", ['2:4: the "[" opened here is not closed']),
    "bracket too many": ("a: [b]]\n", ['1:7: this "]" closes nothing']),
    "comma": ("a: {x: 1 y: 2}\n", ["1:11: a comma is missing"]),
    "two commas": ("a: [b,, c]\n", ['1:7: a "," is not expected here']),
    "comma in a formula": ("a: {m: max(0, x), n: 1}\n", ["1:8: a comma between brackets ends the text"]),
    "question": ("a: [ready?, go]\n", ['1:10: a text with a "?" needs quotes']),
    "quote": ('a: "foo\nb: c\n', ["1:4: the quote opened here is not closed"]),
    "apostrophe": ("a: 'it's'\n", ["1:8: nothing may follow the closing quote"]),
    "after a quote": ('a: "x" y\n', ["1:8: nothing may follow the closing quote"]),
    "backslash": ('a: "C:\\dice"\n', ["1:7: this backslash"]),
    "half a character": ('a: "\\ud800"\n', ["1:5: this backslash"]),
    "beyond Unicode": ('a: "\\U00110000"\n', ["1:5: this backslash"]),
    "anchor and alias": ("a: &x 1\nb: *x\n", ['1:4: a text may not start with "&"', "2:4: a text may not start"]),
    "anchored mapping": ("a: &x {b: 1}\nb: {<<: *x}\n", ["1:4: a text may not", '2:9: a text may not start with "*"']),
    "tag": ("a: !!python/object x\n", ['1:4: a text may not start with "!"']),
    "star": ("a: * 2\n", ['1:4: a text may not start with "*" — put quotes around it: "* 2"']),
    "at": ("a: @x\n", ['1:4: a text may not start with "@"']),
    "percent": ("a: %x\n", ['1:4: a text may not start with "%"']),
    "comparison": ("a: >= 3\n", ['1:4: a text may not start with ">" — put quotes around it: ">= 3"']),
    "directive": ("%YAML 1.1\n---\na: b\n", ['1:1: a line may not start with "%"']),
    "second document": ("a: 1\n---\nb: 2\n", ["2:1: a file holds one document only"]),
    "after the end": ("a: 1\n...\nb: 2\n", ["2:1: a file holds one document only"]),
    "same key": (
        "a: 1\nb: {c: 1, c: 2}\n a : 3\n'a': 4\n".replace("\n a ", "\na "),
        [
            '2:11: the key "c" stands here a second time — the first one is in line 2, column 5',
            '3:1: the key "a" stands here a second time — the first one is in line 1, column 1',
            '4:1: the key "a" stands here a second time',
        ],
    ),
    "same key composed": ("\u00e9: 1\ne\u0301: 2\n", ["2:1: the key"]),
    "list as key": ("[a]: 1\n? {b: c}\n: 2\n", ["1:1: a key must be text", "2:3: a key must be text"]),
    "braces of a template": ("a: {{name}}\n", ["1:5: a key must be text"]),
    "no key": (": 1\n", ["1:1: a key is missing before this colon"]),
    "empty key": ("a: {'': 1}\n", ["1:5: a key is missing before this colon"]),
    "long key": ("k" * 1100 + ": 1\n", ["1:1101: the key before this colon is too long"]),
    "number sign": ("a: Goblin #2\n", ['1:11: this "#" starts a comment, so "Goblin" is all that is read']),
    "number sign in a key": ("Goblin #2: 3\nb: 4\n", ['1:8: this "#" starts a comment']),
    "tabs": ("a:\n\tb: 1\n  \tc: 2\n", ["2:1: a tab in the indentation", "3:3: a tab in the indentation"]),
    "wide spaces": ("a:\n\u3000b: 1\n", ["2:1: a space of another kind (U+3000) in the indentation"]),
    "hidden": (
        "a: b\x00c\nb\u200b: 2\nb: 3\nc: \u202etxt.exe\n",
        [
            "1:5: an invisible character (U+0000)",
            "2:2: an invisible character (U+200B)",
            '3:1: the key "b" stands here a second time',
            "4:4: an invisible character (U+202E)",
        ],
    ),
    "hidden by an escape": ('a: "\\x07"\n', ["1:4: this text holds an invisible character"]),
    "lone carriage return": ("a: 1\rb: 2\n", ["1:5: an invisible character (U+000D)"]),
    "not UTF-8": (b"a: 1\nb\xe9: \xff\n", ["2:2: a letter here is not UTF-8"]),
    "UTF-16": ("a: 1\n".encode("utf-16"), ["1:1: the file is saved as UTF-16"]),
    "deep": ("a: " + "[" * 30, ["1:23: lists and mappings stand inside each other more than 20 deep"]),
    "large": (b"a" * (LARGEST + 1), ["1:1: the file is larger than 1,000,000 characters"]),
    "many": ("a: [" + "1," * MOST_NODES + "]\n", [f"1:{2 * (MOST_NODES - 3) + 5}: the file holds more than 50,000"]),
    "all at once": (
        "game: lux: 2\nturn\n  steps: 3\npools:\n\ta: 1\na: *x\nb: [1\nb: 2\n",
        [
            "1:10: a colon inside text",
            "2:1: a colon is missing",
            "5:1: a tab",
            "6:4: a text may not start",
            '7:4: the "[" opened here is not closed',
            '8:1: the key "b" stands here a second time',
        ],
    ),
}


@pytest.mark.parametrize(("text", "expected"), BROKEN.values(), ids=BROKEN)
def test_every_fault_is_told_at_its_place(text: str | bytes, expected: list[str]) -> None:
    found = faults(text)
    assert len(found) == len(expected), found
    for said, part in zip(found, expected, strict=True):
        assert said.startswith(part)


def test_twenty_deep_is_read() -> None:
    document = read_document("a: " + "[" * (DEEPEST - 1) + "]" * (DEEPEST - 1), "f")
    assert not document.faults


def test_what_could_be_read_is_there_beside_the_faults() -> None:
    document = read_document("a: [1\nb: 2\nc: *x\nd: {m: max(0, 1)}\n", "f")
    assert plain(document.root) == {"a": None, "b": "2", "c": None, "d": None}
    assert len(document.faults) == 3


def test_a_section_that_a_bracket_spans_is_not_blamed() -> None:
    assert faults("a: {\nb: 1\n}\nc: [\n") == ['4:4: the "[" opened here is not closed']


def test_faults_are_raised_together_and_sorted() -> None:
    document = read_document("b: *x\na: &y 1\n", "f")
    with pytest.raises(FileFaults) as caught:
        Document(document.root, document.faults[::-1]).whole()
    assert [fault.line for fault in caught.value.faults] == [1, 2]
    assert str(caught.value) == "\n".join(str(fault) for fault in document.faults)
    assert str(document.faults[0]) == 'f:1:4: a text may not start with "*" — put quotes around it: "*x"'


def test_a_flood_of_faults_is_cut() -> None:
    document = read_document("\n".join(f"a{number}: *x" for number in range(200)), "f")
    assert len(document.faults) == 200
    shown = str(FileFaults(document.faults)).splitlines()
    assert len(shown) == 51
    assert shown[-1] == "and 150 more"
