"""`field__in=[…]` with a long list as one array parameter, in every app.

The wire protocol counts the parameters of a statement with 16 bits: 65,535 at most. Server-side binding sends each
value of a list as one, so a list of all documents of a large import would be refused. That holds for lists of ours and
for those that Django makes itself (prefetched rows, cascades), therefore the lookup itself is replaced.
"""

from typing import Any

from django.db.models import Field, ForeignKey, OneToOneField
from django.db.models.fields.related_lookups import RelatedIn
from django.db.models.lookups import In

LONG = 1000
"""Values from which a list goes as an array. Shorter ones stay as they are."""


class OneParameter:
    """Mixed into a lookup `in`; needs the database type of the field, so an expression without one stays as it is."""

    lhs: Any

    def process_rhs(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        statement, parameters = super().process_rhs(compiler, connection)  # type: ignore[misc]
        if len(parameters) <= LONG or set(statement) - set("(%s, )"):
            return statement, parameters
        of_element = self.lhs.output_field.db_type(connection)
        return (f"%s::{of_element}[]", [list(parameters)]) if of_element else (statement, parameters)

    def get_rhs_op(self, connection: Any, rhs: str) -> str:
        return f"= ANY({rhs})" if rhs.startswith("%s::") else str(super().get_rhs_op(connection, rhs))  # type: ignore[misc]


class LongIn(OneParameter, In):
    pass


class LongRelatedIn(OneParameter, RelatedIn):
    pass


def register() -> None:
    """In place of Django's own lookups of the same name."""
    Field.register_lookup(LongIn)
    for relation in (ForeignKey, OneToOneField):
        relation.register_lookup(LongRelatedIn)
