"""The generator of the OpenAPI document, also where drf-spectacular's own checks and commands ask for one."""

from django.urls import get_resolver
from drf_spectacular.generators import SchemaGenerator

from config.api.openapi import security_scheme  # noqa: F401 - registers itself
from config.api.openapi.lazy_extend_schema import register_with_generator


class DescriptionGenerator(SchemaGenerator):
    """Reads what was noted of the operations first, which is noted when their views are loaded."""

    def get_schema(self, *args: object, **options: object) -> dict[str, object]:
        _loaded = get_resolver().url_patterns
        register_with_generator()
        made: dict[str, object] = super().get_schema(*args, **options)
        return made
