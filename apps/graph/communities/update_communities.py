"""Updates the communities of the previous build: only those change whose members changed."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from apps.graph.communities.leiden import (
    Edge,
    Hierarchy,
    LeidenCluster,
    connected_components,
    group_small_parts,
    link_parts,
    merge_directions,
    run_leiden,
)

OVERGROWN = 2.0
"""A community that has grown to so many times the largest size is divided."""


def update_communities(
    before: Hierarchy, entities: Iterable[str], edges: Iterable[Edge], *, max_size: int = 10
) -> Hierarchy:
    """Removes entities that are gone; new ones join the community they are connected to most, or become islands.

    Again a partition of all entities on every level.
    """
    nodes, links = sorted(set(entities)), merge_directions(edges)
    groups = remove_missing_members(before.groups, set(nodes))
    homeless = place_new_members(groups, nodes, links)
    if homeless:
        among = [link for link in links if link[0] in homeless and link[1] in homeless]
        groups += group_small_parts(
            connected_components(sorted(homeless), among), offset=len(groups), max_size=max_size
        )
    return link_parts(split_overgrown(link_parts(groups).groups, links, max_size))


def remove_missing_members(groups: Sequence[LeidenCluster], present: set[str]) -> list[LeidenCluster]:
    """Copies with the remaining members; empty clusters are dropped and parents renumbered."""
    copies = [
        LeidenCluster(
            group.level, [node for node in group.members if node in present], group.parent, is_island=group.is_island
        )
        for group in groups
    ]
    place: dict[int, int] = {}
    for old, group in enumerate(copies):
        if group.members:
            place[old] = len(place)
    left = [group for group in copies if group.members]
    for group in left:
        group.parent = None if group.parent is None else place[group.parent]
    return left


def place_new_members(groups: list[LeidenCluster], nodes: Sequence[str], edges: Sequence[Edge]) -> set[str]:
    """Puts new entities into the smallest community they are connected to most, and its ancestors; returns the rest."""
    parents = {group.parent for group in groups}
    home = {node: place for place, group in enumerate(groups) if place not in parents for node in group.members}
    neighbours: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)
    new = set(nodes) - set(home)
    for source, target, weight in edges:
        if source in new:
            neighbours[source].append((target, weight))
        if target in new:
            neighbours[target].append((source, weight))
    joined: defaultdict[int, list[str]] = defaultdict(list)
    while found := {node: place for node in new if (place := strongest_neighbour(neighbours[node], home)) is not None}:
        home |= found
        new -= set(found)
        for node, place in found.items():
            joined[place].append(node)
    for start, members in joined.items():
        above: int | None = start
        while above is not None:
            groups[above].members = sorted([*groups[above].members, *members])
            above = groups[above].parent
    return new


def strongest_neighbour(neighbours: Sequence[tuple[str, float]], home: dict[str, int]) -> int | None:
    weights: defaultdict[int, float] = defaultdict(float)
    for node, weight in neighbours:
        if node in home:
            weights[home[node]] += weight
    return min(weights, key=lambda place: (-weights[place], place)) if weights else None


def split_overgrown(groups: list[LeidenCluster], edges: Sequence[Edge], max_size: int) -> list[LeidenCluster]:
    """Communities without parts that have outgrown the limit get parts of their own."""
    for place, group in enumerate(list(groups)):
        if group.parts or len(group.members) <= OVERGROWN * max_size:
            continue
        inside = set(group.members)
        parts = run_leiden([edge for edge in edges if edge[0] in inside and edge[1] in inside], max_size)
        loose = sorted(inside - {node for part in parts if part.level == 0 for node in part.members})
        if len([part for part in parts if part.level == 0]) + bool(loose) < 2:
            continue
        offset = len(groups)
        for part in parts:
            parent = place if part.parent is None else offset + part.parent
            groups.append(LeidenCluster(group.level + 1 + part.level, part.members, parent))
        if loose:
            groups.append(LeidenCluster(group.level + 1, loose, place))
    return groups
