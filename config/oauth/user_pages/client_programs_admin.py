"""Admin of OAuth client programs: their names, redirect addresses and kind; a secret is shown only once."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from config.oauth.redirect_uris import is_safe_redirect_uri
from config.oauth.user_pages.client_programs import Program, end_connections


class ProgramForm(forms.ModelForm[Program]):
    name = forms.CharField(label=_("name"), max_length=100, help_text=_("People read it when the program asks them."))
    redirect_uris = forms.CharField(
        label=_("addresses to return to"),
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "One in each line, exactly as the program names them. A program on people's own machines uses "
            "http://127.0.0.1/… or http://localhost/…, with any port."
        ),
    )
    client_type = forms.ChoiceField(
        label=_("kind"),
        choices=[
            (Program.CLIENT_PUBLIC, _("on people's machines or in their browser: without a secret")),
            (Program.CLIENT_CONFIDENTIAL, _("on a server: with a secret")),
        ],
    )

    class Meta:
        model = Program
        fields = ["name", "redirect_uris", "client_type"]

    def clean_redirect_uris(self) -> str:
        addresses = str(self.cleaned_data["redirect_uris"]).split()
        for address in addresses:
            if not is_safe_redirect_uri(address):
                raise ValidationError(_("'%(address)s' has to begin with https.") % {"address": address[:100]})
        return "\n".join(addresses)

    def _post_clean(self) -> None:
        # Before the toolkit checks the whole: codes are the only grant there is.
        self.instance.authorization_grant_type = Program.GRANT_AUTHORIZATION_CODE
        super()._post_clean()  # type: ignore[misc]


@admin.register(Program)
class ProgramAdmin(admin.ModelAdmin[Program]):
    form = ProgramForm
    list_display = ["name", "client_id", "registered_itself", "people", "created"]
    search_fields = ["name", "client_id"]
    readonly_fields = ["client_id"]
    actions = ["end_all_connections"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Program]:
        living = Count("refreshtoken__user", filter=Q(refreshtoken__revoked=None), distinct=True)
        rows: QuerySet[Program] = super().get_queryset(request).annotate(connected=living)
        return rows

    def get_readonly_fields(self, request: HttpRequest, obj: Program | None = None) -> list[str]:
        # The kind decides about a secret: another one is another program.
        return ["client_id", "client_type"] if obj else []

    def get_fields(self, request: HttpRequest, obj: Program | None = None) -> list[Any]:
        return ["name", "redirect_uris", "client_type", *(["client_id"] if obj else [])]

    def save_model(self, request: HttpRequest, obj: Program, form: Any, change: bool) -> None:
        secret = obj.client_secret if obj.client_type == Program.CLIENT_CONFIDENTIAL and not change else ""
        super().save_model(request, obj, form, change)
        if not change:
            said = format_html("{} <code>{}</code>", _("The program signs in under this identifier:"), obj.client_id)
            self.message_user(request, said, messages.SUCCESS)
        if secret:
            shown = format_html("{} <code>{}</code>", _("This is its secret. It is shown only now:"), secret)
            self.message_user(request, shown, messages.WARNING)

    @admin.display(description=_("registered itself"), boolean=True)
    def registered_itself(self, program: Program) -> bool:
        return bool(program.registration_source == Program.RegistrationSource.DCR)

    @admin.display(description=_("people"))
    def people(self, program: Program) -> int:
        return int(getattr(program, "connected", 0))

    @admin.action(description=_("End all connections of the selected programs"), permissions=["change"])
    def end_all_connections(self, request: HttpRequest, queryset: QuerySet[Program]) -> None:
        count = end_connections(Q(application_id__in=[program.pk for program in queryset]))
        for program in queryset:
            self.log_change(request, program, "all connections ended")
        self.message_user(request, _("Connections ended: %(count)d.") % {"count": count}, messages.SUCCESS)
