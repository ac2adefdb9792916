"""Who goes first where places are few: documents that somebody waits for, then what is nearly done.

Documents that are half done before others begin are in search sooner, and their last stages share the time with the
model calls of those behind them.
"""

from apps.documents.pipeline import STAGES
from apps.documents.stages.stage import Job

URGENT = 1
LAST = 100
"""Work that gains by waiting: others may join it."""

RANKS = {stage.name: 1 + len(STAGES) - place for place, stage in enumerate(STAGES)}


def rank_of(job: Job) -> int:
    """As apps.llm.places wants it: the lowest goes first."""
    return URGENT if job.urgent else RANKS[job.stage]
