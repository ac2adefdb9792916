"""The admin site: start page, search, roles, users.

May import from this app: its root, console.home, console.topics, handbook, notifications.
"""
