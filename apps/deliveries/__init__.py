"""Words that are owed to somebody outside, by webhook, mail or chat platform: when each is tried, and given up.

May import from this app: nothing.
"""
