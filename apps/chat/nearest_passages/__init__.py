"""Nearest passages by meaning when no sentence was found to answer a question: which are shown, and how.

May import from this app: nothing.
"""
