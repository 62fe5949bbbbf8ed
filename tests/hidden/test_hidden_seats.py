"""What a player's seat lets out: refusals, choices, the log and words, none of which betrays anybody hidden."""

from __future__ import annotations

import pytest

import turnwright
from turnwright.engine.base import Refusal
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.cast import Hide, Rename
from turnwright.engine.mechanics.effects import EndEffect, GiveEffect
from turnwright.engine.mechanics.initiative import SetScore
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.mechanics.scenes import End, Jump, Next, NextRound
from turnwright.engine.mechanics.waits import Delay
from turnwright.seat import Seat, sight

from .table import Table

SECRET = "Lurker"

DONE = "Your turn is done; what comes next shows when it is there"


def fight_of(game: str = "plain") -> turnwright.Fight:
    """P1, the hidden Lurker and P2, in this order; P1's turn is on."""
    fight = turnwright.Fight.new(game, seed="a")
    for said in ("add P1 score 20", f"add {SECRET} score 15 hidden", "add P2 score 10", "start"):
        assert fight.do(said), said
    return fight


def seats(fight: turnwright.Fight) -> tuple[Seat, Seat, Seat]:
    return fight.seat("P1"), fight.seat("P2"), fight.seat()


def test_sem_22_choices_of_others_stay_as_they_were_while_a_hidden_one_acts() -> None:
    fight = fight_of()
    _, other, nobody = seats(fight)
    before = (other.choices, other.open_to(), nobody.choices)
    assert fight.do("next")
    assert (other.choices, other.open_to(), nobody.choices) == before


def test_sem_22_whose_turn_is_over_unseen_may_do_nothing_and_is_told_nothing() -> None:
    fight = fight_of()
    mine = fight.seat("P1")
    before = [choice.command for choice in mine.choices]
    assert mine.do("end")
    assert [choice.command for choice in mine.choices if choice.barred is None] == []
    assert [choice.command for choice in mine.choices] == before
    done = mine.do("end")
    assert done.refusal == Refusal("seat.not_now")
    assert done.lines == ("not now: wait until the game master goes on",)


@pytest.mark.parametrize("said", ["end", "delay", "take", "undo", "redo", "why", "next", "hp P1 -3", "jump P1"])
def test_sem_22_no_refusal_of_a_player_names_anybody_hidden(said: str) -> None:
    fight = fight_of()
    assert fight.do("next")
    for seat in seats(fight):
        done = seat.do(said)
        assert not done, said
        assert SECRET not in str(done), done


def test_sem_22_the_name_of_somebody_hidden_is_a_word_like_any_other() -> None:
    fight = fight_of()
    mine = fight.seat("P1")
    for said in ("end {}", "{}: end", "{} delay", "{}"):
        known, unknown = (mine.do(said.format(name)) for name in (SECRET, "Zzyzxq"))
        assert str(known).replace(SECRET, "Zzyzxq") == str(unknown)


def test_sem_22_an_id_that_a_player_cannot_know_is_as_one_that_nobody_has() -> None:
    table = Table("lux-aeterna")
    one, lurker = table.add("Ana", 20), table.add(SECRET, 15, hidden=True, side="foes")
    table.start()
    for target in (lurker, "c99"):
        refusal = table.refused(Act(one, "attack", (target,)), owns=table.seat("Ana"))
        assert refusal == Refusal("combatant.unknown", data={"who": target})


@pytest.mark.parametrize("hidden", ["", " hidden"])
def test_sem_22_a_players_part_of_a_question_is_called_the_same_whoever_else_is_asked(hidden: str) -> None:
    fight = turnwright.Fight.new("last-odyssey", seed="a")
    for said in (f"add {SECRET} side heroes{hidden}", "add P1 side heroes", "add P2 side heroes", "start"):
        assert fight.do(said), said
    for seat in seats(fight)[:2]:
        assert "answer front, answer back" in seat.open_to()[0]
        assert SECRET not in seat.question
        assert seat.do("answer 1: front")
    assert not fight.seat("P2").do("answer 2: front")


def test_sem_22_the_log_of_a_player_keeps_back_what_led_to_hidden_doings() -> None:
    fight = fight_of()
    others = seats(fight)
    before = [seat.log() for seat in others]
    assert fight.do("next")
    assert [seat.log() for seat in others] == before
    assert fight.do("hp P2 =10")
    heard = [seat.log() for seat in others]
    assert [lines[: len(b)] for lines, b in zip(heard, before, strict=True)] == before
    assert all("10" in lines[-1] for lines in heard)
    assert fight.do("next")
    for seat, now in zip(others, heard, strict=True):
        lines = seat.log()
        assert lines[: len(now)] == now
        assert "P2 is up" in lines
        assert SECRET not in str(lines)


def test_a_player_is_told_at_once_what_became_of_a_command_up_to_the_end_of_the_turn() -> None:
    fight = fight_of()
    assert fight.seat("P1").do("end").lines == ("P1's turn ends", DONE)


def test_words_are_not_completed_with_anybody_hidden() -> None:
    fight = fight_of()
    assert fight.complete("Lur")
    assert not fight.seat("P1").complete("Lur")


def test_sem_21_what_is_the_gms_is_refused_to_players_and_spectators() -> None:
    fight = fight_of()
    for command in (Next(), NextRound(), Jump("c1"), Hide(("c1",)), End(), SetScore("c5", 3)):
        done = fight.seat().do(command)
        assert done.refusal is not None
        assert done.refusal.code == "seat.not_yours"
    mine = fight.seat("P2")
    assert mine.do(End()).refusal == Refusal("seat.not_yours", data={"command": "end"})


