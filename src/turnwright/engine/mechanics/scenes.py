"""Scenes, rounds and turns: starting, ending a turn, going on, correcting whose turn it is, closing."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnwright.engine.answering import answer_by, stated
from turnwright.engine.base import Command, Event, Frame
from turnwright.engine.clock import round_runs
from turnwright.engine.events import Closed
from turnwright.engine.flow import step_moment, step_round, step_scene
from turnwright.engine.frames import Moment, RoundFrame, SceneFrame, Turn, Turns
from turnwright.engine.happenings import Corrected, Stepped
from turnwright.engine.machine import STEPS_AT_MOST, go_on
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.numbering import next_turn
from turnwright.engine.pending import refuse_busy
from turnwright.engine.play import Play
from turnwright.engine.ranking import unrolled
from turnwright.engine.rolling import ref_of
from turnwright.engine.scening import SceneEnded, SceneOver, end_scene, open_scene, scene_on, step_scene_over
from turnwright.engine.sheet import present
from turnwright.engine.state import Scene, State
from turnwright.engine.turns import acting, begin, end_turn, in_acting_step, is_unseen, next_step, step_turn, why_idle
from turnwright.rules.words.order import Phase


class ParticipantsSet(Event, frozen=True, gc=False):
    """These have turns in the scene that is on (none named: everybody)."""

    participants: tuple[str, ...]

    def apply(self, state: State) -> State:
        assert state.scene is not None
        return replace(state, scene=replace(state.scene, participants=self.participants))


class Start(Command, frozen=True, gc=False):
    """Open a scene; where its mode has an order, find it and bring up the first turn.

    ``participants`` are those of the cast who have turns in it (none named: all), ``span`` the story time it is meant
    to take (``2-3 h``). Refuses ``mode.unknown``, ``initiative.missing`` where the ruleset wants all to have rolled
    first, and as `open_scene` does.
    """

    mode: str = ""
    title: str = ""
    purpose: str = ""
    span: str = ""
    participants: tuple[str, ...] = ()

    def decide(self, play: Play) -> None:
        modes = play.rules.ruleset.modes
        mode = self.mode or next(iter(modes))
        if mode not in modes:
            play.refuse("mode.unknown", mode=mode, known=", ".join(modes))
        participants = tuple(dict.fromkeys(self.participants))
        scene = Scene(0, mode, self.title, self.purpose, self.span, participants)
        open_scene(play, scene, SceneFrame(), modes[mode].rule)
        missing = unrolled(play) if play.rules.orders[modes[mode].order].ranked else ()
        if missing and play.rules.ruleset.initiative.unrolled == "refuse":
            play.bar("initiative.missing", ref_of(play), names=", ".join(e.name for e in missing))

    @classmethod
    def offers(cls, play: Play) -> tuple[Command, ...]:
        """Starting, while there is somebody and no scene runs."""
        there = any(not combatant.gone for combatant in play.state.combatants.values())
        return (cls(),) if there and play.top is None and not play.state.closed else ()


class EndScene(Command, frozen=True, gc=False):
    """The scene is over; the next may begin, with the cast as it is. ``lasted`` is how much story time it took.

    Refuses as `end_scene` does, and ``rest.on`` during a rest.
    """

    lasted: str = ""

    def decide(self, play: Play) -> None:
        end_scene(play, self.lasted)


class Involve(Command, frozen=True, gc=False):
    """Bring some of the cast into the scene that is on, or (``on`` false) take them out of it: they have no turns then.

    Refuses ``scene.none``, and ``scene.last`` for leaving nobody in it.
    """

    who: tuple[str, ...]
    on: bool = True

    def decide(self, play: Play) -> None:
        scene = scene_on(play.state)
        if scene is None:
            play.refuse("scene.none")
        for who in self.who:
            play.present(who)
        everybody = tuple(c.id for c in present(play.state))
        now = scene.participants or everybody
        after = tuple(who for who in everybody if (who in self.who and self.on) or (who in now and who not in self.who))
        if not after:
            play.refuse("scene.last")
        play.emit(ParticipantsSet(() if after == everybody else after, ref=play.rules.ruleset.scenes.rule))


class Begin(Command, frozen=True, gc=False):
    """Begin the turn that has come up, without doing anything in it yet.

    Refuses ``turn.not_yours``, and ``turn.begun`` for one that goes on already.
    """

    who: str
    owner = "who"

    def decide(self, play: Play) -> None:
        turn = play.top
        if not isinstance(turn, Turn) or self.who not in acting(play.state, turn):
            play.refuse("turn.not_yours", name=play.combatant(self.who).name)
        if turn.begun:
            play.refuse("turn.begun", name=play.name(turn.entry))
        begin(play, turn)

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Beginning a turn that has come up, where something may happen ahead of what is done in it."""
        turn = play.top
        if isinstance(turn, Turn) and not turn.begun:
            up = acting(play.state, turn)
            # An effect on somebody hidden must not be told by what others are offered.
            if any(not play.state.hides((effect.bearer,), up) for effect in play.state.effects.values()):
                yield from map(cls, up)


