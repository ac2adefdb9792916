"""Search by words: BM25 in SQL, phrases, compounds, forms of verbs, fuzzy matches, reference numbers.

May import from this app: query.
"""
