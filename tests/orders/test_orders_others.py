"""D&D 5e, its 2024 rules, and Pathfinder 2: what is special about their turns."""

from __future__ import annotations

from turnwright.engine.events import InitiativeRolled, Placed, TieBroken
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.gaps import Enter
from turnwright.engine.mechanics.initiative import Roll
from turnwright.engine.mechanics.places import AddPlace
from turnwright.engine.mechanics.reactions import React
from turnwright.engine.mechanics.scenes import End, Next, Start
from turnwright.engine.mechanics.surprise import Surprise
from turnwright.engine.mechanics.waits import Delay

from .board import Board, of


def ford(game: str = "dnd5e", **options: str) -> Board:
    board = Board(game, **options)
    board.add("Thia", "party", dex=3, hp=21)
    board.add("Borin", "party", dex=0, hp=30)
    board.add("Goblin", "goblins", dex=2, hp=7)
    return board


def begin(board: Board, thia: int = 15, borin: int = 12, goblin: int = 10) -> None:
    """18, 12 and 12 unless other faces are given."""
    for name, face in (("Thia", thia), ("Borin", borin), ("Goblin", goblin)):
        board.roll(name, face)
    board.do(Start("combat"))


def pass_all(board: Board) -> None:
    """Nobody answers."""
    while type(board.state.agenda[-1]).__name__ == "Window":
        board.do(Next())


def test_mixed_ties_are_the_gms_and_a_lair_acts_on_20() -> None:
    """DND-1, DND-2, DND-9."""
    board = ford()
    board.do(AddPlace("lair"))
    begin(board)
    assert board.asked == ["gm"]
    board.answer("Goblin", "Borin")
    assert board.order == ["lair", "Thia", "Goblin", "Borin"]
    assert board.active == "lair"


def test_ties_may_be_rolled() -> None:
    board = ford(ties="rolled")
    begin(board)
    assert {e.how for r in board.encounter.records for e in of(r.events, TieBroken)} == {"roll"}


def test_who_is_surprised_does_nothing_until_the_end_of_the_first_turn() -> None:
    """DND-3: neither acts nor reacts before that turn ends."""
    board = ford()
    board.do(Surprise((board.id("Goblin"), board.id("Thia"))))
    begin(board, borin=5)
    assert board.active == "Borin"
    assert "surprised" not in board.conditions("Thia"), "her first turn went by"
    assert board.active == "Borin"
    board = ford()
    board.do(Surprise((board.id("Goblin"),)))
    begin(board, borin=1)
    board.do(Act(board.id("Thia"), "move away", given={"movement": 5}))
    assert board.turn is not None
    assert board.state.agenda[-1] is board.turn, "nobody is asked: the surprised have no reaction, and none is left"


def test_actions_bonus_actions_and_movement_are_a_turns_and_the_reaction_a_rounds() -> None:
    """DND-4, DND-5, DND-6."""
    board = ford()
    begin(board, borin=5)
    board.do(Act(board.id("Thia"), "move", given={"movement": 25}))
    pass_all(board)
    assert board.refused(Act(board.id("Thia"), "move", given={"movement": 10})).ref == "DND-5"
    board.act("Thia", "dash")
    assert board.pool("Thia", "movement") == 35
    assert board.refused(Act(board.id("Thia"), "attack", (board.id("Goblin"),))).ref == "DND-4"
    board.act("Thia", "object")
    assert board.refused(Act(board.id("Thia"), "object")).code == "act.limit"


def test_an_opportunity_attack_answers_movement_and_spends_the_reaction() -> None:
    """DND-6: the reaction comes back at the start of one's own turn."""
    board = ford()
    begin(board, borin=5)
    board.do(Act(board.id("Thia"), "move away", given={"movement": 5}))
    board.do(React(board.id("Goblin"), "opportunity attack", (board.id("Thia"),), "-4"))
    pass_all(board)
    assert (board.pool("Thia", "hp"), board.pool("Goblin", "reaction")) == (17, 0)
    board.do(End())
    pass_all(board)
    assert (board.active, board.pool("Goblin", "reaction")) == ("Goblin", 1)


def test_concentration_is_tested_by_damage_and_a_second_spell_replaces_the_first() -> None:
    """DND-8."""
    from turnwright.engine.mechanics.effects import GiveEffect

    board = ford()
    begin(board, borin=5)
    board.do(GiveEffect("bless", (board.id("Borin"),), board.id("Thia"), sustained=True))
    board.do(GiveEffect("haste", (board.id("Borin"),), board.id("Thia"), sustained=True))
    assert [e.name for e in board.state.effects.values()] == ["haste"]
    board.hp("Thia", "-40")
    assert not board.state.effects


