"""When pools start and refill: faults are told in place, and what comes back may follow what is about to be lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from effects.bench import PLAIN, Bench

from files.told import assert_told
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.scenes import Start
from turnwright.rules.faults import FileFaults
from turnwright.rules.load import find, read

FAULTS = {
    "pools: {x: {max: 1, start: {at: dawn}}}": 'there is no moment "dawn"',
    "pools: {x: {max: 1, refill: {at: dusk}}}": 'there is no moment "dusk"',
    "pools: {x: {max: 1, refill: [start of turn, dusk]}}": 'there is no moment "dusk"',
    "pools: {x: {max: 1, refill: {at: end of round, to: 2 * manna}}}": 'nothing is called "manna"',
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_is_told_where_it_stands(text: str) -> None:
    assert_told(text, 3, FAULTS[text])


def held(bench: Bench, name: str) -> dict[str, object]:
    pools = bench.state.combatants[bench.id(name)].pools
    return {pool: pools.get(pool) for pool in ("ap", "guard")}


GAME = PLAIN.replace("  mana: {}", "  guard: {max: 9, start: 1, refill: {at: end of turn, to: 2 * ap}}\n  ap: {MORE}")


@pytest.mark.parametrize("order", ["guard first", "ap first"])
def test_at_one_moment_pools_refill_before_others_are_lost(order: str) -> None:
    """LUX-C9: what is left over when the turn ends, in whatever order the file names the pools."""
    lines = GAME.replace("MORE", "max: 2, refill: start of turn, lost: end of turn").splitlines()
    if order == "ap first":
        at = next(at for at, line in enumerate(lines) if "guard" in line)
        lines[at : at + 2] = reversed(lines[at : at + 2])
    bench = Bench("\n".join(lines), A=9, B=8)
    bench.do(Start())
    bench.do(ChangePool((bench.id("A"),), "ap", by="-1"))
    bench.end()
    assert held(bench, "A") == {"ap": 0, "guard": 2}


@pytest.mark.parametrize(
    ("pools", "told"),
    [
        ("reactions: {max: 3}", '"reactions" is what the pool "reaction" is labelled — write reaction to change'),
        ("luck: {label: reactions}", 'the pool "reaction" is labelled "Reactions" already — choose another label'),
    ],
)
def test_no_two_pools_go_by_one_name(tmp_path: Path, pools: str, told: str) -> None:
    file = tmp_path / "ours.yaml"
    file.write_text(f"extends: lux-aeterna\npools:\n  {pools}\n", encoding="utf-8")
    with pytest.raises(FileFaults) as raised:
        read(find(str(file)))
    (fault,) = raised.value.faults
    assert (fault.file, fault.line) == (str(file), 3)
    assert told in str(fault)


def test_a_pool_may_be_labelled_as_it_is_called(tmp_path: Path) -> None:
    file = tmp_path / "ours.yaml"
    file.write_text("extends: lux-aeterna\npools: {luck: {label: Luck}, reaction: {max: 3}}\n", encoding="utf-8")
    assert read(find(str(file))).value.pools["luck"].label == "Luck"
