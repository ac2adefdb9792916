"""A text as tokens: words with base form and class, numbers, dates and amounts with their values.

May import from this app: across_languages, grammar, numbers.
"""
