"""What stands on buttons and over fields: commands and usages said as people say them, in the viewer's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import asdict

from turnwright.engine import Command
from turnwright.engine.choosing import choosing_now
from turnwright.engine.formations import recorded
from turnwright.engine.mechanics.concentration import LetGo
from turnwright.engine.mechanics.effects import EndEffect
from turnwright.engine.mechanics.formations import Confirm
from turnwright.engine.mechanics.gaps import Enter
from turnwright.engine.mechanics.groups import Ungroup
from turnwright.engine.mechanics.prepared import Fire
from turnwright.engine.play import looking
from turnwright.speech.sheets import deed_of
from turnwright.speech.voice import Voice


def button(voice: Voice, command: Command) -> str:
    """What stands on the button that gives a command, spoken to whoever may press it; empty where its words do."""
    tag = str(type(command).__struct_config__.tag)
    if not voice.catalogue.has("button", tag):
        return ""
    owners = command.owners(looking(voice.rules, voice.state)) if voice.viewer is not None else ()
    mine = voice.viewer is not None and bool(owners) and voice.viewer.issuperset(owners)
    key = f"{tag}.own" if mine and voice.catalogue.has("button", f"{tag}.own") else tag
    return _first_large(voice.say("button", key, _figures(voice, command)))


def field_label(voice: Voice, told: str, shown: str) -> str:
    """What stands over a field, by the part of a usage that asks for it."""
    texts = voice.catalogue
    return next((texts.text("field", key) for key in (told, shown) if texts.has("field", key)), texts.usage(told))


def choice_label(voice: Voice, word: str) -> str:
    """A word that can be chosen in a form, as people say it; words of the ruleset by their label."""
    plain = word.lstrip(", ")
    return voice.catalogue.text("said", plain) if voice.catalogue.has("said", plain) else voice.label(plain)


def _figures(voice: Voice, command: Command) -> Mapping[str, object]:
    figures: dict[str, object] = asdict(command)
    if isinstance(command, EndEffect | LetGo):
        ended = command.effects if isinstance(command, EndEffect) else (command.effect,)
        figures["names"] = _bearers(voice, ended)
    if isinstance(command, Enter):
        figures["who"] = voice.names(command.who)
    if isinstance(command, Ungroup):
        figures["who"] = voice.listed(entry.name for entry in voice.state.entries_of(command.who))
    if isinstance(command, Confirm):
        figures |= _place(voice, command)
    if isinstance(command, Fire):
        waits = [entry.wait for entry in voice.state.entries_of(command.who) if entry.wait and entry.wait.act]
        figures["deed"] = deed_of(voice, waits[0]) if waits else ""
    return figures


def _place(voice: Voice, command: Confirm) -> dict[str, object]:
    """The formation that is called for, and what it makes of those who take their places in it."""
    now = choosing_now(looking(voice.rules, voice.state))
    called = now[0].called if now is not None else ""
    roles = recorded(voice.state).get(called, {})
    named = dict.fromkeys(roles.get(who, "") for who in command.who)
    return {"formation": called, "who": voice.names(command.who), "role": voice.listed(named)}


def _bearers(voice: Voice, effects: Iterable[str]) -> str:
    known = (voice.state.effects[id] for id in effects if id in voice.state.effects)
    return voice.names(dict.fromkeys(effect.bearer for effect in known))


def _first_large(text: str) -> str:
    return text[:1].upper() + text[1:]
