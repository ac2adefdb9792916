"""The result of a search, and its JSON form."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from apps.documents.models import document_url
from apps.retrieval.query.types import Passage, SearchStep
from apps.retrieval.vectors.explain_no_results import explain_no_result


@dataclass(frozen=True, slots=True)
class FoundDocument:
    """A document with its passages, best first."""

    document_id: int
    external_id: str
    title: str
    score: float
    passages: Sequence[Passage]

    @property
    def url(self) -> str:
        """Address of the page that fits best."""
        return document_url(self.document_id, self.passages[0].page)

    def as_json(self) -> dict[str, Any]:
        return {
            "external_id": self.external_id,
            "title": self.title,
            "score": round(self.score, 4),
            "url": self.url,
            "passages": [passage_as_json(passage) for passage in self.passages],
        }


@dataclass(frozen=True, slots=True)
class SearchResult:
    """`seconds` is the whole search, model calls included; the steps say how much of it each took."""

    question: str
    query: str
    algorithm: str
    profile: dict[str, Any]
    passages: Sequence[Passage]
    steps: Sequence[SearchStep]
    seconds: float
    embedding_model: str

    @property
    def documents(self) -> list[FoundDocument]:
        """Best first; passages of a document stand together."""
        groups = (list(group) for _, group in groupby(self.passages, key=lambda passage: passage.document_id))
        return [
            FoundDocument(group[0].document_id, group[0].external_id, group[0].title, group[0].document_score, group)
            for group in groups
        ]

    @property
    def explanation(self) -> str:
        """Why nothing was found, in a sentence; empty when something was."""
        return explain_no_result(self.steps)

    def as_json(self) -> dict[str, Any]:
        return {
            "question": self.question,
            "query": self.query,
            "algorithm": self.algorithm,
            "seconds": round(self.seconds, 4),
            "documents": [document.as_json() for document in self.documents],
            "steps": [step_as_json(step) for step in self.steps],
            "explanation": self.explanation,
            "profile": self.profile,
            "embedding_model": self.embedding_model,
        }


def passage_as_json(passage: Passage) -> dict[str, object]:
    return {
        "page": passage.page,
        "kind": passage.kind,
        "score": round(passage.score, 4),
        "text": passage.text,
        "url": document_url(passage.document_id, passage.page),
        **cells_as_json(passage.sheet, passage.cells),
    }


def cells_as_json(sheet: str, cells: str) -> dict[str, object]:
    """Returns where it stands in a workbook; nothing for other files."""
    return {"sheet": sheet, "cells": cells} if cells else {}


def step_as_json(step: SearchStep) -> dict[str, object]:
    return {
        "name": step.name,
        "seconds": round(step.seconds, 4),
        "found": step.found,
        "threshold": step.threshold,
        **({"detail": step.detail} if step.detail else {}),
    }
