"""What the modules of this package share."""

from tests.end_to_end.shared_server import server

__all__ = ["server"]