def test_case_38_a_player_takes_back_only_the_last_step_and_only_an_own_one() -> None:
    """CASE-38"""
    table = turnwright.Fight.new("lux-aeterna", seed="a")
    for said in ("add Ana side heroes score 20", "add Bo side heroes score 10", "start"):
        assert table.do(said)
    ana, bo = table.seat("Ana"), table.seat("Bo")
    assert ana.do("talk")
    revision = table.encounter.revision
    done = bo.do("undo")
    assert (done.refusal, table.encounter.revision) == (Refusal("undo.not_yours"), revision)
    assert ana.do("undo")
    done = ana.do("redo")
    assert done.refusal == Refusal("redo.not_yours")
    assert "redo" in done.lines[0]
    assert ana.do("talk")
    assert table.do("hp Bo =3")
    done = ana.do("undo")
    assert done.refusal == Refusal("undo.not_yours")
    assert "nothing has followed" in done.lines[0]
    assert table.do("undo")
    assert ana.do("undo")


def test_sem_22_a_ruling_about_somebody_hidden_is_told_to_nobody_else() -> None:
    fight = turnwright.Fight.new("lux-aeterna", seed="a")
    for said in (
        "add P1 side heroes score 20 hp 9",
        f"add {SECRET} score 15 hp 9 hidden",
        "add P2 side heroes score 10",
    ):
        assert fight.do(said), said
    assert fight.do("start")
    assert fight.do(f"{SECRET} attack P1 for 2!")
    assert fight.do("P2 attack P1 for 1!")
    assert any(SECRET in line and "not" in line for line in fight.log())
    for seat in seats(fight):
        told = "\n".join(seat.log())
        assert SECRET not in told
        assert "P2" in told


def asked_for_rows(hidden: bool) -> Table:
    """Ana, Bo and Eve are asked for their rows, and so is somebody hidden."""
    table = Table("last-odyssey")
    for name, score, side in (("Ana", 20, "heroes"), ("Bo", 10, "heroes"), ("Eve", 5, "antagonists")):
        table.add(name, score, side=side)
    if hidden:
        table.add(SECRET, 7, side="antagonists", hidden=True)
    table.start()
    return table


@pytest.mark.parametrize("owner", ["Ana", "Bo", ""])
@pytest.mark.parametrize(
    "said", ["answer x", "answer Bo: front", "answer 2: front", "answer 9: front", "Bo: answer front"]
)
def test_sem_22_an_answer_to_what_others_are_asked_is_refused_alike(owner: str, said: str) -> None:
    told = []
    for hidden in (False, True):
        table = asked_for_rows(hidden)
        told.append(Seat(table.encounter, table.seat(*filter(None, [owner])), "player").do(f"answer {said}"))
    assert told[0] == told[1]


@pytest.mark.parametrize("part", ["", "c1", "c3", "c-1", "zz"])
def test_sem_22_an_answer_of_a_program_to_what_others_are_asked_is_refused_alike(part: str) -> None:
    told = []
    for hidden in (False, True):
        table = asked_for_rows(hidden)
        seat = Seat(table.encounter, table.seat("Ana"), "player")
        told.append([seat.do(Answer(("left",), part, who)) for who in ("", table.id("Ana"), table.id("Bo"))])
    assert told[0] == told[1]


@pytest.mark.parametrize("id", ["c-1", "c-2", "e-2", "f-1", "e:foes"])
@pytest.mark.parametrize("game", ["plain", "ose"])
def test_sem_22_the_id_of_a_hidden_one_is_not_found_by_guessing(game: str, id: str) -> None:
    """Nor in a place where any words may stand."""
    told = []
    for hidden in (False, True):
        table = Table(game)
        ana = table.add("Ana", 20)
        if hidden:
            table.do(GiveEffect("curse", (table.add(SECRET, 7, side="foes", hidden=True),)))
        table.start()
        seat = Seat(table.encounter, table.seat("Ana"), "player", edits=True)
        commands = (Rename(ana, id), Act(ana, "talk", (id,)), Act(ana, id), EndEffect((id,)), Delay(ana, note=id))
        told.append([seat.do(command) for command in commands])
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("lux-aeterna", "delay"),
        ("lux-aeterna", "end"),
        ("dnd5e", "end"),
        ("edge-of-darkness", "delay"),
        ("plain", "end"),
    ],
)
@pytest.mark.parametrize("score", [15, 1])
def test_sem_22_a_player_is_told_the_same_of_a_command_whoever_comes_next(game: str, said: str, score: int) -> None:
    """Bo's player hears of the next turn, and of the next round, by what shows."""
    told = []
    for hidden in (False, True):
        table = Table(game)
        sides = table.rules.ruleset.sides
        for name, rank in (("Ana", 20), ("Bo", 18), ("Cy", 5)):
            table.add(name, rank, side=next(iter(sides)))
        if hidden:
            table.add(SECRET, score, side="foes", hidden=True)
        table.start()
        table.next()
        told.append(Seat(table.encounter, table.seat("Bo"), "player").do(said))
    assert told[0] == told[1]
    assert told[0].lines[-1] == DONE


def test_sem_22_words_that_come_late_for_a_turn_that_is_seen_still_tell_nothing() -> None:
    """While a hidden one acts, P1's turn goes on as far as P2's player knows, whatever was on their screen (SEM-20)."""
    fight = fight_of()
    other = fight.seat("P2")
    seen = sight(fight.encounter)
    before = other.do("end", seen=seen)
    assert before.refusal is not None
    assert before.refusal.code == "turn.not_yours"
    assert fight.do("next")
    assert other.do("end", seen=seen) == before
    assert fight.do("next")
    late = fight.seat("P1").do("end", seen=seen)
    assert late.refusal is not None
    assert late.refusal.code == "turn.already_ended"
