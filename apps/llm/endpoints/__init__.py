"""What an endpoint may be: where it may lead, by what requests go there, and which variables may hold its key.

May import from this app: nothing.
"""
