"""The facts of documents in search, stored and compared: what has changed is compared with what is there.

May import from this app: comparison, its root.
"""
