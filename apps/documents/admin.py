"""Collections, documents and their pages in the admin: what stands where, why, and try again."""

from typing import Any

from django.contrib import admin, messages
from django.db import models
from django.db.models import Count, Max, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from apps.documents.models import SEARCHABLE, Collection, Document, Page, Revision, Step, document_url


class ReadOnly:
    """What the pipeline writes, people only look at."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Collection)
class CollectionAdmin(admin.ModelAdmin[Collection]):
    list_display = ["name", "slug", "readers", "language", "documents_ready", "documents_in_all"]
    list_filter = ["readers", "language"]
    search_fields = ["name", "slug"]
    prepopulated_fields = {"slug": ["name"]}
    filter_horizontal = ["reader_groups"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Collection]:
        ready = Count("documents", filter=Q(documents__status__in=SEARCHABLE))
        return super().get_queryset(request).annotate(ready=ready, in_all=Count("documents"))

    @admin.display(description=_("ready"), ordering="ready")
    def documents_ready(self, collection: Collection) -> int:
        return int(getattr(collection, "ready", 0))

    @admin.display(description=_("documents"), ordering="in_all")
    def documents_in_all(self, collection: Collection) -> int:
        return int(getattr(collection, "in_all", 0))


@admin.register(Document)
class DocumentAdmin(admin.ModelAdmin[Document]):
    list_display = ["name", "collection", "status", "why", "attempts", "next_attempt", "updated_at"]
    list_filter = ["status", "reason_code", "collection"]
    list_select_related = ["collection"]
    search_fields = ["external_id", "title"]
    date_hierarchy = "updated_at"
    actions = ["try_again"]
    change_form_template = "admin/documents/document/change_form.html"
    fields = ["title", "url", "date", "metadata"]
    formfield_overrides = {models.URLField: {"assume_scheme": "https"}}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Document]:
        return (
            super()
            .get_queryset(request)
            .annotate(
                most_attempts=Max("revisions__steps__attempts"),
                retry_at=Max("revisions__steps__next_retry_at", filter=~Q(revisions__steps__state=Step.State.DONE)),
            )
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        # Documents come by import, which keeps their original file; a row typed here would have none.
        return False

    @admin.display(description=_("document"), ordering="title")
    def name(self, document: Document) -> str:
        return str(document)

    @admin.display(description=_("reason"), ordering="reason_code")
    def why(self, document: Document) -> str:
        return document.reason

    @admin.display(description=_("attempts"), ordering="most_attempts")
    def attempts(self, document: Document) -> int:
        return getattr(document, "most_attempts", None) or 0

    @admin.display(description=_("next attempt"), ordering="retry_at")
    def next_attempt(self, document: Document) -> Any:
        return getattr(document, "retry_at", None)

    @admin.action(description=_("Try the selected documents again"), permissions=["change"])
    def try_again(self, request: HttpRequest, documents: QuerySet[Document]) -> None:
        from apps.documents.retrying import retry

        count = retry(list(documents.values_list("pk", flat=True)))
        self.message_user(
            request,
            ngettext("%(count)d document is tried again.", "%(count)d documents are tried again.", count)
            % {"count": count},
            messages.SUCCESS,
        )

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> Any:
        context = {
            "revisions": Revision.objects.filter(document_id=object_id).prefetch_related("steps")
            if object_id.isdecimal()
            else [],
            "pages": Page.objects.filter(revision__document_id=object_id)
            .defer("text", "words")
            .order_by("-revision__number", "number")
            if object_id.isdecimal()
            else [],
        }
        return super().change_view(request, object_id, form_url, (extra_context or {}) | context)


@admin.register(Page)
class PageAdmin(ReadOnly, admin.ModelAdmin[Page]):
    """The text of a page as it was read, with the way it was read."""

    list_display = ["document", "number", "method", "ocr_confidence", "look"]
    list_filter = ["method", "revision__document__collection"]
    list_select_related = ["revision__document"]
    search_fields = ["revision__document__external_id", "revision__document__title"]
    fields = ["document", "number", "method", "ocr_confidence", "rotation", "flags", "look", "text"]
    readonly_fields = ["document", "look"]

    @admin.display(description=_("document"), ordering="revision__document__title")
    def document(self, page: Page) -> str:
        return str(page.revision.document)

    @admin.display(description=_("page image"))
    def look(self, page: Page) -> SafeString | str:
        if page.revision.document.current_revision_id != page.revision_id:
            return ""
        return format_html(
            '<a href="{}">{}</a>', document_url(page.revision.document_id, page.number), _("Image and text")
        )


@admin.register(Step)
class StepAdmin(ReadOnly, admin.ModelAdmin[Step]):
    """The steps of all documents: what runs, what waits, what failed and when it is tried again."""

    list_display = ["document", "stage", "state", "attempts", "seconds", "tokens", "error", "next_retry_at", "worker"]
    list_filter = ["state", "stage"]
    list_select_related = ["revision__document"]
    search_fields = ["revision__document__external_id", "revision__document__title", "error"]

    @admin.display(description=_("document"))
    def document(self, step: Step) -> SafeString:
        address = reverse("admin:documents_document_change", args=[step.revision.document_id])
        return format_html('<a href="{}">{}</a>', address, step.revision.document)

    @admin.display(description=_("tokens"))
    def tokens(self, step: Step) -> int:
        return step.input_tokens + step.output_tokens
