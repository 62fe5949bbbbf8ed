"""What the other process does: python child.py WORK PATH [ARG…]. Says "ready", waits for a line, begins."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import turnwright.store.sqlite
from turnwright.store import StoreError, open_store


def body(seq: int) -> bytes:
    """What record `seq` holds: from a few bytes to several pages of the file."""
    return f"{seq}:".encode() + bytes([seq % 251]) * (seq * 7919 % 20_000)


def log(path: Path) -> None:
    """Open, make sure that "Log" is there, and append for ever, saying the last number after each return.

    Numbers that end in 1 to 5 are one batch.
    """
    store = open_store(path)
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


def race(path: Path, tag: str, goal: int) -> None:
    """Append to "Log" against others until it has `goal` records; say which were won, and how many lost."""
    won: list[int] = []
    lost = 0
    while True:
        # Opened again and again: the last to close tidies the files, and others come just then.
        with open_store(path, wait=60) as store:
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


def create(path: Path, tag: str) -> None:
    """Open a file that isn't there, create an encounter "Shared" like the others and one of one's own."""
    with open_store(path, wait=60) as store:
        try:
            store.create("Shared", tag.encode())
            won = True
        except StoreError as error:
            if error.code != "exists":
                raise
            won = False
        store.create(f"Own {tag}", b"")
    print(json.dumps(won))


def main(work: str, path: str, *args: str) -> None:
    # All is imported before the start, so that the children begin together.
    assert turnwright.store.sqlite
    print("ready", flush=True)
    sys.stdin.readline()
    match work:
        case "log":
            log(Path(path))
        case "race":
            race(Path(path), args[0], int(args[1]))
        case "create":
            create(Path(path), args[0])


if __name__ == "__main__":
    main(*sys.argv[1:])
