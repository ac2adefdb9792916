"""The admin of graph indexes: settings, state, levels, builds, and the button that starts one."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet, Sum
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from apps.admin_base import CountsDeleted, LinesField, ReadOnly, column, short
from apps.documents.admin.limit_rows_to_readable_collections import LimitedToReadableCollections
from apps.graph import tasks
from apps.graph.building.estimate_cost import estimate_build_cost
from apps.graph.building.graph_status import graph_state, graph_status
from apps.graph.building.stale_documents import count_stale_documents, first_stale_documents
from apps.graph.models import Build, BuildState, Community, Entity, GraphIndex, Relationship, Unit
from apps.graph.storage.switch_to_finished_build import delete_graph
from apps.llm.models import Purpose

FORECAST = "forecast"
"""Asks the page of a graph for what the next build would take: seconds for a large collection."""
MOST_STALE = 20
STATES = {
    "empty": _("not built yet"),
    "building": _("being built"),
    "incomplete": _("incomplete, not searched yet"),
    "complete": _("complete"),
    "stale": _("documents have changed since"),
}


@admin.register(GraphIndex)
class GraphIndexAdmin(CountsDeleted, LimitedToReadableCollections, admin.ModelAdmin[GraphIndex]):
    list_display = ["collection", "state", "shown_method", "entities", "last_build"]
    list_select_related = ["collection", "current"]
    goes_along: ClassVar = {Entity: "build__index", Relationship: "build__index", Community: "build__index"}
    change_form_template = "admin/graph/graphindex/change_form.html"
    fieldsets = [
        (None, {"fields": ["collection", "method", "rebuild_hours", "budget_calls", "budget_cost"]}),
        (
            _("Index"),
            {
                "fields": [
                    "chunk_tokens", "chunk_overlap", "gleanings", "entity_types", "language", "claims",
                    "max_cluster_size", "report_tokens",
                ]
            },
        ),
        (_("Search"), {"fields": ["search_level", "dynamic_selection", "asks_the_way"]}),
    ]  # fmt: skip

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "entity_types":
            return LinesField(label=db_field.verbose_name, required=False, help_text=db_field.help_text)
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def delete_model(self, request: HttpRequest, index: GraphIndex) -> None:
        delete_graph(index)

    def delete_queryset(self, request: HttpRequest, indexes: QuerySet[GraphIndex]) -> None:
        for index in indexes:
            delete_graph(index)

    @admin.display(description=_("state"))
    def state(self, index: GraphIndex) -> str:
        stale = count_stale_documents(index.collection_id, index.current)
        return str(STATES[graph_state(index, stale)])

    @admin.display(description=_("method"))
    def shown_method(self, index: GraphIndex) -> str:
        return index.current.get_method_display() if index.current else ""

    @admin.display(description=_("entities"))
    def entities(self, index: GraphIndex) -> int:
        return index.current.entities if index.current else 0

    @admin.display(description=_("last build"))
    def last_build(self, index: GraphIndex) -> str:
        return short(index.current.finished_at) if index.current and index.current.finished_at else ""

    def get_urls(self) -> list[URLPattern]:
        building = self.admin_site.admin_view(require_POST(self.build_view))
        return [path("<int:index_id>/build/", building, name="graph_graphindex_build"), *super().get_urls()]

    def build_view(self, request: HttpRequest, index_id: int) -> HttpResponseBase:
        index = get_object_or_404(GraphIndex, pk=index_id)
        if not self.has_change_permission(request, index):
            raise PermissionDenied
        tasks.enqueue_graph_build(index.pk)
        self.message_user(request, _("The graph is being built; this page shows how far it is."), messages.SUCCESS)
        return HttpResponseRedirect(reverse("admin:graph_graphindex_change", args=[index_id]))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        index = self.get_object(request, object_id)
        context = index_page_context(index, forecast=FORECAST in request.GET) if index else {}
        return super().change_view(request, object_id, form_url, (extra_context or {}) | context)


def index_page_context(index: GraphIndex, *, forecast: bool) -> dict[str, Any]:
    """State, what is stale, and the levels with their share of reading everything; the forecast reads all texts."""
    state = graph_status(index.collection)
    everything = Unit.objects.filter(build=index.current).aggregate(tokens=Sum("tokens"))["tokens"] or 0
    shares = (100 * level["report_tokens"] / everything if everything else None for level in state["levels"])
    levels = [level | {"share": share} for level, share in zip(state["levels"], shares, strict=True)]
    return {
        "graph": state | {"state_words": STATES[state["state"]], "levels": levels, "everything": everything},
        "stale": first_stale_documents(index.collection_id, index.current, MOST_STALE) if index.current else [],
        "problems": (state["last_build"] or {}).get("problems", []),
        "calls": label_calls(state["model_calls"]),
        "forecast": estimate_build_cost(index) if forecast else None,
        "builds": Build.objects.filter(index=index)[:20],
    }


@admin.register(Build)
class BuildAdmin(ReadOnly, LimitedToReadableCollections, admin.ModelAdmin[Build]):
    collection_path = "index__collection"
    list_display = ["index", "state", "method", "step", "progress", "cost", "tokens", "seconds", "started"]
    list_filter = ["state", "method", ("index", admin.RelatedOnlyFieldListFilter)]
    exclude = ["made_with", "levels", "problems", "calls", "fingerprint"]
    readonly_fields = ["shown_levels", "shown_calls", "shown_problems"]
    list_select_related = ["index__collection"]

    @admin.display(description=_("step"))
    def step(self, build: Build) -> str:
        return build.phase_words

    @admin.display(description=_("progress"))
    def progress(self, build: Build) -> str:
        return f"{build.done} / {build.total}" if build.total and build.state != BuildState.COMPLETE else ""

    @admin.display(description=_("tokens"))
    def tokens(self, build: Build) -> int:
        return build.input_tokens + build.output_tokens

    started = column("started_at", short, _("started"))

    @admin.display(description=_("communities by level"))
    def shown_levels(self, build: Build) -> str:
        return ", ".join(f"{level['level']}: {level['communities']}" for level in build.levels)

    @admin.display(description=_("calls by purpose"))
    def shown_calls(self, build: Build) -> str:
        return ", ".join(f"{label}: {number}" for label, number in label_calls(build.calls))

    @admin.display(description=_("problems"))
    def shown_problems(self, build: Build) -> SafeString:
        return format_html_join("", "<div>{}: {}</div>", ((one["what"], one["reason"]) for one in build.problems))


def label_calls(calls: Mapping[str, int]) -> list[tuple[str, int]]:
    """The purposes of model calls as people call them."""
    labels = dict(Purpose.choices) | {"embed": _("Search by meaning")}
    return [(str(labels.get(purpose, purpose)), number) for purpose, number in calls.items()]
