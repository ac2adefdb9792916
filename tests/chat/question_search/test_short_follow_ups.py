"""Fewer than three words: an algorithm that looks for these very words searches a follow-up as it was typed."""

import pytest

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.turn_state.turn_events import StepStarted, TurnDone
from apps.documents.keywords import write_keyword_index
from apps.documents.models import Document
from apps.retrieval.preparation.active_retrieval_profile import shipped_profile
from tests.chat.conftest import Collect
from tests.fakes.models import FakeLanguageModel

GOOD = 'Blindenhunde sind befreit [1].\n\nBELEGE\n[1] "Blindenhunde sind nach § 12 befreit."'


@pytest.mark.parametrize(
    ("algorithm", "question", "rephrased"),
    [
        ("fields", "Und Blindenhunde?!", False),
        ("fields", "– Blindenhunde –", False),
        ("fields", "Und nun Blindenhunde?", True),
        ("chunks-only", "Und Blindenhunde?!", True),
    ],
    ids=["two words", "one word between dashes", "three words", "another algorithm"],
)
def test_a_short_follow_up_is_rephrased_only_where_vectors_are_searched(
    collect: Collect, fees: Document, algorithm: str, question: str, *, rephrased: bool
) -> None:
    while write_keyword_index.index_missing_documents():
        pass
    profile = shipped_profile(algorithm)
    first = collect("Wie hoch ist die Hundesteuer?", profile=profile, model=FakeLanguageModel(GOOD))[-1]
    assert isinstance(first, TurnDone)
    replies = ["Sind Blindenhunde von der Hundesteuer befreit?", GOOD] if rephrased else [GOOD]
    events = collect(
        AskedQuestion(question, token=first.conversation), profile=profile, model=FakeLanguageModel(*replies)
    )
    end = events[-1]
    assert isinstance(end, TurnDone)
    assert end.query == (replies[0] if rephrased else question)
    assert ("rephrasing" in [event.step for event in events if isinstance(event, StepStarted)]) is rephrased
    assert end.state == "done"
