"""Official German and English in plain language, compared sentence by sentence with the original.

May import from this app: all its rooms.
"""
