"""Endpoints, models and their order, prices, outages and the ledger of calls in the admin."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import URLPattern, path
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.admin_base import LongListPaginator, ReadOnly, column, named_by, short
from apps.database.async_access import wait_without_connection
from apps.llm.admin.changes_held_for_release import ChangesHeldForRelease
from apps.llm.admin.connect_model import connect_model_page
from apps.llm.admin.endpoint_health import fetch_models_by_endpoint, has_model
from apps.llm.create_initial_models import UNKNOWN_CONTEXT_WINDOW
from apps.llm.doctor.check_models import check_model_rows
from apps.llm.doctor.findings import ModelReport
from apps.llm.errors import ERROR_SENTENCES
from apps.llm.model_registry import endpoint_address
from apps.llm.models import ChatModel, Endpoint, ModelCall, ModelOrder, ModelOutage, Price, Purpose, endpoint_problems
from apps.llm.offline.built_in_model_display_names import model_display_name


class ModelOrderInline(admin.TabularInline[ModelOrder, ChatModel]):
    model = ModelOrder
    extra = 0


@admin.register(Endpoint)
class EndpointAdmin(admin.ModelAdmin[Endpoint]):
    list_display = ["name", "base_url", "max_concurrency", "key_is_set", "is_active"]
    list_filter = ["is_active"]
    search_fields = ["name", "base_url"]
    actions = ["ask_for_health"]

    @admin.display(description=_("key found"), boolean=True)
    def key_is_set(self, endpoint: Endpoint) -> bool:
        return bool(endpoint.api_key())

    @admin.action(description=_("Ask whether the chosen endpoints answer"), permissions=["change"])
    def ask_for_health(self, request: HttpRequest, endpoints: QuerySet[Endpoint]) -> None:
        """All at once, each for five seconds at most; says it in a sentence for each."""
        chosen = {endpoint.name: endpoint for endpoint in endpoints}
        health = wait_without_connection(fetch_models_by_endpoint, [endpoint_address(one) for one in chosen.values()])
        for name, listed in health.items():
            if lacking := missing_models(chosen[name], listed):
                sentence = gettext("%(endpoint)s answers, but does not list %(models)s.")
                messages.warning(request, sentence % {"endpoint": name, "models": ", ".join(lacking)})
            elif listed is not None:
                messages.success(request, gettext("%(endpoint)s answers.") % {"endpoint": name})
            elif problems := endpoint_problems(chosen[name].base_url, chosen[name].api_key_variable):
                messages.error(request, " ".join(map(str, problems.values())))
            else:
                sentence = gettext("%(endpoint)s does not answer: check address, key and network.")
                messages.error(request, sentence % {"endpoint": name})


def missing_models(endpoint: Endpoint, listed: frozenset[str] | None) -> list[str]:
    """Models in service that the server does not list; none when it does not answer. Two queries."""
    if listed is None:
        return []
    chat = endpoint.chat_models.filter(is_active=True).values_list("name", flat=True)
    names = [*chat, *endpoint.embedding_models.values_list("name", flat=True)]
    return [name for name in names if not has_model(listed, name)]


def show_findings(request: HttpRequest, reports: Sequence[ModelReport]) -> None:
    """A sentence for each model, and one for each thing that does not fit."""
    for report in reports:
        for finding in report.findings:
            level = messages.INFO if finding.state == "ok" else messages.WARNING
            messages.add_message(request, level, f"{report.model}: {finding.sentence}")


@admin.register(ChatModel)
class ChatModelAdmin(ChangesHeldForRelease, admin.ModelAdmin[ChatModel]):
    list_display = ["__str__", "name", "endpoint", "context_window", "max_output_tokens", "is_active"]
    list_filter = ["endpoint", "is_active"]
    search_fields = ["name", "label"]
    list_select_related = ["endpoint"]
    inlines = [ModelOrderInline]
    actions = ["find_out"]

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Assumes no larger context than is certain: servers silently cut off the beginning of what exceeds it."""
        supposed = settings.CHAT_CONTEXT_WINDOW or UNKNOWN_CONTEXT_WINDOW
        return {"context_window": supposed, **super().get_changeform_initial_data(request)}

    def get_urls(self) -> list[URLPattern]:
        connecting = path("connect/", self.admin_site.admin_view(connect_model_page), name="llm_connect_model")
        return [connecting, *super().get_urls()]

    def save_model(self, request: HttpRequest, obj: ChatModel, form: Any, change: bool) -> None:
        """A model that is connected, or leads elsewhere, is asked what it can do as soon as it is stored.

        Not before: a server that answers slowly would hold up every publication.
        """
        super().save_model(request, obj, form, change)
        endpoint = obj.endpoint
        if obj.pk and endpoint and {"name", "endpoint"} & set(form.changed_data):
            transaction.on_commit(lambda: show_findings(request, check_model_rows([endpoint], [obj])))

    @admin.action(description=_("Ask the chosen models what they can do"), permissions=["change"])
    def find_out(self, request: HttpRequest, rows: QuerySet[ChatModel]) -> None:
        chosen = [row for row in rows.select_related("endpoint") if row.endpoint]
        endpoints = {row.endpoint.pk: row.endpoint for row in chosen if row.endpoint}
        show_findings(request, check_model_rows(list(endpoints.values()), chosen))


