"""The log of a fight as text, as JSON lines, as Markdown for a campaign's notes, and as a scenario file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from turnwright.engine import Event, Record, Rules, State, codec, evolve
from turnwright.engine.events import Joined, PoolSet, Renamed
from turnwright.engine.happenings import RoundBegan, SceneBegan, TurnEnded
from turnwright.engine.mechanics.cast import Bring
from turnwright.engine.mechanics.scenes import Next
from turnwright.fight import Fight
from turnwright.formula import show_number
from turnwright.speech import tell, unparse
from turnwright.speech.sheets import held_text
from turnwright.speech.voice import Voice
from turnwright.summary import lasted, summarize


def as_text(fight: Fight) -> str:
    """What happened, a line each."""
    return "\n".join(
        line
        for before, record in fight.encounter.walk()
        for line in tell(fight.encounter.rules_of(before, record), before, record, fight.language)
    )


def as_jsonl(fight: Fight) -> str:
    """The whole log, what was undone included: a record a line, as it is saved."""
    return "\n".join(codec.encode(record).decode() for record in fight.encounter.records)


def as_markdown(fight: Fight, title: str, *, links: bool = False) -> str:
    """What happened, for a campaign's notes: who was there, each round under its heading, and what came of it.

    What actions cost and when they come back is left out. With ``links`` names are ``[[wiki links]]``; who was renamed
    is linked under the last name.
    """
    pen = _Pen(fight, links)
    lines = [f"# {pen.plain(title)}", "", f"*{pen.plain(fight.ruleset.game)}*{_day(fight)}", ""]
    lines += [f"- **{pen.plain(side or fight.voice.word('no side'))}**: {names}" for side, names in pen.sides().items()]
    for before, record in fight.encounter.walk():
        lines += _story(fight, before, record, pen)
    lines += ["", f"## {fight.voice.say('story', 'what came')}", "", *_came_of_it(fight, pen)]
    return "\n".join(lines)


class _Pen:
    """Writes names as links, and all else so that Markdown takes nothing in it for a sign."""

    def __init__(self, fight: Fight, links: bool) -> None:
        self.state = fight.state
        events = [event for record in fight.encounter.history for event in record.events]
        joined = {e.combatant.id: e.combatant.name for e in events if isinstance(e, Joined)}
        names = {name: id for id, name in joined.items()}
        names |= {event.name: event.who for event in events if isinstance(event, Renamed)}
        self.links = {name: self._link(name, self.state.combatants[id].name) for name, id in names.items()}
        known = sorted(self.links, key=len, reverse=True) if links else []
        self.pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, known))})(?!\w)") if known else None

    @staticmethod
    def _link(said: str, name: str) -> str:
        """A link to a name, shown as it was said; none where a link can't hold the name."""
        if re.search(r"[\[\]|#^]", said + name):
            return _Pen.plain(said)
        return f"[[{name}]]" if said == name else f"[[{name}|{said}]]"

    @staticmethod
    def plain(text: str) -> str:
        """Text without anything that Markdown would take for a sign."""
        return re.sub(r"([\\`*_\[\]<>#|~])", r"\\\1", text)

    def text(self, line: str) -> str:
        """A line with its names as links."""
        if self.pattern is None:
            return self.plain(line)
        parts: list[str] = []
        at = 0
        for match in self.pattern.finditer(line):
            parts += [self.plain(line[at : match.start()]), self.links[match.group()]]
            at = match.end()
        return "".join((*parts, self.plain(line[at:])))

    def sides(self) -> dict[str, str]:
        """Everybody by side."""
        found: dict[str, list[str]] = {}
        for combatant in self.state.combatants.values():
            found.setdefault(combatant.side, []).append(self.text(combatant.name))
        return {side: ", ".join(names) for side, names in found.items()}


def _day(fight: Fight) -> str:
    """The day on which it began, where the log knows."""
    first = next((record.at for record in fight.encounter.history if record.at), "")
    return f", {first[:10]}" if first else ""


