"""Forms some fields of which may come several times."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from litestar.enums import RequestEncodingType
from litestar.exceptions import ClientException
from litestar.params import Body

from turnwright.web.people import Asked, texts_of

Form = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.URL_ENCODED)]
"""What was filled in: a text for each field, or a list of them."""


def field(request: Asked, form: Mapping[str, object], name: str) -> str:
    """What was filled in for something that means one thing, empty where nothing was; refuses several."""
    value = form.get(name, "")
    if isinstance(value, list):
        raise ClientException(texts_of(request)("said twice", name=name))
    return str(value)
