"""The built-in embedding model that understands meaning: a package with weights, at work in a process of its own.

May import from this app: its root.
"""
