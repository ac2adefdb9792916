"""The knowledge graph: entities, relationships, claims, communities and reports, each fact with its page.

May import from this app: all its rooms.
"""
