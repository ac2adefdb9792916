"""Text types, protected words with import and export, models' settings, options and kept rewrites in the admin."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from apps.admin_base import LongListPaginator, Named
from apps.simplify.models import ModelSettings, Options, ProtectedWord, Rewrite, TextType, WordList


@admin.register(TextType)
class TextTypeAdmin(admin.ModelAdmin[TextType]):
    list_display = ["label", "slug", "position", "is_default", "is_active"]
    list_filter = ["is_active"]


@admin.register(WordList)
class WordListAdmin(admin.ModelAdmin[WordList]):
    list_display = ["name", "organisation", "text_type", "number_of_words", "is_active"]
    list_filter = ["is_active", "text_type"]
    list_select_related = ["text_type"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[WordList]:
        return super().get_queryset(request).annotate(number=Count("words"))

    @admin.display(description=_("words"), ordering="number")
    def number_of_words(self, word_list: WordList) -> int:
        return int(getattr(word_list, "number", 0))


@admin.register(ProtectedWord)
class ProtectedWordAdmin(admin.ModelAdmin[ProtectedWord]):
    """The list with its import and export is a class of its own, loaded by whoever comes to this page."""

    @cached_property
    def exchange(self) -> Any:
        # The libraries of spreadsheets take 20 MB, which no process that answers questions should pay for.
        from apps.simplify.admin.protected_word_import import WordExchange

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


@admin.register(ModelSettings)
class ModelSettingsAdmin(admin.ModelAdmin[ModelSettings]):
    list_display = ["model", "max_input_chars", "temperature", "top_p", "presence_penalty", "frequency_penalty"]
    list_select_related = ["model"]


@admin.register(Options)
class OptionsAdmin(admin.ModelAdmin[Options]):
    """One row, there from the beginning."""

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        options, _created = Options.objects.get_or_create(pk=1)
        return HttpResponseRedirect(reverse("admin:simplify_options_change", args=[options.pk]))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Options | None = None) -> bool:
        return False


@admin.register(Rewrite)
class RewriteAdmin(admin.ModelAdmin[Rewrite]):
    """What the organisation keeps can be read and deleted; nobody changes it."""

    list_display = ["created_at", "text_type", "model", "prompt_version", "user"]
    list_filter = [("text_type", Named), ("model", Named), "created_at"]
    list_select_related = ["user"]
    paginator = LongListPaginator
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Rewrite]:
        """The texts are read with the page of one."""
        return super().get_queryset(request).defer("original", "text", "result")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Rewrite | None = None) -> bool:
        return False
