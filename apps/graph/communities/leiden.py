"""The Leiden algorithm: hierarchical communities from weighted edges, the same ones for the same edges.

Hierarchical Leiden (Traag et al. 2019, arXiv 1810.08473) over the graph without its smallest parts. These, and entities
without any relationship, are gathered as islands: nothing is left out, and the root stays short.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

Edge = tuple[str, str, float]
SEED = 20_240_424
RESOLUTION, RANDOMNESS, ITERATIONS = 1.0, 0.001, 1
ISLAND_SIZE = 100
"""Entities of the smallest parts that share a community at the root."""


@dataclass
class LeidenCluster:
    """A community: on `level`, and on all deeper ones up to `last_level` while it has no parts."""

    level: int
    members: list[str]
    parent: int | None = None
    last_level: int = 0
    parts: list[int] = field(default_factory=list)
    is_island: bool = False
    """Several small parts that have nothing to do with each other."""


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """Groups in a fixed order, parents before their parts. `depth` is the number of levels, 0 without entities."""

    groups: list[LeidenCluster]

    @property
    def depth(self) -> int:
        return max((group.last_level for group in self.groups), default=-1) + 1

    def places_on(self, level: int) -> list[int]:
        """The positions in `groups` of the partition of all entities on this level."""
        return [place for place, group in enumerate(self.groups) if group.level <= level <= group.last_level]

    def level(self, number: int) -> list[LeidenCluster]:
        """The partition of all entities on this level."""
        return [self.groups[place] for place in self.places_on(number)]

    def fingerprint(self) -> str:
        """Equal for equal partitions on every level, whatever the numbers of the groups."""
        digest = hashlib.sha256()
        for number in range(self.depth):
            lines = sorted("\t".join(sorted(group.members)) for group in self.level(number))
            digest.update("\n".join([f"level {number}", *lines, ""]).encode())
        return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Partition:
    """The communities of a build. `is_kept`: those of the build before, brought up to date.

    `drift` is the share of entities that came or went since the graph was divided from scratch.
    """

    hierarchy: Hierarchy
    is_kept: bool = False
    drift: float = 0.0


def detect_communities(entities: Iterable[str], edges: Iterable[Edge], *, max_size: int = 10) -> Hierarchy:
    """Every entity is in exactly one community on each level.

    Communities larger than `max_size` are divided as long as their edges allow it.
    """
    nodes, links = sorted(set(entities)), merge_directions(edges)
    parts = connected_components(nodes, links)
    large = [part for part in parts if len(part) > max_size]
    inside = {node for part in large for node in part}
    groups = run_leiden([link for link in links if link[0] in inside], max_size)
    groups += group_small_parts(
        [part for part in parts if len(part) <= max_size], offset=len(groups), max_size=max_size
    )
    return link_parts(groups)


def merge_directions(edges: Iterable[Edge]) -> list[Edge]:
    """Both directions of an edge together, in one order, so that the division does not depend on how they came."""
    weights: defaultdict[tuple[str, str], float] = defaultdict(float)
    for source, target, weight in edges:
        if source != target:
            weights[(source, target) if source < target else (target, source)] += weight
    return [(source, target, weight) for (source, target), weight in sorted(weights.items())]


def connected_components(nodes: Sequence[str], edges: Sequence[Edge]) -> list[list[str]]:
    """The connected parts, each sorted, by their first entity."""
    root = {node: node for node in nodes}

    def find(node: str) -> str:
        while root[node] != node:
            root[node] = root[root[node]]
            node = root[node]
        return node

    for source, target, _ in edges:
        first, second = sorted((find(source), find(target)))
        root[second] = first
    parts: defaultdict[str, list[str]] = defaultdict(list)
    for node in nodes:
        parts[find(node)].append(node)
    return [parts[first] for first in sorted(parts)]


def run_leiden(edges: Sequence[Edge], max_size: int) -> list[LeidenCluster]:
    """The groups of the library, in the order of level and first member."""
    if not edges:
        return []
    import graspologic_native

    # Numbers of one length sort as the names do, and are what the library hashes fastest.
    names = sorted({node for source, target, _ in edges for node in (source, target)})
    number = {name: f"{place:08d}" for place, name in enumerate(names)}
    found = graspologic_native.hierarchical_leiden(
        [(number[source], number[target], weight) for source, target, weight in edges],
        starting_communities=None,
        resolution=RESOLUTION,
        randomness=RANDOMNESS,
        iterations=ITERATIONS,
        use_modularity=True,
        max_cluster_size=max_size,
        seed=SEED,
    )
    members: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    parents: dict[tuple[int, int], int | None] = {}
    for each in found:
        members[(each.level, each.cluster)].append(names[int(each.node)])
        parents[(each.level, each.cluster)] = each.parent_cluster
    order = sorted(members, key=lambda key: (key[0], min(members[key])))
    place = {cluster: index for index, (_, cluster) in enumerate(order)}
    return [
        LeidenCluster(key[0], sorted(members[key]), None if (parent := parents[key]) is None else place[parent])
        for key in order
    ]


def group_small_parts(parts: Sequence[Sequence[str]], *, offset: int, max_size: int) -> list[LeidenCluster]:
    """Small parts share a community at the root; below it each is one, single entities stand together."""
    single = [part[0] for part in parts if len(part) == 1]
    small = [list(part) for part in parts if len(part) > 1]
    small += [single[start : start + max_size] for start in range(0, len(single), max_size)]
    groups: list[LeidenCluster] = []
    for island in pack_parts(small):
        root = LeidenCluster(0, sorted(node for part in island for node in part), is_island=len(island) > 1)
        parent = offset + len(groups)
        groups.append(root)
        if len(island) > 1:
            groups += [LeidenCluster(1, sorted(part), parent) for part in island]
    return groups


def pack_parts(parts: Sequence[list[str]]) -> list[list[list[str]]]:
    found: list[list[list[str]]] = []
    for part in parts:
        if found and sum(map(len, found[-1])) + len(part) <= ISLAND_SIZE:
            found[-1].append(part)
        else:
            found.append([part])
    return found


def link_parts(groups: list[LeidenCluster]) -> Hierarchy:
    """Parts are known to their parents; what has none stands for itself down to the deepest level."""
    for place, group in enumerate(groups):
        group.parts = []
        if group.parent is not None:
            groups[group.parent].parts.append(place)
    deepest = max((group.level for group in groups), default=0)
    for group in groups:
        group.last_level = group.level if group.parts else deepest
    return Hierarchy(groups)
