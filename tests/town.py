"""A small town: two documents of one collection, and the graph that was built of them."""

from apps.documents.models import Collection
from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.graph_status import get_or_create_graph_index
from tests.factories import collection, document

TEXTS = {
    "bridge.txt": "Das Tiefbauamt saniert die Nordbrücke. Die Nordbrücke kostet das Tiefbauamt drei Millionen Euro.",
    "library.txt": "Die Stadtbücherei öffnet im Kornhaus. Das Kornhaus gehört der Stadtbücherei seit dem Umbau.",
}


def town_with_graph() -> Collection:
    made = collection("town")
    for name, text in TEXTS.items():
        document([text], collection=made, external_id=name, title=name)
    build_collection_graph(get_or_create_graph_index(made))
    return made
