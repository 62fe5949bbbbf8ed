"""A table in a real browser, played by its buttons and forms: a game master at a desk, and players with phones."""

from __future__ import annotations

import re
import time

from msgspec.structs import replace
from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect

from turnwright.engine.mechanics.actions import Act
from turnwright.engine.play import looking
from turnwright.fight import Fight
from turnwright.formula.seeded import SeededDice
from turnwright.scenario.expect import KEYS
from turnwright.scenario.play import ScriptedDice
from turnwright.scenario.read import Scenario
from turnwright.scenario.steps import Expected, Refused, Said
from turnwright.speech import SpeechError
from turnwright.speech.forms import BARE
from turnwright.table.live import Table
from turnwright.web.drawing import opened
from web.conftest import Served
from web.play import Control, Filled, Meant, choose, forms_on, meant

PATIENCE = 5.0
"""So many seconds something that was done may take to show."""

SHORT = 1500
"""So many milliseconds are waited for what should be there at once."""

APART = 0.65
"""So many seconds part two presses that are meant as two."""

_SHOWN = """() => document.getElementById("live").outerHTML + (document.getElementById("many")?.outerHTML ?? "")"""

_CURSOR = re.compile(r'id="cursor" value="([^"]+)"')


_ASKS = """(button) => button.dataset.asked === undefined && (button.dataset.sure !== undefined
    || (button.dataset.end !== undefined && !!button.closest("[data-left]")?.dataset.left))"""
"""Whether a button asks once more, since something would be lost."""


class Noting(ScriptedDice):
    """The dice of a script, with what is rolled of them."""

    def __init__(self, faces: tuple[int, ...], rolled: list[tuple[int, int]]) -> None:
        super().__init__(faces)
        self._rolled = rolled

    def roll(self, sides: int) -> int:
        """The next face, which is noted."""
        face = super().roll(sides)
        self._rolled.append((sides, face))
        return face


def laid(served: Served, scenario: Scenario) -> Table:
    """A table with the cast of a scenario on it, whose dice will fall as the scenario has them."""
    fight = Fight.from_book(scenario.book, seed=_seed(scenario))
    assert fight.cast(scenario.cast)
    return served.hall.open(fight, scenario.title)


def _seed(scenario: Scenario) -> str:
    """A seed by which the dice fall as a scenario has them, one after another."""
    fight = Fight.from_book(scenario.book, seed=scenario.seed)
    fight.cast(scenario.cast)
    rolled: list[tuple[int, int]] = []
    for step in scenario.play:
        if isinstance(step, Said):
            dice = Noting(step.dice, rolled) if step.dice is not None else None
            done = fight.do(step.text, who=step.who, dice=dice)
            assert done, f"{scenario.file}:{step.line}: {done.lines}"
    assert not fight.state.draws, "every die that is rolled stands in the scenario"
    seeds = (str(number) for number in range(10_000_000))
    return next(seed for seed in seeds if _falls(SeededDice(seed), rolled))


def _falls(dice: SeededDice, rolled: list[tuple[int, int]]) -> bool:
    return all(dice.roll(sides) == face for sides, face in rolled)


