"""Ruleset files with effects: every word is read, and what their parts say of one another is checked."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from effects.bench import PLAIN
from turnwright.rules.faults import FileFaults
from turnwright.rules.load import Book, Source, read
from turnwright.rules.words import Ruleset
from turnwright.rules.words import effects as words
from turnwright.rules.words.duration import Duration
from turnwright.rules.words.word import Word


def ruleset(text: str) -> Ruleset:
    return read(Book("test", (Source("test.yaml", text),))).value


BASE = """
game: A game with effects
stats: {attack: 5, con: 1}
pools: {hp: {vital: yes}, mana: {}, ap: {}}
conditions: {paralysed: {unable: yes}}
turn: {steps: [negative, upkeep, positive, {name: act, acts: yes}, end], start: upkeep}
round: {phases: [turns, effect]}
phases: {effect: {steps: effects}}
"""


def test_the_examples_of_every_word_are_read() -> None:
    """The example in each word's description is what a file may say."""
    known = BASE + (
        "effect classes: {negative: {at: negative}, positive: {at: positive}, statuses: {at: effect phase},"
        " other: {at: effect phase}, aura: {at: start of turn, whose: source}}\n"
    )
    found = 0
    for word in vars(words).values():
        if not isinstance(word, type) or not issubclass(word, Word) or word is Word:
            continue
        for block in re.findall(r"::\n\n((?: {8}.*\n|\n)+)", (word.__doc__ or "") + "\n"):
            example = "\n".join(line[8:] for line in block.splitlines())
            if word in (words.Fall, words.Save):
                example = "effects:\n" + "\n".join(f"  {line}" for line in example.splitlines())
                example = example.replace("fear: {falls", "fear: {value: 2, falls").replace(
                    "{changes", "{value: 2, changes"
                )
                example = example.replace("burning: {does", "burning: {at: end of turn, does")
            base = known if word is not words.Class else BASE
            ruleset(base + example.replace("{hp: -1d4}", '{hp: "-1d4"}'))
            found += 1
    assert found >= 9


def test_an_effect_reads_as_it_is_written() -> None:
    rules = ruleset(
        BASE
        + """
effects:
  poison:
    class: negative
    does: {hp: -1d4}
    lasts: 3 rounds
    upkeep: {mana: 1/2}
  held: {gives: paralysed, save: end of turn}
effect classes: {negative: negative}
upkeep: end of turn
zero: nothing
effect order: gm
"""
    )
    poison = rules.effects["poison"]
    assert (poison.kind, poison.lasts) == ("negative", Duration("rounds", count=3))
    assert poison.does["hp"].text == "-1d4"
    assert poison.upkeep["mana"].text == "1/2"
    assert rules.effects["held"].save == words.Save(at="end of turn")
    assert rules.effects["held"].gives == ("paralysed",)
    assert rules.effect_classes["negative"].at == "negative"
    assert (rules.upkeep.at, rules.zero.means, rules.effect_order.within) == ("end of turn", "nothing", "gm")
    assert Fraction(1, 2) == Fraction(poison.upkeep["mana"].text)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("effect classes: {bad: {at: negativ}}", 1, 'there is no moment "negativ" — did you mean "negative"?'),
        ("upkeep: {at: dawn}", 1, 'there is no moment "dawn"'),
        ("lasting: {rounds: 3 rounds}", 1, "rounds are counted by a boundary that comes in each of them"),
        ("effects:\n  x: {class: bad}", 2, 'there is no class of effects "bad"'),
        ("effects:\n  x: {does: {hq: 1}, at: end of turn}", 2, 'there is no pool "hq"'),
        ("effects:\n  x: {does: {hp: 1}}", 2, "nothing says when this is done"),
        ("effects:\n  x: {changes: {atack: 1}}", 2, 'there is no stat or pool "atack" — did you mean "attack"?'),
        ("effects:\n  x: {changes: {attack: 1d4}}", 2, "dice can't be rolled here"),
        ("effects:\n  x: {gives: paralyzed}", 2, 'there is no condition "paralyzed" — did you mean "paralysed"?'),
        ("effects:\n  x: {lasts: until soon}", 2, "this doesn't say how long something lasts"),
        ("effects:\n  x: {lasts: until the end of Bob's turn}", 2, "a file knows nobody by name"),
        ("effects:\n  x: {lasts: until the end of moon}", 2, 'there is no moment "end of moon"'),
        ("effects:\n  x: {lasts: once}", 2, "nothing says when it does its work"),
        ("effects:\n  x: {begins: 3 rounds}", 2, "this names no moment"),
        ("effects:\n  x: {falls: 1}", 2, "this uses the value of the effect, but gives it none"),
        ("effects:\n  x: {value: 1, falls: 0}", 2, "a value has to fall by more than 0"),
        ("effects:\n  x: {value: 1, falls: {at: dusk}}", 2, 'there is no moment "dusk"'),
        ("effects:\n  x: {save: {at: dusk}}", 2, 'there is no moment "dusk"'),
        ("effects:\n  x: {save: {roll: 1d20 >= wits}}", 2, 'nothing is called "wits" here'),
        ("concentration: {damage: test}", 1, "a test of concentration needs both then: test and holds"),
        ("concentration: {slots: -1}", 1, "this can't be below 0"),
        ("stats: {value: 3}\nactions: {a: {amount: damage}}", 2, 'nothing is called "damage" here'),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(text: str, line: int, message: str) -> None:
    base = BASE if not text.startswith("stats") else BASE.replace("stats: {attack: 5, con: 1}\n", "")
    with pytest.raises(FileFaults) as told:
        ruleset(base + text + "\n")
    faults = [str(fault) for fault in told.value.faults]
    assert any(f"test.yaml:{line + base.count(chr(10))}:" in fault and message in fault for fault in faults), faults


def test_a_condition_implies_conditions() -> None:
    with pytest.raises(FileFaults, match='there is no condition "no defense"'):
        ruleset(BASE.replace("{paralysed: {unable: yes}}", "{paralysed: {implies: no defense}}"))


def test_an_open_sheet_knows_every_name() -> None:
    rules = ruleset(PLAIN + "effects: {x: {changes: {beauty: +1}, does: {mood: -1}, at: end of turn}}\n")
    assert rules.effects["x"].changes["beauty"].text == "+1"
