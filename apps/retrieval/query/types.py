"""The types that pass between a question and its passages: query, limits, passages, steps, algorithm."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

from apps.database.read_from_standby import LogPosition
from apps.documents.models.reader_access_filter import PUBLIC, Reader
from apps.retrieval.query.filters import NO_FILTERS, Filters
from apps.text.index_terms import GERMAN

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

    from apps.llm.prompts_and_models_in_use import ModelAccess
    from apps.retrieval.query.postgres_term_statistics import TermStatistics


@dataclass(frozen=True, slots=True)
class Query:
    """What an algorithm searches with. Text and vector are empty until the question is known.

    `collection_ids` are those the asker may read and are never None: the filter is in the SQL.
    """

    text: str
    vector: Sequence[float]
    embedding_model_id: int
    collection_ids: Sequence[int]
    indexed_kinds: frozenset[str] = frozenset()
    """Kinds of chunks whose vectors have an index; the others are compared one by one."""
    kinds_by_signs: frozenset[str] = frozenset()
    """Those of them whose index holds signs of the vectors."""
    filters: Filters = NO_FILTERS
    document_ids: Sequence[int] | None = None
    """The allowed documents when rights and filters leave few (narrow_to_few_documents.py); None when they are many."""
    earlier: Sequence[str] = ()
    """Questions asked before in the same conversation, oldest first."""
    languages: Sequence[str] = (GERMAN,)
    """By which the words of these collections are indexed."""
    understands: bool = False
    """Whether the vectors are those of a model that understands meaning, in whatever language."""
    is_foreign: bool = False
    """Whether the question is certainly in another language than the documents, so that words know little."""
    statistics: "TermStatistics | None" = None
    """Of all words there are; read when they are needed, unless they are remembered."""
    reader: Reader = PUBLIC
    """Whose question it is: documents may have readers of their own."""
    open_share: float = 1.0
    """Of the documents, about so many are open to this reader: how far a search has to look past others."""
    position: LogPosition | None = None
    """How far the primary was when the rights were read; None without standbys."""


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """The limits of a search; saved as a retrieval.Profile."""

    chunk_limit: int = 64
    summary_limit: int = 16
    document_limit: int = 3
    pages_per_document: int = 3
    threshold: float = 0.2
    context_tokens: int = 15_000
    chunk_tokens: int = 1_000
    ef_search: int = 110
    field_limit: int = 1
    """Of each short field (fields alone), and how similar those must be."""
    field_threshold: float = 0.5
    content_limit: int = 10
    neighbours: int = 2
    """Chunks on each side that are given with one that was found (fields alone)."""
    rerank_limit: int = 0
    """Passages that a model reads and orders; 0 is none."""
    graph_level: int | None = None
    """Of communities, 0 is the root; None is what is set for the graph (graph-global alone)."""
    graph_tokens: int = 8_000
    """Read at once, and given to the answer, by graph-global, graph-drift and map-reduce."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of text that was found. `score` is the passage's own, `document_score` that of its document.

    Only what stands on a page can prove an answer. A summary was written by a model: its page is None.
    """

    chunk_id: int
    document_id: int
    external_id: str
    title: str
    url: str
    date: date | None
    page: int | None
    kind: str
    text: str
    score: float
    document_score: float
    tokens: int = 0
    number: str = ""
    """Of the document, such as 19/10048."""
    file_name: str = ""
    text_fingerprint: int | None = None
    """Of the document: near numbers are a hint at the same content (duplicate_content_fingerprint.py)."""
    sheet: str = ""
    cells: str = ""
    """Of a workbook: the name of the sheet, and the block of cells, such as B4:D9."""


@dataclass(frozen=True, slots=True)
class SearchStep:
    """One step of a search as readers may see it: seconds, number found, threshold.

    Steps done by the same statement share its time, which the first of them carries.
    """

    name: str
    seconds: float
    found: int
    threshold: float | None = None
    detail: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RetrievalResult:
    """The result of an algorithm: passages, best document first, and within a document the best page first.

    A document's summary, if the algorithm found it, comes after its pages: it cannot be cited.
    """

    passages: list[Passage]
    steps: list[SearchStep] = field(default_factory=list)
    notes: str = ""
    """What helps to understand and connect the passages and cannot be cited; for prompts that ask for notes."""


@dataclass(frozen=True, slots=True)
class BranchResult:
    """What one branch of a hybrid search found: scores by chunk id, best first, and its steps."""

    scores: Mapping[int, float]
    steps: Sequence[SearchStep]
    terms: int = 0
    """Of the question, when it was searched by words."""


@dataclass(frozen=True, slots=True)
class Branches:
    """A hybrid search in parts: by words, which needs no vector of the question, by vectors, and the join of both."""

    by_words: Callable[[Query, SearchLimits], BranchResult]
    by_vectors: Callable[[Query, SearchLimits], BranchResult]
    joined: Callable[[Query, SearchLimits, BranchResult, BranchResult], RetrievalResult]


Retrieve = Callable[[Query, SearchLimits], RetrievalResult]
AskToRetrieve = Callable[[Query, SearchLimits, "ModelAccess"], Awaitable[RetrievalResult]]
"""The same for an algorithm that asks language models while it searches."""


@dataclass(frozen=True, slots=True)
class Algorithm:
    """`aliases` are other names people may use; `label` is shown in the admin and with each answer.

    `needs_vector` says whether it compares this question's vector: without need no embedding model is called.
    `rephrases` says whether a follow-up is made to stand alone before this algorithm searches with it.
    With `asks` that is how it searches; `retrieve` is then what it finds without asking a language model.
    `answer_prompt` and `answer_purpose` are the prompt and the model that write the answer from what it found.
    With `searches_graph` it compares vectors of entities, which are those of the model that documents come with.
    With `reads_earlier` the vector is that of this question and of those before it.
    With `reads_everything` each question reads all documents: it is measured only where it is named.
    With `branches` a search that has threads of its own works on both at the same time, with the result of `retrieve`.
    """

    slug: str
    label: "_StrOrPromise"
    retrieve: Retrieve
    aliases: tuple[str, ...] = ()
    needs_vector: Callable[[str], bool] = lambda _question: True
    rephrases: Callable[[str], bool] = lambda _question: True
    asks: AskToRetrieve | None = None
    answer_prompt: str = "answer"
    answer_purpose: str = "answer"
    reads_earlier: bool = False
    searches_graph: bool = False
    reads_everything: bool = False
    branches: Branches | None = None
