"""A hit-rate run: questions matched to documents, embedded once, searched by every algorithm."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from asgiref.sync import async_to_sync
from django.contrib.auth.models import User

from apps.evaluation.expected import DocumentNames
from apps.evaluation.hit_rate import Case, Outcome, deep_limits, outcomes, report
from apps.evaluation.questions import Question
from apps.llm.ledger import Ledger
from apps.llm.types import Embedder
from apps.retrieval.search import Settings, clean, load_settings
from apps.retrieval.types import Algorithm, Limits

BATCH = 64


@dataclass(frozen=True, slots=True)
class Measurement:
    """`limits` are those of the active profile with room for the deepest rank; all algorithms used the same."""

    questions: int
    limits: Limits
    embedding_model: str
    algorithms: dict[str, dict[str, Any]]
    unknown_documents: list[str]

    def as_json(self) -> dict[str, Any]:
        return {
            "questions": self.questions,
            "algorithms": self.algorithms,
            "limits": asdict(self.limits),
            "embedding_model": self.embedding_model,
            "unknown_documents": self.unknown_documents,
        }


def measure(
    questions: Sequence[Question],
    *,
    algorithms: Sequence[Algorithm],
    collections: Sequence[str] | None = None,
    at: Sequence[int] = (1, 3, 10),
    show_progress: bool = False,
) -> Measurement:
    """Run all questions through all algorithms. Database, and one embedding call for each batch of questions.

    Raises UnknownCollection, NoActiveProfile, ModelError.
    """
    ledger = Ledger()
    # Who may measure can read the database anyway.
    settings = load_settings(ledger=ledger, collections=collections, user=User(is_superuser=True))
    limits = deep_limits(settings.limits, max(at))
    try:
        vectors = async_to_sync(embed_all)([clean(question.text) for question in questions], settings.embedder)
    finally:
        ledger.save("evaluation:hit-rate")
    names = DocumentNames.of_collections(settings.collection_ids)
    cases = [case(question, vector, names, settings) for question, vector in zip(questions, vectors, strict=True)]
    figures = {
        algorithm.slug: report(
            list(with_progress(outcomes(cases, algorithm.retrieve, limits), len(cases), algorithm.slug, show_progress)),
            at,
        )
        for algorithm in algorithms
    }
    unknown = [
        question.document_names[0] for question, made in zip(questions, cases, strict=True) if not made.documents
    ]
    return Measurement(len(questions), limits, settings.embedder.name, figures, list(dict.fromkeys(unknown)))


def case(question: Question, vector: Sequence[float], names: DocumentNames, settings: Settings) -> Case:
    return Case(settings.query(question.text, vector), names.find(question.document_names), question.page)


async def embed_all(texts: Sequence[str], embedder: Embedder) -> list[list[float]]:
    """Vectors in the order of the texts."""
    vectors: list[list[float]] = []
    for start in range(0, len(texts), BATCH):
        vectors += await embedder.embed(texts[start : start + BATCH])
    return vectors


def with_progress(items: Iterable[Outcome], total: int, name: str, shown: bool) -> Iterable[Outcome]:
    from tqdm import tqdm

    bar: Iterable[Outcome] = tqdm(items, total=total, desc=name, unit=" questions", disable=not shown)
    return bar
