"""Model servers that do not answer: found in the ledger, kept as rows, asked again until they do.

May import from this app: its root, providers, transport, models.
"""
