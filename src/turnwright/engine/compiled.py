"""A ruleset made ready to play: what a file states, filed where the engine looks for it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, TypeVar

from msgspec.structs import replace

from turnwright.engine.base import Frame, Outcome
from turnwright.engine.mechanic import Hook, Mechanic
from turnwright.engine.state import Combatant, Effect, State
from turnwright.formula import Formula, in_formula
from turnwright.rules.words import Ruleset
from turnwright.rules.words.order import Phase, Tie
from turnwright.rules.words.sheet import Pool

_Part = TypeVar("_Part")


class Rules:
    """Compiled once from a `Ruleset` and the mechanics, then only read; what was found last of the fight that is
    played by them is remembered in ``known``, and in what belongs to `finding`."""

    def __init__(self, ruleset: Ruleset, mechanics: tuple[Mechanic, ...]) -> None:
        self.ruleset = ruleset
        self.mechanics = mechanics
        self.stats = ruleset.stats
        self.traits = ruleset.traits
        self.pools = ruleset.pools
        self.conditions = ruleset.conditions
        self.vital = next((name for name, pool in ruleset.pools.items() if pool.vital), "")
        self.guards = {
            name: tuple(g for g, pool in ruleset.pools.items() if pool.absorbs == name) for name in ruleset.pools
        }
        self.written = self._written()
        self.sheltering = any(word.sheltered for word in ruleset.conditions.values())
        self.derived: tuple[tuple[str, Formula], ...] = tuple(
            (name, word.when) for name, word in ruleset.conditions.items() if word.when is not None
        )
        self.disabling = frozenset(name for name, word in ruleset.conditions.items() if word.unable)
        self.barring = frozenset(name for name, word in ruleset.conditions.items() if word.bars)
        # Tests on pools alone: what they give follows from one's own sheet, and need not be found twice for the same.
        self.tests_own_pools = all(not test.sides and test.names <= self._pool_names() for _, test in self.derived)
        self.known: dict[str, tuple[Combatant, dict[str, Effect], tuple[str, ...]]] = {}
        self.kept: dict[Hashable, Any] = {}
        self.room = 0
        self.notes: list[Any] = []
        self.changes: tuple[State, State, set[tuple[str, str]] | None] | None = None
        self.changing = frozenset(stat for word in ruleset.conditions.values() for stat in word.changes)
        self.steps = ruleset.turn.steps
        self.acting_step = next((at for at, step in enumerate(self.steps) if step.acts), 0)
        self.step_moments = tuple(f"turn.{step.name}" for step in self.steps)
        self.filled = frozenset(restore.pool for rest in ruleset.rests.values() for restore in rest.restores)
        self.chain = _chain(ruleset)
        self.ties_together = any(tie.together for tie in ruleset.initiative.ties)
        self.turn_spent = tuple(name for name, pool in ruleset.pools.items() if pool.ends_turn.ends)
        self._file_tables(mechanics)
        self.order_in_round = any(contents.kind == "order" for contents in ruleset.phases.values())
        self.beats = tuple(self._beats(ruleset.round.phases))
        opening = tuple(p for name in ruleset.round.opening for p in ruleset.round.phases if p.name == name)
        self.first_beats = tuple(self._beats((*opening, *ruleset.round.phases)))
        self.moments = frozenset(self._moments())
        self.silent_on_zero = silent_on_zero(ruleset)
        self.moment_rules = dict(self._moment_rules())
        self.of_rounds = frozenset(name for name, pool in self.pools.items() if self._comes_in_rounds(pool))
        self.hooks = self._file_hooks()
        self.hooks_without_effects = {
            moment: tuple(hook for hook in hooks if not hook.effects) for moment, hooks in self.hooks.items()
        }
        # Where no effect is there, the steps before this one are empty in every turn.
        self.first_step = next(
            (
                at
                for at, moment in enumerate(self.step_moments)
                if self.steps[at].acts or self.hooks_without_effects.get(moment)
            ),
            0,
        )

    def _file_tables(self, mechanics: tuple[Mechanic, ...]) -> None:
        """One table per kind of thing that mechanics add."""
        self.frames: dict[type[Frame], Callable[..., Outcome]] = {}
        for mechanic in mechanics:
            self.frames.update(mechanic.frames)
        used = tuple(m for m in mechanics if m.uses is None or m.uses(self.ruleset))
        self.unable = _all(m.unable for m in used)
        self.holds = _all(m.holds for m in used)
        self.gap = _all(m.gap for m in used)
        self.calls = _all(m.calls for m in used)
        self.enter = _all(m.enter for m in used)
        self.overdue = _all(m.overdue for m in used)
        self.leftover = _all(m.leftover for m in used)
        self.heeds = _all(m.heeds for m in used)
        self.answers = _all(m.answers for m in used)
        self.off_turn = _all(m.off_turn for m in used)
        self.tied = _all(m.tied for m in used)
        self.passed = _all(m.passed for m in used)
        self.objections = _all(m.objections for m in used)
        self.acted = _all(m.acted for m in used)
        self.turn_over = _all(m.turn_over for m in used)
        self.alters = _all(m.alters for m in used)
        self.coins = {name: coin for m in mechanics for name, coin in m.coins.items()}
        self.changed = _all(m.changed for m in used)
        self.leaving = _all(m.leaving for m in used)
        self.harmed = _all(m.harmed for m in used)
        self.join = _all(m.join for m in used)
        self.orders = {name: make for m in mechanics for name, make in m.orders.items()}
        self.phases = {name: make for m in mechanics for name, make in m.phases.items()}
        self.deeds = {name: deed for m in mechanics for name, deed in m.deeds.items()}
        self.next: dict[type[Frame], Callable[..., None]] = {}
        self.passes: dict[type[Frame], Callable[..., None]] = {}
        self.idle: dict[type[Frame], Callable[..., None]] = {}
        self.awaits: dict[type[Frame], Callable[..., tuple[str, ...]]] = {}
        self.anyhow: dict[type[Frame], Callable[..., bool]] = {}
        for mechanic in mechanics:
            self.next.update(mechanic.next)
            self.passes.update(mechanic.passes)
            self.idle.update(mechanic.idle)
            self.awaits.update(mechanic.awaits)
            self.anyhow.update(mechanic.anyhow)
        self.shows = _all(m.shows for m in mechanics)
        self.starts = _all(m.starts for m in used)
        self.takes: dict[type[Frame], Callable[..., None]] = {}
        for mechanic in mechanics:
            self.takes.update(mechanic.takes)
        self.scores = _all(m.scores for m in used)
        self.scored = _all(m.scored for m in used)
        self.settles = _all(m.settles for m in used)
        self.enrols = _all(m.enrols for m in mechanics)

    def _written(self) -> dict[str, str]:
        """What is meant by a name that formulas write otherwise: one of several words."""
        rules = self.ruleset
        names = {*rules.stats, *rules.pools, *rules.traits, *rules.conditions, *rules.dials}
        names |= {*(f"stat.{name}" for name in rules.stats), *(f"pool.{name}" for name in rules.pools)}
        return {in_formula(name): name for name in names if in_formula(name) not in names}

    def _pool_names(self) -> frozenset[str]:
        pools = self.ruleset.pools
        return frozenset((*(name for name in pools if name not in self.stats), *(f"pool.{name}" for name in pools)))

    def _beats(self, phases: tuple[Phase, ...]) -> Iterator[str | Phase]:
        yield "round.start"
        for phase in phases:
            contents = self.ruleset.phases.get(phase.name)
            yield f"phase.{phase.name}.start"
            yield phase if contents is None else replace(phase, kind=contents.kind, ref=phase.ref or contents.ref)
            yield f"phase.{phase.name}.end"
        yield "round.end"

    def beats_of(self, state: State) -> tuple[str | Phase, ...]:
        """The beats of the round that is on; the first one has its opening phases too."""
        return self.first_beats if state.round == state.base_round + 1 else self.beats

    def _moments(self) -> Iterator[str]:
        yield from self.step_moments
        for what in ("round", "scene", "pass", *(f"phase.{phase.name}" for phase in self.ruleset.round.phases)):
            yield from (f"{what}.start", f"{what}.end")
        yield from (f"phase.{phase.name}" for phase in self.ruleset.round.phases)
        yield from (f"rest.{name}.end" for name in self.ruleset.rests)
        for name in self.ruleset.phases:
            yield from self.phase_moments(name)

    def phase_moments(self, phase: str) -> tuple[str, ...]:
        """The moments that are a phase's steps, in their order."""
        contents = self.ruleset.phases.get(phase)
        return tuple(phase_moment(phase, step) for step in contents.steps) if contents is not None else ()

    def _comes_in_rounds(self, pool: Pool) -> bool:
        """Whether rounds, or the turns and phases in them, bring a pool back."""
        return any(self.moment(text).split(".")[0] in ("round", "turn", "phase", "pass") for text in pool.refill.at)

    def _moment_rules(self) -> Iterator[tuple[str, str]]:
        for moment, step in zip(self.step_moments, self.steps, strict=True):
            yield moment, step.rule
        for phase in self.ruleset.round.phases:
            for edge in ("", ".start", ".end"):
                yield f"phase.{phase.name}{edge}", phase.rule
        for name, contents in self.ruleset.phases.items():
            for what in contents.steps:
                if what != "effects":
                    yield phase_moment(name, what), contents.rule

    def _file_hooks(self) -> dict[str, tuple[Hook, ...]]:
        filed: dict[str, list[Hook]] = {}
        for mechanic in self.mechanics:
            if mechanic.moments is not None:
                for moment, hook in mechanic.moments(self):
                    filed.setdefault(moment, []).append(hook)
        return {moment: tuple(sorted(hooks, key=lambda hook: hook.rank)) for moment, hooks in filed.items()}

    def moment(self, text: str) -> str:
        """The key of a moment as files write it: ``start of turn``, ``end of round``, ``start of effect``, a step's
        name."""
        if text in self.moments:
            return text
        words = text.replace(".", " ").split()
        turn = self.ruleset.turn
        if words[:2] in (["start", "of"], ["end", "of"]):
            edge, what = words[0], " ".join(words[2:])
            if what == "turn":
                return f"turn.{turn.start if edge == 'start' else turn.end}"
            if what in ("round", "scene", "pass"):
                return f"{what}.{edge}"
            if what.endswith(" rest"):
                return f"rest.{what.removesuffix(' rest')}.{edge}"
            return f"phase.{what.removesuffix(' phase')}.{edge}"
        if text in {step.name for step in self.steps}:
            return f"turn.{text}"
        for name, contents in self.ruleset.phases.items():
            if text in contents.steps:
                return phase_moment(name, text)
        return f"phase.{text.removesuffix(' phase')}"


def _chain(ruleset: Ruleset) -> tuple[Tie, ...]:
    """What tells tied entries apart, one thing after another; a card's suit, which comes with it, goes before all."""
    cards, ties = ruleset.initiative.cards, ruleset.initiative.ties
    suited = cards is not None and bool(ruleset.decks[cards.deck].suits)
    return (Tie(), *ties) if suited and ties else ties


def silent_on_zero(ruleset: Ruleset) -> str:
    """The vital pool, if no condition of the game says what it means that nothing of it is left; else empty."""
    vital = next((name for name, pool in ruleset.pools.items() if pool.vital), "")
    tested = {name for word in ruleset.conditions.values() if word.when is not None for name in word.when.names}
    named = {vital, in_formula(vital), f"pool.{vital}", f"pool.{in_formula(vital)}"}
    return "" if ruleset.zero.means == "nothing" or tested & named else vital


def phase_moment(phase: str, step: str) -> str:
    """The key of the moment that is a step of a phase; the step ``effects`` is the moment of the phase itself."""
    return f"phase.{phase}" if step == "effects" else f"phase.{phase}.{step}"


def _all(parts: Iterable[_Part | None]) -> tuple[_Part, ...]:
    return tuple(part for part in parts if part is not None)
