"""Wordings of prompts for a single model or profile: written here, measured and published like any change of a prompt.

The table belongs to the language models; this page stands above them, because it lists profiles.
"""

from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from apps.llm.admin.changes_held_for_release import report_held_changes
from apps.llm.admin.wordings import FIELDS_IN_FORCE, WORDING_FIELDS, WordingAdmin, WordingForm
from apps.llm.models import ChatModel, Prompt, PromptUse, PromptVersion
from apps.llm.prompt_definitions import PROMPTS
from apps.llm.prompts.prompt_store import publish_wording
from apps.retrieval.models import Profile
from apps.text.numbers.parse_database_row_id import parse_row_id

USUALLY = "answer"
"""The prompt that a new wording begins with when no other is named."""


def prompt_display_name(prompt: Prompt) -> str:
    definition = PROMPTS.get(prompt.slug)
    return f"{definition.title} ({prompt.slug})" if definition else prompt.slug


class PromptFilter(admin.RelatedFieldListFilter):
    """Prompts with wordings of their own, by what they are for."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> Any:
        return [
            (prompt.pk, prompt_display_name(prompt)) for prompt in Prompt.objects.filter(uses__isnull=False).distinct()
        ]


PLACE_FIELDS = ["prompt", "model", "profile"]
"""Fields that say where a wording is used."""


class PromptUseForm(WordingForm):
    class Meta:
        model = PromptUse
        fields = PLACE_FIELDS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "prompt" in self.fields:
            cast(Any, self.fields["prompt"]).label_from_instance = prompt_display_name
        self.offer("model", ChatModel.objects.order_by("name").values_list("name", "name").distinct())
        self.offer("profile", [(profile.slug, str(profile)) for profile in Profile.objects.all()])
        self.begin_with(self.instance.version if self.instance.pk else None)

    def offer(self, name: str, choices: Iterable[tuple[str, str]]) -> None:
        if own := self.fields.get(name):
            self.fields[name] = forms.ChoiceField(
                label=own.label, help_text=own.help_text, choices=[("", "---------"), *choices], required=False
            )

    def clean(self) -> dict[str, object]:
        values = super().clean() or {}
        prompt = values.get("prompt") or (self.instance.pk and self.instance.prompt)
        return self.checked_wording(prompt.slug, values) if isinstance(prompt, Prompt) else values


@admin.register(PromptUse)
class PromptUseAdmin(WordingAdmin[PromptUse]):
    form = PromptUseForm
    list_display = ["__str__", "profile", "model", "version_link"]
    list_select_related = ["prompt", "version__prompt"]
    list_filter = [("prompt", PromptFilter)]
    search_fields = ["prompt__slug", "model", "profile"]

    def get_fields(self, request: HttpRequest, obj: PromptUse | None = None) -> list[Any]:
        if obj is None or self.has_change_permission(request, obj):
            return [*PLACE_FIELDS, *WORDING_FIELDS]
        return [*PLACE_FIELDS, *FIELDS_IN_FORCE]

    def get_readonly_fields(self, request: HttpRequest, obj: PromptUse | None = None) -> list[Any]:
        """Keeps the place of a stored wording fixed: elsewhere it is another one."""
        return [*PLACE_FIELDS, *FIELDS_IN_FORCE] if obj else []

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """The prompt's own wording to begin with."""
        asked = parse_row_id(request.GET.get("prompt", ""))
        found = Prompt.objects.select_related("published").filter(pk=asked).first()
        prompt = found or Prompt.objects.select_related("published").filter(slug=USUALLY).first()
        if prompt is None or prompt.published is None:
            return {}
        return {"prompt": prompt.pk, "system": prompt.published.system, "user": prompt.published.user}

    def version_in_force(self, row: PromptUse) -> PromptVersion | None:
        return row.version if row.pk else None

    @admin.display(description=_("version in force"))
    def version_link(self, use: PromptUse) -> SafeString:
        address = reverse("admin:llm_prompt_version", args=[use.prompt_id, use.version.number])
        return format_html('<a href="{}">{}</a>', address, use.version)

    def save_model(self, request: HttpRequest, obj: PromptUse, form: Any, change: bool) -> None:
        """Adds a version and puts it in force there, unless it has to be measured first."""
        if version := self.added_version(request, obj, obj.prompt, form):
            with report_held_changes(request):
                publish_wording(obj, version)
