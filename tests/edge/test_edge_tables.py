"""Edge of Darkness at the table: corrections, newcomers, jumps and undo while people wait."""

from __future__ import annotations

import random

import pytest

from turnwright.engine import Refusal, Undo, choices, codec
from turnwright.engine.mechanics.scenes import Next, NextRound
from turnwright.engine.mechanics.waits import Delay
from turnwright.formula import Number
from turnwright.speech import SpeechError, parse

from .fight import Fight, three


class TestAtTheTable:
    def test_everybody_waits(self) -> None:
        """EOD-D1, EOD-C3, SEM-7: the turn is over at once, and all of them hold over."""
        fight = three()
        for name in ("Mara", "Jonah", "Thug"):
            fight.say(name, "delay")
        assert (fight.state.round, sorted(fight.waiting)) == (2, ["Jonah", "Mara", "Thug"])
        fight.say("Thug", "enter")
        assert fight.active == ""
        fight.say("", "next")
        assert (fight.active, fight.rank("Thug")) == ("Thug", 5)

    def test_on_to_the_next_turn_with_people_waiting(self) -> None:
        """SEM-10, EOD-C3: as if nobody acted; what was put off is held over, the moment that was named is let go by."""
        fight = three()
        fight.say("Mara", "delay")
        fight.say("Jonah", "delay until 7")
        fight.do(NextRound())
        assert (fight.state.round, fight.waiting) == (2, ["Mara"])
        assert fight.rank("Jonah") == 7

    def test_who_waits_is_removed(self) -> None:
        """SEM-3: nobody else loses or gains a turn by it."""
        fight = three()
        fight.say("Mara", "delay after Jonah")
        fight.say("", "remove Mara as fled")
        fight.end()
        assert fight.active == "Thug"
        fight.end()
        assert (fight.state.round, fight.active) == (2, "Jonah")

    def test_a_newcomer_during_a_delay(self) -> None:
        """EOD-D2, EOD-D3: the newcomer has a place by its total, and a value on which it stands is a tie with it."""
        fight = three()
        fight.say("Mara", "delay until 7")
        fight.add("Vic", score=7, initmod=1, health=7)
        fight.end()
        assert (fight.active, fight.rank("Mara")) == ("Mara", 7)
        fight.end()
        assert fight.active == "Vic"

    def test_the_one_who_acts_by_hand(self) -> None:
        """SEM-11: a jump is a correction, and sets off no moment that it passes."""
        fight = three()
        fight.say("Mara", "delay before Thug")
        fight.say("", "jump Thug")
        assert (fight.active, fight.waiting) == ("Thug", ["Mara"])
        fight.end()
        assert (fight.active, fight.rank("Mara")) == ("Mara", 4)

    def test_called_in_between_two_turns(self) -> None:
        """EOD-D5, EOD-D2: told in words and called in a gap, it has the place and the rank of that moment."""
        fight = three()
        fight.say("Mara", "prepare attack Thug for 1 when the lamp goes out")
        fight.say("Jonah", "delay")
        fight.end()
        assert fight.active == ""
        fight.say("", "fire Mara")
        assert (fight.rank("Mara"), fight.order, fight.health("Thug")) == (4, ["Jonah", "Thug", "Mara"], 6)
        fight.say("Jonah", "enter")
        assert (fight.active, fight.rank("Jonah"), fight.order) == ("Jonah", 4, ["Thug", "Jonah", "Mara"])

    def test_an_answer_to_an_answer(self) -> None:
        """EOD-D5: what was prepared may set off what somebody else prepared; the last is resolved first."""
        fight = Fight(Mara=(14, 4), Larry=(10, 3), Thug=(5, 2))
        fight.say("Mara", "prepare attack Thug for 7 if Thug attacks")
        fight.say("Larry", "prepare attack Mara for 7 if Mara attacks")
        fight.say("Thug", "attack Mara for 1")
        fight.say("Mara", "fire")
        fight.say("Larry", "fire")
        assert (fight.health("Mara"), fight.health("Thug")) == (0, 7)
        assert fight.order == ["Larry", "Mara", "Thug"]
        assert (fight.rank("Mara"), fight.rank("Larry")) == (6, 7)

    def test_undo_across_a_moment(self) -> None:
        """SEM-17, EOD-D3: the dice fall the same again."""
        fight = three()
        delay = Delay(fight.id("Mara"), "delay", "score", 10)
        fight.do(delay)
        seen = codec.state_bytes(fight.state)
        fight.do(Undo())
        assert fight.active == "Mara"
        fight.do(delay)
        assert codec.state_bytes(fight.state) == seen


OPTIONS = {
    "tie_final": ("roll", "together", "gm"),
    "delay_rank_stays": ("yes", "no"),
    "unused_delay": ("hold_over", "lost"),
    "unfired_prepared": ("lost", "hold_over"),
    "before_interrupts": ("no", "yes"),
    "interrupted": ("choose_again", "lost"),
}
WORDS = (
    "delay",
    "delay until {n}",
    "delay before {b}",
    "delay after {b}",
    "hold-over",
    "hold-over first",
    "hold-over until {n}",
    "prepare attack {b} for 1 if {c} attacks",
    "prepare attack {b} for 1 if {c} attacks until {n}",
    "prepared-over attack {b} for 2 if {c}",
    "attack {b} for 1",
    "dodge",
    "enter",
    "pass",
    "fire",
    "fire spoils",
    "end",
    "end",
)


def _accepted(fight: Fight, who: str, text: str) -> bool:
    try:
        said = parse(fight.rules, fight.state, text, fight.id(who))
    except SpeechError:
        return False
    return not isinstance(fight.encounter.do(said.command), Refusal)


@pytest.mark.parametrize("seed", range(30))
def test_any_table(seed: int) -> None:
    """Whatever people say, in any reading: nobody acts twice in a turn, nothing hangs, the log reads back the same."""
    chance = random.Random(seed)
    names = ["Mara", "Jonah", "Vic", "Thug", "Larry"]
    options = {key: chance.choice(values) for key, values in OPTIONS.items()}
    fight = Fight(options, **{name: (chance.randint(4, 9), chance.randint(3, 4)) for name in names})
    spent: dict[tuple[int, str], Number] = {}
    for _ in range(150):
        if fight.question is not None:
            part = fight.question.ask.parts[0]
            fight.answer(*chance.sample(list(part.items), len(part.items)))
            continue
        who, b, c = chance.choice(names), chance.choice(names), chance.choice(names)
        text = chance.choice(WORDS).format(b=b, c=c, n=chance.randint(1, 12))
        before = {name: fight.pool(name, "action") for name in names}
        now = fight.state.round
        if not _accepted(fight, who, text) and chance.random() < 0.3:
            fight.encounter.do(Next())
        for name in names:
            if fight.state.round == now:
                spent[now, name] = spent.get((now, name), 0) + before[name] - fight.pool(name, "action")
    fight.check()
    assert fight.state.round > 2
    assert all(c.barred is None or c.barred.code for c in choices(fight.rules, fight.state))
    assert max(spent.values()) == 1
