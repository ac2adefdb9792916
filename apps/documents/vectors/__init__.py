"""Embeddings: rows per chunk and model, HNSW indexes and their upkeep, re-embedding.

May import from this app: its root, models.
"""
