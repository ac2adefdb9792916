"""Hosts and network addresses: which ones the service may connect to, and how a short answer of one is read. No Django.

May import from this app: nothing.
"""
