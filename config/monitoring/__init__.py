"""Health, status, metrics and log format.

May import from this app: api.protocol, notifications, processes.
"""
