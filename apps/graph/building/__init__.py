"""A build of the graph from estimate to the switch: lock, flow, staleness, status.

May import from this app: communities, extraction, model_calls, models, storage.
"""
