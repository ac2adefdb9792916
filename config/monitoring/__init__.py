"""Health, status, metrics and log format.

May import from this app: its root, api.protocol, notifications, processes.
"""
