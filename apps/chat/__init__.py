"""Conversations on every channel: a question comes in, is answered from the documents, proved sentence by sentence,
stored.

May import from this app: all its rooms.
"""
