"""What is done most is done with few clicks and keys, and all of it without a mouse: counted in a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from turnwright.engine import State
from turnwright.table.live import Table
from web.conftest import Served
from web.test_web_browser import begin, connected

_COUNTING = """for (const [event, name] of [["pointerdown", "clicks"], ["keydown", "keys"]])
    addEventListener(event, (e) => {
        if (!["Shift", "Control", "Alt"].includes(e.key)) sessionStorage[name] = Number(sessionStorage[name] ?? 0) + 1;
    }, true);"""


class Counted:
    """A page of whose clicks and keys count is kept; a key held with another is one."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def reset(self) -> None:
        """Count from here."""
        self.page.evaluate("sessionStorage.removeItem('clicks'); sessionStorage.removeItem('keys')")

    @property
    def clicks(self) -> int:
        """How often was clicked."""
        return int(self.page.evaluate("Number(sessionStorage.clicks ?? 0)"))

    @property
    def keys(self) -> int:
        """How many keys were pressed."""
        return int(self.page.evaluate("Number(sessionStorage.keys ?? 0)"))


@pytest.fixture
def gm(chromium: Browser, served: Served) -> Iterator[Page]:
    with chromium.new_context(viewport={"width": 1280, "height": 800}) as context:
        context.add_init_script(_COUNTING)
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.goto(served.host_link)
        yield page
        assert faults == []


@pytest.fixture
def counted(gm: Page) -> Counted:
    return Counted(gm)


def table_of(served: Served, page: Page) -> Table:
    table = served.hall.table(page.url.partition("/t/")[2].partition("?")[0])
    assert table is not None
    return table


def up(page: Page) -> str:
    """Whose turn it is."""
    return page.locator(".order .active .name").inner_text()


def changes(page: Page, key: str) -> str:
    """A key is pressed that brings somebody else's turn; gives whose."""
    before = up(page)
    page.keyboard.press(key)
    expect(page.locator(".order .active .name")).not_to_have_text(before, timeout=10_000)
    return up(page)


@pytest.mark.parametrize("game", ["lux-aeterna", "reaction-ap", "last-odyssey", "edge-of-darkness"])
def test_a_first_turn_is_two_clicks_away(gm: Page, counted: Counted, game: str) -> None:
    """The example fight of each game, and its beginning: then somebody is up, or is asked what comes before that."""
    gm.locator(".games form", has=gm.locator(f'input[value="{game}"]')).locator("button.big").click()
    connected(gm)
    gm.locator("[data-key=next]").click()
    expect(gm.locator(".order .active, .asked").first).to_be_visible()
    assert counted.clicks <= 2
    assert counted.keys == 0


def test_three_players_and_three_goblins_are_typed_in(gm: Page, counted: Counted) -> None:
    """At most 45 keys from an empty table to the first turn, without a mouse."""
    gm.get_by_role("button", name="Empty table for Lux Aeterna").click()
    connected(gm)
    counted.reset()
    gm.keyboard.press("a")
    for typed in ("Ana", "Bo", "Cy"):
        gm.keyboard.type(typed)
        gm.keyboard.press("Enter")
    gm.keyboard.press("Control+Enter")
    expect(gm.locator(".order li .name")).to_have_text(["Ana", "Bo", "Cy"])
    expect(gm.locator(".add textarea")).to_have_value("")
    gm.keyboard.type("3 Goblin")
    gm.keyboard.press("Control+Enter")
    expect(gm.locator(".order li .name")).to_have_count(6)
    expect(gm.locator(".order li.others")).to_have_count(3)
    gm.keyboard.press("Escape")
    gm.keyboard.press("n")
    expect(gm.locator(".order .active")).to_have_count(1)
    assert counted.clicks == 0
    assert counted.keys <= 45


def test_who_was_made_ready_is_there_with_few_clicks(gm: Page, counted: Counted) -> None:
    """At most 8 clicks from the first page to the first turn of a saved party and a saved encounter."""
    for title, text, party in (("The party", "Ana\nBo\nCy", True), ("Goblins", "3 Goblin", False)):
        gm.goto("/".join((*gm.url.split("/")[:3], "casts", "new")))
        gm.get_by_label("Title").fill(title)
        gm.locator("select[name=ruleset]").select_option("lux-aeterna")
        gm.locator("textarea[name=text]").fill(text)
        if party:
            gm.locator("input[name=party]").check()
        gm.get_by_role("button", name="Keep").click()
        gm.wait_for_url(lambda url: not url.endswith("new"))
    gm.goto("/".join((*gm.url.split("/")[:3], "")))
    counted.reset()
    gm.get_by_role("link", name="The party").click()
    gm.get_by_label("Goblins").check()
    gm.get_by_role("button", name="New table").click()
    connected(gm)
    gm.get_by_role("button", name="Roll for all and begin").click()
    expect(gm.locator(".order .active")).to_have_count(1)
    assert counted.clicks <= 8
    assert counted.keys == 0


def sheet(state: State, name: str) -> object:
    """All that is known of somebody."""
    return next(one for one in state.combatants.values() if one.name == name)


