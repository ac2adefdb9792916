"""Loads the text units of a graph build: the pages in search, split. Stores nothing."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from apps.documents.models import Document, Page
from apps.text.across_languages.detect_text_language import detect_language
from apps.text.noun_phrases import detect_german_or_english
from apps.text.split_into_chunks import TextPiece as CutPiece
from apps.text.split_into_chunks import split_pages

TOGETHER = 100
"""Documents whose pages are read with one query."""
SLIGHTLY = 1.25
"""A page that is longer than a piece by no more than that stays whole: its rest alone would say little."""
SAMPLED = 200
"""Pieces whose words say in which language the documents are."""


@dataclass(frozen=True, slots=True)
class TextUnit:
    """A text unit: `text` is `page.text[start:end]`. It lies within one page, because a page is what is cited."""

    document_id: int
    revision_id: int
    page_id: int
    page_number: int
    start: int
    end: int
    tokens: int
    text_hash: str
    text: str


@dataclass(frozen=True)
class UnitCorpus:
    """`covered` leads from each document in search to its revision, whether it has text or not."""

    covered: dict[int, int]
    units: list[TextUnit]

    @cached_property
    def language(self) -> str:
        """Detects the documents' language: the collection's setting may be the default nobody has changed.

        One that text_language knows; `de` or `en` where that tells nothing.
        """
        step = max(1, len(self.units) // SAMPLED)
        found = [detect_language(piece.text) or detect_german_or_english(piece.text) for piece in self.units[::step]]
        return max(sorted(set(found)), key=found.count) if found else "de"

    @property
    def tokens(self) -> int:
        return sum(piece.tokens for piece in self.units)


def load_unit_corpus(collection_id: int, *, chunk_tokens: int, overlap: int) -> UnitCorpus:
    """All text units of a collection. Queries the database for every `TOGETHER` documents.

    Of documents without readers of their own: what is told of an entity is told to everybody. In the order of their
    external ids, so that the order of import changes nothing.
    """
    found = Document.objects.searchable().open_to_all().filter(collection=collection_id).order_by("external_id")
    revisions = dict(found.values_list("pk", "current_revision_id"))
    covered = {document: revision for document, revision in revisions.items() if revision is not None}
    return UnitCorpus(covered, list(split_into_units(covered, chunk_tokens, overlap)))


def split_into_units(covered: dict[int, int], chunk_tokens: int, overlap: int) -> Iterator[TextUnit]:
    documents = list(covered)
    for start in range(0, len(documents), TOGETHER):
        together = documents[start : start + TOGETHER]
        by_revision = load_pages_by_revision([covered[document] for document in together])
        pages = [(document, *page) for document in together for page in by_revision.get(covered[document], ())]
        parts_of_pages = split_long_pages([text for *_, text, _ in pages], chunk_tokens, overlap)
        for (document, page_id, number, _, begin), parts in zip(pages, parts_of_pages, strict=True):
            for part in parts:
                digest = hashlib.sha256(part.text.encode("utf-8", "replace")).hexdigest()
                yield TextUnit(
                    document,
                    covered[document],
                    page_id,
                    number,
                    begin + part.start,
                    begin + part.end,
                    part.tokens,
                    digest,
                    part.text,
                )


def split_long_pages(texts: Sequence[str], chunk_tokens: int, overlap: int) -> list[list[CutPiece]]:
    whole = split_pages(texts, round(chunk_tokens * SLIGHTLY))
    long = [text for text, parts in zip(texts, whole, strict=True) if len(parts) > 1]
    again = iter(split_pages(long, chunk_tokens, overlap=overlap))
    return [parts if len(parts) < 2 else next(again) for parts in whole]


def load_pages_by_revision(revisions: Sequence[int]) -> dict[int, list[tuple[int, int, str, int]]]:
    """(id, number, body, where it begins in the text) of the pages of each revision, in order."""
    found: dict[int, list[tuple[int, int, str, int]]] = {}
    rows = Page.objects.filter(revision__in_array=revisions).order_by("revision", "number")
    for page in rows.only("revision_id", "number", "text", "body_start", "body_end"):
        found.setdefault(page.revision_id, []).append((page.pk, page.number, page.body, page.body_start))
    return found
