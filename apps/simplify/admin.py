"""Text types, protected words with import and export, models' settings, options and kept rewrites in the admin."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from import_export.admin import ImportExportModelAdmin
from import_export.formats.base_formats import CSV, XLSX

from apps.simplify.models import ModelSettings, Options, ProtectedWord, Rewrite, TextType, WordList
from apps.simplify.word_resource import ProtectedWordResource


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
class ProtectedWordAdmin(ImportExportModelAdmin):  # type: ignore[misc]  # import-export has no types
    """An import shows what it would change before it changes it."""

    resource_classes = [ProtectedWordResource]
    import_formats = export_formats = [CSV, XLSX]
    list_display = ["term", "word_list", "further_forms", "note"]
    list_filter = ["word_list"]
    list_select_related = ["word_list"]
    search_fields = ["term", "forms", "note"]

    @admin.display(description=_("further forms"))
    def further_forms(self, word: ProtectedWord) -> str:
        return ", ".join(word.forms)

    def has_import_permission(self, request: HttpRequest) -> bool:
        return bool(self.has_add_permission(request) and self.has_change_permission(request))

    def has_export_permission(self, request: HttpRequest) -> bool:
        return bool(self.has_view_permission(request))


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
    list_filter = ["text_type", "model"]
    date_hierarchy = "created_at"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Rewrite | None = None) -> bool:
        return False