class Screens:
    """All screens at a table: the game master's, and a phone for each hero."""

    def __init__(self, chromium: Browser, served: Served, table: Table, gm: Page) -> None:
        self.table = table
        self.fight = table.fight()
        self.gm = gm
        self._served = served
        self._chromium = chromium
        self.phones: dict[str, Page] = {}
        self.pressed: list[str] = []
        self._pressed_at: dict[Page, float] = {}
        self.faults: list[str] = []
        self._watch(gm)
        gm.set_default_timeout(1000 * PATIENCE)
        gm.goto(f"{served.url}/t/{table.id}")
        self._seat()

    def _seat(self) -> None:
        """Everybody who has a seat sits down, by the link that is theirs."""
        heroes = [one for one in self.table.seats.tickets.values() if one.role == "player" and one.owns]
        with self.gm.context.expect_page() as sheet:
            self.gm.get_by_role("link", name="Invite").click()
        for hero in heroes:
            link = sheet.value.get_by_role("link", name=f"Link for {hero.name}").get_attribute("href")
            assert link
            context = self._chromium.new_context(viewport={"width": 390, "height": 800}, is_mobile=True, has_touch=True)
            page = context.new_page()
            self._watch(page)
            page.set_default_timeout(1000 * PATIENCE)
            page.goto(link)
            self.phones[hero.owns[0]] = page
        sheet.value.close()
        for page in self.all:
            expect(page.locator("html[data-live]")).to_be_attached(timeout=20_000)

    def _watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)

    @property
    def all(self) -> list[Page]:
        """Every page that is open."""
        return [self.gm, *self.phones.values()]

    # ---- steps

    def play(self, step: object) -> None:
        """A step of a scenario: something is done through a page, is not to be had there, or must be so now."""
        if isinstance(step, Expected):
            self._expected(step)
        elif isinstance(step, Refused):
            self.refused(step.said)
        else:
            assert isinstance(step, Said), step
            self.do(step)

    def do(self, step: Said) -> None:
        """A step is taken by a button or a form of the page of whoever takes it."""
        if self._free(step):
            self.do(Said(words=replace(step.words, text="take"), who=step.who, line=step.line, column=step.column))
        before = self.fight.encounter.revision
        until = time.monotonic() + PATIENCE
        while self.fight.encounter.revision == before:
            wanted = meant(self.fight.rules, self.fight.state, step, self.phones)
            page = self.phones.get(wanted.by, self.gm)
            found = self._found(page, wanted)
            late = time.monotonic() > until
            assert found or not late, f"{step.line}: no button or form of {wanted.by or 'the GM'} does {wanted.lines}"
            try:
                if found is not None:
                    self._send(page, found)
            except TimeoutError:
                # The page has changed meanwhile: it was about to show what another has done.
                page.keyboard.press("Escape")
                if late:
                    raise
        assert self.fight.encounter.records[-1].request, "it came from a page"

    def _free(self, step: Said) -> bool:
        """Whether a step is the first of a turn that is free to take: taking it is a button of its own."""
        state, rules = self.fight.state, self.fight.rules
        command = meant(rules, state, step, self.phones).command
        if not isinstance(command, Act) or not state.agenda or type(state.agenda[-1]) not in rules.takes:
            return False
        return command.opens(looking(rules, state))

    def refused(self, step: Said) -> None:
        """What the rules don't allow has no button, or is refused when it is tried; nothing changes."""
        before = self.fight.encounter.revision
        try:
            wanted = meant(self.fight.rules, self.fight.state, step, self.phones)
        except SpeechError:
            return
        page = self.phones.get(wanted.by, self.gm)
        until = time.monotonic() + PATIENCE
        while not self._fresh(page):
            assert time.monotonic() < until, "the page shows what is so"
        found = choose(self.fight.rules, self.fight.state, forms_on(page.evaluate(_SHOWN)), wanted)
        if found is not None:
            self._send(page, found)
            expect(page.locator("#notice .refused")).to_be_visible()
        assert self.fight.encounter.revision == before

    def _expected(self, step: Expected) -> None:
        self.encounter, self.lines, self.last = self.fight.encounter, list(self.fight.log(40)), ""
        bad = KEYS[step.key](self, step.value)
        assert bad is None, (
            f"{step.line}: expected {step.key} {bad.wanted if bad else ''}, there is {bad and bad.there}"
        )

    # ---- pages

    def _found(self, page: Page, wanted: Meant) -> Filled | None:
        """What does it on a page as it is now: first what can be pressed at once, then the forms under all words."""
        rules, state = self.fight.rules, self.fight.state
        found = choose(rules, state, forms_on(page.evaluate(_SHOWN)), wanted)
        if found is not None or not self._fresh(page):
            return found
        found = choose(rules, state, forms_on(page.evaluate(_SHOWN)), wanted)
        if found is not None:
            return found
        return (self._more(page, wanted) if page is self.gm else None) or self._words(page, wanted)

    def _more(self, page: Page, wanted: Meant) -> Filled | None:
        """What those can do of whom nothing is expected now."""
        self._wait_apart(page)
        with page.expect_response(re.compile("/more")) as answered:
            more = page.locator(".table-deeds")
            if more.get_attribute("open") is None:
                more.locator("> summary").click()
            page.get_by_role("button", name="What others can do", exact=True).click()
        forms = forms_on(answered.value.text())
        found = choose(self.fight.rules, self.fight.state, forms, wanted)
        if found is None:
            page.locator("#words-dialog [data-close-dialog]").click()
        return found

    def _words(self, page: Page, wanted: Meant) -> Filled | None:
        rules, state = self.fight.rules, self.fight.state
        self._wait_apart(page)
        page.get_by_role("button", name="All words", exact=True).click()
        words = page.locator("#words-body .words button")
        expect(words.first).to_be_visible()
        listed = page.locator("#words-body .words b").all_inner_texts()
        said = {line.split(": ")[-1].casefold() for line in wanted.lines}
        for at, word in enumerate(listed):
            if not any(re.match(rf"{re.escape(word.casefold())}\b", line) for line in said):
                continue
            words.nth(at).click()
            expect(page.locator("#words-body .word-form").first).to_be_visible()
            found = choose(rules, state, forms_on(page.locator("#words-body").inner_html()), wanted)
            if found is not None:
                return found
            page.locator("#words-body").get_by_role("button", name="All words").click()
            expect(words.first).to_be_visible()
        page.locator("#words-dialog [data-close-dialog]").click()
        return None

    def _fresh(self, page: Page) -> bool:
        """Whether a page shows what is so now."""
        shown = opened(self._served.keys, page.locator("#cursor").input_value())
        answer = _CURSOR.search(page.request.get(page.url).text())
        now = opened(self._served.keys, answer[1]) if answer else None
        return shown is not None and now is not None and shown.digest == now.digest

    def _send(self, page: Page, way: Filled) -> None:
        """Fill in a form and press its button."""
        self.pressed.append(way.form.kind)
        form = self._locate(page, way)
        if way.form.id == "many":
            unpick = page.locator("[data-unpick]")
            if unpick.is_visible():
                unpick.click()
        self._put_in_order(form, [value for control, value in way.filled if control.kind == "ordered"])
        for control, value in sorted(way.filled, key=lambda one: one[0].kind != "checkbox"):
            self._fill(page, form, way, control, value)
        button = self._button(form, way)
        _unfold(button)
        if button.evaluate(_ASKS):
            button.click(timeout=SHORT)
        self._take_time(page)
        with page.expect_response(re.compile("/say$"), timeout=SHORT) as answered:
            button.click(timeout=SHORT)
        answered.value.finished()

    def _take_time(self, page: Page) -> None:
        """Two presses, perhaps in one place, are two where some time passes between them."""
        self._wait_apart(page)
        self._pressed_at[page] = time.monotonic()

    def _wait_apart(self, page: Page) -> None:
        left = APART - (time.monotonic() - self._pressed_at.get(page, 0.0))
        if left > 0:
            page.wait_for_timeout(1000 * left)

    @staticmethod
    def _put_in_order(form: Locator, names: list[str]) -> None:
        """Each is moved up to its place, by the button beside it."""
        places = form.locator(".ordered li")
        for at, name in enumerate(names):
            shown = [place.locator("input").input_value() for place in places.all()]
            for _ in range(shown.index(name) - at):
                places.nth(shown.index(name)).locator('[data-shift="-1"]').click(timeout=SHORT)
                shown = [place.locator("input").input_value() for place in places.all()]

    @staticmethod
    def _locate(page: Page, way: Filled) -> Locator:
        if way.form.id:
            return page.locator(f'form[id="{way.form.id}"]')
        if way.form.kind == "stack":
            return page.locator("#words-body form").nth(way.form.number)
        return page.locator("#live form", has=page.locator(f'[name=words][value="{way.words}"]')).first

    @staticmethod
    def _fill(page: Page, form: Locator, way: Filled, control: Control, value: str) -> None:
        if control.kind in ("hidden", "ordered", "button"):
            return
        own = [one for one in way.form.controls if one.name == control.name and one.kind == control.kind]
        if control.kind == "checkbox":
            scope = page if way.form.id == "many" else form
            at = scope.locator(f'input[name="{control.name}"][value="{value}"]').first
            _unfold(at)
            at.check()
            return
        tag = "select" if control.kind == "select" else "textarea" if control.kind == "textarea" else "input"
        kind = ":not([type=hidden]):not([type=checkbox])" if tag == "input" else ""
        at = form.locator(f'{tag}[name="{control.name}"]{kind}').nth(next(n for n, o in enumerate(own) if o is control))
        _unfold(at)
        if control.kind == "select":
            at.select_option(value)
        else:
            at.fill(value)

    @staticmethod
    def _button(form: Locator, way: Filled) -> Locator:
        ending = next((value for control, value in way.filled if control.kind == "button"), None)
        if ending is not None:
            return form.locator(f'button[name="{BARE}"][value="{ending}"]')
        if len(way.targets) == 1:
            return form.locator(f'button[name=target][value="{way.targets[0]}"]')
        if len(way.targets) > 1:
            for name in way.targets:
                box = form.locator(f'input[name=target][value="{name}"]')
                _unfold(box)
                box.check()
            return form.locator(".several button")
        if any(one.name == "words" and one.kind == "button" for one in way.form.controls):
            return form.locator(f'button[name=words][value="{way.words}"]')
        return form.locator("button:not([name])").locator("xpath=self::*[not(ancestor::*[@class='several'])]").last


def _unfold(at: Locator) -> None:
    """What is folded away is opened, from outside to inside, as a person does."""
    at.wait_for(state="attached", timeout=SHORT)
    closed = at.locator("xpath=ancestor::details[not(@open)]")
    for _ in range(closed.count()):
        closed.first.locator("> summary").click()
