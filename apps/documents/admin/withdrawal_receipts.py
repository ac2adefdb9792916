"""Receipts of withdrawals in the admin: what went, in words, and row by row."""

from typing import Any

from django.apps import apps
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from apps.admin_base import ReadOnly, named_by
from apps.documents.admin.limit_rows_to_readable_collections import LimitedToReadableCollections, unreadable_documents
from apps.documents.models import Document, Receipt, Status
from apps.documents.status_messages import short_reason, status_sentence

SHOWN = 20


@admin.register(Receipt)
class ReceiptAdmin(ReadOnly, LimitedToReadableCollections, admin.ModelAdmin[Receipt]):
    """What a withdrawal removed; kept as proof."""

    list_display = ["id", "created_at", "collection", "documents", "why"]
    list_filter = ["collection", ("reason", named_by(short_reason))]
    list_select_related = ["collection"]
    fields = ["created_at", "collection", "why", "documents", "counts"]
    readonly_fields = ["documents", "counts", "why"]
    change_form_template = "admin/documents/receipt/change_form.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Receipt]:
        """Leaves out receipts that name a document which this person may not read."""
        rows: QuerySet[Receipt] = super().get_queryset(request)
        closed: dict[int, list[str]] = {}
        gone = unreadable_documents(request).filter(status=Status.WITHDRAWN).values_list("collection", "external_id")
        for collection, external_id in gone:
            closed.setdefault(collection, []).append(external_id)
        for collection, external_ids in closed.items():
            # Also of a list in JSON, whose texts count as keys.
            rows = rows.exclude(collection=collection, external_ids__has_any_keys=external_ids)
        return rows

    @admin.display(description=_("documents"))
    def documents(self, receipt: Receipt) -> str:
        more = len(receipt.external_ids) - SHOWN
        return ", ".join(receipt.external_ids[:SHOWN]) + (f" … (+{more})" if more > 0 else "")

    @admin.display(description=_("reason"))
    def why(self, receipt: Receipt) -> str:
        return status_sentence(receipt.reason, {})

    @admin.display(description=_("rows before and after, by table"))
    def counts(self, receipt: Receipt) -> SafeString:
        rows = (
            (
                table_name_for_people(table, 0),
                table,
                each.get("before", "–"),
                each.get("after", each.get("marked", "–")),
            )
            for table, each in sorted(receipt.tables.items())
        )
        tables = ngettext("%(number)d table", "%(number)d tables", len(receipt.tables)) % {
            "number": len(receipt.tables)
        }
        lines = format_html_join("", "<div>{} <code>{}</code>: {} → {}</div>", rows)
        return format_html("<details><summary>{}</summary>{}</details>", tables, lines)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        receipt = self.get_object(request, object_id)
        context: dict[str, Any] = {}
        if receipt:
            removed, left = removed_and_left(receipt)
            context = {
                "removed": removed,
                "left": left,
                "marked": marked_rows(receipt),
                "still_here": withdrawn_documents(receipt),
            }
        return super().change_view(request, object_id, form_url, (extra_context or {}) | context)


def removed_and_left(receipt: Receipt) -> tuple[list[str], int]:
    """("12 pages", …) of what is gone, and how many rows with content of the documents are left: none."""
    numbers = {table: (each["before"], each["after"]) for table, each in receipt.tables.items() if "before" in each}
    removed = [format_row_count(before - after, table) for table, (before, after) in numbers.items() if before > after]
    # A file or a preview may belong to another document as well.
    shared = ("documents_blob", "previews")
    return removed, sum(after for table, (_before, after) in numbers.items() if table not in shared)


def marked_rows(receipt: Receipt) -> list[str]:
    """("3 citations", …) that stay and say that their source is gone."""
    return [format_row_count(each["marked"], table) for table, each in receipt.tables.items() if each.get("marked")]


def format_row_count(number: int, table: str) -> str:
    """ "1 page", "3 pages": rows by what they are called for people."""
    return f"{number} {table_name_for_people(table, number)}"


def table_name_for_people(table: str, number: int) -> str:
    """ "page" for one row, "pages" for several; the table's own name where it has none for people."""
    if table == "previews":
        return ngettext("picture of a page", "pictures of pages", number)
    if table == "chat_sentence":
        return ngettext("covered sentence", "covered sentences", number)
    # Tables between two models have theirs only when asked for.
    found = next(
        (model._meta for model in apps.get_models(include_auto_created=True) if model._meta.db_table == table), None
    )
    return table if found is None else str(found.verbose_name if number == 1 else found.verbose_name_plural)


def withdrawn_documents(receipt: Receipt) -> list[Document]:
    """The rows that identify the documents, as far as they are still withdrawn."""
    known = Document.objects.filter(collection=receipt.collection, status=Status.WITHDRAWN)
    return list(known.filter(external_id__in_array=receipt.external_ids[:SHOWN]).order_by("external_id"))
