"""What an endpoint may be: where it may lead, and which variables may hold its key.

May import from this app: nothing.
"""