class End(Command, frozen=True, gc=False):
    """End the turn that is on (``turn`` says which one is meant, so that nobody ends the next one by mistake)."""

    turn: int = 0
    begins = True
    content = "over"

    def owners(self, play: Play) -> tuple[str, ...]:
        """Those who act in the turn that is on, unless it is the GM's to end."""
        turn = play.active
        return _may_end(play, turn) if turn else ()

    def decide(self, play: Play) -> None:
        turn = play.active
        if self.turn and (turn is None or turn.id != self.turn):
            play.refuse("turn.already_ended", turn=self.turn)
        if turn is None:
            play.refuse("turn.none")
        if play.top is not turn:
            refuse_busy(play, play.name(turn.entry))
        if not in_acting_step(play, turn):
            refuse_busy(play, play.name(turn.entry), "turn.held_up")
        end_turn(play, turn)

    @classmethod
    def offers(cls, play: Play) -> tuple[Command, ...]:
        """Ending, while a turn is on and nothing in it goes on."""
        return (cls(),) if play.active is not None and play.top is play.active else ()


class Next(Command, frozen=True, gc=False):
    """Do the obvious: begin the fight, end the turn that is on, or go on where people were only offered something.

    Where something comes ahead of what is done in a turn that has come up, such as a cost to be paid, it begins.
    """

    begins = True
    content = "begun"

    def owners(self, play: Play) -> tuple[str, ...]:
        """Those who act in the turn that is on, unless it is the GM's to end."""
        turn = play.top
        return _may_end(play, turn) if isinstance(turn, Turn) else ()

    def decide(self, play: Play) -> None:
        top = play.top
        if top is None:
            Start().decide(play)
            return
        go_on = play.rules.next.get(type(top))
        if go_on is None:
            play.refuse("next.unclear")
        go_on(play, top)


class NextRound(Command, frozen=True, gc=False):
    """Go to the next round as if nobody acted (SEM-10).

    Each turn that is left comes up, resolves what it brings, and ends. It stops where people are asked something,
    unless ``policy`` answers it: by a question's code (``*``: any other) first, last, or one of the answers.
    Refuses ``round.none``, and ``next.unclear`` where it can't go anywhere.
    """

    policy: dict[str, str] = {}

    def decide(self, play: Play) -> None:
        if not round_runs(play.state):
            play.refuse("round.none")
        now, before = play.state.round, len(play.events)
        policy = stated(self.policy)
        for _ in range(STEPS_AT_MOST):
            top = play.top
            if self.policy and play.state.round == now and answer_by(play, policy):
                go_on(play)
                continue
            step = None if top is None else play.rules.idle.get(type(top)) or play.rules.next.get(type(top))
            if step is None or play.state.round != now or not round_runs(play.state):
                break
            if isinstance(top, Turn) and not top.begun:
                begin(play, top)
            else:
                step(play, top)
            go_on(play)
        if len(play.events) == before:
            play.refuse("next.unclear")


class Jump(Command, frozen=True, gc=False):
    """Correct whose turn it is: takes no time, sets nothing off, refills nothing (SEM-11)."""

    who: str

    def decide(self, play: Play) -> None:
        entry = play.entry(self.who)
        if not any(isinstance(frame, Turns) for frame in play.state.agenda):
            play.refuse("turn.no_turns")
        at = play.rules.acting_step
        turn = Turn(entry.id, next_turn(play.state, is_unseen(play.state, (entry.id,))), at=at, begun=True)
        play.emit(Corrected(entry.id, turn.id, at, held=bool(why_idle(play, turn))))


class Close(Command, frozen=True, gc=False):
    """The encounter is over: the scene that is on ends, and the story is concluded."""

    lasted: str = ""

    def decide(self, play: Play) -> None:
        if scene_on(play.state) is None:
            play.emit(Closed(ref=play.rules.ruleset.scenes.rule))
        else:
            end_scene(play, self.lasted, concluded=True)


def _join(play: Play, who: str) -> None:
    """Who is added while a scene of only some is on takes part in it."""
    scene = scene_on(play.state)
    if scene is not None and scene.participants:
        play.emit(ParticipantsSet((*scene.participants, who)))


def _may_end(play: Play, turn: Turn) -> tuple[str, ...]:
    """Whose players may end a turn."""
    rules = play.rules.ruleset
    group = play.state.entries[turn.entry].kind == "group"
    by_gm = rules.turn.ended.by == "gm" or (group and rules.groups.ended_by == "gm")
    return () if by_gm else acting(play.state, turn)


def _pass(play: Play, turn: Turn, who: str) -> None:
    """Somebody lets the rest of the own turn go by, where it is theirs to end."""
    if who not in _may_end(play, turn) or not in_acting_step(play, turn):
        play.refuse("pass.nothing", name=play.name(who))
    End().decide(play)


def _turns(play: Play, phase: Phase) -> Frame:
    assert play.state.scene is not None
    return play.rules.orders[play.rules.ruleset.modes[play.state.scene.mode].order].frame()


def _on(play: Play, turn: Turn) -> None:
    """The obvious step in a turn: on to the next step in which people act, or to its end."""
    if turn.begun and next_step(play, turn) is not None:
        play.emit(Stepped(replace(turn, at=turn.at + 1), ref=play.rules.ruleset.turn.rule))
    else:
        End(turn.id).decide(play)


def _stalled(play: Play, frame: SceneFrame) -> None:
    play.refuse("scene.nobody_can_act")


MECHANIC = Mechanic(
    "scenes",
    commands=(Start, EndScene, Involve, Begin, End, Next, NextRound, Jump, Close),
    events=(SceneEnded, ParticipantsSet),
    frames={
        SceneFrame: step_scene,
        SceneOver: step_scene_over,
        RoundFrame: step_round,
        Moment: step_moment,
        Turn: step_turn,
    },
    join=_join,
    phases={"turns": _turns},
    next={Turn: _on, SceneFrame: _stalled},
    passes={Turn: _pass},
)
