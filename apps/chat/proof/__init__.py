"""Quotes looked up on the page they name, and how far each sentence of an answer is proved by them.

May import from this app: contradictions, quote_restrictions, quantities, reply_parsing.
"""
