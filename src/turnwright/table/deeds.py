"""What somebody can do now, as buttons and forms: made from the choices that are open to them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import partial

from msgspec.structs import replace

from turnwright.engine import Choice, Command
from turnwright.engine.aiming import can_aim
from turnwright.engine.base import Question
from turnwright.engine.choosing import Choices
from turnwright.engine.doings import Intent, action_of, reaction_of
from turnwright.engine.frames import Gap, turn_in
from turnwright.engine.mechanics.actions import Act
from turnwright.engine.mechanics.choosing import Choose
from turnwright.engine.mechanics.concentration import LetGo
from turnwright.engine.mechanics.formations import CallFormation, Confirm
from turnwright.engine.mechanics.free_order import FreeTurns, Take
from turnwright.engine.mechanics.gaps import Enter
from turnwright.engine.mechanics.given_turns import GiveTurn
from turnwright.engine.mechanics.prepared import Fire
from turnwright.engine.mechanics.questions import Answer, Pass
from turnwright.engine.mechanics.reactions import AlwaysPass, React
from turnwright.engine.mechanics.rests import WhileResting
from turnwright.engine.mechanics.scenes import End
from turnwright.engine.mechanics.tasks import Work
from turnwright.engine.mechanics.ties import RollOff
from turnwright.engine.mechanics.waits import Delay
from turnwright.engine.play import Play, looking
from turnwright.engine.resting import resting
from turnwright.engine.scening import scene_on
from turnwright.engine.state import State
from turnwright.engine.tracking import tracks
from turnwright.engine.turns import acting
from turnwright.engine.view import View
from turnwright.engine.waiting import left_to_put_off
from turnwright.engine.windows import Window
from turnwright.rules.words.act import Doing
from turnwright.rules.words.waits import Wait
from turnwright.speech import refuse
from turnwright.speech.coming import to_roll
from turnwright.speech.forms import AGAIN, BARE, Field, fields_of, forms_of
from turnwright.speech.line import written
from turnwright.speech.names import fold_word
from turnwright.speech.offering import cost_text
from turnwright.speech.pending import going_on
from turnwright.speech.refusing import Outlook
from turnwright.speech.verbs import prepared
from turnwright.speech.verbs.actions import parts_of
from turnwright.speech.voice import Voice
from turnwright.table.answers import answers, apart
from turnwright.table.deed import Deed, Kind
from turnwright.table.labels import button, choice_label, field_label
from turnwright.table.slots import MANY, Input, Slots

TOLD = "[spoils | escapes | changes FORMULA]"
"""What can be told of a reaction's outcome, where the ruleset leaves it open."""

ENDINGS = ("spoils", "escapes")
"""Outcomes that have a button each, where nobody is chosen by one."""

CHANGING = "[changes FORMULA]"
"""The outcome that has to be told."""

SPOILING = "[spoils]"
"""What can be told of something prepared that is done ahead of what set it off."""

TOLD_BY = "when"
"""The word ahead of what sets off something prepared, where that is told in one's own words."""


def deeds(
    slots: Slots, outlook: Outlook, seen: View, open_now: Iterable[Choice], *, unlisted: bool = True
) -> tuple[Deed, ...]:
    """All that is open, what somebody can do to several as one deed; answers first, then what each can do; with what
    is ``unlisted`` among the choices, since something has to be said with it."""
    may = [one for one in open_now if one.seems_open and not isinstance(one.command, (Answer, AlwaysPass))]
    given = [one for one in may if isinstance(one.command, GiveTurn)]
    crowd = len(given) > MANY
    found = _gathered(slots, outlook, seen, [one for one in may if one not in given] if crowd else may)
    # What answers stands ahead of letting it go by.
    ready = sorted((deed for deed in found.values() if deed.kind != "table"), key=lambda deed: deed.passes)
    asked = sorted(answers(slots, outlook, seen, open_now), key=lambda deed: deed.said)
    return (
        *asked,
        *_rolls(slots, outlook),
        *ready,
        *(_unlisted(slots, outlook) if unlisted else ()),
        *(deed for deed in found.values() if deed.kind == "table"),
        *(_turns_of_many(slots) if crowd else ()),
        *(_story(slots, outlook) if unlisted and outlook.viewer is None else ()),
    )


