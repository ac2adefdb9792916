"""What a stage of the pipeline is: read from the database, compute without it, write the result back."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from apps.documents.models import Status
from apps.text.index_terms import GERMAN

if TYPE_CHECKING:
    from apps.documents.toolbox.tools import Tools

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
    fingerprint: str
    urgent: bool = False
    """Somebody waits for this document."""
    age: float = 0.0
    """Seconds since the stage was due."""
    language: str = GERMAN
    """Of the collection, by which the words are indexed."""

    def followed_by(self, stage: str, step_id: int, attempt: int, fingerprint: str) -> "Job":
        """The job of the next stage for the same revision, with a clean slate."""
        return replace(
            self,
            step_id=step_id,
            stage=stage,
            attempt=attempt,
            failures=0,
            lost_leases=0,
            fingerprint=fingerprint,
            age=0.0,
        )

    @property
    def may_have_output(self) -> bool:
        """A first attempt has nothing to replace."""
        return self.attempt > 1


def never(*anything: Any) -> bool:
    return False


def always(*anything: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Draft:
    """What the stages of one go have made of a revision so far; nothing of it is stored yet (stage_chains.py)."""

    job: Job
    """Of the first of these stages."""
    outputs: dict[str, Any]
    """By stage."""


@dataclass(frozen=True, slots=True)
class Stage(Generic[Input, Output]):
    """One stage, in three parts that keep database and network apart.

    `load` reads what a batch of jobs needs, by revision; a revision that it leaves out is gone and is dropped.
    `fingerprint` names everything the output depends on: text, prompt version, model name. Unchanged: not done again.
    `compute` works for one revision, without the database. It raises ParseFailure, ModelError or StageFailure.
    `store` replaces what the stage wrote before, for a batch, inside the transaction that also marks the steps done.
    """

    name: str
    version: int
    """Raise it when the same input would give another output."""
    status: Status
    """What people read while it runs."""
    load: "Callable[[Sequence[Job], Tools], dict[int, Input]]"
    fingerprint: "Callable[[Input, Tools], str]"
    compute: "Callable[[Input, Tools], Awaitable[Output]]"
    store: "Callable[[Sequence[tuple[Job, Output]]], None]"
    without: "Callable[[Input], Output] | None" = None
    """What is stored when the models stayed out of reach; a stage that has none fails the document."""
    is_light: "Callable[[Input], bool]" = never
    """Whether the work is done at once, so that a task of its own would cost more than it."""
    joins: "Callable[[Tools, Collection[str]], bool]" = never
    """Whether it may follow these stages without a transaction in between: it pays for no model call, and what it
    needs is either theirs or stored."""
    carry_on: "Callable[[Sequence[Draft], Tools], dict[int, Input]] | None" = None
    """In place of `load`, for what is not stored yet."""
    is_at_hand: "Callable[[Sequence[Draft]], bool]" = never
    """Whether `carry_on` needs nothing of the database for these: no reading, no ids."""
    compute_all: "Callable[[Sequence[Input], Tools], Awaitable[Sequence[Output]]] | None" = None
    """In place of `compute` where many are cheaper than one by one."""

    def fingerprint_of(self, given: Input, tools: "Tools") -> str:
        return sha256(f"{self.name}/{self.version}/{self.fingerprint(given, tools)}".encode()).hexdigest()


AnyStage: TypeAlias = Stage[Any, Any]


class StageFailure(Exception):  # noqa: N818 - it is an outcome of the document, not a mistake of the program
    """The document ends here. `facts` are the values in the sentence of the reason."""

    def __init__(self, reason_code: str, **facts: str | int) -> None:
        super().__init__(reason_code)
        self.reason_code = reason_code
        self.facts = facts
