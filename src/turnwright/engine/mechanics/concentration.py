"""Concentration: letting go, losing it to conditions and to harm, and what begins one thing more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turnwright.engine.base import Answers, Ask, Command, FrameStruct, Outcome, Part, Refusal
from turnwright.engine.doings import Intent
from turnwright.engine.holding import full
from turnwright.engine.lasting import (
    EffectTested,
    EffectWaived,
    breaking,
    bundle_of,
    end_bundle,
    kept_up,
    seen_by,
)
from turnwright.engine.mechanic import Mechanic
from turnwright.engine.play import GM, Play
from turnwright.engine.sheet import rule_of_reason
from turnwright.engine.state import Effect
from turnwright.engine.veil import effect_names
from turnwright.formula import Number
from turnwright.rules.words.act import Doing

ALL = "*"
HOLDS, LOST = "holds", "lost"


class LetGo(Command, frozen=True, gc=False):
    """Stop concentrating, at any time and at no cost: on one thing, or (none named) on everything.

    Refuses ``concentration.none`` for somebody who keeps nothing up, or not that.
    """

    who: str
    effect: str = ""
    owner = "who"

    def decide(self, play: Play) -> None:
        held = kept_up(play, play.combatant(self.who).id)
        chosen = [one for one in held if not self.effect or self.effect in _ids(play, one)]
        if not chosen:
            play.refuse("concentration.none", name=play.name(self.who), effect=self.effect)
        for one in chosen:
            end_bundle(play, one, "let go", play.rules.ruleset.concentration.rule)

    @classmethod
    def offers(cls, play: Play) -> Iterator[Command]:
        """For each who keeps something up: letting go of it."""
        for effect in play.state.effects.values():
            if effect.sustained and effect.id == kept_up_first(play, effect):
                yield cls(effect.owner, effect.id)


class HoldOn(Command, frozen=True, gc=False):
    """By the GM's ruling, what is kept up does not end by what would break concentration (``on``), or does again.

    Refuses ``effect.unknown`` and ``effect.not_kept_up``.
    """

    effect: str
    on: bool = True

    def decide(self, play: Play) -> None:
        effect = play.state.effects.get(self.effect)
        if effect is None:
            play.refuse("effect.unknown", effect=self.effect, known=effect_names(play.state, play.by))
        if not effect.sustained:
            play.refuse("effect.not_kept_up", name=effect.name)
        for one in bundle_of(play, effect):
            _waive(play, one, (ALL,) if self.on else ())
        _look(play, effect.owner)


class Breaking(FrameStruct, frozen=True, gc=False):
    """The GM is to say whether a condition ends somebody's concentration on an effect."""

    effect: str
    reason: str


class Shaken(FrameStruct, frozen=True, gc=False):
    """Somebody who keeps something up was harmed by so much, and may lose it."""

    who: str
    damage: Number


def _ids(play: Play, effect: Effect) -> tuple[str, ...]:
    return tuple(one.id for one in bundle_of(play, effect))


def kept_up_first(play: Play, effect: Effect) -> str:
    """The first of the effects that were given with this one."""
    return bundle_of(play, effect)[0].id


def _waive(play: Play, effect: Effect, reasons: tuple[str, ...]) -> None:
    if reasons != effect.waived:
        ref = play.rules.ruleset.concentration.rule
        play.emit(EffectWaived(effect.id, reasons, ref=ref, to=seen_by(play, effect)))


# ---- conditions


def _look(play: Play, who: str) -> None:
    """Somebody's sheet has changed: does that end what it keeps up?"""
    if not play.state.effects:
        return
    held = [one for one in play.state.effects.values() if one.sustained and one.owner == who]
    if not held:
        return
    reasons = breaking(play, who)
    for effect in held:
        now = play.state.effects.get(effect.id)
        if now is None:
            continue
        if any(reason not in reasons for reason in now.waived if reason != ALL):
            _waive(play, now, tuple(reason for reason in now.waived if reason == ALL or reason in reasons))
            now = play.state.effects[effect.id]
        reason = next((one for one in reasons if ALL not in now.waived and one not in now.waived), "")
        if reason:
            _break(play, now, reason)


