"""German and English grammar by rules: where sentences end, which words deny, what a question wants worked out.

May import from this app: nothing.
"""
