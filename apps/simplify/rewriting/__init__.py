"""The way of a text: parts, request, reply, checks, checks.certainty, repair or the original.

May import from this app: checks, checks.certainty, checks.meaning, its root, replies, second_reading, text.
"""
