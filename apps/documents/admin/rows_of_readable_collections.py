"""Rows of the admin that belong to collections: editors see those of collections that they may read.

Whoever may delete collections (administrators, superusers) looks after all of them and sees all.
"""

from typing import TYPE_CHECKING, Any

from django.contrib.admin import RelatedOnlyFieldListFilter
from django.db.models import Field, Model, QuerySet
from django.db.models.expressions import RawSQL
from django.http import HttpRequest

from apps.documents.models import Collection

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin

    Base = ModelAdmin[Any]
else:
    Base = object


class OfReadableCollections(Base):
    """`collection_path` leads from a row to its collection; filters by it offer readable collections alone."""

    collection_path = "collection"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        if sees_all(request):
            return rows
        return rows.filter(**{f"{self.collection_path}__in": readable_collections(request)})

    def get_list_filter(self, request: HttpRequest) -> Any:
        filters = super().get_list_filter(request)
        only = (self.collection_path, RelatedOnlyFieldListFilter)
        return [only if each == self.collection_path else each for each in filters]

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **values: Any) -> Any:
        if isinstance(db_field, Field) and db_field.related_model is Collection and not sees_all(request):
            values["queryset"] = readable_collections(request)
        return super().formfield_for_foreignkey(db_field, request, **values)


def made_of_closed(request: HttpRequest, model: type[Model], *lists: str) -> RawSQL:
    """Primary keys of the rows whose lists of places (JSON, `document` is an id) name a document that is not readable.

    For `pk__in` and the like. No database.
    """
    made = " || ".join(f"made.{name}" for name in lists)
    closed = Collection.objects.none() if sees_all(request) else unreadable_collections(request)
    return RawSQL(  # noqa: S611 - names of ours
        f"SELECT made.id FROM {model._meta.db_table} made CROSS JOIN LATERAL jsonb_array_elements({made}) place "  # noqa: S608 - names of ours
        "JOIN documents_document document ON document.id = (place->>'document')::bigint "
        "WHERE document.collection_id = ANY(%s)",
        [list(closed.values_list("pk", flat=True))],
    )


def unreadable_collections(request: HttpRequest) -> QuerySet[Collection]:
    return Collection.objects.exclude(pk__in=readable_collections(request).values("pk"))


def sees_all(request: HttpRequest) -> bool:
    return request.user.has_perm("documents.delete_collection")


def readable_collections(request: HttpRequest) -> QuerySet[Collection]:
    return Collection.objects.readable_by(request.user)
