"""Language code without Django: words, sentences, chunking, quotes, dates, identifiers.

May import from this app: grammar, numbers.
"""
