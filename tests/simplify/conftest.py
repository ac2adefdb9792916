"""Rows that a rewrite reads: the shipped ones, put back where another test has emptied the tables."""

import pytest
from django.contrib.auth.models import User

from apps.llm.models import ChatModel, Endpoint, ModelOrder
from apps.simplify.initial_data import PROTECTED_WORDS, TEXT_TYPES, WORD_LIST, add_example_list
from apps.simplify.models import Options, ProtectedWord, TextType, WordList
from tests.fakes.openai_server import FakeOpenAIServer


@pytest.fixture
def shipped_rows(db: None) -> WordList:
    """As after the migrations; gives the list that was shipped first."""
    add_example_list(WordList, ProtectedWord)
    for row in TEXT_TYPES:
        TextType.objects.get_or_create(slug=row["slug"], defaults=row)
    Options.objects.get_or_create(pk=1)
    words, _created = WordList.objects.get_or_create(name=WORD_LIST)
    for term, forms in PROTECTED_WORDS:
        ProtectedWord.objects.get_or_create(word_list=words, term=term, defaults={"forms": list(forms)})
    return words


@pytest.fixture
def editor(db: None) -> User:
    return User.objects.create_user("editor", password="a long enough word", is_staff=True)


@pytest.fixture
def served_models(shipped_rows: WordList, openai_server: FakeOpenAIServer) -> FakeOpenAIServer:
    """Two models for plain language at the fake server: `first`, then `second`."""
    endpoint = Endpoint.objects.create(name="fake", base_url=openai_server.base_url, api_key_variable="")
    for position, name in enumerate(("first", "second"), 1):
        model = ChatModel.objects.create(endpoint=endpoint, name=name)
        ModelOrder.objects.create(purpose="simplify", model=model, position=position)
    return openai_server
