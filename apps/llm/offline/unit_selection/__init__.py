"""Which units of the sources the built-in model answers with, and how many of them.

May import from this app: offline.answers, offline.questions, offline.ranking, prompts.
"""
