"""Collections, documents and their pages in the admin: what stands where, why, and try again."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models import Count, Max, Q, QuerySet
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from apps.documents import embedding_admin as embedding_admin  # registers itself
from apps.documents import source_admin as source_admin  # registers itself
from apps.documents.admin_parts import LinesField, Named, short
from apps.documents.admin_parts import ReadOnly as ReadOnly  # other apps take it from here
from apps.documents.models import SEARCHABLE, Collection, Document, Page, Revision, Step, document_url
from apps.documents.retrying import retry
from apps.documents.stage_names import stage_name
from apps.documents.withdrawing import withdraw


class CollectionForm(forms.ModelForm[Collection]):
    example_questions = LinesField(
        label=_("example questions"),
        required=False,
        help_text=_("One question in each line; the chat page shows them."),
    )


@admin.register(Collection)
class CollectionAdmin(admin.ModelAdmin[Collection]):
    form = CollectionForm
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
    list_display = ["name", "collection", "status", "why", "attempts", "next_attempt", "changed"]
    list_filter = ["status", ("reason_code", Named), "collection"]
    list_select_related = ["collection"]
    search_fields = ["external_id", "title"]
    date_hierarchy = "updated_at"
    actions = ["try_again"]
    change_form_template = "admin/documents/document/change_form.html"
    fields = ["title", "url", "date", "metadata"]
    formfield_overrides = {
        models.URLField: {"assume_scheme": "https"},
        models.CharField: {"widget": forms.TextInput(attrs={"size": 90})},
    }

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
    def next_attempt(self, document: Document) -> str:
        retry_at = getattr(document, "retry_at", None)
        return short(retry_at) if retry_at else ""

    @admin.display(description=_("last change"), ordering="updated_at")
    def changed(self, document: Document) -> str:
        return short(document.updated_at)

    @admin.action(description=_("Try the selected documents again"), permissions=["change"])
    def try_again(self, request: HttpRequest, documents: QuerySet[Document]) -> None:
        self.retry(request, list(documents.values_list("pk", flat=True)))

    def retry(self, request: HttpRequest, document_ids: list[int]) -> None:
        count = retry(document_ids)
        self.message_user(
            request,
            ngettext("%(count)d document is tried again.", "%(count)d documents are tried again.", count)
            % {"count": count},
            messages.SUCCESS if count else messages.WARNING,
        )

    def get_urls(self) -> list[URLPattern]:
        retrying = self.admin_site.admin_view(require_POST(self.retry_view))
        return [path("<int:document_id>/retry/", retrying, name="documents_document_retry"), *super().get_urls()]

    def retry_view(self, request: HttpRequest, document_id: int) -> HttpResponseBase:
        document = get_object_or_404(Document, pk=document_id)
        if not self.has_change_permission(request, document):
            raise PermissionDenied
        self.retry(request, [document_id])
        return HttpResponseRedirect(reverse("admin:documents_document_change", args=[document_id]))

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """What will be gone, counted instead of listed: a document may have thousands of chunks."""
        ids = [document.pk for document in objs]
        pages = Page.objects.filter(revision__document__in=ids).count()
        counts = {str(Document._meta.verbose_name_plural): len(ids), str(Page._meta.verbose_name_plural): pages}
        return [str(document) for document in objs], counts, set(), []

    def delete_model(self, request: HttpRequest, obj: Document) -> None:
        """Withdraws: everything made of the document goes, and no later delivery brings it back."""
        withdraw([obj.pk])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Document]) -> None:
        for collection in set(queryset.order_by().values_list("collection", flat=True)):
            withdraw(list(queryset.filter(collection=collection).values_list("pk", flat=True)))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> Any:
        context = facts_of(int(object_id)) if object_id.isdecimal() else {}
        return super().change_view(request, object_id, form_url, (extra_context or {}) | context)


def facts_of(document_id: int) -> dict[str, Any]:
    """What the page of a document shows beside its form."""
    revisions = list(Revision.objects.filter(document=document_id).prefetch_related("steps"))
    steps = [step for revision in revisions for step in revision.steps.all()]
    return {
        "revisions": [(each, [(stage_name(step.stage), step) for step in each.steps.all()]) for each in revisions],
        "pages": Page.objects.filter(revision__document=document_id)
        .defer("text", "words")
        .order_by("-revision__number", "number"),
        "may_be_tried_again": any(step.state == Step.State.FAILED or step.next_retry_at for step in steps),
    }


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

    list_display = ["document", "stage_label", "state", "attempts", "duration", "tokens", "error", "next_retry_at"]
    list_filter = ["state", "stage"]
    list_select_related = ["revision__document"]
    search_fields = ["revision__document__external_id", "revision__document__title", "error"]

    @admin.display(description=_("document"))
    def document(self, step: Step) -> SafeString:
        address = reverse("admin:documents_document_change", args=[step.revision.document_id])
        return format_html('<a href="{}">{}</a>', address, step.revision.document)

    @admin.display(description=_("stage"), ordering="stage")
    def stage_label(self, step: Step) -> str:
        return stage_name(step.stage)

    @admin.display(description=_("seconds"), ordering="seconds")
    def duration(self, step: Step) -> str:
        return "" if step.seconds is None else number_format(step.seconds, 3)

    @admin.display(description=_("tokens"))
    def tokens(self, step: Step) -> int:
        return step.input_tokens + step.output_tokens
