"""Scenes, rounds and turns: starting, ending a turn, going on, correcting whose turn it is, closing."""

from __future__ import annotations

from msgspec.structs import replace

from turnwright.engine.base import Command, Frame
from turnwright.engine.events import Closed, Corrected, SceneBegan, Stepped
from turnwright.engine.flow import step_moment, step_round, step_scene
from turnwright.engine.frames import Moment, RoundFrame, SceneFrame, Turn, Turns
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import Play
from turnwright.engine.ranking import unrolled
from turnwright.engine.rolling import ref_of
from turnwright.engine.state import Scene
from turnwright.engine.turns import acting, in_acting_step, step_turn
from turnwright.rules.words.order import Phase


class Start(Command, frozen=True, gc=False):
    """Begin the fight: find the order, and bring up the first turn.

    Refuses ``scene.on`` while one is being played, and ``initiative.missing`` where the ruleset wants all to have rolled first.
    """

    mode: str = ""
    title: str = ""

    def decide(self, play: Play) -> None:
        if play.state.agenda:
            play.refuse("scene.on")
        modes = play.rules.ruleset.modes
        mode = self.mode or next(iter(modes))
        if mode not in modes:
            play.refuse("mode.unknown", mode=mode, known=", ".join(modes))
        if not any(not c.gone for c in play.state.combatants.values()):
            play.refuse("cast.empty")
        missing = unrolled(play) if play.rules.orders[modes[mode].order].ranked else ()
        if missing and play.rules.ruleset.initiative.unrolled == "refuse":
            play.bar("initiative.missing", ref_of(play), names=", ".join(e.name for e in missing))
        number = play.state.scene.number + 1 if play.state.scene else 1
        ref = "".join(modes[mode].ref[:1])
        play.emit(SceneBegan(Scene(number, mode, self.title), SceneFrame(), ref=ref))


class Begin(Command, frozen=True, gc=False):
    """Begin the turn that has come up, without doing anything in it yet."""

    who: str
    owner = "who"
    begins = True

    def decide(self, play: Play) -> None:
        turn = play.top
        if not isinstance(turn, Turn) or self.who not in acting(play, turn):
            play.refuse("turn.not_yours", name=play.combatant(self.who).name)


class End(Command, frozen=True, gc=False):
    """End the turn that is on (``turn`` says which one is meant, so that nobody ends the next one by mistake)."""

    turn: int = 0
    begins = True

    def owners(self, play: Play) -> tuple[str, ...]:
        """Those who act in the turn that is on."""
        turn = play.active
        return acting(play, turn) if turn else ()

    def decide(self, play: Play) -> None:
        turn = play.active
        if self.turn and (turn is None or turn.id != self.turn):
            play.refuse("turn.already_ended", turn=self.turn)
        if turn is None:
            play.refuse("turn.none")
        if play.top is not turn:
            play.refuse("turn.busy", name=play.name(turn.entry))
        if not in_acting_step(play, turn):
            play.refuse("turn.held_up", name=play.name(turn.entry))
        play.emit(Stepped(replace(turn, over="ended")))


class Next(Command, frozen=True, gc=False):
    """Do the obvious: begin the fight, end the turn that is on, or go on where people were only offered something."""

    begins = True

    def owners(self, play: Play) -> tuple[str, ...]:
        """Those who act in the turn that is on."""
        turn = play.top
        return acting(play, turn) if isinstance(turn, Turn) else ()

    def decide(self, play: Play) -> None:
        top = play.top
        if top is None:
            Start().decide(play)
            return
        go_on = play.rules.next.get(type(top))
        if go_on is None:
            play.refuse("next.unclear")
        go_on(play, top)


class Jump(Command, frozen=True, gc=False):
    """Correct whose turn it is: takes no time, sets nothing off, refills nothing (SEM-11)."""

    who: str

    def decide(self, play: Play) -> None:
        entry = play.entry(self.who)
        if not any(isinstance(frame, Turns) for frame in play.state.agenda):
            play.refuse("turn.no_turns")
        at = next(i for i, step in enumerate(play.rules.steps) if step.acts)
        play.emit(Corrected(entry.id, play.state.turn + 1, at))


class Close(Command, frozen=True, gc=False):
    """The encounter is over."""

    def decide(self, play: Play) -> None:
        play.emit(Closed())


def _turns(play: Play, phase: Phase) -> Frame:
    assert play.state.scene is not None
    return play.rules.orders[play.rules.ruleset.modes[play.state.scene.mode].order].frame()


def _end(play: Play, turn: Turn) -> None:
    End(turn.id).decide(play)


def _stalled(play: Play, frame: SceneFrame) -> None:
    play.refuse("scene.nobody_can_act")


MECHANIC = Mechanic(
    "scenes",
    commands=(Start, Begin, End, Next, Jump, Close),
    frames={SceneFrame: step_scene, RoundFrame: step_round, Moment: step_moment, Turn: step_turn},
    phases={"turns": _turns},
    next={Turn: _end, SceneFrame: _stalled},
)
