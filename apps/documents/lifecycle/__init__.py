"""What happens to a whole document: upload, registration, import, report of its status, withdrawal with a receipt.

May import from this app: engine, its root, models, pages, parsing, parsing.formats, sandbox, sources,
sources.connectors,
stages, steps, resources.
"""
