"""Queue tasks of plain language: kept rewrites are deleted in time."""

from apps.simplify.retention import forget_old


def sweep() -> None:
    """Every day: rewrites that are older than the organisation keeps them are deleted."""
    forget_old()
