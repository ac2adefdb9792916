"""Django's PostgreSQL backend, told how many parameters a statement may have and when its server is gone.

May import from this app: nothing.
"""
