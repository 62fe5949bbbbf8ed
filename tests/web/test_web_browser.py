"""The live table in a real browser: a game master at a desk, players with phones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from web.conftest import Served

AGAIN = 700
"""So many milliseconds after a press another one in the same place is a press of its own."""


class Faults(list[str]):
    """What a page complained of."""

    def of(self, page: Page) -> Page:
        page.on("pageerror", lambda error: self.append(str(error)))
        page.on("console", lambda said: self.append(said.text) if said.type == "error" else None)
        return page


@pytest.fixture
def faults() -> Iterator[Faults]:
    found = Faults()
    yield found
    assert not found


@pytest.fixture
def gm(chromium: Browser, served: Served, faults: Faults) -> Iterator[Page]:
    """The game master, on the first page."""
    with chromium.new_context(viewport={"width": 1280, "height": 800}) as context:
        page = faults.of(context.new_page())
        page.goto(served.host_link)
        yield page
    # The phones that came along are put away too: they would go on looking for a server that is no more.
    for other in chromium.contexts:
        other.close()


def sit_down(chromium: Browser, gm: Page, name: str, faults: Faults) -> Page:
    """A player's phone, by the link that the game master shows."""
    with gm.context.expect_page() as opened:
        gm.get_by_role("link", name="Invite").click()
    link = opened.value.get_by_role("link", name=f"Link for {name}").get_attribute("href")
    opened.value.close()
    assert link
    context = chromium.new_context(viewport={"width": 390, "height": 800}, is_mobile=True, has_touch=True)
    page = faults.of(context.new_page())
    page.goto(link)
    connected(page)
    return page


def connected(page: Page) -> None:
    """The page hears of what changes."""
    expect(page.locator("html[data-live]")).to_be_attached(timeout=20_000)


def say(page: Page, words: str) -> None:
    page.get_by_label("Say").fill(words)
    page.get_by_label("Say").press("Enter")
    expect(page.get_by_label("Say")).to_have_value("")


def aim(player: Page, amount: str) -> Locator:
    """An attack is opened, and its amount typed; whom it meets is still to be said."""
    attack = player.locator(".deed", has=player.locator("summary", has_text="attack"))
    attack.locator("summary").first.click()
    attack.get_by_label("Harm").fill(amount)
    return attack


def begin(gm: Page, first: str = "") -> None:
    """From the first page to the first turn: two clicks, unless somebody is to be first."""
    gm.get_by_role("button", name="Goblins in ambush").click()
    connected(gm)
    if first:
        say(gm, f"score {first} 60")
    gm.get_by_role("button", name="Roll for all and begin").click()
    expect(gm.locator(".order .active")).to_have_count(1)


def test_a_first_turn_is_two_clicks_away(gm: Page) -> None:
    """Landing page, example, begin; then the big button does the next thing."""
    begin(gm)
    first = gm.locator(".order .active .name").inner_text()
    gm.wait_for_timeout(AGAIN)
    gm.get_by_role("button", name="Next step: ends").click()
    expect(gm.locator(".order .active .name")).not_to_have_text(first)


def test_a_script_that_comes_late_is_waited_for(gm: Page) -> None:
    """On a slow network the scripts come one after another: the page hears of changes all the same."""

    def late(route: Route) -> None:
        gm.wait_for_timeout(1000)
        route.continue_()

    gm.route("**/turnwright.js*", late)
    begin(gm)


def test_phones_follow_without_a_touch(chromium: Browser, gm: Page, faults: Faults) -> None:
    """What one does shows on every screen by itself: the turn, hit points, the log."""
    begin(gm)
    milli = sit_down(chromium, gm, "Milli", faults)
    say(gm, "jump milli")
    expect(milli.get_by_role("heading", name="Your turn, Milli")).to_be_visible()
    say(gm, "hp milli -7")
    expect(milli.locator(".mine .vital")).to_have_text("HP 13/20")
    say(gm, "undo")
    expect(milli.locator(".mine .vital")).to_have_text("HP 20/20")
    milli.get_by_role("button", name="End the turn", exact=True).click()
    expect(gm.locator(".order .active .name")).not_to_have_text("Milli ◀ now")
    expect(milli.get_by_role("heading", name="Your turn, Milli")).to_have_count(0)


def test_a_player_attacks_and_the_game_master_answers(chromium: Browser, gm: Page, faults: Faults) -> None:
    """An attack with a typed amount opens a window; it is answered on the game master's screen."""
    begin(gm, "milli")
    milli = sit_down(chromium, gm, "Milli", faults)
    attack = aim(milli, "4")
    attack.get_by_role("button", name="Goblin Archer", exact=True).click()
    expect(gm.locator(".asked")).to_contain_text("Goblin Archer may answer")
    told, header = milli.locator("#notice > div").bounding_box(), milli.locator(".top").bounding_box()
    assert told
    assert header
    assert told["y"] >= header["y"] + header["height"], "whose turn it is, is never covered"
    expect(milli.get_by_text("Others are asked for an answer")).to_be_visible()
    gm.get_by_role("button", name="Next step, without waiting for Goblin Archer").click()
    expect(gm.locator(".order li", has_text="Goblin Archer").locator(".vital")).to_have_text("HP 5/9")
    expect(milli.get_by_text("Others are asked for an answer")).to_have_count(0)


