"""The question as it is searched: types, terms, filters, access rights, statistics of terms.

May import from this app: nothing.
"""
