"""How forms name people who may read.

May import from this app: models.
"""
