"""Keyword and vector results merged: branches, score fusion, short questions.

May import from this app: keywords, query, vectors.
"""