def test_in_2024_surprise_is_only_a_worse_roll() -> None:
    """DND24-1, DND24-2: two dice and the lower; and the turn is taken."""
    board = ford("dnd5e-2024")
    board.do(Surprise((board.id("Thia"),)))
    board.do(Roll((board.id("Thia"),), (15, 4)))
    rolled = of(board.events, InitiativeRolled)[0]
    assert (rolled.score, rolled.ref) == (7, "DND24-1")
    board.roll("Borin", 2)
    board.roll("Goblin", 3)
    board.do(Start("combat"))
    assert (board.active, board.order) == ("Thia", ["Thia", "Goblin", "Borin"])
    board.act("Thia", "dodge")
    assert "surprised" not in board.conditions("Thia")
    board = ford("dnd5e-2024", scores="fixed")
    board.do(Roll())
    assert [board.score(name) for name in ("Thia", "Borin", "Goblin")] == [13, 10, 12]


def ogres(**options: str) -> Board:
    board = Board("pathfinder2", **options)
    for name, side in (("Kyra", "party"), ("Valeros", "party"), ("Merisiel", "party"), ("Ogre", "foes")):
        board.add(name, side, hp=20)
    return board


def encounter(board: Board, kyra: int = 18, valeros: int = 15, merisiel: int = 12, ogre: int = 14) -> None:
    """Everybody rolls."""
    for name, face in (("Kyra", kyra), ("Valeros", valeros), ("Merisiel", merisiel), ("Ogre", ogre)):
        board.roll(name, face)
    board.do(Start("encounter"))


def test_foes_go_first_when_totals_are_equal() -> None:
    """PF2-1, PF2-2."""
    board = ogres()
    encounter(board, ogre=15)
    assert board.order == ["Kyra", "Ogre", "Valeros", "Merisiel"]


def test_a_delay_steps_out_and_back_in_after_any_turn_and_keeps_the_new_place() -> None:
    """PF2-6: no reactions meanwhile; the place stays."""
    board = ogres()
    encounter(board)
    board.do(Delay(board.id("Kyra"), "delay"))
    assert board.active == "Valeros"
    board.do(End())
    board.do(Enter((board.id("Kyra"),)))
    assert board.active == "Kyra"
    assert board.order == ["Valeros", "Kyra", "Ogre", "Merisiel"]


def test_delaying_a_whole_cycle_loses_the_turn_and_keeps_the_old_place() -> None:
    """PF2-7."""
    board = ogres()
    encounter(board)
    board.do(Delay(board.id("Kyra"), "delay"))
    while board.state.round == 1 or board.active != "Kyra":
        board.do(Next())
    assert (board.state.round, board.order[0], board.active) == (2, "Kyra", "Kyra")


def test_who_is_felled_stands_just_before_the_turn_that_felled_them() -> None:
    """PF2-9."""
    board = ogres()
    encounter(board)
    board.do(End())
    board.do(End())
    assert board.active == "Ogre"
    board.do(Act(board.id("Ogre"), "strike", (board.id("Kyra"),), "-25"))
    pass_all(board)
    assert board.order == ["Valeros", "Kyra", "Ogre", "Merisiel"]
    placed = [e for r in board.encounter.records for e in of(r.events, Placed)]
    assert [(e.why, e.ref) for e in placed] == [("felled", "PF2-9")]
    board.hp("Merisiel", "-25")
    assert board.order == ["Valeros", "Kyra", "Merisiel", "Ogre"]
    board.hp("Merisiel", "-1")
    assert board.order == ["Valeros", "Kyra", "Merisiel", "Ogre"]
    board.hp("Ogre", "-20")
    assert board.order == ["Valeros", "Kyra", "Merisiel", "Ogre"], "who falls in the own turn stays"
    board.check()


def test_three_actions_and_a_reaction_that_comes_with_the_first_turn() -> None:
    """PF2-4, PF2-5."""
    board = ogres()
    encounter(board)
    assert board.pool("Ogre", "reaction") == 0
    board.act("Kyra", "two actions")
    board.act("Kyra", "stride")
    pass_all(board)
    assert board.refused(Act(board.id("Kyra"), "step")).ref == "PF2-4"


def test_ready_is_two_actions_and_fires_once_on_the_reaction() -> None:
    """PF2-10: what is readied is done as a reaction, until the start of one's next turn."""
    board = ogres()
    encounter(board)
    board.act("Kyra", "ready")
    assert board.pool("Kyra", "actions left") == 1
    board.do(End())
    board.do(Act(board.id("Valeros"), "stride"))
    board.do(React(board.id("Kyra"), "readied act"))
    pass_all(board)
    assert board.pool("Kyra", "reaction") == 0
    assert not [e for e in board.state.effects.values() if e.name == "readied"]
