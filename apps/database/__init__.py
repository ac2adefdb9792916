"""PostgreSQL beneath all apps: bulk writes, prepared statements, advisory locks, settings kept in memory, threads.

May import from this app: nothing.
"""
