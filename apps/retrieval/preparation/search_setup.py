"""How a question will be searched: profile, algorithm, collections, models, and whose vectors are compared."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from apps.llm.prompts_and_models_in_use import ModelAccess
from apps.llm.providers.reranker import Reranker
from apps.llm.types import Embedder
from apps.retrieval.models import Profile
from apps.retrieval.query.types import Algorithm, Query, SearchLimits, SearchStep


@dataclass(frozen=True, slots=True)
class VectorSpace:
    """Whose vectors are compared, and from which similarity on."""

    embedder: Embedder
    model_id: int
    indexed_kinds: frozenset[str]
    kinds_by_signs: frozenset[str]
    threshold: float
    understands: bool


@dataclass(frozen=True, slots=True)
class SearchSetup:
    """How a question will be searched, whatever its words are."""

    profile: Profile
    algorithm: Algorithm
    limits: SearchLimits
    query: Query
    """Still without text and vector; filtered, but not narrowed."""
    embedder: Embedder
    models: ModelAccess
    may_be_few: bool = False
    """Whether filters or the choice of collections may leave so few documents that their ids are better known
    beforehand."""
    reranker: Reranker | None = None
    """Reads what was found and orders it, when the profile asks for that."""
    chosen: tuple[SearchStep, ...] = ()
    """How the algorithm was chosen, when a rule did that (query_routing.py)."""

    stand_in: VectorSpace | None = None
    """Compared when the embedding model fails."""

    def within(self, space: VectorSpace) -> "SearchSetup":
        """Returns this search among other vectors."""
        query = replace(
            self.query,
            embedding_model_id=space.model_id,
            indexed_kinds=space.indexed_kinds,
            kinds_by_signs=space.kinds_by_signs,
            understands=space.understands,
        )
        limits = replace(self.limits, threshold=space.threshold)
        return replace(self, embedder=space.embedder, query=query, limits=limits, stand_in=None)

    def compared(self, query: Query, vector: Sequence[float]) -> Query:
        """The query with its vector, to be compared among the vectors of this set-up."""
        return replace(
            query,
            vector=vector,
            embedding_model_id=self.query.embedding_model_id,
            indexed_kinds=self.query.indexed_kinds,
            kinds_by_signs=self.query.kinds_by_signs,
            understands=self.query.understands,
        )

    def after(self, earlier: Sequence[str]) -> "SearchSetup":
        """Returns this search in a conversation in which these questions were asked before, oldest first."""
        return replace(self, query=replace(self.query, earlier=earlier))
