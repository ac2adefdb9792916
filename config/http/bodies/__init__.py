"""Bodies of requests: how large they may be, how long they are, of how many parts a form may be made.

May import from this app: nothing.
"""
