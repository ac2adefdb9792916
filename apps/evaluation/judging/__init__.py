"""Scores by a language model, calibrated against people: calls, claims, the review queue.

May import from this app: models, statistics.
"""
