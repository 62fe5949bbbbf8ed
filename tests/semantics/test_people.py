"""Several people give commands: whose counts, what was meant, what a player may take back (SEM-20, SEM-21)."""

from __future__ import annotations

import random

import pytest

from turnwright.engine import Command, Encounter, Record, Redo, Refusal, Undo
from turnwright.engine.frames import turn_in
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.initiative import Move, SetScore
from turnwright.engine.mechanics.pools import ChangePool
from turnwright.engine.mechanics.scenes import End, Next
from turnwright.fight import Fight


@pytest.fixture
def fight() -> Fight:
    """Four at the table, the first of whom is up."""
    fight = Fight.new("plain", seed="people")
    for said in ("add Ana hp 9", "add Bo hp 9", "add Cy hp 9", "add Di hp 9"):
        assert fight.do(said)
    for name, score in (("Ana", 20), ("Bo", 15), ("Cy", 10), ("Di", 5)):
        assert fight.do(f"score {name} {score}")
    assert fight.do("start")
    return fight


def id_of(fight: Fight, name: str) -> str:
    """The id of somebody."""
    return next(c.id for c in fight.state.combatants.values() if c.name == name)


def active(fight: Fight) -> str:
    """The name of whoever is up."""
    turn = turn_in(fight.state.agenda)
    assert turn is not None
    return fight.state.entries[turn.entry].name


def turn(fight: Fight) -> int:
    """The id of the turn that is on."""
    on = turn_in(fight.state.agenda)
    assert on is not None
    return on.id


def player(fight: Fight, name: str, command: Command) -> Record | Refusal:
    """What somebody's player gives."""
    return fight.encounter.do(command, by=name, owns=frozenset({id_of(fight, name)}))


def code(result: Record | Refusal) -> str:
    """The code of a refusal, or nothing."""
    return result.code if isinstance(result, Refusal) else ""


class TestTwoAtOnce:
    def test_of_two_that_end_the_same_turn_one_succeeds(self, fight: Fight) -> None:
        """SEM-20, CASE-33: the other is told that it has ended; nobody is skipped."""
        ana = turn(fight)
        assert code(player(fight, "Ana", End(ana))) == ""
        before = fight.state
        assert code(fight.encounter.do(End(ana))) == "turn.already_ended"
        assert code(player(fight, "Ana", End(ana))) in ("turn.already_ended", "seat.not_yours")
        assert fight.state is before
        assert active(fight) == "Bo"

    def test_a_player_cannot_end_the_turn_that_came_after(self, fight: Fight) -> None:
        """SEM-21, CASE-33: the game master was quicker; the player's own end does not end another's turn."""
        assert fight.do("next")
        assert code(player(fight, "Ana", End())) == "seat.not_yours"
        assert active(fight) == "Bo"

    def test_five_clicks_are_one(self, fight: Fight) -> None:
        """CASE-33: clicks that carry one request are answered with the first one's record."""
        revision = fight.encounter.revision
        answers = [fight.encounter.do(Next(), request="click 7") for _ in range(5)]
        assert isinstance(answers[0], Record)
        assert all(answer is answers[0] for answer in answers)
        assert fight.encounter.revision == revision + 1
        assert active(fight) == "Bo"

    def test_a_request_is_known_after_loading(self, fight: Fight) -> None:
        """SEM-20, SEM-18: whoever asks again after the table was started anew gets the first answer."""
        first = fight.encounter.do(Next(), request="click 7")
        again = Encounter.load(fight.rules, fight.encounter.records)
        assert again.do(Next(), request="click 7") == first
        assert again.state == fight.state

    def test_a_refused_request_may_be_tried_again(self, fight: Fight) -> None:
        """SEM-20: a refusal changed nothing, so there is no answer to repeat."""
        assert code(fight.encounter.do(End(99), request="a")) == "turn.already_ended"
        assert isinstance(fight.encounter.do(End(turn(fight)), request="a"), Record)

    def test_a_command_from_before_an_undo_is_refused(self, fight: Fight) -> None:
        """SEM-20: even where its turn has the same id again."""
        ana, seen = turn(fight), fight.encounter.revision
        assert fight.do("hp bo -3")
        assert fight.do("undo")
        assert code(fight.encounter.do(End(ana), seen=seen)) == "revision.rewound"
        assert active(fight) == "Ana"
        assert isinstance(fight.encounter.do(End(ana), seen=fight.encounter.revision), Record)


