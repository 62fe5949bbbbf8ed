"""What is told to whoever started the server, in the terminal, and to nobody else."""

from __future__ import annotations

import sys
from contextlib import suppress


def tell(what: object) -> None:
    """Tell it there. Where the terminal can't be written to, because it was closed or its disk is full, nobody is
    answered otherwise for that."""
    with suppress(OSError, ValueError):
        print(what, file=sys.stderr, flush=True)
