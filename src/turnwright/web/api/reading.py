"""How what programs send is read."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.exceptions import SerializationException

DEEP = "it is nested deeper than anything is that fits."
"""What is wrong with JSON that no reader follows to its end."""


class Read(Request[Any, Any, Any]):
    """A request of a program's."""

    async def json(self) -> Any:
        """What was sent; raises SerializationException for what is no JSON, or is nested too deeply to be read."""
        try:
            return await super().json()
        except RecursionError as error:
            raise SerializationException(DEEP) from error
