"""Limits graph rows in the admin to builds without documents that the staff member may not read.

A graph is built from documents without readers of their own. One that was given readers afterwards stays in it until
the next build; until then nobody who may not read it sees what was written of all of them together.
"""

from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet
from django.http import HttpRequest

from apps.documents.admin.limit_rows_to_readable_collections import LimitedToReadableCollections, unreadable_documents
from apps.graph.models import CoveredDocument

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin

    Base = ModelAdmin[Any]
else:
    Base = object


class LimitedToReadableBuilds(LimitedToReadableCollections, Base):
    """`build_path` leads from a row to its build."""

    build_path = "build"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        closed = CoveredDocument.objects.filter(document__in=unreadable_documents(request)).values("build")
        return super().get_queryset(request).exclude(**{f"{self.build_path}__in": closed})
