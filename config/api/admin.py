"""API tokens in the admin: made, shown once, revoked. Nobody can read or change one afterwards."""

from collections.abc import Iterable
from datetime import datetime, time
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from config.api.tokens.api_tokens import ApiToken
from config.api.tokens.prevent_privilege_escalation import possible_owners
from config.api.tokens.scopes import PERSONAL_SCOPES, Scope


def scopes_field(scopes: Iterable[Scope]) -> forms.MultipleChoiceField:
    choices = [(scope.value, scope.label) for scope in scopes]
    return forms.MultipleChoiceField(choices=choices, widget=forms.CheckboxSelectMultiple, label=_("scopes"))


class ApiTokenForm(forms.ModelForm[ApiToken]):
    scopes = scopes_field(PERSONAL_SCOPES)
    # Django's two fields for day and time have one label between them, which screen readers do not find.
    expires_at = forms.DateField(
        label=_("expires"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    class Meta:
        model = ApiToken
        fields = ["name", "user", "scopes", "expires_at"]

    def clean_expires_at(self) -> datetime | None:
        """Returns the end of the last day on which the token works."""
        day = self.cleaned_data["expires_at"]
        if day and day < timezone.localdate():
            raise forms.ValidationError(_("This day is over: a token that expires then is of no use."))
        return timezone.make_aware(datetime.combine(day, time.max)) if day else None


class DirectoryTokenForm(ApiTokenForm):
    """The form of superusers: who makes accounts and groups decides about every right."""

    scopes = scopes_field(Scope)


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin[ApiToken]):
    form = ApiTokenForm
    list_display = ["name", "beginning", "user", "scope_list", "expires_at", "last_used_at", "is_usable"]
    list_filter = ["user"]
    list_select_related = ["user"]
    search_fields = ["name", "beginning"]
    actions = ["revoke"]

    def has_change_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        # A list needs the right; a token that was handed out is revoked, never changed.
        return obj is None and super().has_change_permission(request, obj)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **options: Any) -> Any:
        if db_field.name == "user":
            options["queryset"] = possible_owners(request.user)
        return super().formfield_for_foreignkey(db_field, request, **options)

    def get_form(self, request: HttpRequest, obj: ApiToken | None = None, change: bool = False, **options: Any) -> Any:
        options["form"] = DirectoryTokenForm if request.user.is_superuser else ApiTokenForm
        return super().get_form(request, obj, change, **options)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {"user": str(request.user.pk)} | super().get_changeform_initial_data(request)

    def save_model(self, request: HttpRequest, obj: ApiToken, form: object, change: bool) -> None:
        secret = obj.issue()
        shown = format_html("{} <code>{}</code>", _("This is the token. It is shown only now:"), secret)
        self.message_user(request, shown, messages.WARNING)

    @admin.display(description=_("scopes"))
    def scope_list(self, token: ApiToken) -> str:
        return ", ".join(token.scopes)

    @admin.display(description=_("usable"), boolean=True)
    def is_usable(self, token: ApiToken) -> bool:
        expired = token.expires_at is not None and token.expires_at <= timezone.now()
        return token.revoked_at is None and not expired and token.user.is_active

    @admin.action(description=_("Revoke the selected tokens"), permissions=["change"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[ApiToken]) -> None:
        usable = list(queryset.filter(revoked_at=None))
        queryset.filter(pk__in=[token.pk for token in usable]).update(revoked_at=timezone.now())
        for token in usable:
            self.log_change(request, token, "revoked")
        self.message_user(request, _("Revoked: %(count)d.") % {"count": len(usable)}, messages.SUCCESS)
