"""The admin page that connects a model: address, key and name go in, the checks of `models doctor` run."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.core.exceptions import PermissionDenied
from django.core.validators import MinValueValidator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from apps.llm.admin.changes_held_for_release import held_publication, report_held_changes
from apps.llm.call_ledger import Ledger
from apps.llm.doctor.connect_model import (
    chat_model_row,
    connect_model,
    endpoint_at_address,
    fetch_server_models,
    try_model,
)
from apps.llm.doctor.findings import Finding, ModelReport
from apps.llm.models import ChatModel, Endpoint, Price, Purpose

REQUIRED_PERMISSIONS = (
    "llm.add_endpoint",
    "llm.change_endpoint",
    "llm.add_chatmodel",
    "llm.change_chatmodel",
    "llm.add_modelorder",
)
MOST_LISTED = 500
LIST = "list"
PURPOSES = [
    (Purpose.DEFAULT.value, gettext_lazy("answers and everything else")),
    *((value, label) for value, label in Purpose.choices if value not in (Purpose.DEFAULT, Purpose.RERANK)),
]


class ConnectForm(forms.Form):
    """The key is taken and never given back to the browser."""

    base_url = forms.URLField(
        label=gettext_lazy("Address of the server"),
        max_length=500,
        assume_scheme="https",
        help_text=gettext_lazy("As the provider names it; most end in /v1: https://api.mistral.ai/v1"),
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    key = forms.CharField(
        label=gettext_lazy("Key"),
        max_length=4_000,
        required=False,
        help_text=gettext_lazy(
            "Stored sealed, sent to this server alone, never shown again. Leave it empty for a server that asks for "
            "none, or whose key is known already."
        ),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    name = forms.CharField(
        label=gettext_lazy("Model"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Leave it empty to be shown which models the server has."),
        widget=forms.TextInput(attrs={"list": "models-of-server", "autocomplete": "off", "spellcheck": "false"}),
    )
    purpose = forms.ChoiceField(label=gettext_lazy("Used for"), choices=PURPOSES)
    context_window = forms.IntegerField(
        label=gettext_lazy("context window in tokens"),
        required=False,
        min_value=1_000,
        max_value=10_000_000,
        help_text=gettext_lazy("Empty: as the server says, and 4,096 if it says nothing."),
    )
    input_price = forms.DecimalField(
        label=gettext_lazy("per million input tokens"),
        required=False,
        max_digits=12,
        decimal_places=4,
        validators=[MinValueValidator(0)],
    )
    output_price = forms.DecimalField(
        label=gettext_lazy("per million output tokens"),
        required=False,
        max_digits=12,
        decimal_places=4,
        validators=[MinValueValidator(0)],
    )

    def clean_base_url(self) -> str:
        url: str = self.cleaned_data["base_url"].strip().rstrip("/")
        try:
            Endpoint(base_url=url, api_key_variable="").clean()
        except forms.ValidationError as error:
            raise forms.ValidationError(error.messages) from None
        return url

    def clean_key(self) -> str:
        key: str = self.cleaned_data["key"].strip()
        if not (key.isascii() and key.isprintable()) or " " in key:
            raise forms.ValidationError(_("A key has neither spaces nor letters with accents: copy it once more."))
        return key

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if (given.get("input_price") is None) != (given.get("output_price") is None):
            self.add_error("output_price", _("Enter both prices, or none."))
        return given


@sensitive_post_parameters("key")
@require_http_methods(["GET", "POST"])
def connect_model_page(request: HttpRequest) -> HttpResponse:
    """The page; by POST what the server lists (`step=list`), or the outcome. JSON for the page's own script."""
    if not request.user.has_perms(REQUIRED_PERMISSIONS):
        raise PermissionDenied
    form = ConnectForm(request.POST or None)
    outcome = handle_connect_form(request, form) if request.method == "POST" and form.is_valid() else {}
    if request.accepts("text/html"):
        if outcome.get("url"):
            return HttpResponseRedirect(outcome["url"])
        context = {
            "title": _("Connect a language model"),
            "opts": ChatModel._meta,
            "form": form,
            "outcome": outcome,
        }
        return TemplateResponse(
            request, "admin/llm/connect_model.html", {**admin.site.each_context(request), **context}
        )
    return JsonResponse(outcome or {"ok": False, "sentences": form_error_messages(form), "models": []})


def form_error_messages(form: ConnectForm) -> list[dict[str, str]]:
    return [
        {"state": "problem", "text": f"{form.fields[name].label if name in form.fields else ''}: {text}".lstrip(": ")}
        for name, texts in form.errors.items()
        for text in texts
    ]


@sensitive_variables("given")
def handle_connect_form(request: HttpRequest, form: ConnectForm) -> dict[str, Any]:
    given = form.cleaned_data
    endpoint = endpoint_at_address(given["base_url"], given["key"])
    if request.POST.get("step") == LIST or not given["name"]:
        return model_list_outcome(endpoint)
    row, ledger = chat_model_row(endpoint, given["name"]), Ledger()
    report = try_model(endpoint, row, given["context_window"], ledger)
    said = [finding_message(finding) for finding in report.findings]
    if not report.is_well:
        return {"ok": False, "sentences": said, "models": []}
    ledger.save("probe")
    return {
        "ok": True,
        "sentences": said,
        "models": [],
        "url": store_connected_model(request, endpoint, row, given, report),
    }


def model_list_outcome(endpoint: Endpoint) -> dict[str, Any]:
    found = fetch_server_models(endpoint)
    if found.problem:
        return {"ok": False, "sentences": [finding_message(found.problem)], "models": []}
    names = list(found.listed.sizes)[:MOST_LISTED]
    text = _("The server has these models: choose one.")
    if not names:
        text = _("The server answers, but names no models: enter the model's name. Most addresses end in /v1.")
    return {"ok": bool(names), "sentences": [{"state": "unknown", "text": text}], "models": names}


def finding_message(finding: Finding) -> dict[str, str]:
    return {"state": finding.state, "text": finding.sentence}


def store_connected_model(
    request: HttpRequest, endpoint: Endpoint, row: ChatModel, given: dict[str, Any], report: ModelReport
) -> str:
    """Keeps all of it; what may not go into service unmeasured is told. The address of the page to go on with."""
    flag = CHANGE if row.pk else ADDITION
    with report_held_changes(request):
        connect_model(endpoint, row, Purpose(given["purpose"]), is_new_key=bool(given["key"]))
    if given["input_price"] is not None:
        prices = {"input_per_million": given["input_price"], "output_per_million": given["output_price"]}
        Price.objects.update_or_create(model_name=row.name, valid_from=timezone.localdate(), defaults=prices)
    person = request.user.pk
    if person is not None:
        note = f"Connected at {endpoint.base_url}."
        LogEntry.objects.log_actions(person, [row], flag, note, single_object=True)
    held = held_publication(request)
    if held is None:
        text = _("'%(model)s' answers, and is asked first from now on. %(found)s")
        found = " ".join(finding.sentence for finding in report.findings if finding.name != "answer")
        messages.success(request, (text % {"model": row.name, "found": found}).strip())
    return (held.address if held else "") or reverse("admin:llm_chatmodel_change", args=[row.pk])
