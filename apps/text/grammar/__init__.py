"""German and English grammar by rules: where sentences end, which words deny.

May import from this app: nothing.
"""
