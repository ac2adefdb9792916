"""What model servers can do, found out by the smallest possible calls, and what does not fit to what is set.

May import from this app: its root, endpoints, models, providers, transport.
"""
