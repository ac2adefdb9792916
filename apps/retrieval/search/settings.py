"""All that a search needs of the database before the question is embedded."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.llm.call_ledger import Ledger
from apps.llm.providers.reranker import Reranker
from apps.llm.types import Embedder
from apps.retrieval.models import Profile
from apps.retrieval.query.filters import NO_FILTERS, Filters
from apps.retrieval.query.term_statistics import TermStatistics
from apps.retrieval.query.types import Algorithm, Limits, Query, Step
from apps.text.index_terms import GERMAN


@dataclass(frozen=True, slots=True)
class Settings:
    """All that a search needs of the database before the question is embedded."""

    profile: Profile
    algorithm: Algorithm
    limits: Limits
    collection_ids: list[int]
    embedding_model_id: int
    indexed_kinds: frozenset[str]
    embedder: Embedder
    ledger: Ledger
    filters: Filters = NO_FILTERS
    may_be_few: bool = False
    """Whether filters or the choice of collections may leave so few documents that their ids are better known
    beforehand."""
    earlier: Sequence[str] = ()
    """Questions asked before in the conversation; they help to tell which things are meant."""
    languages: Sequence[str] = (GERMAN,)
    """By which the words of these collections are indexed."""
    statistics: TermStatistics | None = None
    reranker: Reranker | None = None
    """Reads what was found and orders it, when the profile asks for that."""
    chosen: tuple[Step, ...] = ()
    """How the algorithm was chosen, when a rule did that (query_routing.py)."""

    def query(self, text: str, vector: Sequence[float] = ()) -> Query:
        """Filtered, but not narrowed."""
        return Query(
            text,
            vector,
            self.embedding_model_id,
            self.collection_ids,
            self.indexed_kinds,
            self.filters,
            earlier=self.earlier,
            languages=self.languages,
            statistics=self.statistics,
        )
