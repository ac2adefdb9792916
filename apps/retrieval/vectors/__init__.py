"""Nearest neighbours: the one vector query, ranking of documents, neighbouring chunks.

May import from this app: query.
"""
