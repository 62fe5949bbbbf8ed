"""What a program is told where something is not done: a code, a sentence for people, and what is possible instead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, NotFoundException, TooManyRequestsException, ValidationException
from msgspec import Struct

from turnwright.fight import Unreadable
from turnwright.rules.faults import FileFaults
from turnwright.store import StoreError
from turnwright.web.pace import guessed
from turnwright.web.terminal import tell

DESCRIBED = "/api/v1/openapi.json"


class Trouble(Struct, frozen=True):
    """Why something was not done; nothing has changed.

    ``code`` is stable; ``sentence`` is for people; ``possible`` holds what can be done instead: words for the table
    where the table refused, else advice. ``ref`` is the rule of the game, where one speaks against it.
    """

    code: str
    sentence: str
    possible: tuple[str, ...] = ()
    ref: str = ""


class Declined(HTTPException):
    """Raised where a request is not carried out; it is answered with its trouble."""

    def __init__(self, status: int, trouble: Trouble, headers: dict[str, str] | None = None) -> None:
        super().__init__(detail=trouble.sentence, status_code=status, headers=headers)
        self.trouble = trouble


def decline(status: int, code: str, sentence: str, *possible: str) -> Declined:
    """A request that is not carried out, and what is possible instead."""
    return Declined(status, Trouble(code, sentence, possible))


def nowhere(what: str, named: str, there: Iterable[str]) -> Declined:
    """Something that is named in a request and that there is not."""
    return decline(404, f"{what}.unknown", f'There is no {what} "{named[:80]}" here.', *there)


def told(request: Request[Any, Any, Any], error: HTTPException) -> Response[Trouble]:
    """Whatever speaks against a request, as JSON."""
    if error.status_code == 401:
        guessed(request, error.status_code)
    if isinstance(error, Declined):
        return _answer(error.status_code, error.trouble, error.headers)
    advice = f"{DESCRIBED} says what there is, and what is sent to it."
    if isinstance(error, ValidationException):
        faults = error.extra if isinstance(error.extra, list) else []
        said = "; ".join(str(fault.get("message", "")) for fault in faults if isinstance(fault, dict))
        return _answer(400, Trouble("request.shape", f"The request does not fit: {said or error.detail}", (advice,)))
    if isinstance(error, NotFoundException):
        return _answer(404, Trouble("address.unknown", "There is nothing at this address.", (advice,)))
    if isinstance(error, TooManyRequestsException):
        return _answer(429, fast(error), error.headers)
    code = {405: "address.method", 413: "request.long", 400: "request.shape"}.get(error.status_code, "request.refused")
    sentence = {
        405: "This address does not take such a request.",
        413: "The request is longer than a table takes.",
    }.get(error.status_code, error.detail or "The request was refused.")
    return _answer(error.status_code, Trouble(code, sentence, (advice,)), error.headers)


def fast(error: TooManyRequestsException) -> Trouble:
    """Too much at once."""
    return Trouble("request.fast", error.detail, ("Wait, and send it again under the same request.",))


def not_kept(_: Request[Any, Any, Any], error: StoreError) -> Response[Trouble]:
    """The log could not take it in, or holds something else by now."""
    return _answer(*kept_not(error))


def kept_not(error: StoreError) -> tuple[int, Trouble]:
    """The status and the trouble of what the log did not take in. Where that lies, and what it is called there, is told
    in the terminal alone."""
    if error.code == "name":
        return 400, Trouble("store.name", str(error), ("Send it again under another title.",))
    tell(error)
    status, said, possible = _STORE.get(error.code, _STORE["failed"])
    return status, Trouble(f"store.{error.code}", said, possible)


_AGAIN = "Wait a moment, and send it again, under the same request if it has one."

_STORE = {
    "conflict": (
        409,
        "Something else was done at the same moment, so that this was not.",
        ("Look at the table again, and send it once more.",),
    ),
    "unknown": (
        409,
        "What this is about was taken away by another program, so that this was not done.",
        ("Look at the table again.",),
    ),
    "busy": (503, "Another program is writing at this moment, so that this was not done.", (_AGAIN,)),
    "failed": (
        503,
        "The server can't write its log, so that this was not done.",
        (_AGAIN, "Whoever started the server sees there why."),
    ),
}
"""What the log's own troubles are, by their code; each that is not named is as where it fails."""


def not_read(_: Request[Any, Any, Any], error: Unreadable | FileFaults) -> Response[Trouble]:
    """A fight on the table holds what this version can't read."""
    advice = "Put another fight on the table."
    return _answer(409, Trouble("fight.unreadable", str(error), (advice,)))


def _answer(status: int, trouble: Trouble, headers: dict[str, str] | None = None) -> Response[Trouble]:
    return Response(trouble, status_code=status, media_type=MediaType.JSON, headers=headers)


HANDLERS: Any = {HTTPException: told, StoreError: not_kept, Unreadable: not_read, FileFaults: not_read}
