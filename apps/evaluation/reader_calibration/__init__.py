"""How far the second reader of answers agrees with labelled sentences: the cases, the measurement, its page.

May import from this app: statistics.
"""
