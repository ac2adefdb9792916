"""Publishes the text of a new document first: found by its words before models have summarised, tagged, embedded it.

A slow server may take days for the summaries of an import; the text is read within minutes. The flag TEXT_FIRST says
that the rest follows. What the stage publish writes in the end is what it would have written without this.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from apps.database.execute_batch_sql import execute_sql, fetch_rows
from apps.documents.keywords import write_keyword_index
from apps.documents.keywords.build_posting_rows import PostingRows, select_posting_rows
from apps.documents.model_calls.load_models_and_prompts_for_stages import Resources
from apps.documents.models import TEXT_FIRST
from apps.documents.stages.publish import SWITCH_REVISION_SQL, UPDATE_FACTS_SQL
from apps.documents.step_scheduling.stage_interface import Job

NEW = """
    SELECT revision.id FROM documents_revision revision JOIN documents_document document
    ON document.id = revision.document_id
    WHERE revision.id = ANY(%s) AND document.current_revision_id IS NULL
"""
SHOW = f"""
    UPDATE documents_document document
    SET status = 'ready_partial', reason_code = '{TEXT_FIRST}', reason_detail = '{{}}',
        flags = array_append(document.flags, '{TEXT_FIRST}')
    WHERE current_revision_id = ANY(%s)
"""  # noqa: S608 - only constants


@dataclass(slots=True)
class EarlyIndexRows:
    """Rows of the keyword index of one revision, by the places of its pieces; their chunks have no ids yet."""

    rows: PostingRows = None
    places: Sequence[int] = field(default_factory=list)


def revisions_to_publish_early(revisions: Sequence[int], resources: Resources) -> set[int]:
    """Returns revisions of documents new to search, when the rest costs money. One query or none."""
    if resources.is_free("summarise", "summarise-parts", "tag"):
        return set()
    return {revision for (revision,) in fetch_rows(NEW, [list(revisions)])}


async def build_early_index_rows(
    texts: Sequence[Sequence[str]], languages: Sequence[str], resources: Resources
) -> list[EarlyIndexRows]:
    """The words of each document, which are the texts of its pieces; nothing for a document without pieces."""
    if not any(texts):
        return [EarlyIndexRows() for _ in texts]
    numbered, found = 0, []
    by_language: dict[str, dict[int, str]] = {}
    for pieces, language in zip(texts, languages, strict=True):
        places = range(numbered, numbered + len(pieces))
        by_language.setdefault(language, {}).update(zip(places, pieces, strict=True))
        found.append(EarlyIndexRows(places=places))
        numbered += len(pieces)
    rows = {language: await resources.weigh(texts, language) for language, texts in by_language.items()}
    for words, language in zip(found, languages, strict=True):
        words.rows = select_posting_rows(rows[language], words.places)
    return found


def publish_words(made: Sequence[tuple[Job, EarlyIndexRows, Sequence[int]]]) -> None:
    """Puts documents into search with the words of their chunks, whose ids come in the order of the pieces.

    Within the transaction that stores the chunks. A document that has come into search meanwhile is left as it is.
    """
    wanted = [job.revision_id for job, words, _ in made if words.places]
    if not wanted:
        return
    new = {revision for (revision,) in fetch_rows(NEW, [wanted])}
    for job, words, chunks in made:
        if words.places and job.revision_id in new:
            write_keyword_index.copy_posting_rows(rows_with_chunk_ids(words, chunks))
    execute_sql(SWITCH_REVISION_SQL, [list(new)])
    execute_sql(UPDATE_FACTS_SQL, [list(new)])
    execute_sql(SHOW, [list(new)])


def rows_with_chunk_ids(words: EarlyIndexRows, chunks: Sequence[int]) -> PostingRows:
    import numpy

    rows = words.rows.copy()
    rows["chunk"] = numpy.asarray(chunks, dtype="i8")[rows["chunk"] - words.places[0]]
    return rows
