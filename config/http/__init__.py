"""Middleware: delays of those who were refused, content security policy, embedding in other pages.

May import from this app: http.bodies.
"""