def test_typed_text_and_focus_outlive_an_update(chromium: Browser, gm: Page, faults: Faults) -> None:
    """While somebody types or aims, what others do changes the screen around that."""
    begin(gm, "milli")
    milli = sit_down(chromium, gm, "Milli", faults)
    attack = aim(milli, "1d")
    say(gm, "hp milli -1")
    expect(milli.locator(".mine .vital")).to_have_text("HP 19/20")
    expect(attack.get_by_label("Harm")).to_have_value("1d")
    expect(attack.get_by_label("Harm")).to_be_focused()
    expect(milli.locator(".deeds details[open]")).to_have_count(1)


def test_a_new_link_shows_the_old_phone_out(chromium: Browser, gm: Page, faults: Faults) -> None:
    """A phone whose seat was renewed is told so by itself."""
    begin(gm)
    milli = sit_down(chromium, gm, "Milli", faults)
    with gm.context.expect_page() as opened:
        gm.get_by_role("link", name="Invite").click()
    seat = opened.value.locator("li", has_text="Milli")
    seat.get_by_text("A new link instead").click()
    expect(seat.get_by_text("has to come by the new ones")).to_be_visible()
    seat.get_by_role("button", name="Make a new link").click()
    expect(milli.get_by_text("This link is not valid any more")).to_be_visible()
    faults[:] = [fault for fault in faults if "403" not in fault]


def test_what_is_refused_in_a_dialog_is_told_and_overruled_there(gm: Page) -> None:
    """What lies behind an open dialog can be neither read nor pressed."""
    begin(gm)
    gm.get_by_role("button", name="All words").click()
    words = gm.locator("#words-dialog")
    words.get_by_role("button", name="mount", exact=True).click()
    words.get_by_label("By whom").select_option("Roan")
    words.get_by_role("button", name="Say: mount").click()
    expect(words.locator(".refused")).to_contain_text("it is not Roan's turn", ignore_case=True)
    words.get_by_role("button", name="Do it anyway").click()
    expect(words).to_be_hidden()
    expect(gm.locator(".log li", has_text="Roan: mount")).to_be_visible()
    expect(gm.locator("footer > #notice")).to_be_attached()


def test_a_track_has_as_many_steps_as_are_wanted(gm: Page) -> None:
    """LUX-N1"""
    gm.get_by_role("button", name="Goblins in ambush").click()
    connected(gm)
    gm.get_by_role("button", name="All words").click()
    words = gm.locator("#words-dialog")
    words.get_by_role("button", name="track open something").click()
    form = words.locator("form").first
    form.locator("input[name=_]").first.fill("The sword")
    form.get_by_label("Goal in all").last.fill("5")
    expect(form.get_by_label("Goal in all").first).to_have_value("goal")
    for _ in range(2):
        form.get_by_role("button", name="One more").click()
    steps = form.get_by_label("Step: what is done")
    for number in range(5):
        steps.nth(number).fill(f"part {number + 1}")
    form.get_by_label("After how long").last.fill("2 days")
    form.get_by_role("button", name="Say: track").click()
    expect(words).to_be_hidden()
    expect(gm.locator(".around", has_text="The sword: 0 of 5; next: part 1")).to_be_visible()


def test_a_line_that_is_refused_stays_to_be_mended(gm: Page) -> None:
    """What is done goes from the field, what is refused does not."""
    begin(gm)
    line = gm.get_by_label("Say")
    line.fill("hp nobody -3")
    line.press("Enter")
    expect(gm.locator("#notice .refused")).to_be_visible()
    expect(line).to_have_value("hp nobody -3")
    say(gm, "hp milli -3")
    expect(gm.locator("#notice .refused")).to_have_count(0)
    line.fill("hp nobody -3")
    line.press("Enter")
    expect(gm.locator("#notice .refused")).to_be_visible()
    expect(line).to_have_value("hp nobody -3")


def test_a_double_tap_ends_one_turn(chromium: Browser, gm: Page, faults: Faults, served: Served) -> None:
    """The second tap meets what stands there by then; it is the same tap. A later one is a tap of its own."""
    begin(gm, "milli")
    milli = sit_down(chromium, gm, "Milli", faults)
    table = served.hall.table(gm.url.rsplit("/", 1)[-1].partition("?")[0])
    assert table
    milli.evaluate("localStorage.setItem('turnwright-ask', 'off')")
    for line in ("group Milli, Pau", "jump Milli"):
        table.do(table.seats.tickets["gm"], line)
    before = table.fight().encounter.revision
    # Where the button stands is settled once the last step shows.
    ticket = next(one for one in table.seats.tickets.values() if one.name == "Milli")
    heard = table.seat(ticket, table.fight()).log(1)
    expect(milli.locator("#log li").first).to_have_text(heard[-1])
    end = milli.get_by_role("button", name="End the turn").last
    expect(end).to_be_visible()
    box = end.bounding_box()
    assert box
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    milli.touchscreen.tap(*at)
    milli.touchscreen.tap(*at)
    expect(milli.locator("#notice [data-passing]")).to_be_visible()
    milli.wait_for_timeout(AGAIN)
    assert table.fight().encounter.revision == before + 1
    up = gm.locator(".order .active .name").first.inner_text()
    button = gm.locator(".now .next")
    button.dblclick()
    expect(gm.locator(".order .active .name").first).not_to_have_text(up)
    gm.wait_for_timeout(AGAIN)
    assert table.fight().encounter.revision == before + 2
    button.click()
    expect(gm.locator("#notice [data-passing]")).to_be_visible()
    gm.wait_for_timeout(AGAIN)
    assert table.fight().encounter.revision == before + 3
