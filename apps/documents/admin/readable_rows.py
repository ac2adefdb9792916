"""Rows of the admin that belong to collections: editors see those of collections that they may read.

Whoever may delete collections (administrators, superusers) looks after all of them and sees all.
"""

from typing import TYPE_CHECKING, Any

from django.contrib.admin import RelatedOnlyFieldListFilter
from django.db.models import Field, QuerySet
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


def sees_all(request: HttpRequest) -> bool:
    return request.user.has_perm("documents.delete_collection")


def readable_collections(request: HttpRequest) -> QuerySet[Collection]:
    return Collection.objects.readable_by(request.user)
