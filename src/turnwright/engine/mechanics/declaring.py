"""Declaring, before anybody acts, what can only be done if it was declared; and what spoils it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from turnwright.engine.acts import ActFrame
from turnwright.engine.base import WAIT, Answers, Command, Event, FrameStruct, Outcome, Refusal, figures
from turnwright.engine.compiled import Rules
from turnwright.engine.doings import Intent, like
from turnwright.engine.events import ConditionSet
from turnwright.engine.frames import Moment
from turnwright.engine.happenings import PhaseEnded
from turnwright.engine.mechanic import REMOVALS, Hook, Mechanic
from turnwright.engine.play import Play
from turnwright.engine.sheet import holds, rule_of_reason, why_unable
from turnwright.engine.state import State
from turnwright.engine.veil import sees
from turnwright.formula import Number
from turnwright.rules.words.act import Doing
from turnwright.rules.words.declaring import Declaration
from turnwright.rules.words.order import Phase

OWN = "declared"


class Declaring(FrameStruct, frozen=True, gc=False):
    """A phase in which people declare; it is over when the GM goes on."""

    phase: str


class Promise(Struct, frozen=True, gc=False, omit_defaults=True):
    """What somebody declared, in their words; ``done`` once it was done, ``spoiled`` once it can't be any more."""

    what: str
    note: str = ""
    done: bool = False
    spoiled: bool = False


class Promises(Struct, frozen=True, gc=False):
    """What was declared in this round, by combatant."""

    of: dict[str, tuple[Promise, ...]]


class SaidAhead(Event, frozen=True, gc=False):
    """Somebody declares something for this round."""

    who: str
    what: str
    note: str = ""

    def apply(self, state: State) -> State:
        kept = tuple(one for one in promises(state, self.who) if one.what != self.what)
        return _with(state, self.who, (*kept, Promise(self.what, self.note)))


class TakenBack(Event, frozen=True, gc=False):
    """Somebody does not want to do what they had declared."""

    who: str
    what: str

    def apply(self, state: State) -> State:
        return _with(state, self.who, tuple(one for one in promises(state, self.who) if one.what != self.what))


class Kept(Event, frozen=True, gc=False):
    """Somebody has done what they had declared."""

    who: str
    what: str

    def apply(self, state: State) -> State:
        return _mark(state, self.who, self.what, done=True)


class DeclarationSpoiled(Event, frozen=True, gc=False):
    """What somebody had declared can't be done any more, for this reason."""

    who: str
    what: str
    why: str

    def apply(self, state: State) -> State:
        return _mark(state, self.who, self.what, spoiled=True)


class DeclarationsOver(Event, frozen=True, gc=False):
    """The round is over, and with it what was declared for it."""

    def apply(self, state: State) -> State:
        return replace(state, own={key: value for key, value in state.own.items() if key != OWN})


def promises(state: State, who: str) -> tuple[Promise, ...]:
    """What somebody has declared for this round."""
    held = state.own.get(OWN)
    return held.of.get(who, ()) if isinstance(held, Promises) else ()


def _with(state: State, who: str, declared: tuple[Promise, ...]) -> State:
    held = state.own.get(OWN)
    everybody = {**(held.of if isinstance(held, Promises) else {}), who: declared}
    return replace(state, own={**state.own, OWN: Promises(everybody)})


def _mark(state: State, who: str, what: str, **changes: bool) -> State:
    return _with(state, who, tuple(replace(p, **changes) if p.what == what else p for p in promises(state, who)))


