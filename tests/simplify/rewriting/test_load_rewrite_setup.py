"""What a rewrite is given from the database."""

import re

import pytest
from asgiref.sync import async_to_sync

from apps.simplify.models import Synonym, SynonymState
from apps.simplify.rewriting.rewrite_request import RewriteRequest
from apps.simplify.rewriting.rewrite_text import rewrite_to_end
from tests.fakes.openai_server import FakeOpenAIServer

GERMAN = re.compile(r"\b(?:Sie|der|die|das|und|nicht|Zahl|wurde|Original:)\b")
TEXT = (
    "The fee of 30 euros for the permit must be paid to the office within 14 days of this notice. "
    "You may not use the permit for any other purpose unless the authority has agreed to it in writing."
)


@pytest.mark.django_db(transaction=True)
def test_an_english_text_gets_english_prompts_for_the_rewrite_and_for_the_repair(
    served_models: FakeOpenAIServer,
) -> None:
    served_models.default_reply = "Pay the fee of 300 euros within 14 days of this notice."
    async_to_sync(rewrite_to_end)(RewriteRequest(text=TEXT))
    asked = ["\n".join(message["content"] for message in one.body["messages"]) for one in served_models.requests]
    assert "plain English" in asked[0]
    assert any("number or amount" in prompt and "You correct a sentence" in prompt for prompt in asked)
    assert not [found for prompt in asked for found in GERMAN.findall(prompt)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("state", "level"), [(SynonymState.PROPOSED, "please_read"), (SynonymState.IN_FORCE, "derived")]
)
def test_a_synonym_in_force_explains_a_rewrite_and_a_proposed_one_does_not(
    served_models: FakeOpenAIServer, state: SynonymState, level: str
) -> None:
    before = "Der Wohnungsgeber hat den Einzug binnen zwei Wochen zu bestätigen."
    served_models.default_reply = "Der Vermieter muss den Einzug innerhalb von zwei Wochen bestätigen."
    Synonym.objects.create(language="de", official="Wohnungsgeber", plain="Vermieter", state=state)
    [sentence] = async_to_sync(rewrite_to_end)(RewriteRequest(text=before)).sentences
    assert sentence.level == level
