"""Files to pages: pure functions and one limited subprocess. Nothing in here knows Django or the database.

Reading order: `types.py` (what comes out), `client.py` (how to call it), `reading.py` (which reader reads what).
"""
