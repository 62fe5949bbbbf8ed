"""Every byte that leaves the server for a player, a spectator or a stranger, searched for what only the game master may
know; and the same fight without anybody hidden, which has to send them the same, at the same points (SEM-22)."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import ExitStack, aclosing, suppress
from pathlib import Path
from threading import Condition, Thread
from typing import Any

import httpx
import pytest
from loops import run
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from turnwright.engine.base import Question
from turnwright.engine.mechanics.questions import Answer
from turnwright.engine.veil import EVERYBODY
from turnwright.fight import Fight
from turnwright.seat import Result, Sight
from turnwright.store import StoreError, open_store
from turnwright.table.casts import Cast, keep
from turnwright.table.hall import Hall
from turnwright.table.live import Table
from turnwright.table.tokens import new_id
from turnwright.web import stream
from turnwright.web.api import live
from turnwright.web.drawing import Cursor, Drawn
from web.conftest import Served, serving
from web.programs import host_of, program, token_for
from web.test_web_pages import links, token

SECRET = "xyzzy"
"""Part of every name, note, title and word that only the game master may know."""

NUMBERS = ("7919001", "6131001", "7907001")
"""Hit points, score and what is in a note, of hidden ones."""

WAIT = 30

HIDDEN = (
    "hp {x} -5",
    "effect xyzzycurse on {x}, for 2 rounds",
    "condition {x} xyzzied",
    "note xyzzy waits behind the door",
    "note {x}: carries 7907001 coins",
    "rename {x} to Xyzzyz",
    "rename Xyzzyz to {x}",
)
"""What the game master does that concerns nobody whom players see."""

REFUSED = (
    "hp {foe} -50",
    "add Rat",
    "show {foe}",
    "note {foe}: x",
    "undo",
    "score {foe} 3",
    "attack nobody",
    "sheet {foe}",
    "why {foe}",
)
"""What a player may not say."""


Ids = dict[str, str]
"""What stands for the ids of a table and its fights, which are never the same."""


class Beats:
    """How many signs each stream of the servers here has sent, in the order in which the streams began."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._sent: list[int] = []
        self._changes = stream.changes
        patch.setattr(stream, "BEAT", 0.02)
        for module in (stream, live):
            patch.setattr(module, "changes", self._counted)

    def __len__(self) -> int:
        return len(self._sent)

    def __getitem__(self, number: int) -> int:
        return self._sent[number]

    async def _counted(self, *asked: Any) -> AsyncGenerator[Drawn | stream.Sign, None]:
        number = len(self._sent)
        self._sent.append(0)
        async with aclosing(self._changes(*asked)) as news:
            async for one in news:
                self._sent[number] += one is stream.Sign.BEAT
                yield one


class Listener:
    """What comes by a stream: messages, and the signs between them that it is there."""

    def __init__(self, client: httpx.Client, ids: Ids, path: str, beats: Beats) -> None:
        self.raw: list[str] = []
        self.messages: list[str] = []
        self._heard = 0
        self._news = Condition()
        self._client, self._ids, self._path, self._beats = client, ids, path, beats
        self._number = len(beats)
        self._thread = Thread(target=self._listen, daemon=True)
        self._thread.start()

    def settle(self) -> None:
        """Wait for all that had to come by now.

        A sign that the server has yet to send may be decided on already, the one after it is not: what had changed by
        now is sent ahead of that. Signs that were sent and have not arrived say nothing.
        """
        self._hear(self._beats[self._number] + 2)

    def begin(self) -> None:
        """Wait until it is there. No other stream begins meanwhile: its number is its own."""
        self._hear(1)

    def _hear(self, signs: int) -> None:
        with self._news:
            assert self._news.wait_for(lambda: self._heard >= signs, WAIT)

    def _listen(self) -> None:
        kind, data = "message", ""
        try:
            with self._client.stream("GET", self._path) as answer:
                self.raw.append(f"{answer.status_code} {answer.headers}")
                for line in answer.iter_lines():
                    self.raw.append(line)
                    if line.startswith("event: "):
                        kind = line[7:]
                    elif line.startswith("data: ") and kind == "message":
                        data += line[6:]
                    elif line.startswith(":") or (not line and kind == "beat"):
                        self._sign()
                    if not line:
                        if data:
                            self.messages.append(plain(data, self._ids))
                        kind, data = "message", ""
        except httpx.TransportError:
            pass

    def _sign(self) -> None:
        with self._news:
            self._heard += 1
            self._news.notify_all()


