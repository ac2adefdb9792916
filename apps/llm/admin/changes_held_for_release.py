"""Admin pages whose changes may be held for the release gate until they are measured; they say so."""

from contextlib import nullcontext
from copy import copy
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.html import format_html
from django.utils.translation import gettext as _

from apps.llm.publication_hooks import PublicationHeld, one_change_at_a_time, publishing_as


def show_change_held(request: HttpRequest, held: PublicationHeld) -> None:
    text = str(held)
    if held.address:
        text = format_html('{} <a href="{}">{}</a>', text, held.address, _("Show the draft"))
    messages.warning(request, text)


class ChangesHeldForRelease:
    """Extends a ModelAdmin. What is held back is not saved; people are led to the draft instead."""

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Takes the gate's lock before any row's: the rows beside the form may take it after the form's own row."""
        with one_change_at_a_time() if request.method == "POST" else nullcontext():
            return super().changeform_view(request, object_id, form_url, extra_context)  # type: ignore[misc,no-any-return]

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        with report_held_changes(request):
            super().save_model(request, obj, form, change)  # type: ignore[misc]

    def save_formset(self, request: HttpRequest, form: object, formset: object, change: bool) -> None:
        with report_held_changes(request):
            super().save_formset(request, form, formset, change)  # type: ignore[misc]

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        with report_held_changes(request):
            self.delete_and_log(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        # One by one: a statement for all would not ask.
        for row in queryset:
            with report_held_changes(request):
                self.delete_and_log(request, row)

    def delete_and_log(self, request: HttpRequest, row: Any) -> None:
        """Django logs before it deletes, and what is held back stays. Raises PublicationHeld."""
        deleted = copy(row)
        row.delete()
        super().log_deletions(request, [deleted])  # type: ignore[misc]

    def log_deletions(self, request: HttpRequest, queryset: Any) -> list[Any]:
        """`delete_and_log` does it."""
        return []

    def message_user(
        self, request: HttpRequest, message: Any, level: int | str = messages.INFO, *rest: Any, **told: Any
    ) -> None:
        """Leaves out the words that all was done, when something was held back."""
        if level != messages.SUCCESS or held_publication(request) is None:
            super().message_user(request, message, level, *rest, **told)  # type: ignore[misc]

    def response_delete(self, request: HttpRequest, obj_display: str, obj_id: object) -> HttpResponse:
        held = held_publication(request)
        if held is None:
            return super().response_delete(request, obj_display, obj_id)  # type: ignore[misc,no-any-return]
        return HttpResponseRedirect(held.address or "../change/")

    def response_change(self, request: HttpRequest, obj: object) -> HttpResponse:
        """Leaves out the words that all was saved, when it was not."""
        held = held_publication(request)
        if held is None:
            return super().response_change(request, obj)  # type: ignore[misc,no-any-return]
        return HttpResponseRedirect(held.address or request.path)

    def response_add(self, request: HttpRequest, obj: object, post_url_continue: str | None = None) -> HttpResponse:
        held = held_publication(request)
        if held is None:
            return super().response_add(request, obj, post_url_continue)  # type: ignore[misc,no-any-return]
        return HttpResponseRedirect(held.address or request.path)

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        # What was held back has no row that a line of the history could point to.
        return super().log_addition(request, obj, message) if obj.pk else None  # type: ignore[misc]


class report_held_changes:  # noqa: N801 - read as words: with telling(request)
    """Changes inside are those of the request's user; one that is held back is told and undone, no more."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    def __enter__(self) -> None:
        self._acting = publishing_as(self.request.user)
        self._acting.__enter__()

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> bool:
        self._acting.__exit__(None, None, None)
        if not isinstance(error, PublicationHeld):
            return False
        self.request.held = error  # type: ignore[attr-defined]
        show_change_held(self.request, error)
        return True


def held_publication(request: HttpRequest) -> PublicationHeld | None:
    found: PublicationHeld | None = getattr(request, "held", None)
    return found
