"""Retrieval over the knowledge graph: reports, entities, map and reduce.

May import from this app: query, vectors.
"""
