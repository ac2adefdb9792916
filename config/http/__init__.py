"""Middleware: body limit, content security policy, embedding in other pages.

May import from this app: nothing.
"""