def _turns_of_many(slots: Slots) -> Iterator[Deed]:
    """Giving somebody the turn: a form, where a button for each would be too many."""
    yield Deed("", slots.voice.say("button", "give-turn.many"), "turn", inputs=slots.inputs(fields_of("NAME")))


def _others_first(sides: dict[str, str], deed: Deed) -> tuple[str, ...]:
    """Those whom something can be done to, those of other sides first and whoever does it last."""
    own = sides.get(deed.who, "")
    return tuple(sorted(deed.targets, key=lambda name: (name == deed.who, sides.get(name, "") == own)))


def _unlisted(slots: Slots, outlook: Outlook) -> Iterator[Deed]:
    """What somebody does only by saying more than which it is."""
    yield from _prepared(slots, outlook)
    yield from _declared(slots, outlook)
    yield from _tallies(slots, outlook)
    yield from _resting(slots, outlook)


def _deed(slots: Slots, outlook: Outlook, seen: View, choice: Choice) -> tuple[Deed, str]:
    """A choice as a deed, and whom it is done to."""
    command, rules, known = choice.command, outlook.rules, outlook.state
    cost = _cost(slots.voice, choice)
    if not isinstance(command, (Act, React)):
        who, label = apart(outlook, outlook.scribe.words(command))
        asks = _waits(slots, command.kind) if isinstance(command, Delay) else ""
        if isinstance(command, Fire) and isinstance(known.agenda[-1], Window):
            asks = SPOILING
        inputs = slots.inputs(fields_of(asks))
        label = button(slots.voice, command) or label
        passes = isinstance(command, Pass)
        deed = Deed(who, label, outlook.scribe.words(command), _kind(command), cost, inputs, passes=passes)
        deed = replace(deed, said=_is_said(known, command))
        return deed, ""
    on = slots.name(command.targets[0]) if len(command.targets) == 1 else ""
    who, label = slots.name(command.who), _label(command)
    words = f"{who}: {'react ' if isinstance(command, React) else ''}{_spoken(slots, command)}"
    play = looking(rules, known)
    doing = _doing(play, command)
    fields = fields_of(" ".join(parts_of(doing))) if doing is not None else ()
    aimed = next((field for field in fields if field.slot in ("NAME", "NAMES")), None)
    rest = [field for field in fields if field is not aimed and _is_asked(field, aimed is not None)]
    targets = () if on or aimed is None or command.targets else _anybody(slots, seen, play, choice)
    plain = isinstance(command, React) and not (on or command.targets or (aimed is not None and aimed.needed))
    if isinstance(command, React):
        rest += fields_of(CHANGING if plain else TOLD)
    inputs = tuple(_with_given(one, command) for one in slots.inputs(tuple(rest)))
    endings = tuple((word, choice_label(slots.voice, word)) for word in ENDINGS if plain)
    kind: Kind = "act" if isinstance(command, Act) else "react"
    many = aimed is not None and aimed.many
    needed = aimed is not None and aimed.needed
    made = Deed(who, label, words, kind, cost, inputs, targets, many, not on and not needed, endings=endings)
    return made, on


def _doing(play: Play, command: Act | React) -> Doing | None:
    """What somebody's sheet, or the ruleset, says of what they do."""
    if isinstance(command, Act):
        return action_of(play, command.who, command.act)
    return reaction_of(play, command.who, command.reaction)


