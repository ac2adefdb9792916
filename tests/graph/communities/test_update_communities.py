from apps.graph.communities.leiden import detect_communities
from apps.graph.communities.update_communities import update_communities
from tests.graph.communities.test_leiden import nodes_of, rings


def levels(hierarchy: object) -> list[set[frozenset[str]]]:
    return [
        {frozenset(group.members) for group in hierarchy.level(number)}  # type: ignore[attr-defined]
        for number in range(hierarchy.depth)  # type: ignore[attr-defined]
    ]


def test_without_a_change_the_communities_are_the_same() -> None:
    edges = rings(8, 7)
    before = detect_communities(nodes_of(edges), edges, max_size=5)
    assert update_communities(before, nodes_of(edges), edges, max_size=5).fingerprint() == before.fingerprint()


def test_who_is_new_joins_the_community_it_is_tied_to_and_no_other_changes() -> None:
    edges = rings(8, 7)
    before = detect_communities(nodes_of(edges), edges)
    now = [*edges, ("new", "r03n2", 1.0), ("newer", "new", 1.0)]
    after = update_communities(before, nodes_of(now), now)
    changed = [group for group in levels(after)[-1] if group not in levels(before)[-1]]
    assert len(changed) == 1
    assert {"new", "newer", "r03n2"} <= changed[0]


def test_who_is_gone_is_in_no_community() -> None:
    edges = rings(4, 6)
    before = detect_communities(nodes_of(edges), edges)
    left = [edge for edge in edges if not edge[0].startswith("r00") and not edge[1].startswith("r00")]
    after = update_communities(before, nodes_of(left), left)
    for number in range(after.depth):
        assert sorted(node for group in after.level(number) for node in group.members) == sorted(nodes_of(left))


def test_who_is_tied_to_nobody_is_an_island() -> None:
    edges = rings(4, 6)
    before = detect_communities(nodes_of(edges), edges)
    after = update_communities(before, {*nodes_of(edges), "alone"}, edges)
    assert ["alone"] in [group.members for group in after.level(0)]


def test_a_community_that_has_outgrown_the_limit_is_divided() -> None:
    edges = rings(2, 6)
    before = detect_communities(nodes_of(edges), edges, max_size=10)
    more = [("r00n0", f"x{n:02}", 1.0) for n in range(15)]
    more += [(f"x{n:02}", f"y{n:02}{m}", 1.0) for n in range(15) for m in range(3)]
    after = update_communities(before, nodes_of([*edges, *more]), [*edges, *more], max_size=10)
    assert after.depth > before.depth
    for number in range(after.depth):
        members = [node for group in after.level(number) for node in group.members]
        assert sorted(members) == sorted(nodes_of([*edges, *more]))