@admin.register(ModelOrder)
class ModelOrderAdmin(ChangesHeldForRelease, admin.ModelAdmin[ModelOrder]):
    list_display = ["purpose", "position", "model"]
    list_filter = ["purpose"]
    list_select_related = ["model"]


@admin.register(Price)
class PriceAdmin(admin.ModelAdmin[Price]):
    list_display = ["model_name", "valid_from", "input_per_million", "output_per_million"]
    list_filter = ["model_name"]
    date_hierarchy = "valid_from"


PURPOSES = {**dict(Purpose.choices), "embed": _("making vectors")}
"""What the ledger says a call was for: vectors are no purpose of a language model, but of a call."""

REFERENCES = {
    "turn": _("turn"),
    "document": _("document"),
    "run": _("run"),
    "graph": _("graph"),
    "search": _("Search"),
    "calibration": _("calibration of a second reader"),
    "outage": _("outage of a model server"),
    "embedding-model": _("embedding model"),
}
"""What the ledger names before the key of what a call was made for."""


def purpose_label(purpose: str) -> str:
    return str(PURPOSES.get(purpose, purpose))


def outcome_sentence(code: str, endpoint: str = "…") -> str:
    """The sentence for a code in the ledger or of an outage; the code itself where we no longer use it."""
    if code == "ok":
        return gettext("answered")
    sentence = next((sentence for known, sentence in ERROR_SENTENCES.items() if known == code), "")
    return gettext(sentence) % {"endpoint": endpoint} if sentence else code


@admin.register(ModelCall)
class ModelCallAdmin(ReadOnly, admin.ModelAdmin[ModelCall]):
    """The ledger can be read and filtered; nobody writes it by hand."""

    list_display = [
        *(
            "when",
            "named_purpose",
            "named_model",
            "told_outcome",
            "tokens",
            "duration",
            "cost",
            "prompt_version",
            "used_for",
        )
    ]
    list_filter = [
        ("purpose", named_by(purpose_label)),
        ("outcome", named_by(outcome_sentence)),
        ("model", named_by(model_display_name)),
        "created_at",
    ]
    search_fields = ["reference", "model"]
    paginator = LongListPaginator
    show_full_result_count = False
    fields = [
        *("when", "named_purpose", "named_model", "endpoint", "prompt_version", "told_outcome"),
        *("input_tokens", "output_tokens", "tokens_estimated", "seconds", "first_token_seconds", "attempts"),
        *("cost", "reference"),
    ]
    readonly_fields = ["when", "named_purpose", "named_model", "told_outcome"]

    when = column("created_at", short, _("time"))
    named_purpose = column("purpose", purpose_label, _("purpose"))
    named_model = column("model", model_display_name, _("model"))

    def row_name(self, call: ModelCall) -> str:
        return f"{purpose_label(call.purpose)}: {outcome_sentence(call.outcome, call.endpoint)}"

    @admin.display(description=_("outcome"), ordering="outcome")
    def told_outcome(self, call: ModelCall) -> str:
        return outcome_sentence(call.outcome, call.endpoint)

    @admin.display(description=_("tokens in / out"), ordering="input_tokens")
    def tokens(self, call: ModelCall) -> str:
        return f"{call.input_tokens} / {call.output_tokens}"

    @admin.display(description=_("seconds"), ordering="seconds")
    def duration(self, call: ModelCall) -> str:
        return number_format(call.seconds, 3)

    @admin.display(description=_("used for"), ordering="reference")
    def used_for(self, call: ModelCall) -> str:
        """The kind of thing and the beginning of its id; the page of the call has all of it."""
        kind, _colon, key = call.reference.partition(":")
        return f"{REFERENCES.get(kind, kind)} {key[:8]}".strip()


@admin.register(ModelOutage)
class ModelOutageAdmin(ReadOnly, admin.ModelAdmin[ModelOutage]):
    list_display = ["endpoint", "model", "why", "began_at", "ended_at", "alarm_sent_at", "all_clear_sent_at"]
    list_filter = ["endpoint", ("reason", named_by(outcome_sentence))]
    date_hierarchy = "began_at"

    @admin.display(description=_("reason"), ordering="reason")
    def why(self, outage: ModelOutage) -> str:
        return outcome_sentence(outage.reason, outage.endpoint)