class Declare(Command, frozen=True, gc=False):
    """Declare something for this round, or (``on`` false) take it back in time. ``note`` says what, in words.

    Refuses ``declare.unknown``; by the rules ``declare.not_now`` outside a phase of declarations, ``turn.unable``,
    ``declare.needs`` and ``declare.not_said`` for taking back what was not declared.
    """

    who: str
    what: str
    note: str = ""
    on: bool = True
    owner = "who"

    def decide(self, play: Play) -> None:
        name, known = play.present(self.who).name, play.rules.ruleset.declarations
        word = known.get(self.what)
        if word is None:
            play.refuse("declare.unknown", what=self.what, known=", ".join(known))
        frame = play.top
        if not isinstance(frame, Declaring) or self.what not in play.rules.ruleset.phases[frame.phase].declares:
            play.bar("declare.not_now", word.rule, name=name, what=self.what)
        to = self.who if word.secret else ""
        if not self.on:
            if not any(one.what == self.what for one in promises(play.state, self.who)):
                play.refuse("declare.not_said", word.rule, name=name, what=self.what)
            play.emit(TakenBack(self.who, self.what, ref=word.rule, to=to))
            _conditions(play, self.who, word, False)
            return
        why = why_unable(play.rules, play.state, self.who)
        if why:
            play.bar("turn.unable", rule_of_reason(play.rules, why), name=name, act=self.what, why=why)
        if word.needs is not None and not holds(word.needs, play.sheet(self.who)):
            play.bar("declare.needs", word.rule, name=name, what=self.what, needs=word.needs.text)
        play.emit(SaidAhead(self.who, self.what, self.note, ref=word.rule, to=to))
        _conditions(play, self.who, word, True)

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Everything that the phase lets people declare, for each of them."""
        frame = play.top
        if isinstance(frame, Declaring):
            for combatant in play.theirs():
                for what in play.rules.ruleset.phases[frame.phase].declares:
                    said = any(one.what == what for one in promises(play.state, combatant.id))
                    yield cls(combatant.id, what, on=not said)


def _conditions(play: Play, who: str, word: Declaration, on: bool) -> None:
    for name in word.gives:
        if (name in play.state.combatants[who].conditions) != on:
            play.emit(ConditionSet(who, name, on, ref=word.rule))
            play.changed(who)


# ---- how it binds


def _objects(play: Play, intent: Intent, doing: Doing) -> Iterator[Refusal]:
    """What has to be declared can't be done without."""
    known = play.rules.ruleset.declarations
    names = {intent.act, like(play, intent.who, intent.act), *doing.tags}
    binding = {what: word for what, word in known.items() if not names.isdisjoint(word.allows)}
    if not binding:
        return
    said = [one for one in promises(play.state, intent.who) if one.what in binding]
    if any(not one.spoiled and not one.done for one in said):
        return
    what, word = next(iter(binding.items()))
    data = {"name": play.name(intent.who), "act": intent.act, "what": what}
    code = "act.spoiled" if any(one.spoiled for one in said) else "act.kept" if said else "act.undeclared"
    yield Refusal(code, word.rule, figures(data), rule=True)


def _acted(play: Play, act: ActFrame) -> None:
    for one in promises(play.state, act.who):
        word = play.rules.ruleset.declarations.get(one.what)
        if word is not None and not one.done and not act.names().isdisjoint(word.allows):
            play.emit(Kept(act.who, one.what, ref=word.rule))


def _harmed(play: Play, who: str, by: Number) -> None:
    for one in promises(play.state, who):
        word = play.rules.ruleset.declarations.get(one.what)
        if word is not None and word.spoiled_by == "harm" and not one.done and not one.spoiled:
            play.emit(DeclarationSpoiled(who, one.what, "harm", ref=word.rule))


# ---- the phase, and the end of the round


def step(play: Play, frame: Declaring, answers: Answers | None) -> Outcome:
    """Wait until the GM goes on."""
    return WAIT


def _begin(play: Play, phase: Phase) -> Declaring:
    return Declaring(phase.name)


def _close(play: Play, frame: Declaring) -> None:
    play.emit(PhaseEnded(frame.phase))


def _over(play: Play, frame: Moment) -> Outcome:
    held = play.state.own[OWN]
    play.emit(DeclarationsOver())
    for who, said in held.of.items():
        for one in said:
            word = play.rules.ruleset.declarations.get(one.what)
            if word is not None and not play.state.combatants[who].gone:
                _conditions(play, who, word, False)
    return None


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    if rules.ruleset.declarations:
        yield "round.end", Hook(REMOVALS, _over, lambda play, entry: OWN in play.state.own)


def _shows(rules: Rules, state: State, viewer: frozenset[str] | None) -> Iterator[tuple[str, object]]:
    """What was declared: one's own, and what others did not declare in secret."""
    held = state.own.get(OWN)
    if not isinstance(held, Promises):
        return
    known = rules.ruleset.declarations
    said = {
        who: tuple(p for p in said if viewer is None or who in viewer or not (p.what in known and known[p.what].secret))
        for who, said in held.of.items()
        if sees(state, viewer, who)
    }
    yield "declared", {who: promises for who, promises in said.items() if promises}


MECHANIC = Mechanic(
    "declaring",
    uses=lambda ruleset: bool(ruleset.declarations),
    commands=(Declare,),
    events=(SaidAhead, TakenBack, Kept, DeclarationSpoiled, DeclarationsOver),
    frames={Declaring: step},
    phases={"declarations": _begin},
    objections=_objects,
    acted=_acted,
    harmed=_harmed,
    moments=_hooks,
    next={Declaring: _close},
    shows=_shows,
)
