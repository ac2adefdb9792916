"""Questions as people type them, made ready to be compared with sentences: follow-ups stand alone, two questions are
taken apart, slips of the pen mended, and what only leads to a question left out.

May import from this app: offline.ranking.
"""
