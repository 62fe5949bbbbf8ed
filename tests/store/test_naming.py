"""Which names are allowed, which are the same, which encounter is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from store.help import refused
from turnwright.store import StoreError
from turnwright.store.names import LONGEST, clean, key, pick

if TYPE_CHECKING:
    from turnwright.store import Store


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ambush", "Ambush"),
        ("  Ambush\t\n", "Ambush"),
        ("Cafe\u0301", "Café"),
        ("A  B", "A  B"),
        ("7", "7"),
        ("?", "?"),
        ("\N{DRAGON}", "\N{DRAGON}"),
        ("\N{WOMAN}\u200d\N{ROCKET}", "\N{WOMAN}\u200d\N{ROCKET}"),
        ("ドラゴン", "ドラゴン"),
        ("x" * LONGEST, "x" * LONGEST),
        (" " + "e\u0301" * LONGEST, "é" * LONGEST),
    ],
)
def test_allowed(store: Store, name: str, kept: str) -> None:
    store.create(name, b"")
    assert [saved.name for saved in store.names()] == [kept]
    assert store.last(name) == 0


@pytest.mark.parametrize(
    ("name", "phrase"),
    [
        ("", "visible"),
        (" \u3000\n", "visible"),
        ("\u200b\u200d", "visible"),
        ("\u0301", "visible"),
        ("x" * (LONGEST + 1), "this one has 81"),
        ("a\nb", "U+000A"),
        ("a\x00b", "U+0000"),
        ("a\x1b[31mb", "U+001B"),
        ("a\x85b", "U+0085"),
        ("a\u2028b", "U+2028"),
        ("a\u202eb", "U+202E"),
        ("a\udc80b", "U+DC80"),
    ],
)
def test_not_allowed(store: Store, name: str, phrase: str) -> None:
    with refused("name", phrase):
        store.create(name, b"")
    assert store.names() == []
    with refused("unknown"):
        store.last(name)
    with refused("unknown"):
        store.find(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ambush", "AMBUSH"),
        ("Ambush", "  ambush "),
        ("Café", "Cafe\u0301"),
        ("CAFÉ", "cafe\u0301"),
        ("Straße", "STRASSE"),
        ("ΌΡΚΟΣ", "όρκος"),
        ("Å", "\N{ANGSTROM SIGN}"),
        ("\u1fb7", "\u1fb6\u0345"),
        ("ᾳ\u0301", "\u03b1\u0301\u0345"),
        ("\u0391\u0345\u0342", "\u03b1\u0345\u0342"),
    ],
)
def test_the_same(store: Store, one: str, other: str) -> None:
    store.create(one, b"header")
    with refused("exists", "already"):
        store.create(other, b"")
    store.append(other, 1, b"1")
    assert store.header(other) == b"header"
    assert store.find(other) == clean(one)
    store.rename(one, other)
    assert store.find(one) == clean(other)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Goblin", "Goblin"),
        ("goblin", "Goblin"),
        ("goblin ", "Goblin"),
        ("goblin c", "Goblin Café"),
        ("Goblin Cafe\u0301", "Goblin Café"),
        ("o", "Orc"),
        ("GR", "Größe"),
        ("grösse", "Größe"),
        ("GRÖS", "Größe"),
    ],
)
def test_found(text: str, meant: str) -> None:
    assert pick(text, ["Goblin Café", "Goblin", "Goblin Ambush", "Orc", "Größe"]) == meant


def test_an_ambiguous_beginning_lists_the_candidates(store: Store) -> None:
    for name in ("Goblin Cave", "Orc", "Goblin Ambush"):
        store.create(name, b"")
    with refused("ambiguous", '"Goblin Ambush" and "Goblin Cave"') as info:
        store.find("gob")
    assert info.value.names == ("Goblin Ambush", "Goblin Cave")


def test_a_long_list_is_cut() -> None:
    with refused("ambiguous", '"A0", "A1"', '"A7" and 92 more.') as info:
        pick("a", [f"A{n}" for n in range(100)])
    assert len(info.value.names) == 100


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("Gobiln Cave", ("Goblin Cave",)),
        ("cave", ("Goblin Cave",)),
        ("Orcs", ("Orc",)),
        ("zzz", ()),
        ("", ("Goblin Cave", "Orc")),
        ("  ", ("Goblin Cave", "Orc")),
    ],
)
def test_an_unknown_name_tells_the_nearest(text: str, near: tuple[str, ...]) -> None:
    with refused("unknown", *near) as info:
        pick(text, ["Goblin Cave", "Orc"])
    assert info.value.names == near


def test_an_unknown_name_is_shown_harmless_and_short() -> None:
    with refused("unknown", '"\\x1b[31m\\u202e\\udc80"'):
        pick("\x1b[31m\u202e\udc80", [])
    with pytest.raises(StoreError) as info:
        pick("x" * 10_000, [])
    assert len(str(info.value)) < 200


@given(st.text())
def test_the_key_is_one_for_all_ways_to_write(name: str) -> None:
    for other in (normalize("NFC", name), normalize("NFD", name), f" {name}\n", key(name)):
        assert key(other) == key(name)


@given(st.text())
def test_a_clean_name_stays_as_it_is(name: str) -> None:
    try:
        kept = clean(name)
    except StoreError:
        return
    assert clean(kept) == kept
    assert key(kept) == key(name)
    assert 1 <= len(kept) <= LONGEST
    kept.encode()


@given(st.text(), st.lists(st.text(max_size=3), unique_by=key))
def test_finding_ends_with_a_name_or_a_reason(text: str, names: list[str]) -> None:
    fitting = [name for name in names if key(name).startswith(key(text)) and key(text)]
    if len(fitting) == 1 or key(text) in map(key, names):
        assert key(pick(text, names)).startswith(key(text))
        return
    with refused("ambiguous" if fitting else "unknown") as info:
        pick(text, names)
    assert set(info.value.names) <= set(names)
    str(info.value).encode()