SETTLED = "settled"
"""The name of what is said to hear when it is answered: one of two says it more often."""


class SocketListener(Listener):
    """The same by a WebSocket, on which its program also speaks. It has no signs: answers stand for them."""

    def settle(self) -> None:
        """Wait for all that had to come by now: what the server has sent by then comes ahead of an answer."""
        sent, ends = self._beats[self._number], time.monotonic() + WAIT
        while self._beats[self._number] < sent + 2:
            assert time.monotonic() < ends
            time.sleep(0.005)
        self.say("sheet nobody", SETTLED)

    def begin(self) -> None:
        """Wait until it is there."""
        with self._news:
            assert self._news.wait_for(lambda: self.messages, WAIT)
        self.settle()

    def say(self, words: str, request: str = "said") -> None:
        """Say something, and wait for the answer, which is among the messages."""
        with self._news:
            signs = self._heard + 1
        assert self._socket is not None
        self._socket.send(json.dumps({"words": words, "request": request}))
        self._hear(signs)

    def _listen(self) -> None:
        url = str(self._client.base_url).rstrip("/").replace("http", "ws", 1) + self._path.replace("/stream", "/socket")
        headers = {"Authorization": self._client.headers["Authorization"]}
        with (
            suppress(ConnectionClosed),
            connect(url, additional_headers=headers, proxy=None, max_size=None) as self._socket,
        ):
            assert self._socket.response is not None
            self.raw.append(str(self._socket.response.headers))
            for text in self._socket:
                self.raw.append(str(text))
                told = plain(str(text), self._ids)
                with self._news:
                    if SETTLED not in told:
                        self.messages.append(told)
                    self._heard += '"type":"seen"' not in told
                    self._news.notify_all()

    _socket: ClientConnection | None = None


def plain(text: str, ids: Ids) -> str:
    """What was sent, without what is made anew each time: cursors (but for their length), tokens of forms, ids."""
    for id, called in ids.items():
        text = text.replace(id, called)
    text = re.sub(r'(id="cursor" value=)"([^"]*)"', lambda found: f"{found[1]}{len(found[2])}", text)
    text = re.sub(r'("cursor":)"([^"]*)"', lambda found: f"{found[1]}{len(found[2])}", text)
    return re.sub(r'(name="_csrf_token" value=)"[^"]*"', r"\1", text)


