"""The texts within a command or an event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

_write = msgspec.json.Encoder(enc_hook=str).encode


def texts(value: object) -> Iterator[str]:
    """Every text in a command or an event: names, notes, and all that could be an id."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from texts(key)
            yield from texts(each)
    elif isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from texts(getattr(value, field))


def is_plain(value: object) -> bool:
    """Whether all texts within something are plain: of ASCII that can be printed, without quotes. True tells that no
    letter is unfit (`letters`), and is found out many times as fast as looking at each."""
    try:
        written = _write(value)
    except UnicodeEncodeError:
        return False
    # JSON escapes control characters, but for this one.
    return written.isascii() and b"\\" not in written and b"\x7f" not in written
