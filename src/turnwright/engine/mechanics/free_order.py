"""Free order: nobody is active until somebody takes a turn, and the round ends once all have had one or passed."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.engine.base import WAIT, Answers, Command, Event, Outcome
from turnwright.engine.events import on_entry
from turnwright.engine.frames import Turns
from turnwright.engine.happenings import PhaseEnded
from turnwright.engine.mechanic import Mechanic, OrderKind
from turnwright.engine.play import Play
from turnwright.engine.sheet import entry_unable
from turnwright.engine.state import Entry, State
from turnwright.engine.turns import come_up, may_take_turn, pass_boundaries, rule_of_idle, skip


class FreeTurns(Turns, frozen=True, gc=False):
    """Turns in any order, one at a time."""


class TurnPassed(Event, frozen=True, gc=False):
    """An entry lets this round go by without a turn."""

    entry: str

    def apply(self, state: State) -> State:
        return on_entry(state, self.entry, acted=state.cycle)


class Take(Command, frozen=True, gc=False):
    """Take one's turn while nobody's is on, or one that anybody of one's side may take. Acting right away does the
    same.

    Refuses ``turn.not_free`` where the order is enforced or someone's turn is on, ``turn.taken`` for one who has had a
    turn or passed this round, ``turn.elsewhere`` for one who is not in the scene, ``turn.unable`` where those who can't
    act have no turn, and what the order that is on refuses.
    """

    who: str
    owner = "who"

    def decide(self, play: Play) -> None:
        play.present(self.who)
        entry = play.entry(self.who)
        turn = play.active
        take = play.rules.takes.get(type(play.top)) if play.top is not None else None
        if take is None:
            play.refuse("turn.not_free", name=entry.name, active=play.name(turn.entry) if turn else "")
        if not play.state.in_scene(entry):
            play.bar("turn.elsewhere", mode_rule(play), name=entry.name)
        take(play, play.top, self.who)

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Taking the turn, for each who is in the scene: somebody may have several in a round."""
        if play.top is not None and type(play.top) in play.rules.takes:
            for entry in map(play.state.entries.__getitem__, play.state.order):
                if not entry.gone and play.state.in_scene(entry):
                    yield from (cls(who) for who in entry.members[:1])


class CloseRound(Command, frozen=True, gc=False):
    """The round is over, whoever has not had a turn yet.

    Refuses ``turn.not_free`` while a turn is on, or where the order is enforced.
    """

    def decide(self, play: Play) -> None:
        top, turn = play.top, play.active
        if not isinstance(top, FreeTurns):
            play.refuse("turn.not_free", active=play.name(turn.entry) if turn else "")
        close(play, top)


def mode_rule(play: Play) -> str:
    """The rule that states the mode in which the scene is played."""
    scene = play.state.scene
    return play.rules.ruleset.modes[scene.mode].rule if scene else ""


def owed(play: Play) -> tuple[Entry, ...]:
    """Those who have yet to take a turn or pass in this round."""
    state = play.state
    found = (state.entries[entry] for entry in state.order)
    return tuple(e for e in found if not e.gone and e.acted != state.cycle and state.in_scene(e))


def step(play: Play, frame: FreeTurns, answers: Answers | None) -> Outcome:
    """Wait for whoever wants to go next; once nobody is left who could, settle those who can't, and end the round."""
    left = owed(play)
    if any(not entry.absent and not entry_unable(play.rules, play.state, entry.id) for entry in left):
        return WAIT
    for entry in left:
        why = may_take_turn(play, entry.id)
        if why:
            skip(play, entry.id, why)
        else:
            come_up(play, entry.id, begun=True)
        return None
    if any(leftover(play) for leftover in play.rules.leftover):
        return None
    play.emit(PhaseEnded(play.state.phase))
    return None


def close(play: Play, frame: FreeTurns) -> None:
    """Nobody else takes a turn in this round: the turns that are left are passed over."""
    for entry in owed(play):
        skip(play, entry.id, "round closed", mode_rule(play))


def _take(play: Play, frame: FreeTurns, who: str) -> None:
    entry, ref = play.entry(who), mode_rule(play)
    if entry.acted == play.state.cycle:
        play.bar("turn.taken", ref, name=entry.name)
    why = may_take_turn(play, entry.id)
    if why:
        play.bar("turn.unable", rule_of_idle(play, entry.id, why), name=entry.name, why=why)
    come_up(play, entry.id, begun=True, ref=ref)


def _start(play: Play, who: str) -> None:
    """Who acts while nobody's turn is on thereby takes the turn."""
    if isinstance(play.top, FreeTurns):
        entry = play.state.entry_of(who)
        if entry is not None and entry in owed(play):
            come_up(play, entry.id, ref=mode_rule(play))


def _pass(play: Play, frame: FreeTurns, who: str) -> None:
    entry = play.entry(who)
    if entry not in owed(play):
        play.refuse("turn.taken", mode_rule(play), name=entry.name)
    play.emit(TurnPassed(entry.id, ref=mode_rule(play)))
    pass_boundaries(play, entry.id)


def _awaited(play: Play, frame: FreeTurns) -> tuple[str, ...]:
    return tuple(who for entry in owed(play) for who in entry.members)


def _whose(play: Play, frame: FreeTurns) -> None:
    play.refuse("next.whose", mode_rule(play), names=", ".join(entry.name for entry in owed(play)))


MECHANIC = Mechanic(
    "free order",
    uses=lambda ruleset: any(mode.order == "free" for mode in ruleset.modes.values()),
    commands=(Take, CloseRound),
    events=(TurnPassed,),
    frames={FreeTurns: step},
    orders={"free": OrderKind(FreeTurns, ranked=False)},
    starts=_start,
    takes={FreeTurns: _take},
    next={FreeTurns: _whose},
    passes={FreeTurns: _pass},
    idle={FreeTurns: close},
    awaits={FreeTurns: _awaited},
)
