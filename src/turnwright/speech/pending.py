"""What goes on and waits for people, in a sentence: a question, an act that may be answered, a choice, a gap."""

from __future__ import annotations

from turnwright.engine.base import Frame, Part, Question, open_question
from turnwright.engine.choosing import Choices
from turnwright.engine.frames import Gap
from turnwright.engine.knowing import world
from turnwright.engine.pending import rule_of_pending
from turnwright.engine.play import looking, waited_for
from turnwright.engine.windows import Window, open_window
from turnwright.speech.asking import deed_text, question_text
from turnwright.speech.voice import Voice

_KINDS: dict[type[Frame], str] = {Gap: "gap", Choices: "choices"}
"""What is said of frames that wait for people; of all others it is who may take a turn."""


def going_on(voice: Voice, *, typed: bool = True) -> str:
    """What has to be answered, or let go by, before anything else; empty where nothing waits for people.

    A player is told of what that player may answer, and of nothing else. Where answers are ``typed``, the words for
    them are named, and what an empty line does.
    """
    if voice.viewer is not None:
        known = world(voice.rules, voice.state, voice.viewer)
        voice = Voice(voice.rules, known, voice.language, voice.viewer)
    return _asked(voice, typed) or _waits(voice, typed)


def rule_of(voice: Voice) -> str:
    """The id of the rule by which people are asked, or given the chance, that `going_on` tells of; empty for none."""
    return rule_of_pending(looking(voice.rules, voice.state))


def passed_over(voice: Voice) -> tuple[str, ...]:
    """Those who may still answer, choose or step in, and let it go by if the fight goes on without them."""
    play = looking(voice.rules, voice.state)
    return waited_for(play) if isinstance(play.top, Gap | Choices | Window) else ()


def spoken(voice: Voice) -> str:
    """Those who have answered what stays open, since all who are asked have to agree; empty where nobody has."""
    found = open_question(voice.state)
    if found is None:
        return ""
    said = (who for part in _left(voice, found) for who in found.given.get(part.key, {}))
    return voice.names(dict.fromkeys(filter(voice.knows, said)))


def _left(voice: Voice, found: Question) -> list[Part]:
    """What of a question has no answer yet, of what its viewer is asked."""
    mine = (part for part in found.ask.parts if voice.viewer is None or voice.viewer & set(part.to))
    return [part for part in mine if found.answer_to(part) is None]


def _asked(voice: Voice, typed: bool) -> str:
    found = open_question(voice.state)
    if found is None:
        return ""
    left = [part.key for part in _left(voice, found)]
    settled = {part.key: True for part in found.ask.parts if part.key not in left}
    return question_text(voice, found.ask, settled, typed=typed)


def _waits(voice: Voice, typed: bool) -> str:
    top = voice.state.agenda[-1] if voice.state.agenda else None
    awaits = None if top is None else voice.rules.awaits.get(type(top))
    if top is None or awaits is None:
        return ""
    play = looking(voice.rules, voice.state)
    who = [one for one in awaits(play, top) if voice.viewer is None or one in voice.viewer]
    if not who:
        return ""
    window = open_window(play)
    if window is None:
        key, act = _KINDS.get(type(top), "turns"), ""
    else:
        key, act = f"window.{window[0].when}", deed_text(voice, window[1])
    enter = voice.word("goes on") if typed and voice.viewer is None else ""
    figures = {"names": voice.names(who), "act": act, "enter": enter}
    return voice.say("going on", key, figures)