class TestTakingBack:
    def test_nobody_takes_back_what_another_did(self, fight: Fight) -> None:
        """SEM-21, CASE-38: refused, and the revision is what it was."""
        assert fight.do("next")
        spent = player(fight, "Bo", Act(id_of(fight, "Bo"), "attack", (id_of(fight, "Ana"),)))
        assert isinstance(spent, Record)
        assert code(player(fight, "Ana", Undo())) == "undo.not_yours"
        assert fight.encounter.revision == spent.seq

    def test_a_player_takes_back_the_last_command_if_it_was_their_own(self, fight: Fight) -> None:
        """SEM-21, CASE-38"""
        before = fight.state
        assert isinstance(player(fight, "Ana", End()), Record)
        assert code(player(fight, "Ana", Undo(2))) == "undo.not_yours"
        assert isinstance(player(fight, "Ana", Undo()), Record)
        assert fight.state == before

    def test_not_once_something_later_exists(self, fight: Fight) -> None:
        """SEM-21, CASE-38: the game master did something meanwhile; the game master can take back anything."""
        before = fight.state
        assert isinstance(player(fight, "Ana", End()), Record)
        assert fight.do("hp cy -1")
        assert code(player(fight, "Ana", Undo())) == "undo.not_yours"
        assert isinstance(fight.encounter.do(Undo(2)), Record)
        assert fight.state == before

    def test_players_bring_nothing_back(self, fight: Fight) -> None:
        """SEM-21"""
        assert isinstance(player(fight, "Ana", End()), Record)
        assert isinstance(player(fight, "Ana", Undo()), Record)
        assert code(player(fight, "Ana", Redo())) == "redo.not_yours"
        assert isinstance(fight.encounter.do(Redo()), Record)

    def test_after_an_undo_the_players_last_command_is_the_one_before(self, fight: Fight) -> None:
        """CASE-38: what the game master took back does not stand between a player and their own command."""
        assert isinstance(player(fight, "Ana", End()), Record)
        assert fight.do("hp cy -1")
        assert fight.do("undo")
        assert isinstance(player(fight, "Ana", Undo()), Record)
        assert active(fight) == "Ana"


class TestWhatIsNotAPlayers:
    @pytest.mark.parametrize("what", ["turn", "score", "place", "life"])
    def test_of_others(self, fight: Fight, what: str) -> None:
        """SEM-21: another's turn, score, place and hit points."""
        bo, ana = id_of(fight, "Bo"), id_of(fight, "Ana")
        command = {
            "turn": End(),
            "score": SetScore(ana, 3),
            "place": Move(ana, bo),
            "life": ChangePool((ana,), "hp", by="-1"),
        }[what]
        before = fight.state
        assert code(player(fight, "Bo", command)) == "seat.not_yours"
        assert fight.state is before

    def test_ending_ones_own_turn_across_a_round_edge(self, fight: Fight) -> None:
        """SEM-21"""
        for _ in range(3):
            assert fight.do("next")
        assert active(fight) == "Di"
        assert isinstance(player(fight, "Di", End()), Record)
        assert (fight.state.round, active(fight)) == (2, "Ana")


@pytest.mark.parametrize("seed", range(20))
def test_the_order_does_not_depend_on_who_was_quicker(seed: int) -> None:
    """CASE-31, as far as it is the engine's: twenty values come in any order, and all of them stand, in their order."""
    fight = Fight.new("plain", seed="twenty")
    assert fight.do("add 20 Player hp 5")
    ids = list(fight.state.combatants)
    random.Random(seed).shuffle(ids)
    for at, who in enumerate(ids):
        value = int(who[1:]) * 3
        assert isinstance(fight.encounter.do(SetScore(who, value), by=who), Record)
        if at == 10:
            assert fight.do("start !")
    scores = [fight.state.entries[entry].score for entry in fight.state.order]
    known = [score for score in scores if score is not None]
    assert sorted(known, reverse=True) == known
    assert sorted(known) == sorted(int(who[1:]) * 3 for who in ids)
