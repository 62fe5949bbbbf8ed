"""Sentences of what happened, was refused or is asked, from the catalogue of a language (``texts/``)."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from importlib import resources
from itertools import pairwise
from typing import Any

from turnwright.engine.acts import ActFrame
from turnwright.engine.base import Event, Question, Refusal
from turnwright.engine.compiled import Rules
from turnwright.engine.events import ConditionSet, Joined, Placed, PoolSet, TieBroken
from turnwright.engine.history import Encounter, Record, Redo, Undo
from turnwright.engine.machine import evolve
from turnwright.engine.sheet import pool_max
from turnwright.engine.state import Entry, State, Wait
from turnwright.formula import Die, show_number
from turnwright.speech.verbs import VERBS


@functools.cache
def catalogue(language: str, table: str) -> Mapping[str, Any]:
    """A table of a language's catalogue; raises FileNotFoundError for a language that there is none of."""
    file = resources.files("turnwright.speech.texts") / language / f"{table}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


class _Figures(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "?"


def _filled(template: str, figures: Mapping[str, str]) -> str:
    return template.format_map(_Figures(figures))


class Teller:
    """Tells events in one language, under one ruleset."""

    def __init__(self, rules: Rules, language: str = "en") -> None:
        self.rules = rules
        self.language = language
        self.events = catalogue(language, "events")
        self.pools = catalogue(language, "pools")
        self.words: Mapping[str, str] = catalogue(language, "table")["word"]

    def name(self, state: State, id: str) -> str:
        """The name of a combatant or an entry; other text as it is."""
        if id in state.combatants:
            return state.combatants[id].name
        if id in state.entries:
            return state.entries[id].name
        return self.words.get(id, id) if id in ("gm",) else id

    def line(self, before: State, after: State, event: Event) -> str:
        """What the log says of an event; empty for what only the engine needs."""
        if isinstance(event, PoolSet):
            return self._pool(after, event)
        template = self.events.get(str(type(event).__struct_config__.tag), "")
        if not template:
            return ""
        text = _filled(template, self._figures(before, after, event))
        return text + (f"  [{event.ref}]" if event.ref else "")

    def _pool(self, state: State, event: PoolSet) -> str:
        word = self.rules.pools.get(event.pool)
        most = pool_max(self.rules, state, event.who, event.pool)
        over = _filled(self.pools["over"], {"over": show_number(event.over)}) if event.over else ""
        figures = {
            "who": self.name(state, event.who),
            "pool": (word.label if word else "") or event.pool,
            "amount": show_number(max(event.value - event.was, event.was - event.value)),
            "value": show_number(event.value),
            "most": f"/{show_number(most)}" if most is not None else "",
            "over": over,
        }
        text = _filled(self.pools.get(event.why, self.pools["set"]), figures)
        return text + (f"  [{event.ref}]" if event.ref else "")

    def _figures(self, before: State, after: State, event: Event) -> dict[str, str]:
        state = after
        figures = {field: self._shown(state, field, getattr(event, field)) for field in event.__struct_fields__}
        figures["round_word"] = self.rules.ruleset.words.get("round", "round")
        if isinstance(event, Joined):
            figures["combatant"] = event.combatant.name
        if isinstance(event, ConditionSet) or hasattr(event, "on"):
            figures["is_not"] = "" if getattr(event, "on", True) else self.words["not"]
        if isinstance(event, Placed):
            figures["after"] = figures["after"] or self.words["first"]
            figures["missed"] = self.words["missed"] if event.missed else ""
        if isinstance(getattr(event, "frame", None), ActFrame):
            figures["frame"] = self._act(state, getattr(event, "frame"))  # noqa: B009
        if figures.get("spoiled"):
            figures["spoiled"] = _filled(self.words["spoiled"], {"why": figures["spoiled"]})
        return figures

    def _act(self, state: State, frame: ActFrame) -> str:
        targets = self._shown(state, "targets", frame.targets)
        return _filled(
            self.words["sets_out"], {"who": self.name(state, frame.who), "act": frame.act, "targets": targets}
        )

    def _shown(self, state: State, field: str, value: object) -> str:
        if value is None:
            return "–"
        if isinstance(value, int | Fraction):
            return show_number(value) if not isinstance(value, bool) else str(value)
        if isinstance(value, Wait):
            return value.kind
        if isinstance(value, Entry):
            return value.name
        if isinstance(value, tuple):
            return self._list(state, field, value)
        if isinstance(value, str):
            return self.name(state, value)
        if field == "effect":
            bearer = self.name(state, getattr(value, "bearer", ""))
            return _filled(self.words["given"], {"bearer": bearer, "name": getattr(value, "name", "")})
        return str(getattr(value, "title", "") or getattr(value, "number", "")) if field == "scene" else ""

    def _list(self, state: State, field: str, value: tuple[Any, ...]) -> str:
        if field == "dice":
            return _faces(self.words["dice"], value)
        if field == "targets":
            return _filled(self.words["on"], {"names": self._names(state, value)}) if value else ""
        if field == "keys":
            return ", ".join(" ".join(show_number(n) for n in key) for key in value)
        return self._names(state, value)

    def _names(self, state: State, ids: tuple[object, ...]) -> str:
        return ", ".join(self.name(state, str(id)) for id in ids)


def _faces(template: str, dice: tuple[Die, ...]) -> str:
    if not dice:
        return ""
    faces = ", ".join(str(die.face) if die.kept else f"({die.face})" for die in dice)
    return _filled(template, {"faces": faces})


@functools.lru_cache(maxsize=32)
def teller(rules: Rules, language: str) -> Teller:
    """The teller for a ruleset in a language."""
    return Teller(rules, language)


def tell(rules: Rules, before: State, record: Record, language: str = "en") -> tuple[str, ...]:
    """The lines of the log for one record, with names and figures as they were at each point."""
    if isinstance(record.command, Undo | Redo):
        return (f"{type(record.command).__struct_config__.tag} {record.command.count}",)
    teller_ = teller(rules, language)
    lines, state = [], before
    for event in record.events:
        after = evolve(state, (event,))
        line = teller_.line(state, after, event)
        if line:
            lines.append(line)
        state = after
    return tuple(lines)


def refuse(rules: Rules, state: State, refusal: Refusal, language: str = "en") -> str:
    """A refusal as a sentence: what was asked, why not, and what there is instead, with the rule that says so."""
    template = catalogue(language, "refusals").get(refusal.code)
    data = {key: teller(rules, language).name(state, value) for key, value in refusal.data.items()}
    if data.get("near"):
        data["near"] = _filled(teller(rules, language).words["near"], {"near": data["near"]})
    if template is None:
        figures = "".join(f" {key} {value}" for key, value in data.items() if value)
        text = _filled(teller(rules, language).words["plain"], {"code": refusal.code, "figures": figures})
    else:
        text = _filled(template, data)
    usage = refusal.data.get("usage", "")
    return f"{text}{f' ({usage})' if usage else ''}{f' — {refusal.ref}' if refusal.ref else ''}"


def question(rules: Rules, state: State, language: str = "en") -> str:
    """What is asked, of whom, and what can be answered; empty while nothing is.

    Parts that have an answer are left out; those that ask the same are asked in one.
    """
    top = state.agenda[-1] if state.agenda else None
    if not isinstance(top, Question):
        return ""
    texts: Mapping[str, str] = catalogue(language, "table")["question"]
    told = teller(rules, language)
    asks: dict[tuple[str, str], dict[str, None]] = {}
    for part in top.ask.parts:
        if top.answer_to(part) is not None:
            continue
        names = ", ".join(told.name(state, item) for item in part.items)
        about = {key: told.name(state, value) for key, value in top.ask.about.items()}
        about["part"] = told.name(state, part.key)
        asked = _filled(texts.get(top.ask.code, texts["other"]), {"names": names, "code": top.ask.code, **about})
        asks.setdefault((asked, names), {}).update(dict.fromkeys(told.name(state, who) for who in part.to))
    return "; ".join(
        _filled(told.words["asks"], {"deciders": ", ".join(deciders), "question": asked, "items": names})
        for (asked, names), deciders in asks.items()
    )


def why(rules: Rules, encounter: Encounter, about: str = "", language: str = "en") -> str:
    """Why the last thing happened; or (``order``, or a name) why the order is as it is there."""
    told = teller(rules, language)
    if about in ("", "last"):
        history = encounter.history
        if not history:
            return told.words["nothing"]
        before = State()
        for record in (*encounter.records[:1], *history[:-1]):
            before = evolve(before, record.events)
        return "; ".join(tell(rules, before, history[-1], language)) or told.words["nothing"]
    return _why_order(rules, encounter, about, language)


def _why_order(rules: Rules, encounter: Encounter, about: str, language: str) -> str:
    state, texts = encounter.state, catalogue(language, "table")["why"]
    order = [state.entries[e] for e in state.order if not state.entries[e].gone]
    ties = {
        event.entry: event for record in encounter.history for event in record.events if isinstance(event, TieBroken)
    }
    lines = []
    for first, second in pairwise(order):
        if about != "order" and about.casefold() not in (first.name.casefold(), second.name.casefold()):
            continue
        reason = _reason(rules, first, second, ties, texts)
        lines.append(_filled(texts["order"], {"first": first.name, "second": second.name, "reason": reason}))
    return "\n".join(lines) or teller(rules, language).words["nothing"]


def _reason(rules: Rules, first: Entry, second: Entry, ties: Mapping[str, TieBroken], texts: Mapping[str, str]) -> str:
    if first.score is None or second.score is None:
        return texts["hand"]
    if first.score != second.score:
        low = rules.ruleset.initiative.first == "low"
        beats = first.score < second.score if low else first.score > second.score
        figures = {"a": show_number(first.score), "b": show_number(second.score)}
        ref = rules.ruleset.initiative.rule
        return _filled(texts["scores"], figures) + (f" — {ref}" if ref else "") if beats else texts["hand"]
    for depth, (a, b) in enumerate(zip(first.keys, second.keys, strict=False)):
        if a != b:
            word = rules.ruleset.initiative.ties[depth]
            key = (
                word.by.text
                if word.by
                else word.roll.text
                if word.roll
                else (ties[first.id].how if first.id in ties else "")
            )
            figures = {
                "score": show_number(first.score),
                "key": key,
                "a": ", ".join(map(show_number, a)),
                "b": ", ".join(map(show_number, b)),
            }
            return _filled(texts["tied"], figures) + (f" — {word.rule}" if word.rule else "")
    return texts["hand"]


def help_on(about: str = "") -> tuple[str, ...]:
    """The words of the table: all of them, or how one is used."""
    found = [verb for verb in VERBS if about.casefold() in ("", verb.word, *verb.also)]
    return tuple(verb.usage for verb in (found or VERBS))
