"""Quotes by number: the sentences of passages get numbers, the model names those, and code takes the words.

May import from this app: proof, reply_parsing.
"""
