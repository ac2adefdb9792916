"""The admin of protected words and their lists, with the addresses of import and export."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from apps.admin_base import column
from apps.simplify.models import ProtectedWord, WordList


@admin.register(WordList)
class WordListAdmin(admin.ModelAdmin[WordList]):
    list_display = ["name", "organisation", "text_type", "number_of_words", "is_active"]
    list_filter = ["is_active", "text_type"]
    list_select_related = ["text_type"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[WordList]:
        return super().get_queryset(request).annotate(number=Count("words"))

    number_of_words = column("number", int, _("words"))


@admin.register(ProtectedWord)
class ProtectedWordAdmin(admin.ModelAdmin[ProtectedWord]):
    """The list with its import and export is a class of its own, loaded by whoever comes to this page."""

    @cached_property
    def exchange(self) -> Any:
        # The libraries of spreadsheets take 20 MB, which no process that answers questions should pay for.
        from apps.simplify.admin.protected_word_import_export import WordExchange

        return WordExchange(self.model, self.admin_site)

    def get_urls(self) -> list[Any]:
        return [
            self.exchange_path("import/", "import_action", "import"),
            self.exchange_path("process_import/", "process_import", "process_import"),
            self.exchange_path("export/", "export_action", "export"),
            self.exchange_path("template/", "template_view", "template"),
            *super().get_urls(),
        ]

    def exchange_path(self, address: str, method: str, name: str) -> URLPattern:
        def view(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            reply: HttpResponse = getattr(self.exchange, method)(request, *args, **kwargs)
            return reply

        return path(address, self.admin_site.admin_view(view), name=f"simplify_protectedword_{name}")

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        reply: HttpResponse = self.exchange.changelist_view(request, extra_context)
        return reply
