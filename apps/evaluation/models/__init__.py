"""Suites and cases, runs with their dialogues and verdicts, human reviews, drafts and the log of releases.

May import from this app: statistics.
"""

from apps.evaluation.models.answer_comparisons import Ballot, Comparison, Criterion
from apps.evaluation.models.change_drafts_and_release_log import ChangeKind, Draft, DraftState, Release
from apps.evaluation.models.live_sampling import Sampling
from apps.evaluation.models.reviews import Review, SentenceMark
from apps.evaluation.models.runs import Call, Dialogue, DialogueState, DialogueTurn, Run, RunKind, RunState, Verdict
from apps.evaluation.models.suites_and_personas import Case, CaseSource, ExpectedPage, Persona, Suite

ROWS_AT_ONCE = 500
"""Of an insert: a statement takes 65,535 values."""

__all__ = [
    "ROWS_AT_ONCE",
    "Ballot",
    "Call",
    "Case",
    "CaseSource",
    "ChangeKind",
    "Comparison",
    "Criterion",
    "Dialogue",
    "DialogueState",
    "DialogueTurn",
    "Draft",
    "DraftState",
    "ExpectedPage",
    "Persona",
    "Release",
    "Review",
    "Run",
    "RunKind",
    "RunState",
    "Sampling",
    "SentenceMark",
    "Suite",
    "Verdict",
]  # fmt: skip
