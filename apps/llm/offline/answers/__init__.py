"""Extractive answers of the built-in model: units that can be read, the best of them, and whether it is
an answer.

May import from this app: its root, semantic_embedding, offline.questions, offline.ranking, prompts.
"""
