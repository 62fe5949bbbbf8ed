"""The limits that an annotation sets with ``msgspec.Meta``, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from msgspec import Meta


def broken_limit(limits: Iterable[Meta], value: Any) -> str:
    """What a value should be and is not, or an empty text."""
    for limit in limits:
        broken = _number(limit, value) or _length(limit, value) or _pattern(limit, value)
        if broken:
            return broken
    return ""


def _number(limit: Meta, value: Any) -> str:
    if limit.ge is not None and value < limit.ge:
        return f"this must be at least {limit.ge}"
    if limit.gt is not None and value <= limit.gt:
        return f"this must be more than {limit.gt}"
    if limit.le is not None and value > limit.le:
        return f"this must be at most {limit.le}"
    if limit.lt is not None and value >= limit.lt:
        return f"this must be less than {limit.lt}"
    if limit.multiple_of is not None and value % limit.multiple_of:
        return f"this must be a multiple of {limit.multiple_of}"
    return ""


def _length(limit: Meta, value: Any) -> str:
    unit = "characters" if isinstance(value, str) else "entries"
    if limit.min_length is not None and len(value) < limit.min_length:
        return f"this must have at least {limit.min_length} {unit}"
    if limit.max_length is not None and len(value) > limit.max_length:
        return f"this must have at most {limit.max_length} {unit}"
    return ""


def _pattern(limit: Meta, value: Any) -> str:
    if limit.pattern is not None and not re.search(limit.pattern, value):
        return f"this must have the form {limit.pattern}"
    return ""
