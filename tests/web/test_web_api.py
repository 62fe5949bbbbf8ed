"""The API: programs see what their seat sees, do what it may do, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from web import programs
from web.conftest import Served
from web.programs import new_table, now, refused, say, seat_called, token_for


@pytest.fixture
def program(served: Served) -> Iterator[Callable[[str], httpx.Client]]:
    """A program with a token."""
    made: list[httpx.Client] = []

    def make(token: str) -> httpx.Client:
        made.append(programs.program(served, token))
        return made[-1]

    yield make
    for client in made:
        client.close()


@pytest.fixture
def gm(served: Served, program: programs.Program) -> httpx.Client:
    """A program of the host's, who is game master at every table."""
    return program(programs.host_of(served))


@pytest.fixture
def table(gm: httpx.Client) -> str:
    return new_table(gm)


# ---- who may


@pytest.mark.parametrize("token", ["", "x", "tw.host.x.y", "tw.x.y", "tw.host", "tw.{table}.no", "tw.host.{table}.x"])
def test_without_a_token_that_is_valid_nothing_is_told(program: programs.Program, table: str, token: str) -> None:
    """Whatever else is sent, the answer says how a token is sent, and no more than that."""
    guest = program(token.format(table=table.rpartition("/")[2]))
    for path in ("/me", "/tables", "/rulesets", f"{table}/now", f"{table}/stream", f"{table}/tokens"):
        answer = guest.get(path)
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"
        assert "Authorization: Bearer" in answer.json()["possible"][0]
    assert guest.post(f"{table}/say", json={"words": "hp milli -3"}).status_code == 401


def test_a_session_gives_no_right_here(host: httpx.Client, served: Served, table: str) -> None:
    """Cookies are not looked at, so no foreign page speaks through a browser; and none are given."""
    answer = host.get(f"/api/v1{table}/now")
    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers


def test_a_token_acts_for_one_seat_at_one_table(gm: httpx.Client, program: programs.Program, table: str) -> None:
    """A player's program sees and says what that player's page does; the rest is refused."""
    other = new_table(gm, "plain")
    milli = program(token_for(gm, table, "Milli"))
    assert milli.get("/me").json()["seat"]["characters"] == ["Milli"]
    assert [one["name"] for one in now(milli, table)["screen"]["mine"]] == ["Milli"]
    assert milli.get(f"{other}/now").json()["code"] == "token.elsewhere"
    assert milli.get("/tables").json()["code"] == "token.not_host"
    assert milli.post("/tables", json={"ruleset": "plain"}).status_code == 403
    for path in ("seats", "tokens"):
        assert milli.get(f"{table}/{path}").json()["code"] == "seat.gm_only"
    assert milli.post(f"{table}/fights", json={"ruleset": "plain"}).status_code == 403
    assert refused(milli, table, "hp goblins -50")["code"] == "seat.not_yours"
    assert milli.post(f"{table}/command", json={"command": {"command": "start"}, "force": True}).status_code == 403


def test_tokens_end_with_their_seat_or_by_themselves(gm: httpx.Client, program: programs.Program, table: str) -> None:
    """Withdrawn, or void with the seat's links, or gone with the seat: each is refused from then on."""
    for end in ("withdraw", "renew", "remove"):
        seat = seat_called(gm, table, "Milli") if end != "remove" else seat_called(gm, table, "Roan")
        bot = program(token_for(gm, table, seat["name"]))
        assert bot.get("/me").status_code == 200
        if end == "withdraw":
            (token,) = gm.get(f"{table}/tokens").json()
            assert gm.delete(f"{table}/tokens/{token['id']}").status_code == 204
        elif end == "renew":
            assert gm.post(f"{table}/seats/{seat['id']}/renew").json()["link"] != seat["link"]
        else:
            assert gm.delete(f"{table}/seats/{seat['id']}").status_code == 204
        assert bot.get("/me").status_code == 401
        assert gm.get(f"{table}/tokens").json() == []


