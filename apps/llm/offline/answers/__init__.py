"""Extractive answers of the built-in model: units that can be read, what stands beside them, and whether one is an
answer.

May import from this app: its root, semantic_embedding, offline.ranking, prompts.
"""
