"""Deletes expired sessions every night: each visit to the sign-in page creates one, even an anonymous visit."""

from django.contrib.sessions.backends.db import SessionStore


def forget_sessions() -> None:
    """One statement of the database."""
    SessionStore.clear_expired()
