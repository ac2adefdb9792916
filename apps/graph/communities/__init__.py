"""Leiden communities, kept where nothing changed, and their reports.

May import from this app: extraction, model_calls, models.
"""
