"""From a question to passages: profiles, filters, switchable algorithms.

May import from this app: all its rooms.
"""
