"""A website of one long page with a long description, cut into windows and in search."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from apps.documents.keywords import write_keyword_index
from apps.documents.lifecycle.import_documents import import_paths
from apps.documents.models import Collection
from apps.llm.call_ledger import Ledger
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.query.types import Passage
from apps.retrieval.search.search import search

LINES = [f"Zeile {number:04d} nennt das Aktenzeichen {number * 7919:07d} im Register." for number in range(260)]
TEXT = "\n\n".join([*LINES[:107], "Der Seilbahnhof am Nordhang wird im Jahr 2031 abgerissen.", *LINES[107:]])
DESCRIPTION = " ".join(["Die Seilbahn führt auf den Berg.", *LINES[:30], "Hier fährt die Zahnradbahn."])

Ask = Callable[[str], list[Passage]]


@pytest.fixture
def website(db: None, tmp_path: Path) -> None:
    record: dict[str, Any] = {"id": "bahn", "title": "Bahnen", "text": TEXT, "description": DESCRIPTION}
    (tmp_path / "site.jsonl").write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
    Collection.objects.create(slug="site", name="Site", chunking="characters")
    assert import_paths([tmp_path / "site.jsonl"], "site").as_json()["ready"] == 1
    write_keyword_index.index_missing_documents()


@pytest.fixture
def ask(website: None) -> Ask:
    def asked(question: str) -> list[Passage]:
        request = SearchRequest(algorithm="fields", collections=["site"])
        return list(async_to_sync(search)(question, request, ledger=Ledger()).passages)

    return asked
