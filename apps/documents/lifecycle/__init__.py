"""What happens to a whole document: upload, registration, import, report of its status, withdrawal with a receipt.

May import from this app: its root, engine, models, pages, parsing, parsing.formats, model_calls, sandbox,
sources, sources.connectors, stages, step_scheduling, vectors.
"""
