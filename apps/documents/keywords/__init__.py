"""The keyword index: postings of each document and the tasks that keep them complete.

May import from this app: models, parsing.
"""
