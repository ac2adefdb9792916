"""Who is spoken of: holders of something, "Sie als Mieter", whoever does something. German.

May import from this app: derivation, derivation.reading, derivation.tokens.
"""
