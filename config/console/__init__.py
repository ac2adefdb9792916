"""The admin site: start page, search, roles, users.

May import from this app: console.home, console.topics, handbook, notifications.
"""
