"""Prompts in the admin: write a new version, compare versions, bring an old one back."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from apps.llm.admin.changes_held_for_release import held_publication, report_held_changes
from apps.llm.admin.wordings import FIELDS_IN_FORCE, WORDING_FIELDS, WordingAdmin, WordingForm
from apps.llm.errors import PromptError
from apps.llm.models import Prompt, PromptVersion
from apps.llm.prompt_definitions import PROMPTS
from apps.llm.prompts.prompt_store import publish_version
from apps.llm.publication_hooks import collect_waiting_changes
from apps.text.diff import diff_lines
from apps.text.numbers.parse_database_row_id import parse_row_id


class PromptForm(WordingForm):
    class Meta:
        model = Prompt
        fields: list[str] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.begin_with(self.instance.published)

    def clean(self) -> dict[str, object]:
        return self.checked_wording(self.instance.slug, super().clean() or {})


@admin.register(Prompt)
class PromptAdmin(WordingAdmin[Prompt]):
    form = PromptForm
    list_display = ["slug", "title", "published", "written"]
    list_select_related = ["published"]
    search_fields = ["slug"]
    change_form_template = "admin/llm/prompt/change_form.html"
    readonly_fields = FIELDS_IN_FORCE

    def get_fields(self, request: HttpRequest, obj: Prompt | None = None) -> list[Any]:
        if self.has_change_permission(request, obj):
            return WORDING_FIELDS
        return FIELDS_IN_FORCE

    def version_in_force(self, row: Prompt) -> PromptVersion | None:
        return row.published

    @admin.display(description=_("used for"))
    def title(self, prompt: Prompt) -> str:
        definition = PROMPTS.get(prompt.slug)
        return str(definition.title) if definition else ""

    @admin.display(description=_("in force since"))
    def written(self, prompt: Prompt) -> object:
        return prompt.published.created_at if prompt.published else None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Prompt | None = None) -> bool:
        return False

    def get_urls(self) -> list[URLPattern]:
        own = [
            path(
                "<int:prompt_id>/versions/<int:number>/",
                self.admin_site.admin_view(self.version_view),
                name="llm_prompt_version",
            ),
            path(
                "<int:prompt_id>/versions/<int:number>/publish/",
                self.admin_site.admin_view(require_POST(self.publish_view)),
                name="llm_prompt_publish",
            ),
        ]
        return own + super().get_urls()

    def save_model(self, request: HttpRequest, obj: Prompt, form: Any, change: bool) -> None:
        """Adds a version and puts it in force, unless it has to be measured first; an unchanged text adds nothing."""
        if version := self.added_version(request, obj, obj, form):
            with report_held_changes(request):
                publish_version(obj, version)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        prompt = self.get_object(request, object_id)
        context = {
            "versions": prompt.versions.select_related("created_by").prefetch_related("uses") if prompt else [],
            "own_wordings": prompt.uses.select_related("version") if prompt else [],
            "may_add_own_wording": request.user.has_perm("llm.add_promptuse"),
            "definition": PROMPTS.get(prompt.slug) if prompt else None,
            "waiting": collect_waiting_changes("prompt", prompt.slug) if prompt else [],
        }
        return super().change_view(request, object_id, form_url, (extra_context or {}) | context)

    def version_view(self, request: HttpRequest, prompt_id: int, number: int) -> HttpResponse:
        """The version beside the one before it, or beside the one that `against` names."""
        prompt = get_object_or_404(Prompt, pk=prompt_id)
        if not self.has_view_permission(request, prompt):
            raise PermissionDenied
        version = get_object_or_404(prompt.versions, number=number)
        other = self.other_version(request, prompt, number)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Prompt %(slug)s, version %(number)s") % {"slug": prompt.slug, "number": number},
            "opts": self.opts,
            "prompt": prompt,
            "version": version,
            "other": other,
            "versions": prompt.versions.all(),
            "parts": [
                (_("System message"), diff_lines(other.system if other else "", version.system)),
                (_("User message"), diff_lines(other.user if other else "", version.user)),
            ],
            "may_publish": self.has_change_permission(request, prompt) and version != prompt.published,
        }
        return TemplateResponse(request, "admin/llm/prompt/version.html", context)

    def other_version(self, request: HttpRequest, prompt: Prompt, number: int) -> PromptVersion | None:
        wanted = prompt.versions.filter(number=parse_row_id(request.GET.get("against", "")))
        return wanted.first() or prompt.versions.filter(number__lt=number).order_by("-number").first()

    def publish_view(self, request: HttpRequest, prompt_id: int, number: int) -> HttpResponseBase:
        prompt = get_object_or_404(Prompt, pk=prompt_id)
        if not self.has_change_permission(request, prompt):
            raise PermissionDenied
        version = get_object_or_404(prompt.versions, number=number)
        try:
            with report_held_changes(request):
                publish_version(prompt, version)
        except PromptError as error:
            self.message_user(request, str(error), messages.ERROR)
            return HttpResponseRedirect(reverse("admin:llm_prompt_change", args=[prompt.pk]))
        held = held_publication(request)
        if not held:
            self.log_change(request, prompt, str(_("Put version %(number)s in force") % {"number": number}))
            self.message_user(request, _("Version %(number)s is in force now.") % {"number": number}, messages.SUCCESS)
        address = held.address if held else ""
        return HttpResponseRedirect(address or reverse("admin:llm_prompt_change", args=[prompt.pk]))
