"""Quotes looked up on the page they name, citation markers and their numbers, and which sentences have no proof.

May import from this app: contradictions, page_context, quantities.
"""
