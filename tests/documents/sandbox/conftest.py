from collections.abc import Iterator

import pytest

from apps.documents.sandbox.parser_pool import ParserPool


@pytest.fixture
def pool() -> Iterator[ParserPool]:
    pool = ParserPool(size=1)
    yield pool
    pool.close()
