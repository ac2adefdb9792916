"""Extractive answers of the built-in model: whole sentences, kinds of questions, evidence, synonyms.

May import from this app: its root, semantic_embedding, prompts.
"""
