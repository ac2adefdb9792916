"""Queue tasks of plain language: kept rewrites are deleted in time."""

from apps.simplify.retention import delete_old_rewrites


def sweep() -> None:
    """Every day: rewrites that are older than the organisation keeps them are deleted."""
    delete_old_rewrites()
