"""The type of an MCP tool: name, scope, arguments, and what it calls."""

from collections.abc import Callable
from dataclasses import dataclass

from rest_framework.request import Request

from config.api.protocol.json_parser import JsonObject
from config.api.protocol.strict_fields import StrictSerializer
from config.api.tokens.scopes import Scope

Schema = JsonObject


@dataclass(frozen=True, slots=True)
class Tool:
    """`call` gets the request, for its caller, and the checked arguments; what it gives fits `output`.

    Title and description are read by other people's models, so they are English like the description of the interface.
    """

    name: str
    title: str
    description: str
    scope: Scope
    arguments: type[StrictSerializer]
    output: Schema
    call: Callable[[Request, JsonObject], JsonObject]
    only_reads: bool = True
