"""Explains why these sources were found: the stored steps and passages of a search, in words for people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.documents.models import ChunkKind
from apps.retrieval.algorithms import ALGORITHMS
from apps.retrieval.vectors.explain_no_results import explain_step_details

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

STEP_LABELS: "dict[str, _StrOrPromise]" = {
    "settings": _("read the settings"),
    "filters": _("filter the documents"),
    "translate": _("say the question in the language of the documents"),
    "embed": _("embed the question"),
    "language": _("question in another language than the documents"),
    "embed failed": _("embed the question: failed, so words alone were searched"),
    "terms": _("choose the telling words"),
    "keyword": _("find the words"),
    "texts": _("read the texts of the best"),
    "content": _("compare vectors of pages"),
    "summary": _("compare vectors of summaries"),
    "name": _("compare vectors of names"),
    "title": _("compare vectors of titles"),
    "description": _("compare vectors of descriptions"),
    "keywords": _("compare vectors of keywords"),
    "fragments": _("compare fragments of words"),
    "rerank": _("let a model order the passages"),
    "rerank failed": _("let a model order the passages: failed, so they keep their order"),
    "named": _("documents that the question names"),
    "documents": _("choose documents"),
    "passages": _("choose passages"),
    "nothing": _("nothing found"),
    "route": _("choose the way to search"),
    "reports": _("read the reports of the graph"),
    "selection": _("choose reports from the root downwards"),
    "primer": _("read the reports nearest to the question"),
    "follow_ups": _("ask on among the documents"),
    "map": _("let a model read in batches"),
    "pages": _("look up the pages behind the contributions"),
    "pages_read": _("read all pages"),
    "entities": _("find the things asked about"),
    "notes": _("gather what is known around them"),
}
"""Every step that an algorithm reports."""


@dataclass(frozen=True, slots=True)
class StepLine:
    """`found` is empty where the documents are too many to be counted."""

    label: str
    found: str
    limit: int | None
    threshold: float | None
    milliseconds: float


@dataclass(frozen=True, slots=True)
class PassageLine:
    document: int | str
    title: str
    page: int | None
    kind: str
    score: float


@dataclass(frozen=True, slots=True)
class SearchExplanation:
    query: str
    also: str
    """The same question in the language of the documents, where a model has translated it."""
    algorithm: str
    profile: str
    explanation: str
    steps: Sequence[StepLine]
    passages: Sequence[PassageLine]


def explain_search(
    query: str, algorithm: str, profile: str, steps: Sequence[Mapping[str, Any]], passages: Sequence[Mapping[str, Any]]
) -> SearchExplanation:
    """The explanation of a search from the JSON of its steps and passages, as search_result.py writes it."""
    known = ALGORITHMS.get(algorithm)
    return SearchExplanation(
        query=query,
        also=next((step["detail"]["also"] for step in steps if "also" in (step.get("detail") or {})), ""),
        algorithm=str(known.label) if known else algorithm,
        profile=profile,
        explanation=explain_step_details([step.get("detail") or {} for step in steps]),
        steps=[step_line(step) for step in steps],
        passages=[passage_line(passage) for passage in passages],
    )


def step_line(step: Mapping[str, Any]) -> StepLine:
    detail = step.get("detail") or {}
    found = int(step.get("found") or 0)
    return StepLine(
        label=step_label(step["name"], detail),
        found="" if found < 0 else str(found),
        limit=detail.get("limit"),
        threshold=step.get("threshold"),
        milliseconds=1_000 * float(step.get("seconds") or 0.0),
    )


def step_label(name: str, detail: Mapping[str, Any]) -> str:
    """The label of a step, with the algorithm that replaced another, with what was lost and what another model read."""
    label = str(STEP_LABELS.get(f"{name} failed" if "failed" in detail else name, name))
    if detail.get("instead_of"):
        ways = {
            "label": label,
            "chosen": algorithm_label(detail.get("algorithm", "")),
            "other": algorithm_label(detail["instead_of"]),
        }
        label = gettext("%(label)s: %(chosen)s instead of %(other)s") % ways
    if detail.get("lost"):
        label = gettext("%(label)s (%(lost)s of %(batches)s batches lost)") % {"label": label, **detail}
    if detail.get("stood_in"):
        said = gettext("%(label)s (%(stood_in)s of %(batches)s batches read by a stand-in model)")
        label = said % {"label": label, **detail}
    return label


def algorithm_label(slug: str) -> str:
    known = ALGORITHMS.get(slug)
    return str(known.label) if known else slug


def passage_line(passage: Mapping[str, Any]) -> PassageLine:
    kind = passage.get("kind", "")
    return PassageLine(
        document=passage.get("document") or passage.get("external_id", ""),
        title=passage.get("title") or passage.get("external_id", ""),
        page=passage.get("page"),
        kind=str(ChunkKind(kind).label) if kind in ChunkKind.values else kind,
        score=float(passage.get("score") or 0.0),
    )
