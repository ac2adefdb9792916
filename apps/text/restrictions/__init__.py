"""Sentences, headings and notes that restrict or take back what stands near them, by what they say alone.

Where on a page they stand, `apps.chat.page_context` finds out. Works on texts; no network, no database.

May import from this app: derivation, derivation.both_languages, grammar.
"""
