import random

import pytest

from apps.graph.communities.leiden import Edge, detect_communities, merge_directions


def rings(number: int, size: int) -> list[Edge]:
    """Rings of entities, each tied to the next one by one thin edge."""
    edges = [(f"r{r:02}n{n}", f"r{r:02}n{(n + 1) % size}", 1.0) for r in range(number) for n in range(size)]
    return edges + [(f"r{r:02}n0", f"r{r + 1:02}n0", 0.1) for r in range(number - 1)]


def nodes_of(edges: list[Edge]) -> set[str]:
    return {node for source, target, _ in edges for node in (source, target)}


def test_every_level_covers_every_entity_exactly_once() -> None:
    edges = rings(12, 9)
    entities = nodes_of(edges) | {"alone", "lonely"}
    hierarchy = detect_communities(entities, edges, max_size=5)
    assert hierarchy.depth > 1
    for level in range(hierarchy.depth):
        members = [node for group in hierarchy.level(level) for node in group.members]
        assert sorted(members) == sorted(entities)


def test_the_order_and_direction_of_edges_change_nothing() -> None:
    edges = rings(8, 7)
    turned = [(target, source, weight) for source, target, weight in edges]
    random.Random(1).shuffle(turned)  # noqa: S311 - always the same order
    assert (
        detect_communities(nodes_of(edges), turned).fingerprint()
        == detect_communities(nodes_of(edges), edges).fingerprint()
    )


def test_two_directions_of_an_edge_are_one_edge_with_both_weights() -> None:
    assert merge_directions([("b", "a", 1.0), ("a", "b", 2.0), ("a", "a", 9.0)]) == [("a", "b", 3.0)]


def test_entities_without_relationships_share_a_community_and_are_not_lost() -> None:
    hierarchy = detect_communities({f"e{n:03}" for n in range(25)}, [], max_size=10)
    assert [len(group.members) for group in hierarchy.level(0)] == [25]
    assert [len(group.members) for group in hierarchy.level(1)] == [10, 10, 5]


def test_small_parts_do_not_fill_the_root() -> None:
    pairs = [(f"p{n:03}a", f"p{n:03}b", 1.0) for n in range(60)]
    hierarchy = detect_communities(nodes_of(pairs), pairs)
    assert len(hierarchy.level(0)) == 2
    assert len(hierarchy.level(1)) == 60


@pytest.mark.parametrize("entities", [set(), {"one"}])
def test_nothing_and_one_entity_are_divided_too(entities: set[str]) -> None:
    assert [group.members for group in detect_communities(entities, []).groups] == [[node] for node in entities]


def test_one_giant_community_is_divided() -> None:
    everybody = [(f"n{one:02}", f"n{other:02}", 1.0) for one in range(40) for other in range(one)]
    hierarchy = detect_communities(nodes_of(everybody), everybody, max_size=10)
    assert sum(len(group.members) for group in hierarchy.level(hierarchy.depth - 1)) == 40


def test_another_division_has_another_fingerprint() -> None:
    edges = rings(6, 6)
    changed = [edge for edge in edges if "r00" not in edge[0]] + [("r00n0", "r05n0", 5.0)]
    assert (
        detect_communities(nodes_of(edges), edges).fingerprint()
        != detect_communities(nodes_of(edges), changed).fingerprint()
    )
