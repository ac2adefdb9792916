"""Language models and embedders: endpoints, order of models, prompts with versions, the ledger of calls.

May import from this app: all its rooms.
"""
