"""What the API is, for programs: its OpenAPI description.

The library describes addresses and what goes with them; the schemas are those that the JSON is read and written by.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.enums import OpenAPIMediaType
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Tag
from litestar.openapi.spec.schema import Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

from turnwright.schemas import described
from turnwright.web.api import shapes
from turnwright.web.api.troubles import DESCRIBED, Trouble

ABOUT = """Everything that people do on the pages of the live table, for programs.

A program acts for a seat, or for the host, by a token that it sends as `Authorization: Bearer …`. It sees what that
seat sees, and does what that seat may do. Whatever is refused is answered with a code, a sentence and what is possible
instead, and has changed nothing. Exact fractions are texts such as "3/2"."""


class Structs(OpenAPISchemaPlugin):
    """Stands for each struct by its name; what it holds is put in by `Described`."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Whether this is one of our structs."""
        return not field_definition.is_union and field_definition.is_subclass_of(msgspec.Struct)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Schema:
        """The name of the struct."""
        named: Schema = schema_creator.create_component_schema(field_definition, required=[], property_fields={})
        return named


class Described(OpenAPIRenderPlugin):
    """The description as JSON."""

    def __init__(self) -> None:
        # The second address is one that the library would else give to a page of its own.
        super().__init__(path=["/", "/openapi.json"], media_type=OpenAPIMediaType.OPENAPI_JSON)

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The description, with the schemas of all that goes in and comes out."""
        return msgspec.json.encode(whole(openapi_schema))


def whole(outline: dict[str, Any]) -> dict[str, Any]:
    """The description whose outline the library made."""
    parts = {**outline["components"], "schemas": schemas()}
    paths = {at: {way: _told(one) for way, one in ways.items()} for at, ways in outline["paths"].items()}
    return {**outline, "paths": paths, "components": parts}


def schemas() -> dict[str, Any]:
    """Every struct that is sent or answered, and every command, by name."""
    kinds = [kind for kind in vars(shapes).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    return described((*kinds, Trouble))


def _told(operation: dict[str, Any]) -> dict[str, Any]:
    """An address, told by the first line of what is said about it."""
    return {**operation, "summary": operation["description"].partition("\n")[0]}


def _name(handler: HTTPRouteHandler, *_: Any) -> str:
    return handler.handler_name


CONFIG = OpenAPIConfig(
    title="Turnwright",
    version="1",
    description=ABOUT,
    path=DESCRIBED,
    render_plugins=[Described()],
    use_handler_docstrings=True,
    operation_id_creator=_name,
    security=[{"token": []}],
    components=Components(
        security_schemes={
            "token": SecurityScheme(
                type="http", scheme="bearer", description="A token of a seat, made by the game master, or of the host."
            )
        }
    ),
    tags=[
        Tag("host", "Who started the server."),
        Tag("seat", "What every seat sees and says."),
        Tag("game master", "Seats, fights, tokens and calls of a table."),
    ],
)