def test_of_a_token_only_a_digest_is_kept(served: Served, gm: httpx.Client, table: str) -> None:
    """Neither the table's log nor the host's holds a secret that could be sent."""
    secret = token_for(gm, table, "Milli").rpartition(".")[2]
    own = programs.host_of(served).rpartition(".")[2]
    id = table.rpartition("/")[2]
    kept = b"".join(payload for _, payload in served.hall.store.read(id))
    kept += b"".join(served.hall.store.header(one) for one in served.hall.host_tokens())
    assert b"digest" in kept
    assert secret.encode() not in kept
    assert own.encode() not in kept


def test_the_host_s_token_ends_when_it_is_withdrawn(served: Served, program: programs.Program) -> None:
    """From then on it opens nothing."""
    token = programs.host_of(served)
    bot = program(token)
    assert bot.get("/tables").json() == []
    served.hall.withdraw(token.split(".")[2])
    assert bot.get("/tables").status_code == 401


# ---- what is said


def test_a_fight_is_played_by_words_and_by_commands(gm: httpx.Client, program: programs.Program, table: str) -> None:
    """What `choices` lists can be given as it stands; the log tells of it to everybody."""
    milli = program(token_for(gm, table, "Milli"))
    say(gm, table, "score milli 60")
    say(gm, table, "roll")
    say(gm, table, "start")
    assert now(milli, table)["screen"]["yours"]
    options = milli.get(f"{table}/choices").json()
    assert {deed["who"] for deed in options["deeds"]} <= {"Milli", ""}
    given = next(one for one in options["commands"] if one["words"].startswith("Milli: attack"))
    answer = milli.post(f"{table}/command", json={"command": given["command"]})
    assert answer.status_code == 200, answer.text
    assert answer.json()["lines"]
    assert any("attack" in line for line in gm.get(f"{table}/log").json()["lines"])


def test_a_refusal_says_why_and_what_is_possible(gm: httpx.Client, program: programs.Program, table: str) -> None:
    """Its code, a sentence, and words that are open; nothing has changed."""
    milli = program(token_for(gm, table, "Milli"))
    say(gm, table, "score roan 60")
    say(gm, table, "roll")
    say(gm, table, "start")
    before = now(gm, table)["view"]
    trouble = refused(milli, table, "end")
    assert trouble["code"] == "turn.not_yours"
    assert "but Roan's" in trouble["sentence"]
    assert "Milli: talk" in trouble["possible"]
    assert now(gm, table)["view"] == before


def test_the_same_request_is_carried_out_once(gm: httpx.Client, table: str) -> None:
    """Sent again it is answered as before."""
    first = say(gm, table, "hp milli -3", request="a")
    assert say(gm, table, "hp milli -3", request="a") == first
    assert now(gm, table)["screen"]["rows"][0]["people"][0]["pools"][0]["now"] == "17"
    say(gm, table, "hp milli -3", request="b")
    assert now(gm, table)["screen"]["rows"][0]["people"][0]["pools"][0]["now"] == "14"


def test_two_who_end_the_same_turn_end_it_once(gm: httpx.Client, program: programs.Program, table: str) -> None:
    """Each sends the cursor of what was in view: the second is told that this turn is over."""
    milli = program(token_for(gm, table, "Milli"))
    say(gm, table, "score milli 60")
    say(gm, table, "roll")
    say(gm, table, "start")
    at_gm, at_milli = now(gm, table), now(milli, table)
    assert at_gm["screen"]["up"] == "Milli"
    say(milli, table, "end", cursor=at_milli["cursor"])
    after = now(gm, table)["screen"]["up"]
    trouble = refused(gm, table, "end", cursor=at_gm["cursor"])
    assert trouble["code"] == "turn.already_ended"
    assert now(gm, table)["screen"]["up"] == after


