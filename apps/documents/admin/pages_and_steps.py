"""Pages with their text, and the steps of all documents, in the admin. Nobody edits them."""

from functools import partial

from django.contrib import admin
from django.template.defaultfilters import floatformat
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from apps.admin_base import LongListPaginator, ReadOnly, column, named_by, short
from apps.documents.admin.limit_rows_to_readable_collections import LimitedToReadableCollections
from apps.documents.admin.step_and_failure_labels import stage_name, step_error_sentence
from apps.documents.models import Document, Page, Step, document_url


@admin.register(Page)
class PageAdmin(ReadOnly, LimitedToReadableCollections, admin.ModelAdmin[Page]):
    """The text of a page as it was read, with the way it was read."""

    collection_path = "revision__document__collection"
    document_path = "revision__document__"

    list_display = ["number", "document", "method", "confidence", "look"]
    list_filter = ["method", "revision__document__collection"]
    list_select_related = ["revision__document"]
    # As their index has them: by the names of collections and documents all pages there are would be sorted.
    ordering = ["-revision_id", "number"]
    paginator = LongListPaginator
    show_full_result_count = False
    search_fields = ["revision__document__external_id", "revision__document__title"]
    fields = ["document", "number", "method", "confidence", "rotation", "flags", "look", "text"]
    readonly_fields = ["document", "confidence", "look"]

    @admin.display(description=_("document"), ordering="revision__document__title")
    def document(self, page: Page) -> SafeString:
        return link_to(page.revision.document)

    confidence = column("ocr_confidence", partial(floatformat, arg=0), _("OCR confidence"))

    @admin.display(description=_("page image"))
    def look(self, page: Page) -> SafeString | str:
        if page.revision.document.current_revision_id != page.revision_id:
            return ""
        return format_html(
            '<a href="{}">{}</a>', document_url(page.revision.document_id, page.number), _("Image and text")
        )


@admin.register(Step)
class StepAdmin(ReadOnly, LimitedToReadableCollections, admin.ModelAdmin[Step]):
    """The steps of all documents: what runs, what waits, what failed and when it is tried again."""

    collection_path = "revision__document__collection"
    document_path = "revision__document__"

    list_display = ["document", "stage_label", "state", "attempts", "duration", "tokens", "problem", "next_attempt"]
    list_display_links = ["stage_label"]
    list_filter = ["state", ("stage", named_by(stage_name))]
    ordering = ["-pk"]
    paginator = LongListPaginator
    show_full_result_count = False
    list_select_related = ["revision__document"]
    search_fields = ["revision__document__external_id", "revision__document__title", "error"]
    fields = [
        *("document", "stage_label", "state", "problem", "urgent", "attempts", "failures", "lost_leases"),
        *("lease_until", "worker", "started_at", "finished_at", "next_retry_at", "seconds"),
        *("input_tokens", "output_tokens", "cost"),
    ]
    readonly_fields = ["document", "stage_label", "problem"]

    def row_name(self, step: Step) -> str:
        return f"{stage_name(step.stage)}: {step.get_state_display()}"

    @admin.display(description=_("document"))
    def document(self, step: Step) -> SafeString:
        return link_to(step.revision.document)

    stage_label = column("stage", stage_name, _("stage"))

    duration = column("seconds", partial(floatformat, arg=3), _("seconds"))

    @admin.display(description=_("error"), ordering="error")
    def problem(self, step: Step) -> str:
        return step_error_sentence(step, step.revision.document)

    next_attempt = column("next_retry_at", short, _("next attempt"))

    @admin.display(description=_("tokens"))
    def tokens(self, step: Step) -> int:
        return step.input_tokens + step.output_tokens


def link_to(document: Document) -> SafeString:
    return format_html('<a href="{}">{}</a>', reverse("admin:documents_document_change", args=[document.pk]), document)
