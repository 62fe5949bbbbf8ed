"""The desk at which a fight is run in the terminal: line by line, with the picture after each step."""

from __future__ import annotations

from pathlib import Path

import click

from turnwright.cli.ending import draw_end
from turnwright.cli.picture import console, draw, say
from turnwright.cli.prompt import Prompt
from turnwright.engine import Command
from turnwright.fight import CastRefused, Fight
from turnwright.listing import Unusable, read_file, read_text
from turnwright.naming import free_name, numberless, quoted
from turnwright.rules.faults import FileFaults
from turnwright.rules.load import UnknownRuleset, find, read
from turnwright.seat import Result
from turnwright.speech import SpeechError, parse
from turnwright.speech.catalogue import catalogue
from turnwright.speech.lists import others, pool_word
from turnwright.speech.table import Load, NextFight, UseFile
from turnwright.store import Store, StoreError


class Desk:
    """A saved fight, and the prompt at which its GM sits."""

    def __init__(self, store: Store, name: str, fight: Fight) -> None:
        self.store = store
        self.name = name
        self.fight = fight
        self.on = console()
        self.texts = catalogue(fight.language)
        self.prompt = Prompt(lambda text: self.fight.complete(text), self.texts)

    def run(self) -> None:
        """Take lines until there are no more."""
        self.draw()
        self.say(self.shown("words" if self.fight.state.combatants else "empty"))
        while (line := self.prompt.line()) is not None:
            try:
                self.take(line)
            except KeyboardInterrupt:
                # Whether the step was saved is known to the log alone.
                self._look_again()
            except StoreError as error:
                self._not_saved(error)
        click.echo("")
        self.say(self.texts.say("terminal", "kept", {"name": self.name, "quoted": quoted(self.name)}))

    def take(self, text: str) -> None:
        """Do what a line says; several that were pasted at once are a list, or commands one after another."""
        lines = text.strip().splitlines()
        if len(lines) > 1 and self._read(lines[0]) is None:
            self.offer_list(text)
            return
        for line in lines or [""]:
            word = self._read(line)
            if isinstance(word, Load):
                self.load(word.file)
            elif isinstance(word, UseFile):
                self.use_rules(word.file)
            elif isinstance(word, NextFight):
                self.next_fight(word.title)
            elif not self.tell(self.fight.do(line)):
                break

    def load(self, file: str) -> None:
        """Add those whom a file lists, or a list that is pasted now."""
        if not file:
            self.say(self.shown("listed"))
        text = "" if file else self.prompt.block()
        if file or text:
            self.offer_list(text, file)

    def use_rules(self, file: str) -> None:
        """Play on by the rules of a file, or tell why not."""
        try:
            book = find(str(Path(file).expanduser()))
            read(book)
        except UnknownRuleset as unknown:
            self.say(f"✗ {unknown}")
        except FileFaults as wrong:
            for fault in wrong.faults:
                self.say(f"✗ {fault}")
        else:
            self.tell(self.fight.use_rules(book))

    def offer_list(self, text: str, file: str = "") -> None:
        """Show what a list comes to, and add that if the GM agrees. Unasked, only a faultless list is added."""
        try:
            found = read_file(self.fight, file) if file else read_text(self.fight, text)
        except Unusable as wrong:
            for line in wrong.lines:
                self.say(f"✗ {line}")
            return
        for line in found.shown:
            self.say(line)
        for line in found.notes:
            self.say(f"  {line}")
        for line in found.faults:
            self.say(f"✗ {line}")
        if self.prompt.agrees(
            self.texts.say("terminal", "add", {"count": str(len(found.who))}), otherwise=not found.faults
        ):
            self.tell(found.add(self.fight))
        else:
            self.say(self.texts.say("terminal", "not added"))

    def tell(self, result: Result) -> bool:
        """Say what came of something, and draw the fight where it changed."""
        for line in result.lines:
            self.say(line if result else f"✗ {line}")
        if result.record is not None:
            self.draw()
        return bool(result)

    def next_fight(self, title: str) -> None:
        """Begin another fight with the party of this one, once this one is over."""
        if not self.fight.state.closed:
            self.say(f"✗ {self.texts.say('terminal', 'still on')}")
            return
        try:
            fight = self.fight.next_fight()
            name = free_name(self.store, title or numberless(self.name))
            fight.save(self.store, name)
        except CastRefused as refused:
            self.say(f"✗ {refused}")
            return
        except StoreError as error:
            self.say(f"✗ {error}")
            return
        self.name, self.fight = name, fight
        self.say(self.texts.say("terminal", "with party", {"name": name}))
        self.draw()
        self.say(self.shown("again" if fight.state.combatants else "empty"))

    def shown(self, key: str) -> str:
        """A hint with examples that can be typed in this game: in the words of its sheets, and on a side of its own."""
        rules = self.fight.rules
        pool = pool_word(rules)
        side = f"side {others(rules, self.fight.state)}"
        figures = {
            "first": f"add Milli {pool} 14" if pool else "add Milli",
            "foes": " ".join(filter(None, ("add 3 goblin", pool and f"{pool} 7", side))),
            "listed": f"3 Goblin, {pool} 7" if pool else "3 Goblin",
        }
        return self.texts.say("terminal", key, figures)

    def draw(self) -> None:
        """Draw the fight as it stands, or what came of it."""
        if self.fight.state.closed:
            draw_end(self.fight, self.name, self.on)
        else:
            draw(self.fight, self.on)

    def say(self, line: str) -> None:
        """A line for people, broken between words where the terminal is too narrow for it."""
        if self.on.is_terminal:
            say(self.on, line)
        else:
            click.echo(line)

    def _look_again(self) -> None:
        self.fight = Fight.load(self.store, self.name, self.fight.language)
        self.draw()

    def _not_saved(self, error: StoreError) -> None:
        """Go on after a step that could not be saved, where another program is the reason; else raise again."""
        if error.code == "conflict":
            self._look_again()
            self.say(f"✗ {self.texts.say('terminal', 'elsewhere')}")
        elif error.code == "busy":
            figures = {"problem": error.message, "hint": error.hint}
            self.say(f"✗ {self.texts.say('terminal', 'busy', figures)}")
        else:
            raise error

    def _read(self, line: str) -> Command | None:
        try:
            return parse(self.fight.rules, self.fight.state, line).command
        except SpeechError:
            return None
