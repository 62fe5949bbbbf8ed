"""What all addresses of the API have in common."""

from __future__ import annotations

from functools import partial

from litestar import delete, get, patch, post
from litestar.openapi import ResponseSpec

from turnwright.web.api.troubles import Trouble

_WHEN = {
    400: "The request does not fit what is asked for.",
    401: "There is no token, or one that is not valid.",
    403: "The token gives no right to this.",
    404: "What is named is not there.",
    409: "The table refuses: the code says why, and what is possible instead.",
    413: "The request is longer than a table takes.",
    429: "Too many requests at once: Retry-After says when to go on.",
    503: "The log can't be written, or the server is ending.",
}

TROUBLES = {
    status: ResponseSpec(data_container=Trouble, generate_examples=False, description=when)
    for status, when in _WHEN.items()
}

reads = partial(get, sync_to_thread=True, responses=TROUBLES)
makes = partial(post, sync_to_thread=True, responses=TROUBLES)
says = partial(post, sync_to_thread=True, responses=TROUBLES, status_code=200)
changes = partial(patch, sync_to_thread=True, responses=TROUBLES)
removes = partial(delete, sync_to_thread=True, responses=TROUBLES)