# ---- what does not fit


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"{", 400, "request.shape"),
        (b"\xff\xfe", 400, "request.shape"),
        (b"[]", 400, "request.shape"),
        (b"{}", 400, "request.shape"),
        (b'{"words": 7}', 400, "request.shape"),
        (b'{"words": "end", "more": 1}', 400, "request.shape"),
        (b'{"words": "end", "cursor": "made up"}', 400, "cursor.unknown"),
        (b'{"words": "end", "fight": "f99"}', 404, "fight.unknown"),
        (b'{"words": "' + b"x" * 30_000 + b'"}', 400, "request.shape"),
        (b"x" * 2_000_000, 413, "request.long"),
    ],
)
def test_what_does_not_fit_is_told(gm: httpx.Client, table: str, sent: bytes, status: int, code: str) -> None:
    """Malformed, of another type, of things that there are not, or too long."""
    answer = gm.post(f"{table}/say", content=sent, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["possible"]


@pytest.mark.parametrize(
    "command",
    [{}, {"command": "fly"}, {"command": "act"}, {"command": "act", "who": 7, "act": "x"}, {"command": None}, 7],
)
def test_a_command_that_is_none_is_told(gm: httpx.Client, table: str, command: Any) -> None:
    """An unknown one, or one with fields that do not fit."""
    answer = gm.post(f"{table}/command", json={"command": command})
    assert answer.status_code == 400
    assert answer.json()["code"] == "request.shape"


def test_what_is_named_and_is_not_there_is_told(gm: httpx.Client, table: str) -> None:
    """With what there is instead."""
    for way, path, body in (
        ("PATCH", f"{table}/seats/s99", {}),
        ("DELETE", f"{table}/seats/gm", None),
        ("POST", f"{table}/fights/f99/show", None),
        ("DELETE", f"{table}/fights/f99", None),
        ("DELETE", f"{table}/tokens/t99", None),
        ("POST", f"{table}/tokens", {"seat": "s99", "name": "x"}),
        ("POST", f"{table}/fights", {"ruleset": "chess"}),
        ("POST", "/tables", {"ruleset": "../plain"}),
        ("GET", "/tables/nowhere/now", None),
        ("GET", "/nowhere", None),
    ):
        answer = gm.request(way, path, json=body)
        assert answer.status_code == 404, (path, answer.text)
        assert answer.json()["code"].endswith("unknown")
    assert gm.request("PUT", f"{table}/now").json()["code"] == "address.method"


# ---- seats and fights


def test_the_game_master_s_program_arranges_the_table(gm: httpx.Client, program: programs.Program, table: str) -> None:
    """Seats are added, changed and taken away; fights are laid, shown and lifted."""
    made = gm.post(f"{table}/seats", json={"name": "Goblins", "characters": ["Goblin Archer"]}).json()
    assert "/join/" in made["link"]
    bot = program(token_for(gm, table, "Goblins"))
    assert [one["name"] for one in now(bot, table)["screen"]["mine"]] == ["Goblin Archer"]
    changed = gm.patch(f"{table}/seats/{made['id']}", json={"characters": ["Goblin Leader"], "edits": True}).json()
    assert (changed["name"], changed["characters"], changed["edits"]) == ("Goblins", ["Goblin Leader"], True)
    assert [one["name"] for one in now(bot, table)["screen"]["mine"]] == ["Goblin Leader"]
    first = gm.get(f"{table}/fights").json()[0]
    second = gm.post(f"{table}/fights", json={"ruleset": "plain", "title": "Later"}).json()
    assert (second["title"], second["shown"]) == ("Later", True)
    assert gm.post(f"{table}/fights/{first['id']}/show").json()["shown"]
    assert gm.delete(f"{table}/fights/{first['id']}").status_code == 204
    assert gm.delete(f"{table}/fights/{second['id']}").json()["code"] == "fight.last"
    third = gm.post(f"{table}/fights", json={"party": True, "title": "On"}).json()
    assert (third["title"], third["shown"]) == ("On", True)
    old = gm.get(f"{table}/seats").json()["link"]
    assert gm.post(f"{table}/renew").json()["link"] != old


def test_people_come_by_lists_and_by_casts(gm: httpx.Client, program: programs.Program, table: str) -> None:
    """Typed, or made ready before; what is not understood is told, and nobody is added."""
    people = {"text": "Ogre hp 30\nTroll hp 20", "side": "goblins", "hidden": True}
    assert gm.post(f"{table}/people", json=people).status_code == 200
    shown = {one["name"]: one for one in now(gm, table)["view"]["combatants"].values()}
    assert (shown["Ogre"]["side"], shown["Ogre"]["hidden"]) == ("goblins", True)
    wrong = gm.post(f"{table}/people", json={"text": "Elf hp many"})
    assert (wrong.status_code, wrong.json()["code"]) == (409, "list.unusable")
    assert "Elf" not in gm.get(f"{table}/now").text
    ford = {"title": "Ford", "ruleset": "lux-aeterna", "text": "Bandit hp 9"}
    cast = gm.post("/casts", json=ford).json()
    kept = gm.post(f"{table}/keep", json={"party": True, "title": "Heroes"}).json()
    assert [one["title"] for one in gm.get("/casts").json()] == ["Heroes", "Ford"]
    assert gm.post("/casts", json={**ford, "text": "Elf hp many"}).json()["code"] == "list.unusable"
    opened = {"ruleset": "lux-aeterna", "casts": [kept["id"], cast["id"]]}
    answer = gm.post("/tables", json=opened).json()
    assert answer["title"] == "Heroes"
    names = {one["name"] for one in now(gm, f"/tables/{answer['id']}")["view"]["combatants"].values()}
    assert {"Milli", "Bandit"} <= names
    later = gm.post(f"{table}/fights", json={"party": True, "casts": [cast["id"]]}).json()
    assert later["title"].startswith("Ford")
    milli = program(token_for(gm, table, "Milli"))
    for path, body in (("/casts", None), (f"{table}/people", people), (f"{table}/keep", {"party": True})):
        asked = milli.get(path) if body is None else milli.post(path, json=body)
        assert asked.status_code == 403
    assert gm.delete(f"/casts/{cast['id']}").status_code == 204
    assert gm.post("/tables", json=opened).json()["code"] == "cast.unknown"


def test_what_is_typed_is_completed(gm: httpx.Client, program: programs.Program, table: str) -> None:
    """With what this seat knows."""
    say(gm, table, "add Lurker side goblins hp 5 hidden")
    milli = program(token_for(gm, table, "Milli"))
    assert "hp Lurker" in gm.get(f"{table}/complete", params={"words": "hp Lu"}).json()["lines"]
    assert "Lurker" not in milli.get(f"{table}/complete", params={"words": "attack Lu"}).text


def test_an_invite_made_by_a_program_works(gm: httpx.Client, guest: httpx.Client, table: str) -> None:
    """Whoever opens it sits there."""
    page = guest.get(seat_called(gm, table, "Milli")["link"])
    assert 'class="player"' in page.text
    assert seat_called(gm, table, "Milli")["taken"]


# ---- what is hidden


def test_a_command_about_somebody_hidden_is_refused_as_one_about_nobody(
    gm: httpx.Client, program: programs.Program, table: str
) -> None:
    """Ids that a player may not know are no better than ids that there are not."""
    say(gm, table, "score milli 60")
    say(gm, table, "add Lurker side goblins hp 5 hidden")
    say(gm, table, "roll")
    say(gm, table, "start")
    milli = program(token_for(gm, table, "Milli"))
    view = now(gm, table)["view"]
    ids = {one["name"]: id for id, one in view["combatants"].items()}
    assert "Lurker" not in milli.get(f"{table}/now").text
    assert "Lurker" not in milli.get(f"{table}/choices").text
    answers = []
    for target in (ids["Lurker"], "c99"):
        command = {"command": "act", "who": ids["Milli"], "act": "attack", "targets": [target]}
        answer = milli.post(f"{table}/command", json={"command": command})
        answers.append((answer.status_code, answer.text.replace(target, "…")))
    assert answers[0] == answers[1]
    assert answers[0][0] == 409


# ---- what the API is


def test_its_description_is_complete(served: Served) -> None:
    """OpenAPI 3.1 without a token, with every address, every struct that is named, and the way in."""
    answer = httpx.get(f"{served.url}/api/v1/openapi.json")
    described = answer.json()
    assert described["openapi"].startswith("3.1")
    schemas = described["components"]["schemas"]
    named = set(programs.references(described))
    assert named <= {f"#/components/schemas/{name}" for name in schemas}
    assert {"Screen", "View", "Trouble", "Command", "Act"} <= schemas.keys()
    assert described["security"] == [{"token": []}]
    for ways in described["paths"].values():
        for operation in ways.values():
            assert operation["summary"].endswith((".", ","))
            assert operation["responses"]["401"]
