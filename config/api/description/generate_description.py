"""The generator of the OpenAPI document, also where drf-spectacular's own checks and commands ask for one."""

from drf_spectacular.generators import SchemaGenerator

from config.api.description import security_scheme  # noqa: F401 - registers itself
from config.api.description.describe_operation import tell_generator


class DescriptionGenerator(SchemaGenerator):
    """Reads what was noted of the operations first."""

    def get_schema(self, *args: object, **options: object) -> dict[str, object]:
        tell_generator()
        made: dict[str, object] = super().get_schema(*args, **options)
        return made
