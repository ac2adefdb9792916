"""The conclusion of a turn, as it is shown and stored, and the citations in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from apps.chat.answer_or_refusal.quote_context import NO_CONTEXT, QuoteContext
from apps.chat.models import TurnState
from apps.chat.proof.proof_levels import LeveledSentence
from apps.chat.proof.types import FailedCitation, ProvedCitation
from apps.chat.turn_state.turn_events import CitationView
from apps.documents.models import document_url
from apps.retrieval.query.types import Passage


@dataclass(frozen=True, slots=True)
class ShownCitation:
    """A citation for people, and the document its row points to."""

    document_id: int
    view: CitationView


@dataclass(frozen=True, slots=True)
class Conclusion:
    """`text` and `html` say the same; `nearest` are the documents that a refusal names."""

    state: TurnState
    text: str
    html: str
    citations: Sequence[ShownCitation] = ()
    failures: Sequence[FailedCitation] = ()
    warnings: Sequence[dict[str, Any]] = ()
    nearest: Sequence[dict[str, Any]] = ()
    sentences: Sequence[LeveledSentence] = ()
    model: str = ""
    """Who wrote it, when it is not the model whose reply came last."""


def citation_from_proof(proved: ProvedCitation, context: QuoteContext = NO_CONTEXT) -> ShownCitation:
    """`context` is what readers are to see around the quote."""
    url = document_url(proved.document_id, proved.page, proved.quote)
    view = CitationView(
        proved.number,
        proved.external_id,
        proved.title,
        proved.page,
        proved.quote,
        verified=True,
        url=url,
        sheet=proved.sheet,
        cells=proved.cells,
        section=context.section,
        preceding=context.preceding,
        following=context.following,
    )
    return ShownCitation(proved.document_id, view)


def citation_from_passage(number: int, passage: Passage, quote: str) -> ShownCitation:
    """A place that was found, with the sentence of it that is quoted."""
    url = document_url(passage.document_id, passage.page, quote)
    view = CitationView(
        number,
        passage.external_id,
        passage.title or passage.external_id,
        passage.page,
        quote,
        verified=True,
        url=url,
        sheet=passage.sheet,
        cells=passage.cells,
    )
    return ShownCitation(passage.document_id, view)