def _cost(voice: Voice, choice: Choice) -> str:
    """What something costs; of what is left open, that whoever does it says how much."""
    given: Collection[str] = choice.command.given if isinstance(choice.command, (Act, React)) else ()
    fixed = {pool: amount for pool, amount in choice.cost.items() if pool not in given}
    told = (voice.say("page", "cost open", {"pool": voice.label(pool)}) for pool in given)
    return ", ".join(filter(None, (cost_text(voice.rules, fixed, voice.language), *told)))


def _is_asked(field: Field, aimed: bool) -> bool:
    """Whether a button asks for something beside the target: an amount where there is one, and a cost left open."""
    return (field.needed and field.slot not in ("ITEM", "CHOICE")) or (aimed and field.lead == "for")


def _spoken(slots: Slots, command: Act | React) -> str:
    """The act as it is said, with its item and choice, without the one to whom it is done."""
    name = command.act if isinstance(command, Act) else command.reaction
    return " ".join(map(slots.word, filter(None, (name, command.item, command.choice))))


def _label(command: Act | React) -> str:
    name = command.act if isinstance(command, Act) else command.reaction
    return " ".join(filter(None, (fold_word(name), command.item, command.choice)))


def _with_given(one: Input, command: Act | React) -> Input:
    """A cost that is left open begins with the least that can be said."""
    given = next(iter(command.given.values()), None)
    return replace(one, value=str(given)) if one.name == "costs" and given is not None else one


def _anybody(slots: Slots, seen: View, play: Play, choice: Choice) -> tuple[str, ...]:
    """Whom something can be done to where that may be anybody, or nobody. What is barred anyhow may be overruled,
    whoever it is aimed at."""
    command = choice.command
    assert isinstance(command, (Act, React))
    people = tuple(seen.combatants)
    doing = _doing(play, command)
    if choice.barred is None and doing is not None:
        name = command.reaction if isinstance(command, React) else command.act
        intent = Intent(
            command.who,
            name,
            tags=command.tags,
            item=command.item,
            choice=command.choice,
            reaction=isinstance(command, React),
        )
        people = tuple(one for one in people if can_aim(play, intent, doing, one))
    return tuple(map(slots.name, people))


def _rolls(slots: Slots, outlook: Outlook) -> Iterator[Deed]:
    """Rolling for one's own who have no score yet, or typing what the real dice show; for the game master by a form in
    which one of all is chosen."""
    if not to_roll(outlook.rules, outlook.state):
        return
    say = slots.voice.say
    entries = (one for one in outlook.state.entries.values() if one.score is None and not one.gone)
    mine = (next(filter(partial(_mine, outlook), entry.members), "") for entry in entries)
    names = tuple(slots.name(who) for who in mine if who)
    face = Input(BARE, say("page", "real dice"), text=True, needed=False)
    if outlook.viewer is None and names:
        whom = Input(BARE, say("field", "NAMES"), names)
        yield Deed("", say("page", "roll for one"), "roll", "answer", inputs=(whom, face))
        return
    for name in names:
        yield Deed(name, say("page", "roll initiative"), f"roll {name}", "answer", inputs=(face,))


def _is_said(known: State, command: Command) -> bool:
    """Whether this is what somebody has chosen so far in a phase of choices, or that nothing is chosen."""
    frame = known.agenda[-1] if known.agenda else None
    if not isinstance(frame, Choices):
        return False
    if isinstance(command, Choose):
        return frame.chosen.get(command.who) == command.word
    return isinstance(command, Pass) and command.who in frame.passed


def _kind(command: Command) -> Kind:
    if isinstance(command, (Pass, Choose, Confirm, CallFormation, RollOff)):
        return "answer"
    if isinstance(command, (Enter, Fire, Take)):
        return "step in"
    if isinstance(command, (LetGo, Work)):
        return "act"
    if isinstance(command, End):
        return "end"
    return "wait" if isinstance(command, Delay) else "table"


