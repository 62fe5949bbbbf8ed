"""What goes on and waits for people, in a sentence: a question, an act that may be answered, a choice, a gap."""

from __future__ import annotations

from turnwright.engine.acts import ActFrame
from turnwright.engine.base import Frame, open_question
from turnwright.engine.choosing import Choices
from turnwright.engine.frames import Gap
from turnwright.engine.knowing import world
from turnwright.engine.play import looking
from turnwright.engine.windows import open_window
from turnwright.speech.asking import question_text
from turnwright.speech.voice import Voice

_KINDS: dict[type[Frame], str] = {Gap: "gap", Choices: "choices"}
"""What is said of frames that wait for people; of all others it is who may take a turn."""


def going_on(voice: Voice) -> str:
    """What has to be answered, or let go by, before anything else; empty where nothing waits for people.

    A player is told of what that player may answer, and of nothing else.
    """
    if voice.viewer is not None:
        known = world(voice.rules, voice.state, voice.viewer)
        voice = Voice(voice.rules, known, voice.language, voice.viewer)
    return _asked(voice) or _waits(voice)


def _asked(voice: Voice) -> str:
    found = open_question(voice.state)
    if found is None:
        return ""
    mine = [part for part in found.ask.parts if voice.viewer is None or voice.viewer & set(part.to)]
    left = [part.key for part in mine if found.answer_to(part) is None]
    return question_text(voice, found.ask, {part.key: True for part in found.ask.parts if part.key not in left})


def _waits(voice: Voice) -> str:
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
    figures = {"names": voice.names(who), "act": act, "enter": voice.word("goes on") if voice.viewer is None else ""}
    return voice.say("going on", key, figures)


def deed_text(voice: Voice, act: ActFrame) -> str:
    """Something that is being done, by whom and to whom, in a few words."""
    if not voice.knows(act.who):
        return voice.word("something")
    targets = voice.names(filter(voice.knows, act.targets))
    return voice.say("going on", "deed", {"who": act.who, "text": act.act, "targets": targets})
