"""Admin views that withdraw documents, show the receipt, and allow or forbid that a withdrawn document returns."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from apps.documents.lifecycle.allow_withdrawn_to_return import allow_return, forbid_return
from apps.documents.lifecycle.withdraw_documents import BY_PERSON, answers_citing, withdraw_documents
from apps.documents.models import Document, Page, Status
from apps.text.numbers.parse_database_row_id import parse_row_id

WITH_ATTACHED = "attached"
"""The box that takes attachments along; its value names those that were shown beside it."""

if TYPE_CHECKING:
    Base = admin.ModelAdmin[Document]
else:
    Base = object


class WithdrawalMixin(Base):
    """What Django calls deleting is a withdrawal here, and is called so."""

    delete_confirmation_template = "admin/documents/document/withdraw.html"

    def get_urls(self) -> list[URLPattern]:
        allowing = self.admin_site.admin_view(require_POST(self.allow_view))
        keeping = self.admin_site.admin_view(require_POST(self.keep_away_view))
        return [
            path("<int:document_id>/allow/", allowing, name="documents_document_allow"),
            path("<int:document_id>/keep-away/", keeping, name="documents_document_keep_away"),
            *super().get_urls(),
        ]

    def get_actions(self, request: HttpRequest) -> Any:
        actions: dict[str, Any] = super().get_actions(request)
        if deleting := actions.get("delete_selected"):
            actions["delete_selected"] = (*deleting[:2], _("Withdraw the selected documents"))
        return actions

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        document = self.get_object(request, object_id)
        facts = withdrawal_facts(document, self.get_queryset(request)) if document else {}
        return super().delete_view(request, object_id, (extra_context or {}) | facts)

    def delete_model(self, request: HttpRequest, obj: Document) -> None:
        """Withdraws: everything made of the document goes, and no later delivery brings it back."""
        ids = [obj.pk]
        if request.POST.get(WITH_ATTACHED):
            attached = attached_documents(obj, self.get_queryset(request))
            shown = [parse_row_id(number) for number in request.POST[WITH_ATTACHED].split()]
            ids += attached.filter(pk__in=shown).values_list("pk", flat=True)
        request.__dict__["receipt"] = withdraw_documents(ids)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Document]) -> None:
        for collection in set(queryset.order_by().values_list("collection", flat=True)):
            withdraw_documents(list(queryset.filter(collection=collection).values_list("pk", flat=True)))

    def response_delete(self, request: HttpRequest, obj_display: str, obj_id: int) -> HttpResponse:
        """The receipt is what people read next."""
        receipt = request.__dict__["receipt"]
        messages.success(request, _("The document was withdrawn. This is the receipt."))
        return HttpResponseRedirect(reverse("admin:documents_receipt_change", args=[receipt.pk]))

    def allow_view(self, request: HttpRequest, document_id: int) -> HttpResponseBase:
        self.demand_right_to_withdraw(request, document_id)
        if allow_return([document_id]):
            messages.success(request, _("It may return: upload it again, or wait for its source."))
        return HttpResponseRedirect(reverse("admin:documents_document_change", args=[document_id]))

    def keep_away_view(self, request: HttpRequest, document_id: int) -> HttpResponseBase:
        self.demand_right_to_withdraw(request, document_id)
        if forbid_return([document_id]):
            messages.success(request, _("It stays away: neither a source nor an upload brings it back."))
        return HttpResponseRedirect(reverse("admin:documents_document_change", args=[document_id]))

    def demand_right_to_withdraw(self, request: HttpRequest, document_id: int) -> None:
        """Raises Http404, PermissionDenied."""
        if not self.has_delete_permission(request, get_object_or_404(self.get_queryset(request), pk=document_id)):
            raise PermissionDenied


def attached_documents(document: Document, readable: QuerySet[Document]) -> QuerySet[Document]:
    """Returns those of the readable documents that came with this mail or PDF and are not withdrawn yet."""
    # The key by name, too: only so the index of what has one is used.
    attached = readable.filter(metadata__has_key="attached_to", metadata__attached_to=document.external_id)
    came_with = attached.filter(collection=document.collection_id)
    return came_with.exclude(status=Status.WITHDRAWN).order_by("external_id")


def withdrawal_facts(document: Document, readable: QuerySet[Document]) -> dict[str, object]:
    """Collects what the page says before anything is done."""
    attached = list(attached_documents(document, readable))
    return {
        "attached": attached,
        "attached_numbers": " ".join(str(one.pk) for one in attached),
        "with_attached": WITH_ATTACHED,
        "title": _("Withdraw a document"),
        "citing": answers_citing([document.pk]),
        "pages": Page.objects.filter(revision__document=document.pk).count(),
    }


def offered_action(document: Document) -> str:
    """What a person may do next: withdraw it, let it return, or see to it that it does not."""
    if document.status != Status.WITHDRAWN:
        return "withdraw"
    return "allow" if document.reason_code == BY_PERSON else "keep_away"
