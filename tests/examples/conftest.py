import json
from pathlib import Path
from typing import Any

import pytest

from examples.build import DOCUMENTS, FOLDER
from examples.reading import Source, read_sources


@pytest.fixture(scope="session")
def sources() -> dict[str, Source]:
    return {source.external_id: source for source in read_sources()}


@pytest.fixture(scope="session")
def questions() -> list[dict[str, Any]]:
    lines = (FOLDER / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture(scope="session")
def built_files() -> set[Path]:
    return {path.relative_to(DOCUMENTS) for path in DOCUMENTS.rglob("*") if path.is_file()}
