"""German alone: its clauses and their parts, acts named by nouns, and rules that bring a clause to one form.

May import from this app: nothing.
"""
