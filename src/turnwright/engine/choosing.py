"""Phases of choices: the sides choose one after another, all of a side at the same time.

What somebody has chosen is known to nobody else, and holds for nothing, until all who are asked have chosen or passed.
"""

from __future__ import annotations

from msgspec.structs import replace

from turnwright.engine.base import Event, FrameStruct, Refused
from turnwright.engine.doings import Intent, action_of
from turnwright.engine.objecting import objections
from turnwright.engine.play import Play
from turnwright.engine.roles import roles_of
from turnwright.engine.sheet import present, reasons_unable
from turnwright.engine.state import Combatant, State
from turnwright.rules.words.phases import Choosing


class Choices(FrameStruct, frozen=True, gc=False):
    """A phase of choices: ``part`` is the side that chooses now, by its place in the phase.

    ``chosen`` is what somebody sets the trait to; ``passed`` have let it go by; ``called`` names the formation that
    has been called for.
    """

    phase: str
    part: int = 0
    chosen: dict[str, str] = {}
    passed: tuple[str, ...] = ()
    called: str = ""


class Chose(Event, frozen=True, gc=False):
    """Somebody chose a word for a trait, or (empty) lets the chance go by; it holds once all have chosen."""

    who: str
    word: str = ""

    def apply(self, state: State) -> State:
        frame = state.agenda[-1]
        assert isinstance(frame, Choices)
        chosen = {who: word for who, word in frame.chosen.items() if who != self.who}
        passed = tuple(who for who in frame.passed if who != self.who)
        if self.word:
            chosen[self.who] = self.word
        else:
            passed = (*passed, self.who)
        return replace(state, agenda=(*state.agenda[:-1], replace(frame, chosen=chosen, passed=passed)))


def choosing_now(play: Play) -> tuple[Choices, Choosing] | None:
    """The phase of choices that waits for people, and what the side whose turn it is to choose may do."""
    frame = play.top
    if not isinstance(frame, Choices):
        return None
    parts = tuple(play.rules.ruleset.phases[frame.phase].choices.values())
    return (frame, parts[frame.part]) if frame.part < len(parts) else None


def side_of(play: Play, frame: Choices) -> str:
    """The side that chooses now, or ``everyone``."""
    return tuple(play.rules.ruleset.phases[frame.phase].choices)[frame.part]


def asked(play: Play, frame: Choices, word: Choosing) -> tuple[str, ...]:
    """Those who may choose now, whether they have done so already or not, in their order."""
    side = side_of(play, frame)
    found = (c for c in present(play.state) if side in ("everyone", c.side) and not c.belongs_to)
    able = [c.id for c in found if _may(play, c, word)]
    return tuple(sorted(able, key=lambda who: _place(play.state, who)))


def waiting(play: Play, frame: Choices, word: Choosing) -> tuple[str, ...]:
    """Those who have yet to choose or pass."""
    return tuple(who for who in asked(play, frame, word) if who not in frame.chosen and who not in frame.passed)


def _place(state: State, who: str) -> int:
    entry = state.entry_of(who)
    return state.order.index(entry.id) if entry is not None and entry.id in state.order else len(state.order)


def _may(play: Play, combatant: Combatant, word: Choosing) -> bool:
    entry = play.state.entry_of(combatant.id)
    if entry is None or not play.state.in_scene(entry):
        return False
    why = barred(play, combatant.id, word)
    if why:
        return False
    if word.sets and len(words_for(play, combatant.id, word.sets)) > 1:
        return True
    return any(_open(play, combatant.id, name) for name in opened(play, combatant.id, word))


def barred(play: Play, who: str, word: Choosing) -> str:
    """Why somebody can't choose now, or nothing: a reason not to act that the phase does not set aside."""
    reasons = reasons_unable(play.rules, play.state, who)
    return next((why for why in reasons if not (why in word.despite and word.despite[why].may)), "")


def rule_for(play: Play, who: str, word: Choosing) -> str:
    """The rule by which somebody may choose now or may not: that of a reason not to act of which the phase speaks."""
    reasons = reasons_unable(play.rules, play.state, who)
    return next((word.despite[why].rule for why in reasons if why in word.despite), "") or word.rule


def words_for(play: Play, who: str, name: str) -> tuple[str, ...]:
    """The words that somebody may set a trait to: their roles, where the trait holds one, else those of the trait."""
    roles = play.rules.ruleset.roles
    if roles is not None and roles.trait == name:
        return roles_of(play.rules, play.state, who)
    return play.rules.traits[name].among if name in play.rules.traits else ()


def open_to_side(play: Play, who: str, name: str) -> bool:
    """Whether the phase that is on opens an action to the side of somebody, which chooses now."""
    now = choosing_now(play)
    if now is None:
        return False
    frame, word = now
    return side_of(play, frame) in ("everyone", play.state.combatants[who].side) and name in opened(play, who, word)


def may_use(play: Play, who: str, name: str) -> bool:
    """Whether somebody to whose side the phase opens an action may take it, not having passed."""
    now = choosing_now(play)
    return (
        now is not None and open_to_side(play, who, name) and who not in now[0].passed and not barred(play, who, now[1])
    )


def opens_to(play: Play, who: str, name: str) -> tuple[str, str, str]:
    """The sides to which phases open an action, as text, the phases in which they do, and the rule that says so."""
    sides: dict[str, None] = {}
    phases: dict[str, None] = {}
    ref = ""
    for phase, contents in play.rules.ruleset.phases.items():
        for side, word in contents.choices.items():
            if name in opened(play, who, word):
                sides[side] = phases[phase] = None
                ref = ref or word.rule
    return ", ".join(sides), ", ".join(phases), ref


def opened(play: Play, who: str, word: Choosing) -> tuple[str, ...]:
    """The actions, by name, that the phase opens to somebody: those that it names or whose tag it names."""
    names = dict.fromkeys((*play.rules.ruleset.actions, *play.state.combatants[who].acts))
    found = []
    for name in names:
        action = action_of(play, who, name)
        if action is not None and action.turn == "phase" and {name, *action.tags} & set(word.may):
            found.append(name)
    return tuple(found)


def _open(play: Play, who: str, name: str) -> bool:
    """Whether somebody could take an action now: no rule of its own speaks against it, such as its limit."""
    action = action_of(play, who, name)
    if action is None:
        return False
    try:
        return not any(
            refusal.code in ("act.limit", "act.needs", "act.role", "act.cost", "act.barred")
            for refusal in objections(play, Intent(who, name), action)
        )
    except Refused:
        return True
