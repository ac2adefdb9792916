"""Whether a rewrite lost or changed something; a registry of checks that are functions of two texts.

May import from this app: checks.facts, checks.meaning, text.
"""
