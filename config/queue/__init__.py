"""The queue in our database: what may be fetched and what is due by the database's clock, tasks by their new names.

May import from this app: nothing.
"""
