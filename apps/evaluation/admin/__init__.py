"""Suites, runs, drafts, reviews and the release log in the admin; each file registers its own."""

from apps.evaluation.admin import drafts, personas, releases, reviews, runs, sampling, suites

__all__ = ["drafts", "personas", "releases", "reviews", "runs", "sampling", "suites"]
