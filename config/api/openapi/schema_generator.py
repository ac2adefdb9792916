"""The generator of the OpenAPI document, also where drf-spectacular's own checks and commands ask for one.

With it the security scheme: what a token is, and which scope an operation needs.
"""

from typing import Any

from django.urls import get_resolver
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator

from config.api.openapi.lazy_extend_schema import register_with_generator
from config.api.tokens.scopes import is_public_scope


class DescriptionGenerator(SchemaGenerator):
    """Reads what was noted of the operations first, which is noted when their views are loaded."""

    def get_schema(self, *args: object, **options: object) -> dict[str, object]:
        _loaded = get_resolver().url_patterns
        register_with_generator()
        made: dict[str, object] = super().get_schema(*args, **options)
        return made


class BearerScheme(OpenApiAuthenticationExtension):
    """Describes tokens. The generator finds it because the class exists."""

    target_class = "config.api.protocol.authentication.BearerAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A token made in the admin."}

    def get_security_requirement(self, auto_schema: Any) -> list[dict[str, list[str]]]:
        """The scope of the method; an empty requirement beside it where the public needs no token."""
        scope = auto_schema.view.scopes[auto_schema.method]
        requirement: dict[str, list[str]] = {self.name: [str(scope)]}
        return [requirement, {}] if is_public_scope(scope) else [requirement]
