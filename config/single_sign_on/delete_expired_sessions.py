"""Deletes expired sessions every night: each visit to the page of signing in makes one, whoever it is."""

from django.contrib.sessions.backends.db import SessionStore


def forget_sessions() -> None:
    """One statement of the database."""
    SessionStore.clear_expired()
