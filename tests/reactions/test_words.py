"""The words of acting and reacting in files: read, refused with place, and laid over one another."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from reactions.table import LUX, rules
from turnwright.rules.faults import FileFaults
from turnwright.rules.words import act as act_words
from turnwright.rules.words import reactions as reaction_words
from turnwright.rules.words.act import Deed, Limit, LimitError, read_limit


@pytest.mark.parametrize(
    ("text", "most", "period"),
    [
        ("1 a round", 1, "round"),
        ("2/turn", 2, "turn"),
        ("3 per scene", 3, "scene"),
        ("1 each Trigger", 1, "trigger"),
        ("10 every long rest", 10, "long rest"),
    ],
)
def test_limits_are_read_as_people_write_them(text: str, most: int, period: str) -> None:
    """`1 a round`, `2/turn`, `3 per scene` are the same kind of thing."""
    assert read_limit(text) == Limit(most, period)


@pytest.mark.parametrize("text", ["", "often", "a round", "1", "1 around", "-1 a round", "1/", "½ a round"])
def test_what_is_no_limit_is_refused(text: str) -> None:
    """With a hint at how to write one."""
    with pytest.raises(LimitError, match="how often") as error:
        read_limit(text)
    assert "1 a round" in error.value.hint


BROKEN: list[tuple[str, str]] = [
    ("reactions: {defend: {cost: {reaktion: 1}}}", 'there is no pool "reaktion"'),
    ("reactions: {defend: {to: atack}}", 'no action, trigger or tag is called "atack"'),
    ("reactions: {dodge: {cost: {reaction: 1}}}", 'the key "to" is missing'),
    ("reactions: {defend: {who: enemy}}", "one of target, self, anyone"),
    ("reactions: {defend: {kind: riposte}}", "one of interrupt, reflex"),
    ("reactions: {defend: {outcome: changes}}", "changes belong together"),
    ("reactions: {defend: {changes: amount / 2}}", "changes belong together"),
    ("reactions: {defend: {when spent: yes}}", "one of refused, free"),
    ("reacting: {kind: sometimes}", "one of interrupt, reflex, ask"),
    ("reacting: {per trigger: three}", "one of one, many"),
    ("triggers: {trap: {kind: before}}", "one of interrupt, reflex"),
    ("actions: {attack: {limit: often}}", "how often"),
    ("actions: {attack: {turn: later}}", "one of own, off, any"),
    ("actions: {attack: {target: two}}", "one of none, one, some, any"),
    ("actions: {attack: {does: [{gives: prone, ends: prone}]}}", "a deed is one thing"),
    ("actions: {attack: {does: [{change: {pool: hp}}]}}", "either by"),
    ("actions: {attack: {does: [{change: {pool: hp, by: 1, to: 2}}]}}", "either by"),
    ("actions: {attack: {does: [{change: {pool: mana, by: 1}}]}}", 'there is no pool "mana"'),
    ("actions: {attack: {does: [{toggle: row}]}}", 'there is no trait "row"'),
    ("acting: {spoiled: choose}", "one of lost, choose again"),
    ("acting: {too dear: maybe}", "one of refused, allowed"),
]


@pytest.mark.parametrize(("overlay", "message"), BROKEN, ids=[overlay for overlay, _ in BROKEN])
def test_nonsense_is_told_with_its_place(overlay: str, message: str) -> None:
    """Each fault names file, line and column."""
    with pytest.raises(FileFaults) as error:
        rules(LUX, overlay)
    (fault,) = error.value.faults
    assert message in fault.message
    assert (fault.file, fault.line) == ("over0.yaml", 1)
    assert fault.column > 1


def test_a_mistyped_trigger_is_guessed() -> None:
    """A reaction to nothing would never be asked for: what was meant is said."""
    with pytest.raises(FileFaults) as error:
        rules(LUX, "reactions: {defend: {to: atack}}")
    assert "attack" in error.value.faults[0].hint


def test_what_a_file_says_of_acts() -> None:
    """Shorthands: one tag, one limit, a verb, a reading."""
    ruleset = rules(
        LUX,
        """
        actions:
          rest: {limit: 1 a scene, tags: calm, turn: any, does: end turn}
        items:
          rope: Ten yards of it.
        reacting: {own turn: no}
        acting: {spoiled: choose again, unlisted: yes}
        """,
    )
    rest = ruleset.actions["rest"]
    assert rest.limit == (Limit(1, "scene"),)
    assert rest.tags == ("calm",)
    assert rest.does == (Deed(verb="end turn"),)
    assert ruleset.items["rope"].about == "Ten yards of it."
    assert ruleset.reacting.own_turn.allowed is False
    assert ruleset.acting.spoiled.then == "choose again"
    assert ruleset.acting.unlisted.allowed is True


def _examples() -> list[tuple[str, str]]:
    """The examples in the docstrings of the words: each is the part of a file that it shows."""
    found = []
    words: list[Callable[..., object]] = [
        *(act_words.Item, act_words.Action, act_words.Acting),
        *(reaction_words.Reaction, reaction_words.Trigger, reaction_words.Reacting),
    ]
    for word in words:
        lines = (word.__doc__ or "").splitlines()
        start = next(at for at, line in enumerate(lines) if line.endswith("::"))
        block = []
        for line in lines[start + 2 :]:
            if line.strip() and not line.startswith(" " * 8):
                break
            block.append(line)
        found.append((getattr(word, "__name__", ""), "\n".join(block)))
    return found


GROUND = """
game: Ground for the examples
stats: {speed: 0}
pools: {hp: {vital: yes}, action: {}, reaction: {}, ap: {}}
actions: {cast: {tags: spell}, attack: {}}
triggers: {rockfall: {tags: threat}}
"""


@pytest.mark.parametrize(("word", "example"), _examples())
def test_the_examples_in_the_words_are_files(word: str, example: str) -> None:
    """What the documentation of a word shows can be read as it stands."""
    rules(GROUND, example)
