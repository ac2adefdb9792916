"""The communities of the previous build, which the next one may update instead of detecting them anew."""

from collections import defaultdict

from apps.graph.communities.leiden import Hierarchy, LeidenCluster, link_parts
from apps.graph.models import Build, Community, CommunityMember

MOST_DRIFT = 0.2
"""From this share of entities on that came or went, the whole graph is divided anew."""


def load_hierarchy(build: Build) -> Hierarchy:
    """The communities of a build as a hierarchy. Two queries."""
    columns = ("pk", "level", "parent_id", "is_island")
    rows = list(Community.objects.filter(build=build).order_by("number").values_list(*columns))
    place = {pk: number for number, (pk, *_) in enumerate(rows)}
    members: defaultdict[int, list[str]] = defaultdict(list)
    names = CommunityMember.objects.filter(community__build=build).order_by("entity__key")
    for community, key in names.values_list("community_id", "entity__key"):
        members[community].append(key)
    groups = [
        LeidenCluster(level, members[pk], None if parent is None else place[parent], is_island=island)
        for pk, level, parent, island in rows
    ]
    return link_parts(groups)


def membership_drift(before: Hierarchy, entities: set[str]) -> float:
    """Share of entities that came or went."""
    known = {key for group in before.groups if group.parent is None for key in group.members}
    return len(known ^ entities) / max(1, len(entities))
