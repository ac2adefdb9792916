"""A true quote does not prove a sentence about something else."""

import pytest

from apps.chat.contradictions.sentences_off_cited_page import is_off_topic

PAGE = "Der Antrag ist innerhalb von 14 Tagen im Bürgeramt Neustadt zu stellen. Hundesteuerbescheide werden versandt."
CLAIMS = [
    ("Die Stadt baut eine neue Brücke über den breiten Fluss.", True),
    ("Sie müssen den Antrag rechtzeitig und vollständig einreichen.", False),
    ("Eigentümer erhalten jährlich wegen ihrer Hundesteuer Post.", False),
    ("So ist es geregelt.", False),
    ("You must apply for the permit in person within two weeks.", False),
    ("町の橋は来年建設される予定です。", False),
]


@pytest.mark.parametrize(("claim", "is_about_something_else"), CLAIMS)
def test_a_sentence_shares_a_word_with_its_page(claim: str, is_about_something_else: bool) -> None:
    assert is_off_topic(claim, ["Bürgeramt Neustadt", PAGE]) is is_about_something_else
