"""The admin of text types, models' settings, options and kept rewrites."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from apps.admin_base import LongListPaginator, Named
from apps.simplify.models import ModelSettings, Options, Rewrite, TextType


@admin.register(TextType)
class TextTypeAdmin(admin.ModelAdmin[TextType]):
    list_display = ["label", "slug", "position", "is_default", "is_active"]
    list_filter = ["is_active"]


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