class Viewer:
    """Somebody who may not know: all that they were ever sent is kept."""

    def __init__(
        self, client: httpx.Client, ids: Ids, path: str, beats: Beats, listener: type[Listener] = Listener
    ) -> None:
        self.client = client
        self.ids = ids
        self.sent: list[str] = []
        self.answers: list[str] = []
        client.event_hooks = {"response": [self._keep]}
        self.stream = listener(client, ids, f"{path}/stream", beats)

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Ask for something; the answer is one of those that are compared."""
        answer = self.client.request(method, path, **more)
        self.answers.append(plain(f"{method} {path}: {answer.status_code} {answer.text}", self.ids))
        return answer

    def everything(self) -> str:
        """Every byte that was sent to them."""
        return "\n".join((*self.sent, *self.stream.raw))

    def _keep(self, answer: httpx.Response) -> None:
        if "text/event-stream" not in answer.headers.get("content-type", ""):
            self.sent.append(f"{answer.status_code} {answer.headers}\n{answer.read().decode()}")


class Evening:
    """A fight at a table of a server; in one of two there is somebody hidden (``watched``)."""

    def __init__(self, served: Served, game: str, watched: bool, beats: Beats, ends: ExitStack) -> None:
        self.served, self.watched, self.game, self.beats = served, watched, game, beats
        self.host = ends.enter_context(httpx.Client(base_url=served.url, follow_redirects=True))
        self.host.get(served.host_link)
        self.table = served.hall.new(game, example=True)
        self.path = f"/t/{self.table.id}"
        self.first = self.table.seats.shown
        sides = self.fight.ruleset.sides
        people = list(self.fight.state.combatants.values())
        self.hero = next(one for one in people if sides.get(one.side) == "players").name
        self.names = {"hero": self.hero.lower(), "foe": people[-1].name.lower(), "side": people[-1].side, "x": "xyzzyx"}
        self.marks = [len(self.fight.encounter.history)]
        self.other = self._prepare() if watched else new_id()
        self.ids = {self.table.id: "TABLE", self.first: "FIGHT", self.other: "OTHER"}
        self.viewers = dict(self._viewers(ends))
        guest = ends.enter_context(httpx.Client(base_url=served.url, follow_redirects=True))
        self.viewers["stranger"] = Viewer(guest, self.ids, self.path, self.beats)

    def _prepare(self) -> str:
        """Another fight lies on the table, which is not shown, and encounters are made ready; gives the fight's id."""
        fight = Fight.new(self.game, seed=f"{SECRET}2")
        assert fight.do("add Xyzzyq side {side}".format(**self.names))
        other = self.table.lay(fight, "Xyzzy lair")
        self.table.show(self.first)
        keep(self.served.hall.store, Cast("", "Xyzzycast", self.game, text="Xyzzycaster"))
        return other

    def _viewers(self, ends: ExitStack) -> Iterator[tuple[str, Viewer]]:
        invites = links(self.host, self.path)
        for name in (self.hero, "spectator"):
            client = ends.enter_context(httpx.Client(base_url=self.served.url, follow_redirects=True))
            client.get(invites[name])
            yield name, self._viewer(client, self.path)
        with program(self.served, host_of(self.served)) as gm:
            bot = program(self.served, token_for(gm, f"/tables/{self.table.id}", self.hero))
            talker = program(self.served, token_for(gm, f"/tables/{self.table.id}", self.hero))
        at = f"/tables/{self.table.id}"
        yield "bot", self._viewer(ends.enter_context(bot), at)
        yield "socket", self._viewer(ends.enter_context(talker), at, SocketListener)

    def _viewer(self, client: httpx.Client, path: str, listener: type[Listener] = Listener) -> Viewer:
        viewer = Viewer(client, self.ids, path, self.beats, listener)
        viewer.stream.begin()
        return viewer

    @property
    def fight(self) -> Fight:
        return self.table.fight(self.first)

    # ---- what the game master does

    def say(self, words: str) -> Result:
        """Something that is done."""
        gm = self.table.seats.tickets["gm"]
        done = self.table.do(gm, words.format(**self.names), fight=self.first)
        assert done, (words, done.lines)
        return done

    def secretly(self, *words: str) -> None:
        """What is done with those alone whom nobody sees; in the other fight there is nobody."""
        if self.watched:
            for one in words:
                self.say(one)
                self.look()

    def openly(self, words: str, by: str = "") -> None:
        """What is done in both, in one ``by`` somebody hidden; then it is a visible one's turn."""
        self.say(words + by if self.watched else words)
        self.settle()

    def settle(self) -> None:
        """Go on until it is no hidden one's turn; that is a point that both reach."""
        self.look()
        for _ in range(30):
            if EVERYBODY not in self.fight.state.veils:
                break
            self.go_on()
            self.look()
        self.marks.append(len(self.fight.encounter.history))

    def go_on(self) -> None:
        """The next step, or the first answer to what is asked."""
        top = self.fight.state.agenda[-1]
        if not isinstance(top, Question):
            self.say("")
            return
        part = next(part for part in top.ask.parts if top.answer_to(part) is None)
        answer = part.items if part.kind == "order" else (part.items or ("1",))[:1]
        assert self.table.do(self.table.seats.tickets["gm"], Answer(answer, part.key), fight=self.first)

    def next(self) -> None:
        """The next step in both."""
        self.go_on()
        self.settle()

    def back(self, points: int) -> None:
        """Undo so many of the points that both have reached, and redo one of them."""
        there = len(self.fight.encounter.history)
        self.say(f"undo {there - self.marks[-1 - points]}")
        self.look()
        self.say(f"redo {self.marks[-points] - self.marks[-1 - points]}")
        del self.marks[len(self.marks) - points + 1 :]
        self.look()

    # ---- what the others do and see

    def look(self) -> None:
        """Everybody has what had to come."""
        for name, one in self.viewers.items():
            if name != "stranger":
                one.stream.settle()

    def refused(self) -> None:
        """Everybody tries what they may not do, and asks for what is not theirs, or not there."""
        for name in (self.hero, "spectator"):
            viewer = self.viewers[name]
            form = {"_csrf_token": token(viewer.client.get(self.path).text)}
            for words in REFUSED:
                viewer.ask("POST", f"{self.path}/say", data={"words": words.format(**self.names), **form})
            for part in PAGES:
                viewer.ask("GET", f"{self.path}{part.format(other=self.other)}")
            viewer.ask("POST", f"{self.path}/say", data={"words": "end"})
            viewer.ask("POST", f"{self.path}/fights/{self.first}/show", data=form)
        stranger = self.viewers["stranger"]
        for part in (*PAGES, "/say"):
            stranger.ask("GET", f"{self.path}{part.format(other=self.other)}")
        for path in ("/", "/join/x", "/host/x", "/nothing", f"/api/v1/tables/{self.table.id}/now", "/casts/new"):
            stranger.ask("GET", path)
        stranger.ask("POST", f"{self.path}/say", data={"words": "end"})
        socket = self.viewers["socket"].stream
        assert isinstance(socket, SocketListener)
        for words in REFUSED:
            socket.say(words.format(**self.names))
        bot, at = self.viewers["bot"], f"/tables/{self.table.id}"
        for words in REFUSED:
            bot.ask("POST", f"{at}/say", json={"words": words.format(**self.names)})
        for part in PARTS:
            bot.ask("GET", f"{at}{part.format(other=self.other)}")
        for wrong in ({"words": 7}, {"words": "end", "cursor": "x"}, {"words": "end", "fight": "f0"}):
            bot.ask("POST", f"{at}/say", json=wrong)
        bot.ask("PUT", f"{at}/now")

    def guesses(self) -> None:
        """A player who guesses a name is answered as if nobody were called so."""
        held = self.viewers[self.hero].client
        form = {"_csrf_token": token(held.get(self.path).text)}
        # What is sent back here holds the name that was typed: it is not among what is searched.
        with httpx.Client(base_url=self.served.url, cookies=held.cookies) as player:
            for words in ("hp {} -1", "{}: end", "why {}", "jump {}", "rename {hero} to {}"):
                told = []
                for name in ("Xyzzyx", "Qwerty"):
                    line = words.replace("{}", name).format(**self.names)
                    answer = player.post(f"{self.path}/say", data={"words": line, **form})
                    told.append(answer.text.replace(name, "…"))
                assert told[0] == told[1]

    def troubles(self) -> None:
        """What nobody should come to: a store that can't be written to, a fault of ours, and too much at once."""
        player, bot = self.viewers[self.hero], self.viewers["bot"]
        form = {"_csrf_token": token(player.client.get(self.path).text)}
        pace = self.served.app.state.pace

        def ask() -> None:
            player.ask("GET", self.path)
            player.ask("POST", f"{self.path}/say", data={"words": "end", **form})
            bot.ask("GET", f"/tables/{self.table.id}/now")
            bot.ask("POST", f"/tables/{self.table.id}/say", json={"words": "end"})

        full = StoreError("failed", f"{self.served.hall.store.shown} can't be used: no space.")
        for broken, error in ((self.served.hall.store, full), (self.table, RuntimeError(SECRET))):
            with pytest.MonkeyPatch.context() as fault:
                fault.setattr(broken, "append_many" if broken is not self.table else "before", raising(error))
                ask()
        with pytest.MonkeyPatch.context() as fault:
            fault.setattr(pace.doings, "wait", lambda key: 7.0)
            ask()


