"""The admin site: start page, roles, users.

May import from this app: monitoring, processes.
"""
