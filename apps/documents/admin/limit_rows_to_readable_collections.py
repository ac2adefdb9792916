"""Limits admin rows to collections and documents that the editor may read.

Whoever may delete collections (administrators, superusers) looks after all of them and sees all.
"""

from typing import TYPE_CHECKING, Any

from django.contrib.admin import RelatedFieldListFilter
from django.db.models import Field, Model, QuerySet
from django.db.models.expressions import RawSQL
from django.http import HttpRequest

from apps.documents.models import Collection, Document, Reader, reader_of

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin

    Base = ModelAdmin[Any]
else:
    Base = object


class ReadableCollectionsFilter(RelatedFieldListFilter):
    """Offers those without a row as well: to find those that have one, every row of the list would be read."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> Any:
        readable = {} if sees_all(request) else {"pk__in": readable_collections(request)}
        ordering = self.field_admin_ordering(field, request, model_admin)
        return field.get_choices(include_blank=False, limit_choices_to=readable, ordering=ordering)


class LimitedToReadableCollections(Base):
    """`collection_path` leads from a row to its collection; filters by it offer readable collections alone.

    `document_path` leads to its document, such as "revision__document__"; None for rows that belong to none.
    """

    collection_path = "collection"
    document_path: str | None = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        if sees_all(request):
            return rows
        if self.document_path is not None:
            rows = rows.filter(reader_of(request.user).may_read(self.document_path))
        return rows.filter(**{f"{self.collection_path}__in": readable_collections(request)})

    def get_list_filter(self, request: HttpRequest) -> Any:
        filters = super().get_list_filter(request)
        only = (self.collection_path, ReadableCollectionsFilter)
        return [only if each == self.collection_path else each for each in filters]

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **values: Any) -> Any:
        if isinstance(db_field, Field) and db_field.related_model is Collection and not sees_all(request):
            values["queryset"] = readable_collections(request)
        return super().formfield_for_foreignkey(db_field, request, **values)


def rows_naming_unreadable_documents(request: HttpRequest, model: type[Model], *lists: str) -> RawSQL:
    """Primary keys of the rows whose lists (JSON) name a document that is not readable: `document` is an id,
    `documents` a list of ids.

    For `pk__in` and the like. Two queries.
    """
    made = " || ".join(f"made.{name}" for name in lists)
    closed = Collection.objects.none() if sees_all(request) else unreadable_collections(request)
    reader = Reader(sees_all=True) if sees_all(request) else reader_of(request.user)
    return RawSQL(  # noqa: S611 - names of ours
        f"SELECT made.id FROM {model._meta.db_table} made, LATERAL ("  # noqa: S608 - names of ours
        f"SELECT jsonb_path_query({made}, '$[*].document') UNION ALL "
        f"SELECT jsonb_path_query({made}, '$[*].documents[*]')) AS named(document) "
        "JOIN documents_document document ON document.id = (named.document #>> '{}')::bigint "
        "WHERE document.collection_id = ANY(%s) OR (NOT %s AND document.reader_groups IS NOT NULL "
        "AND NOT document.reader_groups && %s::int[] AND coalesce(%s <> ALL(document.reader_users), true) "
        "AND coalesce(NOT document.named_readers && %s::int[], true))",
        [
            list(closed.values_list("pk", flat=True)),
            reader.sees_all,
            list(reader.group_ids),
            reader.user_id,
            list(reader.named_ids),
        ],
    )


def unreadable_documents(request: HttpRequest) -> QuerySet[Document]:
    """Returns documents with readers to whom this person does not belong, in whatever collection."""
    if sees_all(request):
        return Document.objects.none()
    return Document.objects.exclude(reader_of(request.user).may_read())


def unreadable_collections(request: HttpRequest) -> QuerySet[Collection]:
    return Collection.objects.exclude(pk__in=readable_collections(request).values("pk"))


def sees_all(request: HttpRequest) -> bool:
    return request.user.has_perm("documents.delete_collection")


def readable_collections(request: HttpRequest) -> QuerySet[Collection]:
    return Collection.objects.readable_by(request.user)
