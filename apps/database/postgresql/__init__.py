"""Django's PostgreSQL backend, told how many parameters a statement may have.

May import from this app: nothing.
"""