def test_damage_is_a_click_and_three_keys_and_is_undone_exactly(gm: Page, served: Served, counted: Counted) -> None:
    """What it took of temporary hit points, and the condition that it brought, come back with undo."""
    begin(gm)
    fight = table_of(served, gm).fight()
    for words in ("temp milli =5", "hp milli =6"):
        assert table_of(served, gm).do(table_of(served, gm).seats.tickets["gm"], words)
    row = gm.locator(".order .sheet", has=gm.locator('input[value="Milli"]'))
    expect(row.locator(".hit").first).to_contain_text("6")
    before = sheet(fight.state, "Milli")
    counted.reset()
    row.locator(".hit").first.click()
    gm.keyboard.type("11")
    gm.keyboard.press("Enter")
    expect(row.locator(".word").first).to_be_visible()
    assert (counted.clicks, counted.keys) <= (1, 3)
    after = sheet(fight.state, "Milli")
    assert after != before
    counted.reset()
    gm.get_by_role("button", name="Undo").click()
    expect(row.locator(".hit").first).to_contain_text("6")
    assert sheet(fight.state, "Milli") == before
    gm.get_by_role("button", name="Redo").click()
    expect(row.locator(".word").first).to_be_visible()
    assert sheet(fight.state, "Milli") == after
    assert counted.clicks == 2


def test_turns_and_steps_back_are_one_key_each(gm: Page, served: Served, counted: Counted) -> None:
    """End turn, delay, undo and redo; each has a button of its own as well."""
    begin(gm)
    counted.reset()
    first = up(gm)
    second = changes(gm, "n")
    assert changes(gm, "Control+z") == first
    assert changes(gm, "Control+y") == second
    third = changes(gm, "d")
    assert counted.keys == 4
    expect(gm.locator(".order li", has_text=second).locator(".note").first).to_be_visible()
    assert changes(gm, "Control+z") == second
    counted.reset()
    gm.locator(".now .deed.wait button").first.click()
    expect(gm.locator(".order .active .name")).to_have_text(third)
    gm.get_by_role("button", name="Undo").click()
    expect(gm.locator(".order .active .name")).to_have_text(second)
    gm.locator(".now .next").click()
    expect(gm.locator(".order .active .name")).not_to_have_text(second)
    assert counted.clicks == 3


def _attack_is_answered(gm: Page) -> None:
    """Milli attacks; who is attacked answers with what comes first."""
    gm.locator(".now .deed", has_text="attack").locator("summary").first.focus()
    gm.keyboard.press("Enter")
    gm.keyboard.press("Tab")
    gm.keyboard.type("2")
    gm.keyboard.press("Tab")
    gm.keyboard.press("Enter")
    expect(gm.locator(".asked")).to_contain_text("may answer")
    gm.keyboard.press("Escape")
    gm.keyboard.press("r")
    expect(gm.locator(".now .deed :focus")).to_have_count(1)
    gm.keyboard.press("Enter")
    expect(gm.locator(".asked")).to_have_count(0)


def test_a_whole_round_without_a_mouse(gm: Page, served: Served, counted: Counted) -> None:
    """Turns, damage, healing, an answer, hiding, back a turn: a round is played by keys alone."""
    begin(gm, "milli")
    fight = table_of(served, gm).fight()
    counted.reset()
    gm.keyboard.press("Escape")
    # The second of the order is picked, hurt and healed.
    gm.keyboard.press("j")
    gm.keyboard.press("j")
    picked = gm.locator("input[form=many]:checked")
    expect(picked).to_have_count(1)
    name = picked.get_attribute("value")
    hit = gm.locator(".order .sheet", has=gm.locator("input:checked")).locator(".hit").first
    full = (hit.text_content() or "").strip()
    gm.keyboard.press("t")
    gm.keyboard.type("3")
    gm.keyboard.press("Enter")
    expect(hit).not_to_have_text(full)
    gm.keyboard.press("Escape")
    gm.keyboard.press("l")
    gm.keyboard.type("3")
    gm.keyboard.press("Enter")
    expect(hit).to_have_text(full)
    gm.keyboard.press("Escape")
    gm.keyboard.press("k")
    expect(picked).not_to_have_value(name or "")
    gm.keyboard.press("j")
    gm.keyboard.press("h")
    expect(gm.locator(".order .secret")).to_have_count(1)
    gm.keyboard.press("Control+z")
    expect(gm.locator(".order .secret")).to_have_count(0)
    _attack_is_answered(gm)
    # Typing is not taken for keys.
    gm.keyboard.press("/")
    gm.keyboard.type("nth")
    expect(gm.get_by_label("Say", exact=True).first).to_have_value("nth")
    gm.keyboard.press("Control+a")
    gm.keyboard.press("Delete")
    gm.keyboard.press("Escape")
    turns = [up(gm)]
    turns.append(changes(gm, "n"))
    assert changes(gm, "Alt+n") == turns[0]
    assert changes(gm, "n") == turns[1]
    while fight.state.round == 1:
        changes(gm, "n")
    assert counted.clicks == 0


def test_a_key_is_bound_otherwise_and_stays_so(gm: Page) -> None:
    """In the list of keys, opened by its own key; another visit finds it as it was left."""
    begin(gm)
    gm.keyboard.press("Escape")
    gm.keyboard.press("?")
    bind = gm.locator("[data-bind=next]")
    expect(bind).to_be_visible()
    bind.focus()
    gm.keyboard.press("Enter")
    gm.keyboard.press("m")
    expect(bind).to_have_text("m")
    gm.keyboard.press("Escape")
    changes(gm, "m")
    gm.reload()
    connected(gm)
    changes(gm, "m")
