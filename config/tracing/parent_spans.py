"""The parent of a span: the trace of a turn, else that of the request or task that is being worked on."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from opentelemetry import context, trace
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.sdk.trace.sampling import Decision, Sampler, SamplingResult
from opentelemetry.trace import NonRecordingSpan, SpanContext, TraceFlags
from opentelemetry.util.types import Attributes

from apps.llm.current_turn import CURRENT_TURN

if TYPE_CHECKING:
    from opentelemetry.context import Context

SPAN_BITS, RANDOM_BITS = 64, 62
"""The last bits of a turn's id are the id of its first span; two of these are the same in every id of that form."""


def turn_root_span(turn_id: str) -> SpanContext:
    """The span that all others of a turn hang on, in whichever process they are made."""
    number = UUID(turn_id).int
    return SpanContext(number, number % 2**SPAN_BITS, is_remote=True, trace_flags=TraceFlags(TraceFlags.SAMPLED))


def current_parent_span() -> SpanContext | None:
    """Returns the span of what is being done; None outside of questions, requests and tasks, which have none."""
    turn, current = CURRENT_TURN.get().turn_id, trace.get_current_span().get_span_context()
    if turn and current.trace_id != UUID(turn).int:
        return turn_root_span(turn)
    return current if current.is_valid else None


def child_context(parent: SpanContext | None) -> "Context":
    """Returns the context for a span below the parent, or for the first of a trace."""
    return trace.set_span_in_context(NonRecordingSpan(parent), context.Context()) if parent else context.Context()


class TurnIds(RandomIdGenerator):
    """Chance, but for the first span of a turn, whose ids are those of the turn."""

    def __init__(self) -> None:
        self._wanted = threading.local()

    def next_is(self, first: SpanContext) -> None:
        """Sets the ids for the very next span of this thread."""
        self._wanted.span = first

    def generate_trace_id(self) -> int:
        wanted: SpanContext | None = getattr(self._wanted, "span", None)
        return wanted.trace_id if wanted else super().generate_trace_id()

    def generate_span_id(self) -> int:
        wanted: SpanContext | None = self._wanted.__dict__.pop("span", None)
        return wanted.span_id if wanted else super().generate_span_id()


@dataclass(frozen=True)
class TraceIdSampler(Sampler):
    """A trace is kept or left out as a whole, in all processes alike: its id decides."""

    share: float

    def should_sample(
        self,
        parent_context: "Context | None",
        trace_id: int,
        name: str,
        kind: trace.SpanKind | None = None,
        attributes: Attributes = None,
        links: Sequence[trace.Link] | None = None,
        trace_state: object = None,
    ) -> SamplingResult:
        kept = trace_id % 2**RANDOM_BITS < self.share * 2**RANDOM_BITS
        return SamplingResult(Decision.RECORD_AND_SAMPLE if kept else Decision.DROP, attributes)

    def get_description(self) -> str:
        return f"TraceIdSampler{{{self.share}}}"
