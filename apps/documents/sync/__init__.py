"""A run of a source: listing compared with what is known, downloads, disappeared documents.

May import from this app: engine, fetching, its root, lifecycle, models, parsing.formats, sources,
sources.connectors, step_scheduling.
"""
