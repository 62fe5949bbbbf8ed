"""Tracks: long tasks in milestones, and clocks, whose tally is judged against a goal."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from turnwright.engine.base import WAIT, Answers, Command, Event, FrameStruct, Outcome
from turnwright.engine.clock import pass_time, span_of
from turnwright.engine.compiled import Rules
from turnwright.engine.keeping import with_kept
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.names import clean_name, fold
from turnwright.engine.numbering import counted, next_number, number_of
from turnwright.engine.play import Play
from turnwright.engine.scening import end_scene, open_scene
from turnwright.engine.state import Scene, State
from turnwright.engine.tracking import SLOT, Milestone, Tally, tracks
from turnwright.engine.veil import sees
from turnwright.formula import Die, Number
from turnwright.rules.words.track import Track

MOST_MILESTONES = 100


class TrackFrame(FrameStruct, frozen=True, gc=False):
    """A scene that consists of a track; it ends once that has been judged."""

    track: str


def _on_track(state: State, track: str, **changes: object) -> State:
    """The state with some fields of one track changed."""
    found = tracks(state)
    return replace(state, own=with_kept(state, SLOT, {**found, track: replace(found[track], **changes)}))


class TrackOpened(Event, frozen=True, gc=False):
    """Something is to be reached step by step."""

    track: Tally

    def apply(self, state: State) -> State:
        own = with_kept(state, SLOT, {**tracks(state), self.track.id: self.track})
        return replace(state, **counted(state, number_of(self.track.id)), own=own)


class GoalSet(Event, frozen=True, gc=False):
    """What the tally of a track has to come to; ``grade`` is the name of the difficulty, where it has one."""

    track: str
    goal: Number
    grade: str = ""

    def apply(self, state: State) -> State:
        return _on_track(state, self.track, goal=self.goal, grade=self.grade)


class TrackAdvanced(Event, frozen=True, gc=False):
    """A step of a track was taken: it brought ``gain``, and ``tally`` is what there is now."""

    track: str
    step: int
    gain: Number
    tally: Number
    what: str = ""
    who: str = ""
    dice: tuple[Die, ...] = ()

    def apply(self, state: State) -> State:
        return _on_track(state, self.track, steps=self.step, tally=self.tally)


class MilestoneAhead(Event, frozen=True, gc=False):
    """A later milestone of a track comes next, by the GM's ruling."""

    track: str
    what: str
    at: int

    def apply(self, state: State) -> State:
        track = tracks(state)[self.track]
        rest = [*track.milestones[: self.at], *track.milestones[self.at + 1 :]]
        rest.insert(track.steps, track.milestones[self.at])
        return _on_track(state, self.track, milestones=tuple(rest))


class TrackJudged(Event, frozen=True, gc=False):
    """A track has come to its end: ``outcome`` is success or failure, and ``then`` what comes of it."""

    track: str
    outcome: str
    tally: Number
    goal: Number
    then: str = ""

    def apply(self, state: State) -> State:
        return _on_track(state, self.track, outcome=self.outcome)


class TrackRemoved(Event, frozen=True, gc=False):
    """A track is no longer pursued, or no longer of interest."""

    track: str

    def apply(self, state: State) -> State:
        found = {name: track for name, track in tracks(state).items() if name != self.track}
        return replace(state, own=with_kept(state, SLOT, found))


