"""The pinned suite of three cases."""

from tests.evaluation.conftest import pinned, suite

__all__ = ["pinned", "suite"]
