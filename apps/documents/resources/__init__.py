"""What stages are handed: models with batching and priority, processes for text, the ledger entry of each call.

May import from this app: keywords, models, parsing, sandbox.
"""