def _break(play: Play, effect: Effect, reason: str) -> None:
    word = play.rules.ruleset.concentration
    if word.lost == "ends" or not play.state.agenda:
        end_bundle(play, effect, "lost", word.rule or rule_of_reason(play.rules, reason), reason)
        return
    frame = Breaking(kept_up_first(play, effect), reason)
    if frame not in (*play.state.owed, *play.state.agenda):
        play.owe(frame)


def step_breaking(play: Play, frame: Breaking, answers: Answers | None) -> Outcome:
    """Ask the GM, as long as there is still a reason to."""
    effect = play.state.effects.get(frame.effect)
    if effect is None or frame.reason not in breaking(play, effect.owner):
        play.pop()
        return None
    word = play.rules.ruleset.concentration
    if answers is None:
        about = {"who": effect.owner, "effect": effect.name, "reason": frame.reason}
        return Ask("concentration.broken", (Part("concentration", (GM,), "one", (LOST, HOLDS)),), about, word.rule)
    play.pop()
    if answers["concentration"] == (LOST,):
        end_bundle(play, effect, "lost", word.rule, frame.reason)
    else:
        for one in bundle_of(play, effect):
            _waive(play, one, (*one.waived, frame.reason))
    return None


# ---- harm


def _harmed(play: Play, who: str, harm: Number) -> None:
    word = play.rules.ruleset.concentration.damage
    if word.then == "nothing" or not play.state.effects:
        return
    held = [one for one in kept_up(play, who) if ALL not in one.waived]
    if not held:
        return
    if word.then == "ends":
        for effect in held:
            end_bundle(play, effect, "lost", _damage_rule(play), "damage")
    else:
        play.owe(Shaken(who, harm))


def _damage_rule(play: Play) -> str:
    word = play.rules.ruleset.concentration
    return word.damage.rule or word.rule


def step_shaken(play: Play, frame: Shaken, answers: Answers | None) -> Outcome:
    """Put concentration to the test, or ask whether it holds."""
    word = play.rules.ruleset.concentration.damage
    held = kept_up(play, frame.who)
    if not held or play.state.combatants[frame.who].gone:
        play.pop()
        return None
    if word.then == "test" and word.holds is not None:
        play.pop()
        rolled = play.roll(word.holds, frame.who, {"damage": frame.damage})
        for effect in held:
            event = EffectTested(
                effect.id, frame.who, rolled.total, rolled.total != 0, rolled.dice, ref=_damage_rule(play)
            )
            play.emit(event)
            if not rolled.total:
                end_bundle(play, effect, "lost", _damage_rule(play), "damage")
        return None
    if answers is None:
        about = {"who": frame.who, "damage": str(frame.damage), "effects": ", ".join(one.name for one in held)}
        part = Part("concentration", (play.decider(frame.who),), "one", (HOLDS, LOST))
        return Ask("concentration.harmed", (part,), about, _damage_rule(play))
    play.pop()
    if answers["concentration"] == (LOST,):
        for effect in held:
            end_bundle(play, effect, "lost", _damage_rule(play), "damage")
    return None


# ---- beginning one thing more


def _objections(play: Play, intent: Intent, word: Doing) -> Iterable[Refusal]:
    """An act that begins something that must be kept up needs room for it."""
    effects = play.rules.ruleset.effects
    if effects and any(deed.gives in effects and effects[deed.gives].sustained for deed in word.does):
        refusal = full(play, intent.who)
        if refusal is not None:
            yield refusal


MECHANIC = Mechanic(
    "concentration",
    commands=(LetGo, HoldOn),
    frames={Breaking: step_breaking, Shaken: step_shaken},
    changed=_look,
    harmed=_harmed,
    objections=_objections,
)
