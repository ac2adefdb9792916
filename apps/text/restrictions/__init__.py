"""Sentences, headings and notes that restrict or take back what stands near them, by what they say alone.

Where on a page they stand, `apps.chat.quote_restrictions` finds out. Works on texts; no network, no database.

May import from this app: entailment, entailment.both_languages, grammar, numbers.
"""
