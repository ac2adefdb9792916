"""Two documents of a collection that say different things of the same subject: found, listed for editors, shown.

May import from this app: detection.
"""
