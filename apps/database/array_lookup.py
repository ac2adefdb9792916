"""The lookup `field__in_array=ids`: like `field__in`, with the whole list as one array parameter.

The wire protocol counts the parameters of a statement with 16 bits, and `in` sends each value as one. So a list that
grows with the collection (the revisions of an import, the chunks of a book, the ids of an upload) goes by `in_array`;
lists that stay short keep `in`, which Django's other backends and the planner's statistics know.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import Field, ForeignKey, Lookup, Model


class InArray(Lookup[Any]):
    """Looks plain columns or foreign keys up in a list of keys or rows. None is never in the list."""

    lookup_name = "in_array"
    prepare_rhs = False

    def get_prep_lookup(self) -> list[Any]:
        """Raises TypeError for what is no list of values: a queryset is a statement of its own, which `in` takes."""
        values: Iterable[Any] = self.rhs
        if hasattr(values, "resolve_expression"):
            raise TypeError("in_array takes a list of values; a queryset or expression goes by in.")
        field = final_target_field(self.lhs.output_field)
        return [field.get_prep_value(pk_or_value(value)) for value in values if value is not None]

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        column, parameters = self.process_lhs(compiler, connection)
        # Without the length: cast to varchar(300), a longer value would be cut and might be found.
        kind, _, _ = str(final_target_field(self.lhs.output_field).rel_db_type(connection)).partition("(")
        return f"{column} = ANY(%s::{kind}[])", [*parameters, self.rhs]


def pk_or_value(value: object) -> object:
    return value.pk if isinstance(value, Model) else value


def final_target_field(field: Any) -> Any:
    """The column itself, or what a foreign key finally points to."""
    while isinstance(field, ForeignKey):
        field = field.target_field
    return field


def register_in_array_lookup() -> None:
    """Adds the lookup to all fields; Django's own stay as they are."""
    Field.register_lookup(InArray)
    ForeignKey.register_lookup(InArray)
