"""A table of another kind of encounter, and with other readings: from the pages and by programs."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from turnwright.table.live import Table
from web.conftest import Served
from web.programs import host_of, program
from web.test_web_pages import token


@pytest.fixture
def host(served: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=served.url, follow_redirects=True) as client:
        client.get(served.host_link)
        yield client


def at(served: Served, id: str) -> Table:
    table = served.hall.table(id)
    assert table is not None
    return table


def posted(client: httpx.Client, page: str, path: str, fields: dict[str, str]) -> httpx.Response:
    return client.post(path, data={"_csrf_token": token(client.get(page).text), **fields})


def test_rap_t3_a_table_of_a_kind_is_opened_from_its_page(served: Served, host: httpx.Client) -> None:
    """RAP-T3, RAP-C1: the page lists kinds and readings, and the fight is played so."""
    shown = host.get("/new/reaction-ap").text
    for kind in ("standoff", "parley", "chase", "onslaught", "last stand"):
        assert f'<option value="{kind}"' in shown
    assert "(RAP-C1)" in shown
    chosen = {"kind": "standoff", "option ties": "roll", "option reaction_terms": "1"}
    answer = posted(host, "/new/reaction-ap", "/tables", {"ruleset": "reaction-ap", "example": "yes", **chosen})
    fight = at(served, str(answer.url).rpartition("/")[2]).fight()
    assert fight.book.kind == "standoff"
    assert fight.book.options.items() >= {"ties": "roll", "reaction_terms": "1"}.items()
    assert fight.state.combatants
    # A turn can be put off in a standoff alone.
    assert "delay" in fight.ruleset.waits
    assert "delay" not in served.hall.fight("reaction-ap").ruleset.waits


def test_rap_t3_a_further_fight_is_of_another_kind_with_the_same_party(served: Served, host: httpx.Client) -> None:
    table = served.hall.new("reaction-ap", example=True)
    page = f"/t/{table.id}/fights"
    posted(host, page, page, {"party": "yes", "show": "yes", "kind": "parley", "option ties": "roll"})
    assert table.fight().book.kind == "parley"
    assert table.fight().book.options["ties"] == "roll"
    assert '<option value="parley" selected>' in host.get(page).text
    # What is not chosen stays, and the usual kind can be chosen again.
    posted(host, page, page, {"party": "yes", "show": "yes", "kind": ""})
    assert (table.fight().book.kind, table.fight().book.options["ties"]) == ("", "roll")


@pytest.mark.parametrize("wrong", [{"kind": "riot"}, {"option ties": "guess"}, {"option weather": "wet"}])
def test_what_a_game_does_not_have_is_refused(served: Served, host: httpx.Client, wrong: dict[str, str]) -> None:
    answer = posted(host, "/new/reaction-ap", "/tables", {"ruleset": "reaction-ap", **wrong})
    assert answer.status_code == 400
    assert served.hall.all() == []


def test_others_choose_nothing(served: Served) -> None:
    with httpx.Client(base_url=served.url) as guest:
        assert guest.get("/new/plain").status_code == 403


def test_rap_t3_programs_choose_too(served: Served) -> None:
    with program(served, host_of(served)) as bot:
        known = bot.get("/rulesets/reaction-ap").json()["readings"]
        assert ["standoff", "A turn can be put off until later in the round."] in known["kinds"]
        made = bot.post("/tables", json={"ruleset": "reaction-ap", "kind": "chase", "options": {"ties": "roll"}})
        table = at(served, made.json()["id"])
        assert (table.fight().book.kind, table.fight().book.options) == ("chase", {"ties": "roll"})
        assert bot.post(f"/tables/{table.id}/fights", json={"kind": "parley"}).status_code == 201
        assert (table.fight().book.kind, table.fight().book.options) == ("parley", {"ties": "roll"})
        # What is not said stays as it was.
        for said, kind in (({}, "parley"), ({"kind": ""}, "")):
            assert bot.post(f"/tables/{table.id}/fights", json=said).status_code == 201
            assert table.fight().book.kind == kind
        for wrong in ({"kind": "riot"}, {"options": {"ties": "guess"}}):
            answer = bot.post("/tables", json={"ruleset": "reaction-ap", **wrong})
            assert (answer.status_code, answer.json()["code"]) == (409, "list.unusable")
        assert len(bot.get("/tables").json()) == 1