def _waits(slots: Slots, kind: str) -> str:
    """What can follow a wait: the moments that the ruleset lets one name."""
    allowed = slots.rules.ruleset.waits[kind].until.moments if kind in slots.rules.ruleset.waits else ()
    usage = {"score": "until NUMBER", "before": "before NAME", "after": "after NAME", "event": "when EVENT"}
    ways = " | ".join(usage.get(until, until) for until in allowed if until != "open")
    return ways and (f"[{ways}]" if "open" in allowed else f"({ways})")


def _declared(slots: Slots, outlook: Outlook) -> Iterator[Deed]:
    """Waits that have to name their moment, for whoever may put their turn off."""
    for kind, word, who in _could_wait(outlook):
        if not word.prepared and word.until.moments and "open" not in word.until.moments:
            inputs = slots.inputs(fields_of(_waits(slots, kind)))
            yield Deed(slots.name(who), word.label or kind, f"{slots.name(who)}: {kind}", "wait", "", inputs)


def _tallies(slots: Slots, outlook: Outlook) -> Iterator[Deed]:
    """What somebody's step of a track has come to."""
    for track in tracks(outlook.state).values():
        for who in filter(partial(_mine, outlook), () if track.outcome else track.who):
            label = track.title if track.coming is None else f"{track.title}: {track.coming.what}"
            words = f"{slots.name(who)}: advance {written(track.title)}"
            yield Deed(slots.name(who), label, words, "act", "", slots.inputs(fields_of("by NUMBER")))


def _resting(slots: Slots, outlook: Outlook) -> Iterator[Deed]:
    """What those who rest may do at a cost, where it is said how much that gives."""
    rest = resting(outlook.state)
    may = outlook.rules.ruleset.rests[rest.kind].may if rest is not None and not rest.broken else {}
    for who in filter(partial(_mine, outlook), rest.who if rest is not None else ()):
        for what, word in may.items():
            if word.spend and word.each is None:
                words, name = f"resting {slots.word(what)}", slots.name(who)
                label = button(slots.voice, WhileResting(who, what))
                spent, gained = slots.inputs(fields_of("[NUMBER] for AMOUNT"))
                spent = replace(spent, label=_of_pool(slots.voice, "[NUMBER] spent", word.spend))
                gained = replace(gained, label=_of_pool(slots.voice, "for AMOUNT gained", word.gain))
                yield Deed(name, label, f"{name}: {words}", "act", "", (spent, gained))


def _of_pool(voice: Voice, field: str, pool: str) -> str:
    return voice.say("field", field, {"pool": voice.label(pool)})


def _story(slots: Slots, outlook: Outlook) -> Iterator[Deed]:
    """The end of what is under way in the story, with the time that it took."""
    rest, top = resting(outlook.state), outlook.state.agenda[-1:]
    ends = {
        "scene end": "[after TIME]" if scene_on(outlook.state) is not None else None,
        "round close": "" if any(isinstance(frame, FreeTurns) for frame in top) else None,
        "rest end": "[after TIME]" if rest is not None else None,
        "rest break": "after TIME" if rest is not None and not rest.broken else None,
        "rest resume": "[after TIME]" if rest is not None and rest.broken else None,
    }
    for words, asks in ends.items():
        if asks is not None:
            yield Deed("", slots.voice.say("button", words), words, inputs=slots.inputs(fields_of(asks)))


def _mine(outlook: Outlook, who: str) -> bool:
    """Whether the viewer decides for somebody."""
    return outlook.viewer is None or who in outlook.viewer


def _prepared(slots: Slots, outlook: Outlook) -> Iterator[Deed]:
    """Making ready for a contingency, for whoever may put their turn off."""
    for kind, word, who in _could_wait(outlook):
        for form in forms_of(prepared.usage(kind, word.until.moments)) if word.prepared else ():
            inputs = tuple(map(partial(_set_off, slots), slots.inputs(form.fields, who)))
            told = any(one.lead == TOLD_BY for one in form.fields)
            named = {"kind": word.label or slots.voice.label(kind)}
            label = slots.voice.say("button", "prepared.when" if told else "prepared", named)
            yield Deed(slots.name(who), label, f"{slots.name(who)}: {kind}", "wait", "", inputs)


