"""Documents in the admin: what stands where and why, try again, withdraw."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from apps.admin_base import CountsDeleted, LongListPaginator, column, named_by, short
from apps.documents.admin import document_costs
from apps.documents.admin.limit_rows_to_readable_collections import LimitedToReadableCollections
from apps.documents.admin.reader_fields.people_field import PeopleField, source_readers_sentence
from apps.documents.admin.retry_documents import MAY_BE_TRIED_AGAIN, retry_documents
from apps.documents.admin.step_and_failure_labels import stage_name, step_error_sentence
from apps.documents.admin.upload.upload_page import progress_view, upload_view
from apps.documents.admin.withdrawal.withdrawal_admin_views import WithdrawalMixin, offered_action
from apps.documents.lifecycle.restrict_document_access import set_readers
from apps.documents.models import Document, Listing, Page, Revision, Step
from apps.documents.models.resolve_account_names import names_of_accounts
from apps.documents.pages.views import download_of, file_of
from apps.documents.status_messages import RETRIED_IN_VAIN, short_reason
from apps.text.numbers.parse_database_row_id import parse_row_id

READERS = ("only_groups", "only_people", "for_all")
OF_CLOSED = "for_all"
"""A field for documents that not every reader of their collection may read."""
FOR_ADMINISTRATORS = _(
    "Nobody is named any more: this document is for administrators alone. Tick “open it to all readers of the "
    "collection” to open it."
)
STAYS_CLOSED = _("Its source says who may read this document: to all others it stays closed.")


class DocumentForm(forms.ModelForm[Document]):
    only_groups = forms.ModelMultipleChoiceField(
        Group.objects.all(),
        label=_("read by these groups alone"),
        required=False,
        help_text=_(
            "Of those who may read the collection. Once somebody is named, taking the last one off leaves the "
            "document to administrators."
        ),
    )
    only_people = PeopleField(
        label=_("read by these people alone"),
        required=False,
        help_text=_("Beside those groups. One user name, mail address or identifier of the directory in each line."),
    )
    for_all = forms.BooleanField(
        label=_("open it to all readers of the collection"),
        required=False,
        help_text=_("Takes groups and people off. A document that its source closes stays closed."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["only_groups"] = self.instance.reader_groups or []
        # People who may only look have no such field.
        if (people := self.fields.get("only_people")) is not None:
            self.initial["only_people"] = names_of_accounts(self.instance.reader_users or [])
            people.help_text = f"{people.help_text}{source_readers_sentence(self.instance.named_readers)}"


@admin.register(Document)
class DocumentAdmin(CountsDeleted, WithdrawalMixin, LimitedToReadableCollections, admin.ModelAdmin[Document]):
    document_path = ""
    list_display = ["name", "status", "why", "collection", "changed"]
    list_filter = ["status", ("reason_code", named_by(short_reason)), "collection", "updated_at"]
    list_select_related = ["collection"]
    search_fields = ["external_id", "title"]
    # By key, newest first: any other order would sort them all for the first page.
    ordering = ["-pk"]
    paginator = LongListPaginator
    show_full_result_count = False
    actions = ["try_again"]
    goes_along: ClassVar = {Page: "revision__document"}
    change_list_template = "admin/documents/document/change_list.html"
    change_form_template = "admin/documents/document/change_form.html"
    form = DocumentForm
    fields = ["title", "url", "date", "metadata", *READERS]
    formfield_overrides = {
        models.URLField: {"assume_scheme": "https"},
        models.CharField: {"widget": forms.TextInput(attrs={"size": 90})},
    }

    def has_add_permission(self, request: HttpRequest) -> bool:
        # Documents come by import, which keeps their original file; a row typed here would have none.
        return False

    def get_fields(self, request: HttpRequest, obj: Document | None = None) -> Any:
        """People who may only look are shown what the document says, not who else may read it."""
        names = super().get_fields(request, obj)
        if not self.has_change_permission(request, obj):
            return [name for name in names if name not in READERS]
        is_open = obj is None or obj.reader_groups is None
        return [name for name in names if name != OF_CLOSED or not is_open]

    def save_model(self, request: HttpRequest, obj: Document, form: Any, change: bool) -> None:
        corrected = [name for name in form.changed_data if name not in READERS]
        obj.edited = corrected_columns(obj, corrected)
        if "title" in corrected and not obj.title:
            obj.title = title_until_next_list(obj)
        # Nothing else: who may read it may have been changed by its source since this form was opened.
        obj.save(update_fields=[*corrected, "edited", "updated_at"])
        if set(READERS).isdisjoint(form.changed_data):
            return
        if form.cleaned_data["for_all"]:
            set_readers([obj.pk], groups=[], people=[])
        else:
            groups = [group.pk for group in form.cleaned_data["only_groups"]]
            set_readers([obj.pk], groups=groups, people=form.cleaned_data["only_people"], opens=False)
        self.report_readers(request, obj, is_for_all=form.cleaned_data["for_all"])

    def report_readers(self, request: HttpRequest, obj: Document, *, is_for_all: bool) -> None:
        """Says where it stays closed although it was opened, and where nobody but administrators may read it."""
        obj.refresh_from_db(fields=["reader_groups", "reader_users", "named_readers"])
        if is_for_all and obj.reader_groups is not None:
            self.message_user(request, STAYS_CLOSED, messages.WARNING)
        elif obj.is_for_administrators_alone:
            self.message_user(request, FOR_ADMINISTRATORS, messages.WARNING)

    @admin.display(description=_("document"), ordering="title")
    def name(self, document: Document) -> str:
        return str(document)

    @admin.display(description=_("reason"), ordering="reason_code")
    def why(self, document: Document) -> str:
        return document.reason

    changed = column("updated_at", short, _("last change"))

    @admin.action(description=_("Try the selected documents again"), permissions=["change"])
    def try_again(self, request: HttpRequest, documents: QuerySet[Document]) -> None:
        self.retry(request, list(documents.values_list("pk", flat=True)))

    def retry(self, request: HttpRequest, document_ids: list[int]) -> None:
        count = retry_documents(document_ids)
        self.message_user(
            request,
            ngettext("%(count)d document is tried again.", "%(count)d documents are tried again.", count)
            % {"count": count},
            messages.SUCCESS if count else messages.WARNING,
        )

    def get_urls(self) -> list[URLPattern]:
        retrying = self.admin_site.admin_view(require_POST(self.retry_view))
        uploading = self.admin_site.admin_view(upload_view)
        return [
            path("upload/", uploading, name="documents_document_upload"),
            path("upload/progress/", self.admin_site.admin_view(progress_view), name="documents_document_progress"),
            path("<int:document_id>/retry/", retrying, name="documents_document_retry"),
            path(
                "<int:document_id>/original/",
                self.admin_site.admin_view(require_safe(self.original_view)),
                name="documents_document_original",
            ),
            *super().get_urls(),
        ]

    def retry_view(self, request: HttpRequest, document_id: int) -> HttpResponseBase:
        document = get_object_or_404(self.get_queryset(request), pk=document_id)
        if not self.has_change_permission(request, document):
            raise PermissionDenied
        self.retry(request, [document_id])
        return HttpResponseRedirect(reverse("admin:documents_document_change", args=[document_id]))

    def original_view(self, request: HttpRequest, document_id: int) -> HttpResponseBase:
        """The newest file as it came, also of a document that is not in search: why it failed is seen in the file."""
        document = get_object_or_404(self.get_queryset(request), pk=document_id)
        if not self.has_view_permission(request, document):
            raise PermissionDenied
        revisions = document.revisions.select_related("document__collection").order_by("-number")
        revision = get_object_or_404(revisions[:1])
        return download_of(revision, file_of(revision))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> Any:
        context = document_page_facts(parse_row_id(object_id)) if parse_row_id(object_id) else {}
        # Withdrawing has a button of its own, which says what it is.
        context["show_delete"] = False
        return super().change_view(request, object_id, form_url, (extra_context or {}) | context)


def corrected_columns(document: Document, corrected: Iterable[str]) -> list[str]:
    """Returns what its file and source no longer decide. An emptied title is theirs again: no document is without."""
    return sorted({*(document.edited or []), *corrected} - (set() if document.title else {"title"}))


def title_until_next_list(document: Document) -> str:
    """What its text calls it, for an emptied title: the next list of its source states its own again."""
    Listing.objects.filter(document=document).update(checksum="")
    return document.current_revision.title if document.current_revision else document.external_id


def may_be_tried_again(document: Document | None) -> bool:
    """Whether its page offers another attempt. One query at most."""
    if document is None or document.reason_code in RETRIED_IN_VAIN:
        return False
    return Step.objects.filter(MAY_BE_TRIED_AGAIN, revision__document=document).exists()


def document_page_facts(document_id: int) -> dict[str, object]:
    """What the page of a document shows beside its form."""
    revisions = list(Revision.objects.filter(document=document_id).select_related("document").prefetch_related("steps"))
    document = Document.objects.filter(pk=document_id).first()
    return {
        "offered_action": offered_action(document) if document else "",
        "revisions": [
            (
                each,
                [(stage_name(step.stage), step, step_error_sentence(step, each.document)) for step in each.steps.all()],
            )
            for each in revisions
        ],
        "pages": Page.objects.filter(revision__document=document_id)
        .defer("text", "words")
        .order_by("-revision__number", "number"),
        "spending": document_costs.document_spending(document_id),
        "may_be_tried_again": may_be_tried_again(document),
    }
