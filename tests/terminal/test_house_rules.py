"""House rules in the middle of a fight: a step like any other, or refused with what to do instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from terminal.piped import turnwright
from turnwright.chronicle import as_scenario
from turnwright.engine import codec
from turnwright.fight import Fight
from turnwright.rules.load import Book, UnknownRuleset, find
from turnwright.scenario.play import run_file
from turnwright.store import open_store

HEAD = "extends: lux-aeterna\ngame: Lux at our table\n"
CHEAP = HEAD + "actions: {attack: {cost: {action: 1/2}}}\n"
LUCK = HEAD + "pools: {luck: {label: Luck, max: 3, refill: start of turn}}\n"
DICE = HEAD + "initiative: {formula: 2d10 + speed}\n"


def _book(folder: Path, text: str, name: str = "ours.yaml") -> Book:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return find(str(file))


def _running() -> Fight:
    fight = Fight.new("lux-aeterna", seed="x", example=True)
    for line in ("roll", "start", "begin"):
        assert fight.do(line)
    return fight


def _pools(fight: Fight, name: str) -> dict[str, object]:
    return dict(next(c.pools for c in fight.state.combatants.values() if c.name == name))


def test_house_rules_hold_from_here_on_and_undo_takes_them_back(tmp_path: Path) -> None:
    fight = _running()
    before = codec.state_bytes(fight.state)
    result = fight.use_rules(_book(tmp_path, CHEAP))
    assert result.lines == ("The rules from here on: Lux at our table",)
    assert fight.ruleset.game == "Lux at our table"
    assert fight.do("attack goblin archer")
    assert str(_pools(fight, "Goblin Skirmisher")["action"]) == "3/2"
    assert fight.do("undo 2")
    assert codec.state_bytes(fight.state) == before
    assert fight.ruleset.game == "Lux Aeterna"
    assert fight.do("redo")
    assert fight.ruleset.game == "Lux at our table"
    assert fight.do("undo")
    assert fight.use_rules(_book(tmp_path, LUCK))
    assert "luck" in fight.rules.pools, "what was undone and replaced does not come back"


def test_pools_that_are_new_are_filled_and_those_above_a_new_maximum_cut(tmp_path: Path) -> None:
    fight = _running()
    assert fight.use_rules(_book(tmp_path, LUCK))
    assert _pools(fight, "Milli")["luck"] == 3
    assert fight.do("luck milli -2")
    assert fight.use_rules(_book(tmp_path, LUCK.replace("max: 3", "max: 2")))
    assert (_pools(fight, "Milli")["luck"], _pools(fight, "Roan")["luck"]) == (1, 2)


def test_a_fight_with_changed_rules_is_saved_loaded_and_told(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        fight = _running()
        fight.save(store, "ford")
        assert fight.use_rules(_book(tmp_path, CHEAP))
        assert fight.do("attack goblin archer")
        (tmp_path / "ours.yaml").unlink()
        again = Fight.load(store, "ford")
        assert codec.state_bytes(again.state) == codec.state_bytes(fight.state)
        assert again.ruleset.game == "Lux at our table"
        assert again.log() == fight.log()
        assert again.next_fight().ruleset.game == "Lux at our table"
    replayed = tmp_path / "again.yaml"
    replayed.write_text(as_scenario(again, "again"), encoding="utf-8")
    outcome = run_file(replayed)
    assert outcome.passed, [*outcome.failures, *outcome.errors]


@pytest.mark.parametrize(
    ("text", "lines", "code", "said"),
    [
        (DICE, (), "rules.running", "initiative"),
        (CHEAP, ("attack goblin archer",), "rules.busy", "half done"),
        ("extends: lux-aeterna\n", (), "rules.same", "already"),
    ],
)
def test_what_can_not_be_kept_is_refused_and_nothing_changes(
    text: str, lines: tuple[str, ...], code: str, said: str, tmp_path: Path
) -> None:
    fight = _running()
    for line in lines:
        assert fight.do(line)
    before = codec.state_bytes(fight.state)
    result = fight.use_rules(_book(tmp_path, text))
    assert not result
    assert result.refusal is not None
    assert result.refusal.code == code
    assert said in result.lines[0]
    assert codec.state_bytes(fight.state) == before
    assert fight.ruleset.game == "Lux Aeterna"


def test_between_scenes_everything_may_change_but_what_is_on_sheets(tmp_path: Path) -> None:
    fight = _running()
    assert fight.do("scene end")
    assert fight.use_rules(_book(tmp_path, DICE))
    other = fight.use_rules(find("reaction-ap"))
    assert other.refusal is not None
    assert other.refusal.code == "rules.in_use"
    assert "speed" in other.lines[0]
    for line in ("roll", "start"):
        assert fight.do(line)


def test_at_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "ours.yaml"
    file.write_text(CHEAP, encoding="utf-8")
    bad = tmp_path / "bad.yaml"
    bad.write_text(HEAD + "pools: {hp: {maxx: 3}}\n", encoding="utf-8")
    lines = f"roll\nstart\nrules use {bad}\nrules use {tmp_path / 'none.yaml'}\nrules use {file}\nundo\nredo\n"
    ended = turnwright(tmp_path, "play", "lux-aeterna", lines=lines)
    assert ended.code == 0, ended.err
    assert f"{bad}:3:" in ended.out
    assert "there is no ruleset" in ended.out
    assert "The rules from here on: Lux at our table" in ended.out
    assert "Lux at our table · initiative · round 1" in ended.out


def test_rules_that_know_a_condition_no_more_end_it(tmp_path: Path) -> None:
    fight = _running()
    assert fight.do("condition pau wounded")
    before = codec.state_bytes(fight.state)
    assert fight.use_rules(_book(tmp_path, HEAD + "conditions: {wounded: ~}\nconcentration: {damage: ~}\n"))
    assert "Pau is no longer wounded" in " ".join(fight.log(1))
    assert fight.do("undo")
    assert codec.state_bytes(fight.state) == before


def test_what_only_people_read_may_change_at_any_time(tmp_path: Path) -> None:
    assert _running().use_rules(_book(tmp_path, HEAD + "about: Ours.\n"))


def test_an_option_that_no_file_defines_is_a_fault(tmp_path: Path) -> None:
    result = _running().use_rules(_book(tmp_path, HEAD + "options: {unused_delai: forfeit}\n"))
    assert result.refusal is not None
    assert result.refusal.code == "rules.faulty"
    assert 'there is no option "unused_delai" — did you mean "unused_delay"?' in result.lines[0]


def test_players_stay_on_the_players_side_whatever_it_is_called() -> None:
    fight = Fight.new("lux-aeterna", seed="a", example=True)
    before = codec.state_bytes(fight.state)
    result = fight.use_rules("dnd5e")
    assert {c.side for c in fight.state.combatants.values()} == {"party", "goblins"}
    assert "Milli stands with the party now" in result.lines
    assert "Milli: Hit Dice 1/1" in result.lines, "told by the words of the new rules"
    assert fight.log(1) == result.lines
    assert fight.do("undo")
    assert codec.state_bytes(fight.state) == before
    assert {c.side for c in fight.next_fight("dnd5e").state.combatants.values()} == {"party"}
    assert {c.side for c in fight.next_fight().state.combatants.values()} == {"heroes"}


def test_rules_are_named_as_for_a_new_fight(tmp_path: Path) -> None:
    fight = _running()
    _book(tmp_path, CHEAP)
    assert fight.use_rules(tmp_path / "ours.yaml")
    assert fight.use_rules("lux-aeterna")
    for use in (fight.use_rules, fight.next_fight):
        with pytest.raises(UnknownRuleset, match="nope"):
            use("nope")
