"""The error of the embedded database."""


class LocalDatabaseError(Exception):
    """The embedded database cannot do what was asked; the message is one sentence for people."""
