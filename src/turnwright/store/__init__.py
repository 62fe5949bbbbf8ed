"""The log: named, append-only encounters, kept durably as opaque bytes.

    with open_store() as store:
        store.create("Goblin Ambush", header)
        store.append("Goblin Ambush", 1, record)
        for seq, record in store.read("Goblin Ambush"):
            ...

It knows nothing of rules. Whatever goes wrong is a `StoreError` with a code, a message and a hint.
"""

from turnwright.store.api import New, Saved, Store
from turnwright.store.errors import Code, StoreError
from turnwright.store.place import data_folder, open_store

__all__ = ["Code", "New", "Saved", "Store", "StoreError", "data_folder", "open_store"]
