"""PostgreSQL beneath all apps: bulk writes, prepared statements, the vector field, settings kept in memory, threads.

May import from this app: nothing.
"""
