"""Reads the rows that reference a person by foreign key, in every table, including tables added later."""

from collections.abc import Iterator
from typing import Any

from django.db.models import CASCADE, ForeignObjectRel, Model

SECRET_COLUMNS = frozenset({
    "client_secret", "code", "code_challenge", "device_code", "digest", "jti", "nonce", "password", "sealed_secret",
    "secret", "token", "token_checksum", "token_family", "user_code",
})  # fmt: skip
"""Columns that open something. Who reads an export must not be able to act as the person."""
COLUMNS_ABOUT_OTHERS = frozenset({"change_message", "decided_by", "object_repr", "unreached"})
"""Columns about others: whom the person changed in the console and how, which supervisors an answer waited for."""
WRITTEN_BY_THE_PERSON = frozenset({"simplify.Rewrite"})
"""Tables whose rows outlive the account and are its person's own all the same."""
EXPORTED_ELSEWHERE = frozenset({"chat.Conversation", "chat.PlatformUser"})
"""Tables that the export shows in a form of its own."""


def own_rows(subject: Model) -> dict[str, list[dict[str, Any]]]:
    """The rows that leave with `subject`, and those it has written, by table. A query for each table.

    Keys to other rows are their numbers.
    """
    return {
        relation.related_model._meta.label: rows
        for relation in relations_to(subject)
        if is_own(relation) and (rows := [exportable_columns(row) for row in related_rows(relation, subject)])
    }


def naming_rows(subject: Model) -> dict[str, list[dict[str, Any]]]:
    """The organisation's rows that only name `subject`, by table: their numbers and as what. A query for each table.

    Their texts are left out: they are the organisation's, also where the person wrote them (a proposed word, a prompt,
    a test case).
    """
    named: dict[str, list[dict[str, Any]]] = {}
    for relation in relations_to(subject):
        label = relation.related_model._meta.label
        if not is_own(relation) and label not in EXPORTED_ELSEWHERE:
            numbers = related_rows(relation, subject).values_list("pk", flat=True)
            named.setdefault(label, []).extend({"id": pk, "as": relation.field.name} for pk in numbers)
    return {label: rows for label, rows in named.items() if rows}


def relations_to(subject: Model) -> Iterator[ForeignObjectRel]:
    """All foreign keys to its table, those without a name at its side included."""
    for relation in subject._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel) and not relation.many_to_many:
            yield relation


def is_own(relation: ForeignObjectRel) -> bool:
    label = relation.related_model._meta.label
    return label in WRITTEN_BY_THE_PERSON or (relation.on_delete is CASCADE and label not in EXPORTED_ELSEWHERE)


def related_rows(relation: ForeignObjectRel, subject: Model) -> Any:
    return relation.related_model._base_manager.filter(**{relation.field.name: subject.pk}).order_by("pk")


def exportable_columns(row: Model) -> dict[str, Any]:
    kept = [
        field.attname for field in row._meta.concrete_fields if field.name not in SECRET_COLUMNS | COLUMNS_ABOUT_OTHERS
    ]
    return {name: getattr(row, name) for name in kept}
