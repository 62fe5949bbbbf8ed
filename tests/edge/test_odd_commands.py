"""Commands as a program might send them, with ids, words and numbers of any kind: carried out, or refused in a sentence
and nothing changed."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from turnwright.engine import Refusal, codec, read_record
from turnwright.fight import Fight
from turnwright.rules.load import builtin_names

TYPES = {kind: inspect.type_info(kind) for kind in codec.COMMANDS}
WORDS = ("", "x", "Zoë", "all", "gm", "1", "1d6", "2d6 +", "1/0", "hp", "end", "attack", "e1", "c99", '"', "Ann, Bob")
NUMBERS = (0, 1, -1, 3, 100, 10**12, -(10**12), Fraction(1, 3), Fraction(-7, 2), 10**30)


class Source:
    """Values of any type, drawn at random from what stands in a fight and from what does not."""

    def __init__(self, random: Random, fight: Fight) -> None:
        self.random = random
        self.fight = fight

    def command(self) -> Any:
        """A command that can be read; None where the values drawn can't be."""
        kind = self.random.choice(codec.COMMANDS)
        try:
            return codec.decoder(kind).decode(json.dumps(self.value(TYPES[kind])))
        except msgspec.ValidationError:
            return None

    def value(self, of: inspect.Type, deep: int = 0) -> Any:
        """A value of a type, as JSON has it."""
        draw = self.random.choice
        if isinstance(of, inspect.StrType):
            return self.word() if deep < 3 else draw(WORDS)
        if isinstance(of, inspect.IntType):
            return draw([number for number in NUMBERS if isinstance(number, int) and abs(number) <= 10**12])
        if isinstance(of, inspect.CustomType):
            return codec.to_plain(Fraction(draw(NUMBERS)))
        if isinstance(of, inspect.LiteralType):
            return draw(of.values)
        if isinstance(of, inspect.UnionType):
            return self.value(draw(of.types), deep)
        if isinstance(of, inspect.VarTupleType):
            return [self.value(of.item_type, deep + 1) for _ in range(draw((0, 1, 1, 2)))]
        if isinstance(of, inspect.DictType):
            return {self.value(of.key_type, deep + 1): self.value(of.value_type, deep + 1) for _ in range(draw((0, 1)))}
        if isinstance(of, inspect.StructType):
            wanted = [field for field in of.fields if field.required or draw((True, False))]
            found = {field.encode_name: self.value(field.type, deep + 1) for field in wanted}
            return {**found, of.tag_field: of.tag} if of.tag_field else found
        return draw((True, False)) if isinstance(of, inspect.BoolType) else None

    def word(self) -> str:
        """An id or a name of the fight, a word of its rules, or something else."""
        state, rules = self.fight.state, self.fight.ruleset
        there = [*state.combatants, *state.entries, *state.effects]
        named = [name for field in rules.__struct_fields__ for name in _keys(getattr(rules, field))]
        return self.random.choice(self.random.choice((there or WORDS, named or WORDS, WORDS)))


def _keys(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, dict) else ()


@pytest.mark.parametrize("game", builtin_names())
def test_any_command_is_carried_out_or_refused(game: str) -> None:
    random = Random(game)
    fight = Fight.new(game, seed="a", example=True)
    for line in ("roll", "start", ""):
        fight.do(line)
    source = Source(random, fight)
    done = refused = 0
    for step in range(120):
        command = random.choice(fight.choices()).command if step % 3 == 0 and fight.choices() else source.command()
        if command is None:
            continue
        before = fight.state
        result = fight.give(command, force=random.random() < 0.2)
        if result.record is None:
            refused += 1
            assert isinstance(result.refusal, Refusal)
            assert result.refusal.code != "rules.endless", command
            assert fight.state is before
            assert all(result.lines)
        else:
            done += 1
            assert read_record(codec.encode(result.record)) == result.record
    assert done
    assert refused
    after = codec.state_bytes(fight.state)
    count = len(fight.encounter.history)
    assert fight.do(f"undo {count}")
    assert fight.do(f"redo {count}")
    assert codec.state_bytes(fight.state) == after
