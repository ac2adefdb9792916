"""Suites, runs, drafts, reviews and the release log in the admin; each file registers its own.

May import from this app: comparisons, exchange, gate, hit_rates, its root, judging, models, planning, statistics.
"""

from apps.evaluation.admin import cases, change_drafts, live_sampling, personas, release_log, reviews, runs, suites

__all__ = ["cases", "change_drafts", "live_sampling", "personas", "release_log", "reviews", "runs", "suites"]
