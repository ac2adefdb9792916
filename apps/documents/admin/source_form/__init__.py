"""The form of a source: the fields of its kind, its schedule in words, and a look at what it would list.

May import from this app: fetching, models, sources, sources.connectors, sync.
"""
