"""Documents leave the graph: facts deleted, counts and reports rewritten without them.

May import from this app: communities, extraction, model_calls, models, storage.
"""
