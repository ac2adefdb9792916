"""Notifications of a changed answer: what they say to whom, and their ways by mail, feed, webhook and chat platform.

May import from this app: models.
"""
