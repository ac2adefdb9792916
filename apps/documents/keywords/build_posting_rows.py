"""Makes postings from texts: rows of the keyword index as COPY reads them. Imports no Django, for parser processes.

A weight is the part of BM25 that depends on the chunk alone (Robertson and Zaragoza 2009, The Probabilistic Relevance
Framework): f (k1 + 1) / (f + k1 (1 - b + b length / usual)), with the customary k1 and b. The usual length is a
constant, not the mean of all chunks, so that a weight never has to be written again.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from apps.text.index_terms import GERMAN, Vocabulary, count_terms, hash_term

K1, B, USUAL_LENGTH = 1.2, 0.75, 100
"""The length is in terms of a chunk, words without subject left out. 100 found more than 200 on 2,300 written answers
of a parliament, whose true mean is 115 (docs/evaluation.md)."""
PRECISION = 10_000
"""Weights are stored as whole numbers of 16 bits: below k1 + 1 = 2.2, in ten-thousandths."""
INDEXED = 2
"""The term of every chunk that was indexed as German by the present rules, so that one without words is not indexed
again and again. Another number, to be taken when texts give other terms, has all of them indexed anew
(fill_missing_task.py).
"""

COPY_START = b"PGCOPY\n\xff\r\n\0" + bytes(8)
COPY_END = b"\xff\xff"
# One row on the wire: the number of columns, then each column's length in bytes and value.
ROW = [("columns", ">i2"), ("l1", ">i4"), ("chunk", ">i8"), ("l2", ">i4"), ("term", ">i4"), ("l3", ">i4"),
       ("weight", ">i2")]  # fmt: skip

PostingRows = Any
"""A numpy array of ROW, in the order of the terms, in which the index takes them fastest."""


def term_weights(text: str, vocabulary: Vocabulary | None = None) -> dict[int, int]:
    """The weight of each term of a text, which is German or in the language of the vocabulary."""
    return bm25_weights(count_terms(text, vocabulary)) | {
        language_marker(vocabulary.language if vocabulary else GERMAN): 0
    }


def language_marker(language: str) -> int:
    """The term of every chunk that was indexed in this language: in another one its terms are others."""
    return INDEXED if language == GERMAN else hash_term(f"indexed {INDEXED} {language}")


def bm25_weights(counts: Counter[int]) -> dict[int, int]:
    damping = K1 * (1 - B + B * counts.total() / USUAL_LENGTH)
    # Most terms stand once or twice in a text.
    weight_of = {count: round(PRECISION * count * (K1 + 1) / (count + damping)) for count in set(counts.values())}
    return {term: weight_of[count] for term, count in counts.items()}


def posting_rows_of_texts(texts: Mapping[int, str], vocabulary: Vocabulary | None = None) -> PostingRows:
    return build_posting_rows({chunk: term_weights(text, vocabulary) for chunk, text in texts.items()})


def build_posting_rows(chunks: Mapping[int, Mapping[int, int]]) -> PostingRows:
    import numpy

    sizes = [len(terms) for terms in chunks.values()]
    rows = numpy.empty(sum(sizes), dtype=ROW)
    rows["columns"], rows["l1"], rows["l2"], rows["l3"] = 3, 8, 4, 2
    rows["chunk"] = numpy.repeat(numpy.fromiter(chunks, dtype="i8", count=len(chunks)), sizes)
    rows["term"] = [term for terms in chunks.values() for term in terms]
    rows["weight"] = [weight for terms in chunks.values() for weight in terms.values()]
    return rows[numpy.argsort(rows["term"], kind="stable")]


def posting_rows_from_bytes(wire: bytes) -> PostingRows:
    """What `tobytes` of rows gave in another process."""
    import numpy

    return numpy.frombuffer(wire, dtype=ROW)


def select_posting_rows(rows: PostingRows, chunks: Collection[int]) -> PostingRows:
    """Only those of these chunks."""
    import numpy

    return rows[numpy.isin(rows["chunk"], list(chunks))]


def encode_posting_rows(rows: PostingRows) -> bytes:
    """Encodes the rows as binary COPY reads them."""
    return COPY_START + bytes(rows.tobytes()) + COPY_END
