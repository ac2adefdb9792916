"""What a model replied: its sentences, without what models put around a text.

May import from this app: checks.meaning, text.
"""
