"""Search by words: BM25 in SQL, phrases, compounds, fuzzy matches, reference numbers.

May import from this app: query.
"""
