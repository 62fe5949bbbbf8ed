"""A bot that sits at the live table: it announces turns, answers questions about them, and plays its own characters.

The game master makes a seat with the bot's characters and a token for it (page "Invite", or docs/api.md). Then:

    TURNWRIGHT_TOKEN=tw.… python examples/bot.py http://127.0.0.1:8642 --policy attack,end

Its policy is stated: the first of these that it can do now, against the first whom it can be done to. What is typed is
said at the table, but for !next (who comes after this turn), !now (whose turn it is) and !can (what the bot can do).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from typing import Any

import httpx


class Bot:
    """A seat at the table, held by a program."""

    def __init__(self, url: str, token: str, policy: list[str], amount: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        # A stream says every two seconds that it is there: after ten of silence it is not.
        self.http = httpx.Client(base_url=f"{url}/api/v1", headers=headers, timeout=10)
        self.policy = policy
        self.amount = amount
        self.seen: dict[str, Any] = {}
        self.announced = ""
        me = self.http.get("/me").raise_for_status().json()
        if me["seat"] is None:
            sys.exit("This is a token of the host's; the bot needs one for a seat.")
        self.table = f"/tables/{me['table']['id']}"
        self.name = me["seat"]["name"]
        print(f"{self.name} sits at {me['table']['title']}", flush=True)

    def run(self) -> None:
        """Follow the table until the token is void."""
        while True:
            try:
                for kind, said in self.events():
                    if kind == "gone":
                        sys.exit(said["sentence"])
                    self.seen = said
                    self.look(said["screen"])
            except httpx.TransportError:
                pass
            # The network was away, or the server. The cursor says what was seen: nothing is missed, or told twice.
            time.sleep(1)

    def events(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """What the stream tells after what was seen last: the kind, and what is said."""
        headers = {"Last-Event-ID": self.seen["cursor"]} if self.seen else {}
        with self.http.stream("GET", f"{self.table}/stream", headers=headers) as stream:
            if stream.status_code == 401:
                sys.exit("The token is not valid any more.")
            stream.raise_for_status()
            kind = "now"
            for line in stream.iter_lines():
                field, _, value = line.partition(": ")
                if field == "event":
                    kind = value
                elif field == "data":
                    yield kind, json.loads(value)

    def look(self, screen: dict[str, Any]) -> None:
        """Something has changed: announce a new turn, and act where it is up to this seat."""
        if screen["up"] != self.announced:
            self.announced = screen["up"]
            print(f"» {self.announced}'s turn" if self.announced else "» nobody's turn", flush=True)
        if screen["yours"] or screen["asked"]:
            self.act(screen)

    def act(self, screen: dict[str, Any]) -> None:
        """Do the first thing of the policy that is open; the next message tells what came of it."""
        for label in self.policy:
            for deed in screen["deeds"]:
                if deed["label"] == label and (deed["targets"] or deed["bare"]) and self.say(self.words(deed)):
                    return

    def words(self, deed: dict[str, Any]) -> str:
        """What is said to do something."""
        words = str(deed["words"])
        if deed["targets"]:
            words += f" {deed['targets'][0]}"
            if any(field["name"] == "for" for field in deed["inputs"]):
                words += f" for {self.amount}"
        return words

    def say(self, words: str) -> bool:
        """Say something at the table, as what is meant by what was seen last; whether it was done.

        The request has a name of its own: sent again because no answer came, it is not carried out twice.
        """
        sent = {"words": words, "cursor": self.seen["cursor"], "request": uuid.uuid4().hex}
        for _ in range(5):
            try:
                answer = self.http.post(f"{self.table}/say", json=sent)
            except httpx.TransportError:
                time.sleep(1)
                continue
            if answer.status_code == 429:
                time.sleep(int(answer.headers["Retry-After"]))
                continue
            told = answer.json()
            for line in [told["sentence"]] if answer.is_error else told["lines"]:
                print(f"{'✗' if answer.is_error else '·'} {line}", flush=True)
            return answer.is_success
        return False

    def hear(self) -> None:
        """Answer what is typed."""
        for line in sys.stdin:
            said, screen = line.strip(), self.seen.get("screen", {})
            if said == "!next":
                print(screen.get("next") or "nobody", flush=True)
            elif said == "!now":
                print(screen.get("up") or "nobody", flush=True)
            elif said == "!can":
                print("; ".join(deed["words"] for deed in screen.get("deeds", ())) or "nothing", flush=True)
            elif said and screen:
                self.say(said)


def main() -> None:
    """Read what the bot is told at its start, and let it go."""
    given = argparse.ArgumentParser(description="A bot that sits at the live table.")
    given.add_argument("url", help="where the table is, such as http://127.0.0.1:8642")
    given.add_argument("--policy", default="attack,pass,end", help="what to do, the best first (default: %(default)s)")
    given.add_argument("--amount", default="1d6", help="what an attack rolls (default: %(default)s)")
    options = given.parse_args()
    token = os.environ.get("TURNWRIGHT_TOKEN", "")
    if not token:
        sys.exit("Put the bot's token into TURNWRIGHT_TOKEN.")
    bot = Bot(options.url.rstrip("/"), token, options.policy.split(","), options.amount)
    threading.Thread(target=bot.hear, daemon=True).start()
    bot.run()


if __name__ == "__main__":
    main()
