"""Model calls of a build: cached replies, budget, commits in batches.

May import from this app: models.
"""
