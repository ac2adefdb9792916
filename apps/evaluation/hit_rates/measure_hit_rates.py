"""Measures hit rates: questions are matched to documents, embedded once and searched with every algorithm."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from asgiref.sync import async_to_sync
from django.contrib.auth.models import User

from apps.evaluation.hit_rates.expected_names_to_ids import DocumentNames
from apps.evaluation.hit_rates.hit_rate import SearchCase, SearchOutcome, deep_limits, hit_rate_figures, search_cases
from apps.evaluation.hit_rates.paired_difference import paired_differences
from apps.evaluation.planning.question_files import RankedQuestion
from apps.evaluation.planning.rewrite_follow_ups import load_rewriter, rewrite_questions
from apps.evaluation.planning.variants import measured_name
from apps.llm.call_ledger import Ledger
from apps.llm.model_registry import embedding_model_row
from apps.llm.semantic_embedding.detect_foreign_question_language import find_foreign_language
from apps.llm.types import Embedder
from apps.retrieval.algorithms import get_algorithm
from apps.retrieval.models import Profile
from apps.retrieval.preparation.load_search_inputs import load_search_setup
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.preparation.search_setup import SearchSetup
from apps.retrieval.query.types import Algorithm, Query, SearchLimits
from apps.retrieval.search.search import clean_query

BATCH = 64


@dataclass(frozen=True, slots=True)
class MeasuredSearch:
    """What is measured: an algorithm, or a saved profile with its own limits."""

    algorithm: Algorithm
    profile: Profile | None = None

    @property
    def name(self) -> str:
        return measured_name(self.profile.slug) if self.profile else self.algorithm.slug


def build_measured_searches(algorithms: Sequence[Algorithm], profiles: Sequence[Profile]) -> list[MeasuredSearch]:
    saved = [MeasuredSearch(get_algorithm(profile.algorithm), profile) for profile in profiles]
    return [*map(MeasuredSearch, algorithms), *saved]


@dataclass(frozen=True, slots=True)
class Measurement:
    """`limits` are those of the active profile with room for the deepest rank. Algorithms used these; saved profiles
    only their pool, unless `own_limits` says otherwise, and else their own. `comparisons` are of every two.

    `algorithms` and `ranks` are by the name of the algorithm, or of the profile as `measured_name` gives it.
    """

    questions: int
    limits: SearchLimits
    embedding_model: str
    algorithms: dict[str, dict[str, Any]]
    unknown_documents: list[str]
    comparisons: list[dict[str, Any]]
    asked: list[str]
    ranks: dict[str, list[int | None]]
    """Of the documents expected, for each algorithm and question; None where they were not found."""
    profiles: list[str] = field(default_factory=list)
    """Short names of the saved profiles among them."""
    own_limits: bool = False
    unanswerable: int = 0
    """Questions of the file that no document answers: skipped, they have no right place in a ranking."""

    def as_json(self) -> dict[str, Any]:
        return {
            "questions": self.questions,
            "unanswerable": self.unanswerable,
            "algorithms": self.algorithms,
            "limits": asdict(self.limits),
            "embedding_model": self.embedding_model,
            "own_limits": self.own_limits,
            "comparisons": self.comparisons,
            "unknown_documents": self.unknown_documents,
        }


def measure_hit_rates(
    questions: Sequence[RankedQuestion],
    *,
    algorithms: Sequence[Algorithm] = (),
    profiles: Sequence[Profile] = (),
    collections: Sequence[str] | None = None,
    at: Sequence[int] = (1, 3, 10),
    own_limits: bool = False,
    show_progress: bool = False,
) -> Measurement:
    """Run all questions through all algorithms and profiles. Database, one embedding call for a batch of questions.

    All find as many candidates as the active profile; with `own_limits` each profile as many as it says.

    Raises UnknownCollection, NoActiveProfile, ModelError.
    """
    unanswerable = sum(not question.document_names for question in questions)
    questions = [question for question in questions if question.document_names]
    ledger = Ledger()
    # Whoever may start measurements can read the database anyway.
    setup = load_search_setup(SearchRequest(user=User(is_superuser=True), collections=collections), ledger)
    limits = deep_limits(setup.limits, max(at))
    try:
        cases = build_search_cases(questions, setup, ledger)
    finally:
        ledger.save("evaluation:hit-rate")
    found = {}
    for each in build_measured_searches(algorithms, profiles):
        limits_used = profile_limits(each.profile, limits, own_limits=own_limits) if each.profile else limits
        searched = search_cases(cases, each.algorithm.retrieve, deep_limits(limits_used, max(at)))
        found[each.name] = list(wrap_with_progress_bar(searched, len(cases), each.name, show_progress))
    return Measurement(
        questions=len(questions),
        unanswerable=unanswerable,
        limits=limits,
        embedding_model=setup.embedder.name,
        algorithms={name: hit_rate_figures(results, at) for name, results in found.items()},
        unknown_documents=unknown_documents(questions, cases),
        comparisons=paired_differences([question.text for question in questions], found, 3 if 3 in at else at[0]),
        asked=[question.text for question in questions],
        ranks={name: [outcome.document_rank for outcome in results] for name, results in found.items()},
        profiles=[profile.slug for profile in profiles],
        own_limits=own_limits,
    )


def unknown_documents(questions: Sequence[RankedQuestion], cases: Sequence[SearchCase]) -> list[str]:
    """The names of expected documents that none of the collections has, each once."""
    pairs = zip(questions, cases, strict=True)
    return list(dict.fromkeys(question.document_names[0] for question, case in pairs if not case.documents))


def build_search_cases(questions: Sequence[RankedQuestion], setup: SearchSetup, ledger: Ledger) -> list[SearchCase]:
    """Each question as it is searched, with the documents that answer it.

    Asks the models that rewrite, embed and recognise languages. Raises ModelError.
    """
    rewriting = load_rewriter(ledger, in_house=setup.models.in_house)
    asked = [clean_query(text) for text in async_to_sync(rewrite_questions)(questions, *rewriting)]
    vectors = async_to_sync(embed_in_batches)(asked, setup.embedder)
    foreign = async_to_sync(foreign_language_texts)(asked, setup.query)
    names = DocumentNames.of_collections(setup.query.collection_ids)
    return [
        SearchCase(
            replace(setup.query, text=text, vector=vector, is_foreign=text in foreign),
            names.find(question.document_names),
            question.page,
        )
        for question, text, vector in zip(questions, asked, vectors, strict=True)
    ]


def profile_limits(profile: Profile, shared: SearchLimits, *, own_limits: bool) -> SearchLimits:
    """What the profile says of thresholds and fields; how many candidates it may find too, or as many as all."""
    limits = profile.limits(embedding_model_row().threshold)
    if own_limits:
        return limits
    pool = {name: getattr(shared, name) for name in ("chunk_limit", "summary_limit", "content_limit")}
    return replace(limits, **pool)


async def embed_in_batches(texts: Sequence[str], embedder: Embedder) -> list[Sequence[float]]:
    """Vectors in the order of the texts."""
    vectors: list[Sequence[float]] = []
    for start in range(0, len(texts), BATCH):
        vectors += await embedder.embed(texts[start : start + BATCH])
    return vectors


async def foreign_language_texts(texts: Sequence[str], query: Query) -> set[str]:
    """Returns texts in another language than the documents, of which words know little, as in a search."""
    if not query.understands:
        return set()
    return {text for text in texts if await find_foreign_language(text, query.languages)}


def wrap_with_progress_bar(
    items: Iterable[SearchOutcome], total: int, name: str, shown: bool
) -> Iterable[SearchOutcome]:
    from tqdm import tqdm

    bar: Iterable[SearchOutcome] = tqdm(items, total=total, desc=name, unit=" questions", disable=not shown)
    return bar
