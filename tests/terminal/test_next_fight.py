"""The end of a fight at the terminal, and the next one with the same party."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from terminal.piped import turnwright
from turnwright.engine import State
from turnwright.engine.mechanics.cast import Add
from turnwright.engine.state import Combatant
from turnwright.fight import CastRefused, Fight
from turnwright.party import left_behind, party
from turnwright.rules.load import find
from turnwright.store import open_store
from turnwright.summary import summarize

FIGHT = """\
hp milli -3 from goblin archer
hp milli +1
mana roan =4
hp goblin leader -99
roan is prone
roll
start
close
"""


def _fight(*lines: str, game: str = "lux-aeterna") -> Fight:
    fight = Fight.new(game, seed="a", example=True)
    for line in lines:
        assert fight.do(line), (line, fight.do(line).lines)
    return fight


def _who(state: State, name: str) -> Combatant:
    return next(c for c in state.combatants.values() if c.name == name)


def test_the_summary_tells_what_became_of_everybody(tmp_path: Path) -> None:
    ended = turnwright(tmp_path, "play", "lux-aeterna", "--seed", "a", lines=FIGHT)
    end = ended.out[ended.out.index("is over after 1 round") :]
    rows = {line.split("  ")[0]: line.split() for line in end.splitlines()}
    assert rows["Milli"][1:5] == ["3", "1", "HP", "18/20"]
    assert rows["Goblin Archer"][2] == "3"
    assert rows["Goblin Leader"][2:] == ["14", "HP", "0/14", "[down]"]
    assert "ends with the fight: Roan: prone" in end


def test_what_is_counted() -> None:
    fight = _fight("add Ted hp 9 side heroes", "hp ted -12 from pau", "hp ted +2", "undo", "roll", "start")
    shares = {share.name: share for share in summarize(fight).shares}
    assert (shares["Ted"].taken, shares["Ted"].healed) == (9, 0)
    assert shares["Ted"].pools["hp"] == (0, 9)
    assert shares["Ted"].state == ("down",)
    assert shares["Pau"].dealt == 9
    assert summarize(fight).rounds == 1


def test_items_that_were_used_and_pools_that_were_paid_are_counted() -> None:
    fight = Fight.new("last-odyssey", seed="a")
    fight.bring([Add("Ada", "heroes", values={"hp": "20", "mana": "8", "initiative": "3"}, items={"potion": 3})])
    assert fight.do("set ada potion 1")
    assert summarize(fight).shares[0].used == {"potion": 2}


def test_the_next_fight_has_the_party_with_what_is_carried(tmp_path: Path) -> None:
    """HP and other lasting pools stay as they were, the others are fresh; conditions and enemies are left behind."""
    turnwright(tmp_path, "play", "lux-aeterna", "--seed", "a", lines=FIGHT + "next fight called The mill\n")
    with open_store(tmp_path) as store:
        fight = Fight.load(store, "The mill")
        assert [c.name for c in fight.state.combatants.values()] == ["Milli", "Roan", "Pau"]
        milli, roan = _who(fight.state, "Milli"), _who(fight.state, "Roan")
        assert (milli.pools["hp"], milli.tops["hp"], milli.pools["action"]) == (18, 20, 0)
        assert (roan.pools["mana"], roan.conditions) == (4, ())
        assert store.names()[0].name == "The mill"


def test_after_names_the_fight_whose_party_goes_on(tmp_path: Path) -> None:
    turnwright(tmp_path, "play", "lux-aeterna", "--seed", "a", lines=FIGHT)
    encounter = tmp_path / "wolves.yaml"
    encounter.write_text("encounter: Wolves\ncast:\n  Wolf: {count: 2, side: goblins, speed: 3, hp: 9}\n")
    ended = turnwright(tmp_path, "play", str(encounter), "--after", "Goblins in ambush")
    assert ended.code == 0, ended.err
    with open_store(tmp_path) as store:
        fight = Fight.load(store, "Wolves")
        assert [c.name for c in fight.state.combatants.values()] == ["Milli", "Roan", "Pau", "Wolf 1", "Wolf 2"]
    other = turnwright(tmp_path, "play", "--after", "Goblins in ambush")
    assert "Goblins in ambush 2" not in other.err
    assert other.code == 0


def test_a_fight_that_is_still_on_has_no_next_one(tmp_path: Path) -> None:
    ended = turnwright(tmp_path, "play", "lux-aeterna", lines="next fight\n")
    assert "this fight is still on: close ends it" in ended.out
    after = turnwright(tmp_path, "play", "--after", "Goblins")
    assert after.code == 2
    assert "is still on" in after.err
    with open_store(tmp_path) as store:
        assert len(store.names()) == 1


def test_another_ruleset_that_has_no_place_for_the_party_is_refused(tmp_path: Path) -> None:
    fight = _fight("set milli speed 3")
    with pytest.raises(CastRefused, match="speed"):
        fight.next_fight(find("reaction-ap"))
    turnwright(tmp_path, "play", "lux-aeterna", lines="close\n")
    assert turnwright(tmp_path, "play", "reaction-ap", "--after", "Goblins").code == 2


def test_who_comes_along() -> None:
    """Whoever fled comes along, whoever died does not; an eidolon comes with whom it belongs to."""
    fight = Fight.new("last-odyssey", seed="a")
    for line in (
        "add Ada side heroes initiative 3 hp 20/30 mana 4",
        "add Bo side heroes initiative 2 hp 9",
        "add Cy side heroes initiative 2 hp 9",
        "add Ifrit side heroes initiative 2 hp 40 belongs to Ada",
        "add Imp side antagonists initiative 1 hp 5",
        "remove bo as dead",
        "remove cy as fled",
    ):
        assert fight.do(line), fight.do(line).lines
    adds = {add.name: add for add in party(fight.rules, fight.state)}
    assert list(adds) == ["Ada", "Cy", "Ifrit"]
    assert adds["Ifrit"].belongs_to == "Ada"
    assert adds["Ada"].values["hp"] == "20/30"
    assert "ap" not in adds["Ada"].values
    assert fight.next_fight().state.combatants


@pytest.mark.parametrize("number", [Fraction(7, 5), Fraction(3, 2), -3, 0])
def test_exact_numbers_come_along(number: Fraction | int) -> None:
    fight = Fight.new("plain", seed="a")
    fight.bring([Add("Ada", values={"hp": "30"})])
    assert fight.do(f"set ada hp ({number})/(22/7)") or fight.do("hp ada =3")
    next_one = fight.next_fight()
    assert _who(next_one.state, "Ada").pools == _who(fight.state, "Ada").pools
    assert _who(next_one.state, "Ada").tops == _who(fight.state, "Ada").tops


def test_nothing_is_told_to_end_where_nothing_ends() -> None:
    fight = _fight()
    assert left_behind(fight.rules, fight.state) == ()
    assert fight.do("milli is prone")
    assert left_behind(fight.rules, fight.state) == ("Milli: prone",)


def test_alone_after_a_fight_that_is_over_the_next_one_is_offered_first(tmp_path: Path) -> None:
    turnwright(tmp_path, "play", "lux-aeterna", "--seed", "a", lines=FIGHT)
    ended = turnwright(tmp_path, "play", lines="\n")
    assert "1  the next fight, with the party of Goblins in ambush" in ended.out
    assert "2  go on with Goblins in ambush (over)" in ended.out
    with open_store(tmp_path) as store:
        assert store.names()[0].name == "Goblins in ambush 2"
        assert _who(Fight.load(store, "Goblins in ambush 2").state, "Milli").pools["hp"] == 18
