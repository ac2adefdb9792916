"""Collections in the admin: their form, who may read them, and reading outdated documents again."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from apps.admin_base import CountsDeleted, LinesField, column, named_by
from apps.documents.admin.limit_rows_to_readable_collections import LimitedToReadableCollections, sees_all
from apps.documents.admin.reader_fields.people_field import PeopleField
from apps.documents.lifecycle.reparse_outdated_documents import outdated_counts, reparse_outdated_documents
from apps.documents.models import SEARCHABLE, Collection, Document, Readers, Source, Status, reader_of
from apps.documents.models.languages import language_display_name
from apps.documents.models.resolve_account_names import names_of_accounts

MAY_BE_LEFT_OUT = {"chunking", "chunk_tokens", "language", "tracked_changes", "comments"}
"""Whoever leaves them out keeps what there is."""


class CollectionForm(forms.ModelForm[Collection]):
    example_questions = LinesField(
        label=_("example questions"),
        required=False,
        help_text=_("One question in each line; the chat page shows them."),
    )

    people = PeopleField(
        label=_("people"),
        required=False,
        help_text=_(
            "They read beside the groups. One user name, mail address or identifier of the directory in each line."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk and "people" in self.fields:
            self.initial["people"] = names_of_accounts([person.pk for person in self.instance.reader_users.all()])
        # People who may only read have no such field.
        for name in MAY_BE_LEFT_OUT & self.fields.keys():
            self.fields[name].required = False

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        return given | {name: given[name] or getattr(self.instance, name) for name in MAY_BE_LEFT_OUT & given.keys()}


@admin.register(Collection)
class CollectionAdmin(CountsDeleted, LimitedToReadableCollections, admin.ModelAdmin[Collection]):
    collection_path = "pk"
    form = CollectionForm

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Proposes that staff alone may read, as where files are uploaded: nobody publishes by overlooking a field."""
        return {"readers": Readers.STAFF.value, **super().get_changeform_initial_data(request)}

    list_display = ["name", "slug", "readers", "language", "documents_ready", "documents_in_all", "of_older_reader"]
    list_filter = ["readers", ("language", named_by(language_display_name))]
    search_fields = ["name", "slug"]
    prepopulated_fields = {"slug": ["name"]}
    filter_horizontal = ["reader_groups"]
    exclude = ["reader_users"]
    actions = ["read_documents_again"]
    goes_along: ClassVar = {Document: "collection", Source: "collection"}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Collection]:
        shown = Q() if sees_all(request) else reader_of(request.user).may_read("documents__")
        in_all = Count("documents", filter=shown & Q(documents__isnull=False), distinct=True)
        ready = Count("documents", filter=shown & Q(documents__status__in=SEARCHABLE), distinct=True)
        rows: QuerySet[Collection] = super().get_queryset(request)
        return rows.annotate(ready=ready, in_all=in_all)

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The rows that are shown know how many documents an older reader has read: one query for all of them."""
        shown = super().get_changelist_instance(request)
        outdated = outdated_counts([collection.pk for collection in shown.result_list])
        for collection in shown.result_list:
            collection.outdated = outdated.get(collection.pk, 0)
        return shown

    def get_fields(self, request: HttpRequest, obj: Collection | None = None) -> Any:
        """Adds people beside the groups; who may only look is not shown which people read."""
        names = [name for name in super().get_fields(request, obj) if name != "people"]
        if self.has_change_permission(request, obj) or obj is None:
            names.insert(names.index("reader_groups") + 1, "people")
        return names

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if "people" in form.changed_data:
            form.instance.reader_users.set(form.cleaned_data["people"])

    def obstacles(self, rows: Sequence[Collection]) -> list[str]:
        """Names collections with documents: only a withdrawal takes files along and marks answers that cite them."""
        left = Document.objects.filter(collection__in=rows).exclude(status=Status.WITHDRAWN).order_by()
        numbers = left.values_list("collection").annotate(number=Count("pk")).values_list("collection", "number")
        names = {collection.pk: collection.name for collection in rows}
        return [withdraw_first_sentence(names[pk], number) for pk, number in numbers]

    documents_ready = column("ready", int, _("ready"))
    documents_in_all = column("in_all", int, _("documents"))

    @admin.display(description=_("read by an older reader"))
    def of_older_reader(self, collection: Collection) -> int:
        return int(getattr(collection, "outdated", 0))

    @admin.action(description=_("Read documents of an older reader again"), permissions=["change"])
    def read_documents_again(self, request: HttpRequest, rows: QuerySet[Collection]) -> None:
        begun = reparse_outdated_documents(rows.values_list("pk", flat=True))
        for collection in rows:
            self.log_change(request, collection, "documents of an older reader are read again")
        said = ngettext(
            "%(number)s document is read again in the background; its old text stays in search until then.",
            "%(number)s documents are read again in the background; their old text stays in search until then.",
            len(begun),
        )
        self.message_user(request, said % {"number": len(begun)}, messages.SUCCESS)


def withdraw_first_sentence(name: str, number: int) -> str:
    said = ngettext(
        "%(number)d document of “%(name)s”: withdraw it first, which takes its file along and marks answers.",
        "%(number)d documents of “%(name)s”: withdraw them first, which takes their files along and marks answers.",
        number,
    )
    return said % {"number": number, "name": name}
