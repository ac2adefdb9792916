"""Suites, runs, drafts, reviews and the release log in the admin; each file registers its own.

May import from this app: comparisons, dialogues, import_export, gate, hit_rates, its root, judging, models,
planning, second_reader_calibration, run_pages, statistics, synonym_review, templatetags.
"""

from apps.evaluation.admin import (
    cases,
    change_drafts,
    live_sampling,
    personas_and_criteria,
    release_log,
    reviews,
    runs,
    suites,
)
from apps.evaluation.second_reader_calibration import calibration_admin
from apps.evaluation.synonym_review import synonym_admin

__all__ = [
    "calibration_admin",
    "cases",
    "change_drafts",
    "live_sampling",
    "personas_and_criteria",
    "release_log",
    "reviews",
    "runs",
    "suites",
    "synonym_admin",
]
