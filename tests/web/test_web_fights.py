"""The long example fights of the four games, played to their end through the pages, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from turnwright.scenario.read import read_scenario
from web.conftest import Served
from web.screens import Screens, laid

EXAMPLES = Path(__file__).parents[2] / "examples"

FIGHTS = (
    "lux-aeterna/mill-by-night",
    "reaction-ap/raiders-at-the-dam",
    "last-odyssey/tower-of-the-tyrant",
    "edge-of-darkness/parking-garage",
)


@pytest.fixture
def gm(chromium: Browser, served: Served) -> Iterator[Page]:
    with chromium.new_context(viewport={"width": 1280, "height": 800}) as context:
        page = context.new_page()
        page.goto(served.host_link)
        yield page
    for other in chromium.contexts:
        other.close()


@pytest.mark.parametrize("name", FIGHTS)
def test_a_whole_fight_is_played_through_the_pages(chromium: Browser, served: Served, gm: Page, name: str) -> None:
    """Each step is taken by a button or a form of the page of whoever takes it, and comes to what the example says."""
    scenario = read_scenario(EXAMPLES / f"{name}.yaml")
    screens = Screens(chromium, served, laid(served, scenario), gm)
    for step in scenario.play:
        screens.play(step)
    assert screens.faults == []
