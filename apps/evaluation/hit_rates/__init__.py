"""Whether retrieval finds the expected documents, and whether two runs differ.

May import from this app: dialogues, models, planning, statistics.
"""
