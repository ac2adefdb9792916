"""Files to pages: pure functions and one limited subprocess. Nothing in here knows Django or the database.

Reading order: `types.py` (what comes out), `formats/read_document.py` (which reader reads what).

May import from this app: nothing.
"""