class OpenTrack(Command, frozen=True, gc=False):
    """Set something that is reached step by step: its milestones in order, and a ``goal`` or a ``grade`` of difficulty.

    ``success`` and ``failure`` say what comes of it. Refuses ``track.unknown``, a bad title, ``track.title_used``,
    ``track.most_milestones``, unreadable times, ``track.grade_unknown``, ``track.grade_unset`` for a grade that needs a
    number which is not given, ``track.goal_twice``, ``track.goal_missing``, ``track.goal_bounds``, and by the rules
    ``track.few_milestones``. A track that is a scene of its own is refused as `open_scene` does.
    """

    title: str
    kind: str = ""
    who: tuple[str, ...] = ()
    milestones: tuple[Milestone, ...] = ()
    goal: Number | None = None
    grade: str = ""
    success: str = ""
    failure: str = ""

    def decide(self, play: Play) -> None:
        known = play.rules.ruleset.tracks
        kind = self.kind or next(iter(known), "")
        if kind not in known:
            play.refuse("track.unknown", kind=kind, known=", ".join(known))
        word, title = known[kind], clean_name(play, self.title)
        if any(fold(other.title) == fold(title) and not other.outcome for other in tracks(play.state).values()):
            play.refuse("track.title_used", title=title)
        for who in self.who:
            play.present(who)
        _check_milestones(play, self.milestones, word)
        goal, rule = _goal(play, self, word)
        id_ = f"k{next_number(play.state)}"
        if word.scene:
            open_scene(play, Scene(0, kind, title, participants=self.who), TrackFrame(id_), word.rule)
        track = Tally(id_, kind, title, self.who, goal, self.milestones, success=self.success, failure=self.failure)
        play.emit(TrackOpened(track, ref=word.rule))
        play.emit(GoalSet(id_, goal, self.grade, ref=rule or word.rule))


class Advance(Command, frozen=True, gc=False):
    """Take the next step of a track. ``gain`` is what it brings; left out where the ruleset says how it is rolled.

    ``track`` is its id or title; left out where only one is open. ``step`` says which milestone is meant, from 1.
    Refuses ``track.none``, ``track.which``, ``track.over``, ``track.order`` for a milestone that is not the next one,
    ``track.gain_unnamed``, and ``track.gain_negative`` at a milestone.
    """

    track: str = ""
    gain: Number | None = None
    who: str = ""
    step: int = 0

    def owners(self, play: Play) -> tuple[str, ...]:
        """Those whose track it is."""
        found = _found(play, self.track)
        return found[0].who if len(found) == 1 else ()

    def decide(self, play: Play) -> None:
        track = _find(play, self.track)
        word = play.rules.ruleset.tracks[track.kind]
        if track.outcome:
            play.refuse("track.over", title=track.title, outcome=track.outcome)
        if self.step and self.step != track.steps + 1:
            track = self._out_of_order(play, track, word.judged.rule or word.rule)
        who = self.who or next(iter(track.who), "")
        gain, dice = _gain(play, self, track, word, who)
        coming = track.coming
        if coming is not None and coming.after:
            span = span_of(play, coming.after)
            pass_time(play, (span.low, span.high), f"{track.title}: {coming.what}", word.rule)
        tally = max(0, track.tally + gain)
        what = coming.what if coming is not None else ""
        play.emit(
            TrackAdvanced(track.id, track.steps + 1, gain, tally, what, who, dice, ref=word.gain.rule or word.rule)
        )
        _judge(play, tracks(play.state)[track.id], word)

    def _out_of_order(self, play: Play, track: Tally, ref: str) -> Tally:
        """A milestone that is still to come is taken ahead of the others, where the GM insists."""
        there = track.steps < self.step <= len(track.milestones)
        no = play.bar if there else play.refuse
        no("track.order", ref, title=track.title, step=self.step, next=track.steps + 1)
        play.emit(MilestoneAhead(track.id, track.milestones[self.step - 1].what, self.step - 1, ref=ref))
        return tracks(play.state)[track.id]

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """The next step of each track that is open, where the ruleset rolls for it."""
        for track in tracks(play.state).values():
            if not track.outcome and play.rules.ruleset.tracks[track.kind].gain.formula is not None:
                yield cls(track.id)


class RemoveTrack(Command, frozen=True, gc=False):
    """Take a track away: it is given up, or of no interest any more. Refuses ``track.none`` and ``track.which``."""

    track: str = ""

    def decide(self, play: Play) -> None:
        track = _find(play, self.track)
        play.emit(TrackRemoved(track.id, ref=play.rules.ruleset.tracks[track.kind].rule))


def _check_milestones(play: Play, milestones: tuple[Milestone, ...], word: Track) -> None:
    if len(milestones) > MOST_MILESTONES:
        play.refuse("track.most_milestones", count=len(milestones), most=MOST_MILESTONES)
    for milestone in milestones:
        if milestone.after:
            span_of(play, milestone.after)
    if len(milestones) < word.least_milestones:
        # The GM may insist on fewer, but what is judged after the last needs one.
        play.bar("track.few_milestones", word.rule, count=len(milestones), least=word.least_milestones)
        if not milestones and word.judged.when == "after last":
            play.refuse("track.few_milestones", word.rule, count=0, least=1)


