"""Endpoints, models, prices, prompts and the ledger in the admin."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.llm.keys import read_key
from apps.llm.models import ChatModel, EmbeddingModel, Endpoint, ModelCall, ModelOrder, Price
from apps.llm.prompt_admin import PromptAdmin as PromptAdmin  # registers itself


class ModelOrderInline(admin.TabularInline[ModelOrder, ChatModel]):
    model = ModelOrder
    extra = 0


@admin.register(Endpoint)
class EndpointAdmin(admin.ModelAdmin[Endpoint]):
    list_display = ["name", "base_url", "max_concurrency", "key_is_set", "is_active"]
    list_filter = ["is_active"]

    @admin.display(description=_("key found"), boolean=True)
    def key_is_set(self, endpoint: Endpoint) -> bool:
        return bool(read_key(endpoint.api_key_variable))


@admin.register(ChatModel)
class ChatModelAdmin(admin.ModelAdmin[ChatModel]):
    list_display = ["__str__", "name", "endpoint", "context_window", "max_output_tokens", "is_active"]
    list_filter = ["endpoint", "is_active"]
    list_select_related = ["endpoint"]
    inlines = [ModelOrderInline]


@admin.register(ModelOrder)
class ModelOrderAdmin(admin.ModelAdmin[ModelOrder]):
    list_display = ["purpose", "position", "model"]
    list_filter = ["purpose"]
    list_select_related = ["model"]


@admin.register(EmbeddingModel)
class EmbeddingModelAdmin(admin.ModelAdmin[EmbeddingModel]):
    list_display = ["__str__", "endpoint", "dimensions", "threshold", "is_default"]
    list_select_related = ["endpoint"]


@admin.register(Price)
class PriceAdmin(admin.ModelAdmin[Price]):
    list_display = ["model_name", "valid_from", "input_per_million", "output_per_million"]
    list_filter = ["model_name"]
    date_hierarchy = "valid_from"


@admin.register(ModelCall)
class ModelCallAdmin(admin.ModelAdmin[ModelCall]):
    """The ledger can be read and filtered; nobody writes it by hand."""

    list_display = [
        "created_at",
        "purpose",
        "model",
        "outcome",
        "input_tokens",
        "output_tokens",
        "seconds",
        "cost",
        "prompt_version",
        "reference",
    ]
    list_filter = ["purpose", "outcome", "model"]
    search_fields = ["reference", "model"]
    date_hierarchy = "created_at"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
