"""Hosts and network addresses: which ones the service may connect to. No Django, no network.

May import from this app: nothing.
"""
