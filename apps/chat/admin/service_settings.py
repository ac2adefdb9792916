"""The rules of the service in the admin: one row, made when it is first looked at, never deleted."""

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.forms.widgets import Script
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from apps.admin_base import LinesField
from apps.chat.models.service_settings import ServiceRules

PAGE = ("answers_are_on", "notice", "contact")
EMBEDDED = ("embedding_sites", "embedding_colour", "embedding_greeting", "embedding_code")
EMBED_SCRIPT = "/static/js/embed.js"
LIMITS = ("visitor_per_day", "questions_per_day", "subscription_questions_per_day", "tokens_per_day", "cost_per_day")
PROOF = ("second_reader_is_on", "readings_per_day")
PRIVACY = ("personal_data", "keep_days", "keep_staff_days")
LINKS = ("imprint_url", "privacy_url", "accessibility_url")


@admin.register(ServiceRules)
class ServiceRulesAdmin(admin.ModelAdmin[ServiceRules]):
    fieldsets = [
        (_("Page"), {"fields": PAGE}),
        (_("The chat on other websites"), {"fields": EMBEDDED}),
        (_("Limits and budget"), {"fields": LIMITS, "description": _("0 means: no limit.")}),
        (_("Proof"), {"fields": PROOF, "description": _("0 means: no limit.")}),
        (_("Privacy"), {"fields": PRIVACY}),
        (_("Links at the foot of the page"), {"fields": LINKS}),
    ]

    readonly_fields = ("embedding_code",)

    class Media:
        js = (Script("admin-auskunft/copy.js", type="module"),)

    @admin.display(description=_("Line for these websites"))
    def embedding_code(self, rules: ServiceRules) -> SafeString:
        """Renders the line to embed with a button that copies it, which the script shows."""
        colour = f' data-colour="{rules.embedding_colour}"' if rules.embedding_colour else ""
        line = f'<script src="{settings.SITE_URL}{EMBED_SCRIPT}" data-language="de"{colour} defer></script>'
        return format_html(
            '<code id="embedding-code">{}</code> '
            '<button type="button" class="button" data-copies="embedding-code" hidden>{}</button> '
            '<span role="status" data-said="{}"></span>',
            line,
            _("Copy"),
            _("Copied."),
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: ServiceRules | None = None) -> bool:
        return False

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """There is one row, so its form takes the place of the list."""
        if self.has_view_or_change_permission(request):
            ServiceRules.objects.get_or_create(pk=1)
            return redirect(reverse("admin:chat_servicerules_change", args=[1]))
        return super().changelist_view(request, extra_context)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **values: Any) -> Any:
        if db_field.name == "embedding_sites":
            help_text = _("One origin in each line, such as https://www.city.example.")
            return LinesField(label=db_field.verbose_name, help_text=help_text, required=False)
        return super().formfield_for_dbfield(db_field, request, **values)
