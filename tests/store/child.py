"""What the other process does: python child.py WORK PLACE [ARG…]. Says "ready", waits for a line, begins."""

from __future__ import annotations

import importlib
import json
import sys

import turnwright.store.postgres
import turnwright.store.sqlite
from turnwright.store import StoreError, open_store


def body(seq: int) -> bytes:
    """What record `seq` holds: from a few bytes to several pages of the file."""
    return f"{seq}:".encode() + bytes([seq % 251]) * (seq * 7919 % 20_000)


def log(place: str) -> None:
    """Open, make sure that "Log" is there, and append for ever, saying the last number after each return.

    Numbers that end in 1 to 5 are one batch.
    """
    store = open_store(place)
    try:
        store.create("Log", b"header")
        print("created", flush=True)
    except StoreError as error:
        if error.code != "exists":
            raise
    seq = store.last("Log") + 1
    while True:
        size = 5 if seq % 10 == 1 else 1
        store.append_many("Log", seq, [body(number) for number in range(seq, seq + size)])
        seq += size
        print(seq - 1, flush=True)


def race(place: str, tag: str, goal: int) -> None:
    """Append to "Log" against others until it has `goal` records; say which were won, and how many lost."""
    won: list[int] = []
    lost = 0
    while True:
        # Opened again and again: the last to close tidies the files, and others come just then.
        with open_store(place, wait=60) as store:
            for _ in range(10):
                seq = store.last("Log") + 1
                if seq > goal:
                    print(json.dumps([won, lost]))
                    return
                try:
                    store.append("Log", seq, f"{tag}:{seq}".encode())
                    won.append(seq)
                except StoreError as error:
                    if error.code != "conflict" or error.last is None or error.last < seq:
                        raise
                    lost += 1


def create(place: str, tag: str) -> None:
    """Open a file that isn't there, create an encounter "Shared" like the others and one of one's own."""
    with open_store(place, wait=60) as store:
        try:
            store.create("Shared", tag.encode())
            won = True
        except StoreError as error:
            if error.code != "exists":
                raise
            won = False
        store.create(f"Own {tag}", b"")
    print(json.dumps(won))


def main(work: str, place: str, *args: str) -> None:
    # All is imported before the start, so that the children begin together.
    assert turnwright.store.sqlite
    assert turnwright.store.postgres
    if work == "create":
        importlib.import_module("alembic.command")
    print("ready", flush=True)
    sys.stdin.readline()
    match work:
        case "log":
            log(place)
        case "race":
            race(place, args[0], int(args[1]))
        case "create":
            create(place, args[0])


if __name__ == "__main__":
    main(*sys.argv[1:])
