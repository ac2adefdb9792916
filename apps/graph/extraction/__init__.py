"""Entities and relationships out of text units: extraction, gleaning, merging of names and descriptions.

May import from this app: model_calls.
"""
