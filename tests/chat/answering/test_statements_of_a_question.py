"""What a question asks of the database. Each further statement costs everybody who asks a millisecond or more."""

from typing import Any

import pytest
from django.db.backends.utils import CursorWrapper

from apps.retrieval.models import Profile
from apps.retrieval.preparation.active_retrieval_profile import shipped_profile
from tests.chat.conftest import Collect
from tests.fakes.models import FakeLanguageModel

GOOD = 'Die Gebühr beträgt 30,70 Euro [1].\n\nBELEGE\n[1] "beträgt 30,70 Euro im Jahr"'
QUESTION = "Wie hoch ist die Gebühr für einen Anwohnerparkausweis?"
EXPECTED = [
    ("number", "llm_configuration_stamp"),
    ("words", "documents_posting"),
    ("vectors", "halfvec"),
    ("texts", "closest"),
    ("named", "named_titles"),
    ("facts", "text_fingerprint"),
    ("question", 'INSERT INTO "chat_turn"'),
    ("pages", "page.method"),
    ("contradictions", "conflicts_conflict"),
    ("answer", 'UPDATE "chat_turn"'),
]


@pytest.fixture
def profile(transactional_db: None) -> Profile:
    return shipped_profile("hybrid")


def test_a_question_sends_these_statements_and_no_other(collect: Collect, monkeypatch: pytest.MonkeyPatch) -> None:
    collect(QUESTION, model=FakeLanguageModel(GOOD))
    sent: list[str] = []
    execute = CursorWrapper.execute

    def noted(cursor: CursorWrapper, statement: Any, parameters: Any = None) -> Any:
        sent.append(str(statement))
        return execute(cursor, statement, parameters)

    monkeypatch.setattr(CursorWrapper, "execute", noted)
    collect(QUESTION, model=FakeLanguageModel(GOOD))
    assert len(sent) == len(EXPECTED), sent
    assert [name for name, words in EXPECTED if not any(words in one for one in sent)] == []
