"""The finished graph written to its tables: rows, entity vectors, their index.

May import from this app: communities, extraction, model_calls, models.
"""
