"""Effects by hand and by acts: giving, changing and ending them, and what becomes of them when somebody leaves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from turnwright.engine.base import Command, Outcome
from turnwright.engine.compiled import Rules
from turnwright.engine.durations import Clock, clock_of
from turnwright.engine.frames import Moment
from turnwright.engine.giving import from_word, give_all, prolong
from turnwright.engine.lasting import (
    EVENTS,
    EffectPays,
    EffectTicked,
    EffectTimed,
    EffectValued,
    end,
    seen_by,
)
from turnwright.engine.mechanic import TIMERS, Hook, Mechanic
from turnwright.engine.names import clean_name
from turnwright.engine.play import Play
from turnwright.engine.state import Effect, Fall, Save
from turnwright.engine.veil import effect_names
from turnwright.formula import Number
from turnwright.rules.words.act import Deed
from turnwright.rules.words.duration import LONGEST, Duration


class GiveEffect(Command, frozen=True, gc=False):
    """Give an effect to people; to nobody where none are named, as something that goes on around all.

    One that the ruleset names is what its word says, with what is said here laid over it; any other is what is said
    here. Moments are written as in files; ``kind`` is a class of effects, ``whose`` (bearer or source) whose turn its
    moment belongs to. ``starts`` puts it off; ``let_go`` lets its owner first let go of what it keeps up already.

    Refuses bad names, ``combatant.gone``, and all that `giving.give_all` refuses.
    """

    name: str
    bearers: tuple[str, ...] = ()
    source: str = ""
    kind: str = ""
    lasts: Duration | None = None
    starts: Duration | None = None
    gives: tuple[str, ...] = ()
    changes: dict[str, str] = {}
    does: dict[str, str] = {}
    at: str = ""
    whose: str = ""
    value: Number | None = None
    falls: Fall | None = None
    save: Save | None = None
    upkeep: dict[str, str] = {}
    pays: bool | None = None
    sustained: bool | None = None
    tags: tuple[str, ...] = ()
    note: str = ""
    hidden: bool = False
    let_go: bool = False

    def edited(self, play: Play) -> tuple[str, ...]:
        """Those who bear it, and who gives it."""
        return (*(self.bearers or ("",)), *filter(None, (self.source,)))

    def decide(self, play: Play) -> None:
        name = clean_name(play, self.name)
        word = play.rules.ruleset.effects.get(name)
        if self.source:
            play.combatant(self.source)
        if self.whose not in ("", "bearer", "source"):
            play.refuse("effect.whose", whose=self.whose)
        draft = replace(from_word(name, word) if word else Effect("", name), **self._said())
        begins = self.starts or (word.begins if word else None)
        give_all(play, draft, tuple(dict.fromkeys(self.bearers)), begins, self.let_go)

    def _said(self) -> dict[str, object]:
        fields = (
            "source",
            "kind",
            "lasts",
            "gives",
            "changes",
            "does",
            "at",
            "whose",
            "value",
            "falls",
            "save",
            "upkeep",
        )
        more = ("pays", "sustained", "tags", "note", "hidden")
        said = {name: getattr(self, name) for name in (*fields, *more)}
        return {
            name: value for name, value in said.items() if value or value is False or (name == "value" and value == 0)
        }


def _bearers(play: Play, effects: Iterable[str]) -> tuple[str, ...]:
    """Who bears these effects; for one that nobody bears, or that there is not, nobody's id."""
    found = (play.state.effects.get(one) for one in effects)
    return tuple(effect.bearer if effect is not None else "" for effect in found)


class EndEffect(Command, frozen=True, gc=False):
    """End effects by hand, each by itself. Refuses ``effect.unknown``."""

    effects: tuple[str, ...]

    def edited(self, play: Play) -> tuple[str, ...]:
        return _bearers(play, self.effects)

    def decide(self, play: Play) -> None:
        found = [effect_of(play, one) for one in dict.fromkeys(self.effects)]
        if not found:
            play.refuse("effect.none")
        for effect in found:
            end(play, effect, "ended")

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """Each effect that lasts."""
        for effect in play.state.effects:
            yield cls((effect,))


