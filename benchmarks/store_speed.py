"""How many steps a second a store keeps, each on the disk before the next, and how long one takes to read back.

Run: python benchmarks/store_speed.py [ADDRESS …]   (a folder, or postgresql://…; without any, a new folder)
"""

from __future__ import annotations

import sys
import tempfile
import time

from turnwright.store import Store, open_store

STEPS = 3000
PAYLOAD = b'{"some": "step"}' * 25


def measured(store: Store) -> str:
    """Append, look and read, with the figures in words."""
    name = f"Speed {time.time_ns()}"
    store.create(name, b"{}")
    began = time.perf_counter()
    for seq in range(1, STEPS + 1):
        store.append(name, seq, PAYLOAD)
    appended = time.perf_counter()
    for _ in range(STEPS):
        store.last(name)
    looked = time.perf_counter()
    assert sum(1 for _ in store.read(name)) == STEPS
    read = time.perf_counter()
    store.delete(name)
    kept, ask, each = STEPS / (appended - began), (looked - appended) / STEPS * 1e6, (read - looked) / STEPS * 1e6
    return f"{kept:8.0f} steps kept a second, {ask:6.0f} µs to ask for the last, {each:6.1f} µs a step to read"


def main() -> None:
    """Measure each store that is named."""
    with tempfile.TemporaryDirectory() as folder:
        for place in sys.argv[1:] or [folder]:
            with open_store(place) as store:
                print(measured(store))


if __name__ == "__main__":
    main()