def _could_wait(outlook: Outlook) -> Iterator[tuple[str, Wait, str]]:
    """Each way to put off the turn that has come up, or what is left of it, with each who could."""
    state = outlook.state
    turn = turn_in(state.agenda)
    if turn is not None and state.agenda[-1] is turn:
        for kind, word in outlook.rules.ruleset.waits.items():
            for who in filter(partial(_mine, outlook), acting(state, turn)):
                if not turn.begun or left_to_put_off(state, who, word):
                    yield kind, word, who


def _set_off(slots: Slots, one: Input) -> Input:
    """What is asked a second time in a form for something prepared is what sets it off."""
    again = one.name == f"{BARE}{AGAIN}2" and not one.words
    return replace(one, label=field_label(slots.voice, "if ACTION", "")) if again else one


def barred(slots: Slots, outlook: Outlook, open_now: Iterable[Choice]) -> tuple[tuple[str, str], ...]:
    """What can't be done now, with the reason, once: while people are asked, that these come first; with each kind of
    reason, where it can be done to others."""
    told: dict[tuple[str, str], str] = {}
    first = asked_ahead(slots.voice)
    acts = [one for one in open_now if isinstance(one.command, (Act, React, Delay))]
    partly = {_named(outlook, one.command) for one in acts if one.barred is None}
    for choice in acts:
        if choice.barred is None or choice.seems_open:
            continue
        label = _named(outlook, choice.command)
        waits = bool(first) and not isinstance(choice.command, React)
        key = (label, choice.barred.code if label in partly and not waits else "")
        if key not in told and waits:
            told[key] = first
        elif key not in told:
            told[key] = refuse(
                outlook.rules, outlook.state, choice.barred, slots.voice.language, outlook.viewer, outlook=outlook
            )
    found: dict[str, list[str]] = {}
    for (label, _), reason in told.items():
        found.setdefault(reason, []).append(label)
    return tuple((", ".join(labels), reason) for reason, labels in found.items())


def _named(outlook: Outlook, command: Command) -> str:
    """What is done, without who does it, to whom, and at what cost."""
    if isinstance(command, (Act, React)):
        return _label(command)
    return apart(outlook, outlook.scribe.words(command))[1]


def asked_ahead(voice: Voice) -> str:
    """What comes ahead of all that people could do in their turns; empty where nothing does."""
    top = voice.state.agenda[-1] if voice.state.agenda else None
    if not isinstance(top, (Question, Window, Gap)):
        return ""
    return going_on(voice, typed=False) or voice.say("page", "others first")


def overruled(slots: Slots, outlook: Outlook, seen: View, open_now: Iterable[Choice]) -> tuple[Deed, ...]:
    """What a rule bars now, for a game master who overrules it."""
    against = (one for one in open_now if one.barred is not None and one.barred.rule)
    shut = [one for one in against if isinstance(one.command, (Act, React, Delay))]
    return tuple(replace(deed, force=True) for deed in _gathered(slots, outlook, seen, shut).values())


def _gathered(slots: Slots, outlook: Outlook, seen: View, chosen: Iterable[Choice]) -> dict[tuple[str, str, str], Deed]:
    """Choices as deeds, what can be done to several as one."""
    found: dict[tuple[str, str, str], Deed] = {}
    for choice in chosen:
        deed, on = _deed(slots, outlook, seen, choice)
        key = (deed.who, deed.label, deed.cost)
        deed = found.get(key, deed)
        found[key] = replace(deed, targets=(*deed.targets, on)) if on else deed
    sides = {slots.name(one.id): one.side for one in seen.combatants.values()}
    return {key: replace(deed, targets=_others_first(sides, deed)) for key, deed in found.items()}