class ChangeEffect(Command, frozen=True, gc=False):
    """Change by hand how long an effect lasts, its value, or whether its upkeep is paid without asking.

    ``left`` is how many more boundaries it takes, ``lasts`` another duration counted from now. A value of 0 ends an
    effect that falls. Refuses ``effect.unknown``, ``effect.no_end`` for ``left`` of one that has no boundary,
    ``effect.left`` out of bounds, and what `clock_of` refuses.
    """

    effect: str
    left: int | None = None
    lasts: Duration | None = None
    value: Number | None = None
    pays: bool | None = None

    def edited(self, play: Play) -> tuple[str, ...]:
        return _bearers(play, (self.effect,))

    def decide(self, play: Play) -> None:
        effect = effect_of(play, self.effect)
        to = seen_by(play, effect)
        if self.left is None and self.lasts is None and self.value is None and self.pays is None:
            play.refuse("effect.no_change", name=effect.name)
        if self.left is not None:
            if effect.left is None:
                play.refuse("effect.no_end", name=effect.name)
            if not 1 <= self.left <= LONGEST:
                play.refuse("effect.left", left=self.left, least=1, most=LONGEST)
            play.emit(EffectTicked(effect.id, self.left, to=to))
        if self.lasts is not None:
            play.emit(EffectTimed(effect.id, clock_of(play, effect, self.lasts), effect.whose, to=to))
        if self.pays is not None:
            play.emit(EffectPays(effect.id, self.pays, to=to))
        if self.value is not None:
            play.emit(EffectValued(effect.id, self.value, effect.bearer, to=to))
            if effect.falls and self.value <= 0:
                end(play, effect, "faded")
            elif effect.bearer:
                play.changed(effect.bearer)


def effect_of(play: Play, effect: str) -> Effect:
    """The effect with this id; refuses ``effect.unknown``."""
    found = play.state.effects.get(effect)
    if found is None:
        play.refuse("effect.unknown", effect=effect, known=effect_names(play.state, play.by))
    return found


def _prolongs(play: Play, who: str, deed: Deed, targets: tuple[str, ...]) -> None:
    """An act by which somebody's own effects of that name last on, as if given now."""
    for effect in tuple(play.state.effects.values()):
        if effect.name == deed.prolongs and effect.owner == who and not effect.pending:
            prolong(play, effect, deed.rule)


# ---- when somebody leaves


def _leaving(play: Play, who: str) -> None:
    """What one bore ends, and what one kept up; all else of one's own runs on, ends, or stays, as the ruleset says."""
    word = play.rules.ruleset.lasting
    mark = _mark(play, who)
    for effect in tuple(play.state.effects.values()):
        owned = who == effect.owner
        if effect.bearer == who:
            end(play, effect, "bearer gone", word.rule)
        elif owned and (effect.sustained or effect.upkeep or word.owner_gone == "end"):
            end(play, effect, "owner gone", word.rule)
        elif who in (effect.anchor, effect.whose):
            if owned and word.owner_gone == "stay" and who == effect.anchor:
                clock = Clock()
            else:
                anchor = mark if effect.anchor == who else effect.anchor
                clock = Clock(anchor, effect.boundary, effect.left, effect.earliest, effect.beyond)
            whose = mark if effect.whose == who else effect.whose
            play.emit(EffectTimed(effect.id, clock, whose, "owner gone", ref=word.rule, to=seen_by(play, effect)))


def _mark(play: Play, who: str) -> str:
    """The entry that stands for one who leaves: of several the first that has yet to have its turn."""
    entries = play.state.entries_of(who)
    owed = [e for e in entries if e.acted != play.state.cycle]
    return (owed or entries)[0].id if entries else who


# ---- when a scene ends


def _hooks(rules: Rules) -> Iterator[tuple[str, Hook]]:
    yield "scene.end", Hook(TIMERS + 1, _scene_over, lambda play, entry: bool(play.state.effects), effects=True)


def _scene_over(play: Play, frame: Moment) -> Outcome:
    """Rounds are counted anew in the next scene, so nothing waits for one of this; what the file clears is over."""
    word = play.rules.ruleset.scenes
    for effect in tuple(play.state.effects.values()):
        if {effect.name, effect.kind, *effect.tags} & set(word.clears):
            end(play, effect, "scene", word.rule)
        elif effect.earliest or effect.beyond:
            clock = Clock(effect.anchor, effect.boundary, effect.left)
            play.emit(EffectTimed(effect.id, clock, effect.whose, "scene", to=seen_by(play, effect)))
    return None


MECHANIC = Mechanic(
    "effects",
    commands=(GiveEffect, EndEffect, ChangeEffect),
    events=EVENTS,
    moments=_hooks,
    deeds={"prolongs": _prolongs},
    leaving=_leaving,
)
