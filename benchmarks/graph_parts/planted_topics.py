"""A graph of 20,000 entities and 100,000 relationships in planted communities, for what has to be fast at size."""

import json
import random
import tempfile
from pathlib import Path

ENTITIES, RELATIONS, COMMUNITIES = 20_000, 100_000, 400
SIZE = ENTITIES // COMMUNITIES
INSIDE = 0.7
"""Share of relationships that stay within their community, at least."""

Edge = tuple[str, str, float]


def planted() -> tuple[list[str], list[Edge]]:
    """Names and edges, the same ones every time."""
    chance = random.Random(3)  # noqa: S311 - the same graph every time
    edges: set[tuple[int, int]] = set()
    while len(edges) < RELATIONS:
        one = chance.randrange(ENTITIES)
        near = (one // SIZE) * SIZE + chance.randrange(SIZE)
        other = near if chance.random() < INSIDE else chance.randrange(ENTITIES)
        if one != other:
            edges.add((min(one, other), max(one, other)))
    names = [f"entity {number:05}" for number in range(ENTITIES)]
    return names, [(names[one], names[other], 1.0) for one, other in sorted(edges)]


def build_planted(slug: str) -> None:
    """The graph of a new collection, a community on each of its pages: what a model found there is given."""
    from apps.documents.lifecycle.import_documents import import_paths
    from apps.documents.models import Collection
    from apps.graph.building.build_graph import build_collection_graph
    from apps.graph.building.build_options import BuildOptions
    from apps.graph.building.graph_status import get_or_create_graph_index
    from apps.graph.extraction import cooccurrence

    with tempfile.TemporaryDirectory() as folder:
        lines = [
            {"id": f"p{n}", "title": f"Page {n}", "text": f"Page {n} tells of some things. " * 8}
            for n in range(COMMUNITIES)
        ]
        records = Path(folder) / "pages.jsonl"
        records.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        import_paths([records], slug)
    made = records_of_pages()
    usual = cooccurrence.cooccurrence_records
    try:
        cooccurrence.cooccurrence_records = lambda pieces: made
        build_collection_graph(
            get_or_create_graph_index(Collection.objects.get(slug=slug)), BuildOptions(method="noun-phrases")
        )
    finally:
        cooccurrence.cooccurrence_records = usual


def records_of_pages():  # type: ignore[no-untyped-def]
    from apps.graph.extraction.parse_records import EntityRecord, ExtractedRecords, RelationRecord

    names, edges = planted()
    made = [ExtractedRecords() for _ in range(COMMUNITIES)]
    page = {name: number // SIZE for number, name in enumerate(names)}
    for name in names:
        made[page[name]].entities.append(EntityRecord(name, "thing", f"{name} is a thing."))
    for source, target, _ in edges:
        made[page[source]].relations.append(RelationRecord(source, target, f"{source} and {target}.", 5.0))
    return made