def _goal(play: Play, command: OpenTrack, word: Track) -> tuple[Number, str]:
    """What the tally has to come to, and the rule that says so."""
    given: dict[str, Number | str | bool] = {"milestones": len(command.milestones)}
    if command.goal is not None:
        given["given"] = command.goal
    rule = ""
    if command.grade:
        grade = word.grades.get(command.grade)
        if grade is None:
            play.refuse("track.grade_unknown", word.rule, grade=command.grade, known=", ".join(word.grades))
        asks = "given" in grade.goal.names
        if asks and command.goal is None:
            play.refuse("track.grade_unset", grade.rule or word.rule, grade=command.grade)
        if not asks and command.goal is not None:
            play.refuse("track.goal_twice", grade.rule or word.rule, grade=command.grade, goal=command.goal)
        goal, rule = play.number(grade.goal, "", given), grade.rule
    elif command.goal is not None:
        goal = command.goal
    elif word.goal is not None:
        goal = play.number(word.goal, "", given)
    else:
        play.refuse("track.goal_missing", word.rule, grades=", ".join(word.grades))
    if goal <= 0:
        play.refuse("track.goal_bounds", word.rule, goal=goal)
    return goal, rule


def _found(play: Play, name: str) -> list[Tally]:
    """The tracks that can be meant by an id, a title, or nothing."""
    known = list(tracks(play.state).values())
    if name:
        exact = [track for track in known if track.id == name]
        named = [track for track in known if fold(track.title) == fold(name)]
        return exact or [track for track in named if not track.outcome] or named[-1:]
    top = play.top
    here = [track for track in known if isinstance(top, TrackFrame) and track.id == top.track]
    return here or [track for track in known if not track.outcome]


def _find(play: Play, name: str) -> Tally:
    found = _found(play, name)
    if not found:
        open_ = [track.title for track in tracks(play.state).values() if not track.outcome]
        play.refuse("track.none", track=name, known=", ".join(open_))
    if len(found) > 1:
        play.refuse("track.which", known=", ".join(track.title for track in found))
    return found[0]


def _gain(play: Play, command: Advance, track: Tally, word: Track, who: str) -> tuple[Number, tuple[Die, ...]]:
    if command.gain is not None:
        if command.gain < 0 and track.milestones:
            play.refuse("track.gain_negative", word.gain.rule or word.rule, gain=command.gain, of=word.gain.of)
        return command.gain, ()
    if word.gain.formula is None:
        play.refuse("track.gain_unnamed", word.gain.rule or word.rule, title=track.title, of=word.gain.of)
    rolled = play.roll(word.gain.formula, who)
    return (max(0, rolled.total) if track.milestones else rolled.total), rolled.dice


def _judge(play: Play, track: Tally, word: Track) -> None:
    """Compare the tally with the goal, if it is time for that."""
    last = bool(track.milestones) and track.steps == len(track.milestones)
    reached = track.tally >= track.goal
    if last or (reached and word.judged.when == "on reach"):
        outcome = "success" if reached else "failure"
        then = track.success if reached else track.failure
        rule = word.judged.rule or word.rule
        play.emit(TrackJudged(track.id, outcome, track.tally, track.goal, then, ref=rule))


def _step(play: Play, frame: TrackFrame, answers: Answers | None) -> Outcome:
    """The scene of a track goes on until that is judged, or given up."""
    track = tracks(play.state).get(frame.track)
    if track is not None and not track.outcome:
        return WAIT
    end_scene(play)
    return None


def _shows(rules: Rules, state: State, viewer: frozenset[str] | None) -> Iterator[tuple[str, object]]:
    """How far each track has come."""
    found = tracks(state).values()
    if found:
        yield "tracks", tuple(replace(t, who=tuple(w for w in t.who if sees(state, viewer, w))) for t in found)


MECHANIC = Mechanic(
    "tracks",
    commands=(OpenTrack, Advance, RemoveTrack),
    events=(TrackOpened, GoalSet, TrackAdvanced, MilestoneAhead, TrackJudged, TrackRemoved),
    frames={TrackFrame: _step},
    shows=_shows,
)
