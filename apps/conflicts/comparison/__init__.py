"""Facts of pages, and whether two of them contradict each other. Pure: no database, no clock, no model.

May import from this app: nothing.
"""
