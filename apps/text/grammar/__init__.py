"""German and English grammar by rules: where sentences end, which words deny, what a question wants worked out, the
forms of separable verbs, the labels of items, spellings that differ by one letter, days that begin a line.

May import from this app: numbers, its root.
"""