def raising(error: Exception) -> Callable[..., Any]:
    def fail(*_: Any, **__: Any) -> Any:
        raise error

    return fail


PAGES = (
    *("", "/words", "/words?word=hp", "/words?word=effect", "/words?word=note", "/words?word=show"),
    *(f"/complete?words={typed}" for typed in ("", "hp", "hp+", "effect+", "attack+", "attack+x", "note+", "xyz")),
    "?fight={other}",
    *("/invites", "/fights", "/nothing", "/stream/x"),
)
"""What a player may ask the pages of a table for, and may not."""

PARTS = (
    *("", "/fights", "/now", "/log", "/choices", "/seats", "/tokens", "/nothing"),
    *(f"/{part}?fight={{other}}" for part in ("now", "log", "choices")),
)
"""The same, of a program."""


@pytest.fixture
def evenings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], tuple[Evening, Evening]]]:
    """The same evening twice, without hidden ones and with them, each on a server of its own."""
    beats = Beats(monkeypatch)
    with ExitStack() as ends:

        def make(game: str) -> tuple[Evening, Evening]:
            places = [tmp_path / f"{SECRET} {number}" for number in (1, 2)]
            one, other = (ends.enter_context(serving(place, seed=f"{SECRET}seed")) for place in places)
            return Evening(one, game, False, beats, ends), Evening(other, game, True, beats, ends)

        yield make


