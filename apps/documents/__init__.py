"""Documents from import to publication: files become pages, chunks, summaries, tags, vectors and keyword postings.

May import from this app: all its rooms.
"""
