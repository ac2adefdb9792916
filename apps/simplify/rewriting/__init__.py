"""The way of a text: parts, request, reply, checks, repair or the original.

May import from this app: checks, checks.meaning, its root, replies, second_reading, text.
"""
