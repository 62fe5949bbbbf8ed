"""What several do at the same moment, at one server or at two that share a store: each thing is done once, and whoever
came too late is told so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Barrier

import httpx
import pytest
from store.postgres import cut

from turnwright.engine.mechanics.initiative import Roll
from turnwright.fight import Fight
from turnwright.table.live import Table
from web.conftest import Served, serving
from web.programs import host_of, new_table, now, program, say, seat_called, token_for
from web.test_web_api_live import Heard, hp, stream

MANY = 20


class Doors:
    """Two servers over one store, and a table that is open at both."""

    def __init__(self, servers: tuple[Served, Served], ends: ExitStack) -> None:
        self.servers = servers
        self._ends = ends
        self.token = host_of(servers[0])
        self.gms = tuple(self.program(self.token, door) for door in (0, 1))
        self.table = new_table(self.gms[0])
        for gm in self.gms:
            now(gm, self.table)

    def program(self, token: str, door: int) -> httpx.Client:
        """A program that asks one of the servers."""
        return self._ends.enter_context(program(self.servers[door], token))

    def seat(self, name: str, door: int) -> httpx.Client:
        """The program of a seat."""
        return self.program(token_for(self.gms[0], self.table, name), door)

    @property
    def fight(self) -> Fight:
        """The fight as it is kept."""
        id = self.table.rpartition("/")[2]
        return Table.load(self.servers[0].hall.store, id).fight()

    def hp(self) -> int:
        return int(self.fight.state.combatants["c1"].pools["hp"])


@pytest.fixture
def doors(place: str) -> Iterator[Doors]:
    with ExitStack() as ends:
        one, other = (ends.enter_context(serving(place)) for _ in range(2))
        yield Doors((one, other), ends)


def at_once(*doings: Callable[[], httpx.Response]) -> list[httpx.Response]:
    """What comes of things that are done at the same moment."""
    start = Barrier(len(doings))

    def do(doing: Callable[[], httpx.Response]) -> httpx.Response:
        start.wait()
        return doing()

    with ThreadPoolExecutor(len(doings)) as threads:
        return list(threads.map(do, doings))


def saying(client: httpx.Client, table: str, words: str, **more: str) -> Callable[[], httpx.Response]:
    return lambda: client.post(f"{table}/say", json={"words": words, **more})


def adding(client: httpx.Client, table: str, name: str) -> Callable[[], httpx.Response]:
    return lambda: client.post(f"{table}/seats", json={"name": name, "role": "spectator"})


@pytest.mark.parametrize("door", [0, 1], ids=["one server", "two servers"])
def test_of_two_ends_of_a_turn_one_is_told_that_it_has_ended(doors: Doors, door: int) -> None:
    """A player and the game master at once, again and again: no next turn is ended by mistake."""
    gm, milli = doors.gms[0], doors.seat("Milli", door)
    say(gm, doors.table, "roll")
    say(gm, doors.table, "start")
    for _ in range(5):
        say(gm, doors.table, "jump milli")
        cursors = [now(one, doors.table)["cursor"] for one in (gm, milli)]
        answers = at_once(
            *(saying(one, doors.table, "end", cursor=cursor) for one, cursor in zip((gm, milli), cursors, strict=True))
        )
        assert sorted(one.status_code for one in answers) == [200, 409]
        (late,) = (one.json() for one in answers if one.status_code == 409)
        assert late["code"] == "turn.already_ended"
        assert "ended" in late["sentence"]


def test_twenty_initiatives_at_once_are_all_there(doors: Doors) -> None:
    """Each player rolls for their own hero, half of them at each server."""
    heroes = [f"Hero{chr(ord('a') + number)}" for number in range(MANY)]
    for name in heroes:
        say(doors.gms[0], doors.table, f"add {name} side heroes")
    players = [doors.seat(name, number % 2) for number, name in enumerate(heroes)]
    answers = at_once(*(saying(one, doors.table, f"roll {name}") for one, name in zip(players, heroes, strict=True)))
    assert [one.status_code for one in answers] == [200] * MANY
    fight = doors.fight
    scores = {entry.members[0]: entry.score for entry in fight.state.entries.values() if entry.members}
    ids = [c.id for c in fight.state.combatants.values() if c.name in heroes]
    assert all(scores[id] is not None for id in ids)
    rolled = Counter(record.by for record in fight.encounter.records if isinstance(record.command, Roll))
    assert list(rolled.values()) == [1] * MANY


def test_two_game_masters_lose_nothing_of_what_either_does(doors: Doors) -> None:
    """Ten steps of each at once, at a server of their own."""
    second = doors.gms[0].post(f"{doors.table}/seats", json={"name": "Second", "role": "gm"})
    assert second.status_code == 201
    gms = doors.gms[0], doors.seat("Second", 1)
    answers = at_once(*(saying(gm, doors.table, "hp milli -1") for gm in gms for _ in range(5)))
    assert [one.status_code for one in answers] == [200] * 10
    assert doors.hp() == 10


def test_a_request_that_comes_twenty_times_at_once_is_done_once(doors: Doors) -> None:
    """Whichever server it comes to; all of them are answered alike."""
    answers = at_once(
        *(saying(doors.gms[number % 2], doors.table, "hp milli -3", request="a") for number in range(MANY))
    )
    assert {(one.status_code, one.text) for one in answers} == {(200, answers[0].text)}
    assert doors.hp() == 17


def test_a_seat_that_is_renewed_while_its_phone_speaks_says_no_more(doors: Doors) -> None:
    """What was acknowledged is done, what comes after is refused; nothing else happens."""
    id = seat_called(doors.gms[0], doors.table, "Milli")["id"]
    doors.gms[0].patch(f"{doors.table}/seats/{id}", json={"edits": True})
    milli = doors.seat("Milli", 1)
    answers = at_once(
        *(saying(milli, doors.table, "hp milli -1") for _ in range(8)),
        lambda: doors.gms[0].post(f"{doors.table}/seats/{id}/renew"),
        *(saying(milli, doors.table, "hp milli -1") for _ in range(7)),
    )
    said = [one.status_code for one in (*answers[:8], *answers[9:])]
    assert answers[8].status_code == 201
    assert set(said) <= {200, 401}
    assert doors.hp() == 20 - said.count(200)
    assert saying(milli, doors.table, "hp milli -1")().status_code == 401


def test_seats_that_are_added_at_once_are_all_there(doors: Doors) -> None:
    """By two servers; none gets the place of another, and nobody is told of a fault."""
    answers = at_once(*(adding(doors.gms[number % 2], doors.table, f"Aunt {number}") for number in range(MANY)))
    assert [one.status_code for one in answers] == [201] * MANY
    assert len({one.json()["id"] for one in answers}) == MANY
    for gm in doors.gms:
        seats = gm.get(f"{doors.table}/seats").json()["seats"]
        assert sum(seat["name"].startswith("Aunt") for seat in seats) == MANY


def test_a_stream_shows_what_another_server_did_though_its_listener_is_killed(doors: Doors, place: str) -> None:
    """A command that is given to one server shows on a stream of the other, each time; no hint is relied on."""
    milli = doors.seat("Milli", 1)
    kills = 0
    with ThreadPoolExecutor(1) as threads, stream(milli, doors.table) as heard:
        assert hp(heard.next()[1]) == "20"
        for left in range(19, 13, -1):
            if place.startswith("postgresql"):
                kills += cut(place, "query ~ '^LISTEN'")
            say(doors.gms[0], doors.table, "hp milli -1")
            assert threads.submit(until, heard, str(left)).result(timeout=60)
    assert kills > 0 or not place.startswith("postgresql")


def until(heard: Heard, wanted: str) -> bool:
    """Whether a stream comes to show these hit points."""
    while hp(heard.next()[1]) != wanted:
        pass
    return True
