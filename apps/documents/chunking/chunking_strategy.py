"""Loads a collection's chunking strategy and cuts its pages and fields by it: splitter or sliding windows."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from apps.database.execute_batch_sql import fetch_rows
from apps.documents.chunking.sliding_windows import Unit, sliding_windows
from apps.documents.model_calls.load_models_and_prompts_for_stages import CHUNK_TOKENS
from apps.documents.models import Chunking
from apps.documents.step_scheduling.stage_interface import Job
from apps.text.estimate_tokens import estimate_tokens
from apps.text.split_into_chunks import TextPiece

FORMS = "SELECT id, chunking, chunk_tokens FROM documents_collection WHERE id = ANY(%s)"


class ChunkForm(NamedTuple):
    """How a collection has its pages cut; the size is that of long pieces and of fields."""

    chunking: str = Chunking.TOKENS
    tokens: int = CHUNK_TOKENS

    @property
    def is_by_splitter(self) -> bool:
        return self.chunking == Chunking.TOKENS


def load_chunk_forms(jobs: Sequence[Job]) -> dict[int, ChunkForm]:
    """How the pages of each revision are cut, as its collection says. One query."""
    said = {pk: ChunkForm(*form) for pk, *form in fetch_rows(FORMS, [[*{job.collection_id for job in jobs}]])}
    return {job.revision_id: said.get(job.collection_id, ChunkForm()) for job in jobs}


def split_text(form: ChunkForm, text: str, split: Iterator[list[TextPiece]]) -> list[TextPiece]:
    """The pieces of the text of a page or field: the next ones that the splitter made, or its windows."""
    if form.is_by_splitter:
        return next(split)
    unit: Unit = "bytes" if form.chunking == Chunking.BYTES else "characters"
    return [
        TextPiece(part := text[window.start : window.end], window.start, window.end, estimate_tokens(part))
        for window in sliding_windows(text, unit)
    ]
