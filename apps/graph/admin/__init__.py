"""The admin of the graph: communities by level, entities with their facts and pages, indexes and their builds.

Each file registers its own classes; importing this package registers all of them.

May import from this app: building, its root, models, storage.
"""

from apps.graph.admin import entities_communities_and_merges, indexes_and_builds

__all__ = ["entities_communities_and_merges", "indexes_and_builds"]
