"""What is certainly lost among what the checks suspect, and parts that are gone as a whole.

May import from this app: checks.meaning, text.
"""
