"""The interface of a pipeline stage: read from the database, compute without it, write the result back."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from apps.documents.models import Status
from apps.text.index_terms import GERMAN

if TYPE_CHECKING:
    from apps.documents.model_calls.load_models_and_prompts_for_stages import Resources

Input = TypeVar("Input")
Output = TypeVar("Output")


@dataclass(frozen=True, slots=True)
class Job:
    """A step that this process has claimed. `attempt` is the fencing token: only its holder may store."""

    step_id: int
    revision_id: int
    document_id: int
    collection_id: int
    stage: str
    attempt: int
    failures: int
    lost_leases: int
    urgent: bool = False
    """Somebody waits for this document."""
    age: float = 0.0
    """Seconds since the stage was due."""
    language: str = GERMAN
    """Of the collection, by which the words are indexed."""

    def followed_by(self, stage: str, step_id: int, attempt: int) -> "Job":
        """The job of the next stage for the same revision, with a clean slate."""
        return replace(self, step_id=step_id, stage=stage, attempt=attempt, failures=0, lost_leases=0, age=0.0)

    @property
    def may_have_output(self) -> bool:
        """A first attempt has nothing to replace."""
        return self.attempt > 1


@dataclass(frozen=True, slots=True)
class WorkItem:
    """A job, and what earlier stages of the same go have made of its revision: nothing of that is stored yet."""

    job: Job
    """Of the first of these stages."""
    outputs: dict[str, Any] = field(default_factory=dict)
    """By stage."""

    @property
    def revision_id(self) -> int:
        return self.job.revision_id


def has_stage_output(items: Sequence[WorkItem], stage: str) -> bool:
    """Whether that stage ran in the same go; it did so for all of them or for none."""
    return all(stage in item.outputs for item in items)


@dataclass(frozen=True, slots=True)
class Stage(Generic[Input, Output]):
    """One stage, in parts that keep database and network apart.

    `load` reads what a batch needs, by revision, from the database or from what the same go has made so far; a revision
    that it leaves out is gone and is dropped.
    `compute` works without the database: for one revision, or with `in_one_call` for all of a go. It raises
    ParseFailure, ModelError or StageFailure.
    `store` replaces what the stage wrote before, for a batch, inside the transaction that also marks the steps done.
    """

    name: str
    status: Status
    """What people read while it runs."""
    load: "Callable[[Sequence[WorkItem], Resources], dict[int, Input]]"
    compute: "Callable[[Sequence[Input], Resources], Awaitable[Sequence[Output]]]"
    store: "Callable[[Sequence[tuple[Job, Output]]], None]"
    takes_over: frozenset[str] = frozenset()
    """Stages whose output it reads before it is stored, so that it may follow them in the same go."""
    in_one_call: bool = False
    """Whether the documents of a go are computed together: for these stages many are cheaper than one by one."""


AnyStage: TypeAlias = Stage[Any, Any]


class StageFailure(Exception):  # noqa: N818 - it is an outcome of the document, not a mistake of the program
    """The document ends here. `facts` are the values in the sentence of the reason."""

    def __init__(self, reason_code: str, **facts: str | int) -> None:
        super().__init__(reason_code)
        self.reason_code = reason_code
        self.facts = facts