def evening(one: Evening) -> None:
    """A fight with all that there is to hide, and with what players try."""
    one.secretly("add Xyzzyx side {side} hp 7919001 score 6131001 hidden")
    for number, who in enumerate(list(one.fight.state.combatants.values())):
        if not who.hidden and who.belongs_to == "":
            one.openly(f"score {who.name.lower()} {90 - 2 * number}")
    one.openly("start")
    one.refused()
    one.openly("hp {hero} -3")
    one.secretly(*HIDDEN)
    one.openly("effect mark on {hero}", by=", from {x}")
    one.refused()
    one.next()
    one.openly("hp {foe} -1")
    one.secretly("hp {x} -5")
    one.back(1)
    one.next()
    one.back(2)
    one.next()
    one.openly("note the bridge is out")
    one.secretly("add Xyzzyw side {side} hidden score 7", "hp {x} -5", "remove Xyzzyw")
    one.openly("effect glow on {foe}, for 1 round")
    for _ in range(4):
        one.next()
    one.refused()
    one.guesses()
    one.troubles()


def search(one: Evening, text: str, who: str) -> None:
    """Nothing that was sent holds a secret."""
    ids = [f'"{c.id}"' for c in one.fight.state.combatants.values() if SECRET in c.name.casefold()]
    logs = [str(one.served.hall.store.shown), "log.sqlite"]
    for secret in (SECRET, *NUMBERS, *ids, *logs):
        at = text.casefold().find(secret.casefold())
        assert at < 0, f"{who} is sent {secret}: {text[max(0, at - 300) : at + 100]}"


@pytest.mark.parametrize("game", ["lux-aeterna", "last-odyssey", "dnd5e", "ose"])
def test_sem_22_nobody_is_sent_a_secret(game: str, evenings: Callable[[str], tuple[Evening, Evening]]) -> None:
    """Pages, streams, answers of the API, errors, headers: as if there were nobody hidden, message for message."""
    alone, watched = evenings(game)
    for one in (alone, watched):
        evening(one)
    for name, viewer in watched.viewers.items():
        assert name == "stranger" or len(viewer.stream.messages) > 15
        differing(name, alone.viewers[name].stream.messages, viewer.stream.messages)
        differing(name, alone.viewers[name].answers, viewer.answers)
    # Who is shown is no secret any more; all the others are, also when that is taken back.
    for words in ("add Zed side {side} hp 5 hidden", "hp zed -1", "show zed", "undo", "redo", "hp zed -1", "hide zed"):
        watched.secretly(words)
    watched.refused()
    assert "Zed" in watched.viewers[watched.hero].everything()
    for name, viewer in watched.viewers.items():
        search(watched, viewer.everything(), name)


def differing(who: str, alone: list[str], watched: list[str]) -> None:
    """Tell the first thing in which these differ."""
    for number, (one, other) in enumerate(zip(alone, watched, strict=False)):
        if one != other:
            at = next(
                (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
            )
            near = slice(max(0, at - 300), at + 200)
            raise AssertionError(f"{who}, number {number}, {one[:80]}:\n  {one[near]}\n  {other[near]}")
    assert len(alone) == len(watched), f"{who} is sent {len(alone)}, and {len(watched)}"


def test_sem_22_signs_of_a_stream_come_whatever_happens_unseen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sign that each unseen change put off would tell of it: here there are always some before the next is due."""
    monkeypatch.setattr(stream, "BEAT", 0.2)
    screen = Drawn("", Cursor("same", "", Sight(0)))

    async def told(signs: AsyncGenerator[Drawn | stream.Sign, None]) -> list[Drawn | stream.Sign]:
        return [await anext(signs) for _ in range(4)]

    async def hear(hall: Hall, table: Table) -> list[Drawn | stream.Sign]:
        ticket = table.seats.tickets["spectator"]
        async with aclosing(stream.changes(hall, table, lambda: ticket, "", "", lambda *_: screen)) as signs:
            heard = asyncio.create_task(told(signs))
            async with asyncio.timeout(WAIT):
                while not heard.done():
                    table.tell()
                    await asyncio.sleep(0.01)
            return await heard

    with open_store(tmp_path) as store:
        hall = Hall(store)
        assert run(lambda: hear(hall, hall.new("plain", example=False))) == [screen, *[stream.Sign.BEAT] * 3]
