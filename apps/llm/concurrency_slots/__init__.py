"""Concurrency slots: how the calls that a server takes at once are shared by all processes of all hosts.

May import from this app: nothing.
"""
