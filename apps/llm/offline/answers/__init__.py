"""Extractive answers of the built-in model: candidate sentences, evidence, synonyms.

May import from this app: prompts.
"""