def _story(fight: Fight, before: State, record: Record, pen: _Pen) -> Iterator[str]:
    """The lines of one record: headings for scenes and rounds, and what is worth telling of each event."""
    rules = fight.encounter.rules_of(before, record)
    state, told_now = before, [*record.events]
    while told_now:
        size = next((at for at, event in enumerate(told_now) if isinstance(event, SceneBegan | RoundBegan)), None)
        if size == 0:
            event = told_now[0]
            yield from ("", _heading(Voice(rules, state, fight.language), event, pen), "")
            events, size = told_now[:1], 1
        else:
            size = len(told_now) if size is None else size
            events = told_now[:size]
            yield from _sentences(rules, state, events, pen, fight.language)
        state = evolve(state, events)
        told_now = told_now[size:]


def _heading(voice: Voice, event: Event, pen: _Pen) -> str:
    if isinstance(event, RoundBegan):
        return f"### {voice.say('story', 'round', {'number': event.round})}"
    assert isinstance(event, SceneBegan)
    figures = {"number": event.scene.number, "title": pen.plain(event.scene.title)}
    return f"## {voice.say('story', 'scene', figures)}"


def _sentences(rules: Rules, state: State, events: list[Event], pen: _Pen, language: str) -> Iterator[str]:
    for event in events:
        if _worth_telling(rules, event):
            record = Record(0, Next(), (event,))
            yield from (f"- {pen.text(line)}" for line in tell(rules, state, record, language))
        state = event.apply(state)


def _worth_telling(rules: Rules, event: Event) -> bool:
    """Whether an event is a part of the story: not who joins (told ahead), nor how actions are spent and come back."""
    if isinstance(event, PoolSet) and event.why in ("refill", "lost", "paid", "start"):
        word = rules.pools.get(event.pool)
        return word is not None and (word.vital or word.carried)
    return not (isinstance(event, Joined) or (isinstance(event, TurnEnded) and event.why in ("ended", "spent")))


def _came_of_it(fight: Fight, pen: _Pen) -> Iterator[str]:
    """A table of everybody: what they took, dealt and have left."""
    found = summarize(fight)
    yield from (f"{lasted(fight, found)}.", "")
    headings = (fight.voice.say("story", heading) for heading in ("took", "dealt", "healed", "now"))
    yield from (f"| | {' | '.join(headings)} |", "|---|---:|---:|---:|---|")
    for share in found.shares:
        pools = (f"{fight.rules.pools[pool].label or pool} {held_text(*held)}" for pool, held in share.pools.items())
        now = pen.plain(", ".join((*pools, *share.state)))
        figures = " | ".join(show_number(n) if n else "" for n in (share.taken, share.dealt, share.healed))
        name = pen.text(share.name).replace("|", "\\|")
        yield f"| {name} | {figures} | {now} |"


def as_scenario(fight: Fight, title: str) -> str:
    """A scenario file that plays the same fight: the same words and the same dice come to the same order and round.

    Built-in rulesets are named; a file of one's own has to stand where the book says.
    """
    state = fight.state
    main = fight.first_book.sources[-1].file
    lines = [
        f"scenario: {_quoted(title)}",
        f"ruleset: {_quoted(main.removesuffix('.yaml') if '/' not in main else main)}",
    ]
    if fight.first_book.options:
        lines.append("options:")
        lines += [f"  {key}: {_quoted(value)}" for key, value in fight.first_book.options.items()]
    if fight.first_book.kind:
        lines.append(f"kind: {_quoted(fight.first_book.kind)}")
    lines += [f"seed: {_quoted(state.seed)}", "cast: none", "play:"]
    for before, record in fight.encounter.walk():
        for words in _words(fight, before, record):
            lines.append(f"  - do: {_quoted(words)}")
        if record.faces:
            lines.append(f"    dice: [{', '.join(map(str, record.faces))}]")
    order = ", ".join(_quoted(state.entries[e].name) for e in state.order if not state.entries[e].gone)
    lines.append(f"  - expect: {{round: {state.round}, order: [{order}]}}")
    return "\n".join(lines)


def _words(fight: Fight, before: State, record: Record) -> Iterator[str]:
    """The line that says a command; for a list one for each who is on it, unless dice were given for them together."""
    command = record.command
    steps = command.adds if isinstance(command, Bring) and not record.faces else (command,)
    for step in steps:
        yield unparse(fight.encounter.rules_at(before), before, step, record.force)


def _quoted(text: str) -> str:
    """Text as YAML reads it back."""
    return "'" + text.replace("'", "''") + "'"
