"""Serving the live table from the command line."""

from __future__ import annotations

from msgspec.structs import replace

from turnwright.cli.lines import complain
from turnwright.store import StoreError
from turnwright.web.app import Settings
from turnwright.web.links import NoAddress, stated
from turnwright.web.serve import OneWorker, serve


def serve_table(
    host: str, port: int | None, browser: bool, place: str, workers: int, outside: str, settings: Settings
) -> int:
    """Serve until Ctrl+C; the exit code. ``outside`` is what was stated as the server's address."""
    try:
        settings = replace(settings, outside=stated(outside) if outside else "")
        serve(host, port, settings, browser=browser, place=place, workers=workers)
    except NoAddress as error:
        return complain(f"--outside {outside}: {error}", "give it like --outside https://table.example.org")
    except StoreError as error:
        return complain(str(error))
    except OneWorker as error:
        return complain(str(error), "leave out --workers, or give a PostgreSQL database: --database postgresql://…")
    except OSError as error:
        where = error.filename or (f"{host}:{port}" if port is not None else host)
        hint = "" if error.filename else "choose another with --host and --port"
        return complain(f"{where} can't be used ({error.strerror or error})", hint)
    except KeyboardInterrupt:
        pass
    return 0
