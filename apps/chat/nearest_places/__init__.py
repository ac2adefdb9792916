"""Places that are near to a question by meaning when no sentence was found to answer it: which are shown, and how.

May import from this app: proof.
"""
