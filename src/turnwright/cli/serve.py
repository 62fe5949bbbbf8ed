"""Serving the live table from the command line."""

from __future__ import annotations

from turnwright.cli.lines import complain
from turnwright.store import StoreError
from turnwright.web.serve import serve


def serve_table(host: str, port: int | None, browser: bool, seed: str) -> int:
    """Serve until Ctrl+C; the exit code."""
    try:
        serve(host, port, browser=browser, seed=seed)
    except StoreError as error:
        return complain(str(error))
    except OSError as error:
        where = f"{host}:{port}" if port is not None else host
        return complain(f"{where} can't be used ({error.strerror or error})", "choose another with --host and --port")
    except KeyboardInterrupt:
        pass
    return 0
