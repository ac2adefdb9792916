"""The admin of entities and communities: by level, with their facts and pages, and names that may be one."""

from typing import Any

from django.contrib import admin
from django.db.models import Max, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from apps.admin_base import LoggedByNumber, ReadOnly
from apps.graph.admin import entity_and_community_details
from apps.graph.admin.limit_rows_to_readable_builds import LimitedToReadableBuilds
from apps.graph.models import Community, Entity, MergeSuggestion, SuggestionState


class LevelFilter(admin.SimpleListFilter):
    """The partition of a level: also communities from above that are not divided further."""

    title = _("level")
    parameter_name = "on_level"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> list[tuple[str, str]]:
        deepest = Community.objects.aggregate(Max("last_level"))["last_level__max"]
        return [] if deepest is None else [(str(level), str(level)) for level in range(deepest + 1)]

    def queryset(self, request: HttpRequest, communities: QuerySet[Community]) -> QuerySet[Community]:
        known = dict(self.lookup_choices)
        level = self.value()
        return communities.filter(level__lte=level, last_level__gte=level) if level in known else communities


@admin.register(Community)
class CommunityAdmin(ReadOnly, LimitedToReadableBuilds, admin.ModelAdmin[Community]):
    collection_path = "build__index__collection"
    list_display = ["title", "level", "size", "rating", "how"]
    list_filter = ["build__index__collection", LevelFilter, "report__method", "report__is_stale"]
    list_select_related = ["report"]
    search_fields = ["report__title", "report__summary"]
    change_form_template = "admin/graph/community/change_form.html"
    fields = ["level", "size"]

    @admin.display(description=_("report"), ordering="report__title")
    def title(self, community: Community) -> str:
        return community.report.title

    @admin.display(description=_("rating"), ordering="report__rating")
    def rating(self, community: Community) -> float:
        return community.report.rating

    @admin.display(description=_("written"))
    def how(self, community: Community) -> str:
        return community.report.get_method_display()

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        community = self.get_object(request, object_id)
        context: dict[str, Any] = {}
        if community is not None:
            members = entity_and_community_details.community_members(community)
            context = {
                "subtitle": community.report.title,
                "findings": entity_and_community_details.report_findings(community),
                "members": members,
                "picture": entity_and_community_details.community_diagram(community),
                "ties": entity_and_community_details.relationships_with_pages(
                    entity_and_community_details.relationships_within(members)
                ),
                "parts": community.parts.select_related("report"),
            }
        return super().change_view(request, object_id, form_url, (extra_context or {}) | context)


@admin.register(Entity)
class EntityAdmin(ReadOnly, LimitedToReadableBuilds, admin.ModelAdmin[Entity]):
    collection_path = "build__index__collection"
    list_display = ["name", "type", "degree", "mention_count"]
    list_filter = ["build__index__collection", "type"]
    search_fields = ["name", "description"]
    change_form_template = "admin/graph/entity/change_form.html"
    fields = ["name", "type", "description"]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        entity = self.get_object(request, object_id)
        context: dict[str, Any] = {}
        if entity is not None:
            context = {
                "facts": entity_and_community_details.facts_of_entity(entity),
                "claims": entity_and_community_details.claims_of_entity(entity),
                "ties": entity_and_community_details.relationships_with_pages(
                    entity_and_community_details.relationships_of_entity(entity)
                ),
                "picture": entity_and_community_details.entity_diagram(entity),
                "communities": Community.objects.filter(members__entity=entity).select_related("report"),
            }
        return super().change_view(request, object_id, form_url, (extra_context or {}) | context)


def entity_description_html(suggestion: MergeSuggestion, key: str) -> str:
    """The description of the entity in the build in use, and the way to its facts."""
    entity = Entity.objects.filter(build=suggestion.index.current, key=key).first()
    if entity is None:
        return "-"
    address = reverse("admin:graph_entity_change", args=[entity.pk])
    return format_html('{} <a href="{}">{}</a>', entity.description, address, _("Facts and their pages"))


@admin.register(MergeSuggestion)
class MergeSuggestionAdmin(LoggedByNumber, LimitedToReadableBuilds, admin.ModelAdmin[MergeSuggestion]):
    collection_path = "index__collection"
    build_path = "index__builds"
    list_display = ["name", "other_name", "reason", "state", "index"]
    list_filter = ["state", "reason", "index__collection"]
    list_select_related = ["index__collection"]
    search_fields = ["name", "other_name"]
    actions = ["accept", "reject", "swap"]
    fields = ["index", "name", "said_of_it", "other_name", "said_of_the_other", "reason", "state"]
    readonly_fields = ["index", "name", "said_of_it", "other_name", "said_of_the_other", "reason"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """What was deleted would be suggested again; "not the same" stays."""
        return False

    @admin.display(description=_("what is said of it"))
    def said_of_it(self, suggestion: MergeSuggestion) -> str:
        return entity_description_html(suggestion, suggestion.key)

    @admin.display(description=_("what is said of the other"))
    def said_of_the_other(self, suggestion: MergeSuggestion) -> str:
        return entity_description_html(suggestion, suggestion.other_key)

    def save_model(self, request: HttpRequest, suggestion: MergeSuggestion, form: Any, change: bool) -> None:
        if "state" in form.changed_data:
            suggestion.decided_at = timezone.now()
        super().save_model(request, suggestion, form, change)

    @admin.action(description=_("The same: join them in the next build"), permissions=["change"])
    def accept(self, request: HttpRequest, suggestions: QuerySet[MergeSuggestion]) -> None:
        self.decide(request, suggestions, SuggestionState.ACCEPTED)

    @admin.action(description=_("Not the same"), permissions=["change"])
    def reject(self, request: HttpRequest, suggestions: QuerySet[MergeSuggestion]) -> None:
        self.decide(request, suggestions, SuggestionState.REJECTED)

    @admin.action(description=_("The same, but keep the other name"), permissions=["change"])
    def swap(self, request: HttpRequest, suggestions: QuerySet[MergeSuggestion]) -> None:
        for each in suggestions:
            each.key, each.other_key = each.other_key, each.key
            each.name, each.other_name = each.other_name, each.name
            each.state, each.decided_at = SuggestionState.ACCEPTED, timezone.now()
            each.save()
        self.say(request, len(suggestions))

    def decide(self, request: HttpRequest, suggestions: QuerySet[MergeSuggestion], state: str) -> None:
        self.say(request, suggestions.update(state=state, decided_at=timezone.now()))

    def say(self, request: HttpRequest, count: int) -> None:
        said = ngettext("%(count)d pair of names was decided.", "%(count)d pairs of names were decided.", count)
        self.message_user(request, said % {"count": count})
