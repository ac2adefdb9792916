"""People as readers: of a collection, and of a document whose source names them; decided when somebody reads."""

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import User

from apps.database.settings_cache import use_settings_cache
from apps.documents.models import Document, NamedReader, Readers, reader_of
from apps.documents.models.readers_named_by_sources import named_ids
from apps.documents.models.resolve_account_names import accounts_by_name, names_of_accounts
from apps.llm.call_ledger import Ledger
from apps.retrieval.preparation.readable_collections import readable_collections
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.search.search import search
from tests import factories

pytestmark = pytest.mark.django_db


def test_a_person_named_or_taken_off_a_collection_holds_for_the_next_question() -> None:
    purse = factories.collection("purse", readers=Readers.GROUPS)
    person = User.objects.create(username="named")
    for change, known in ((purse.reader_users.add, {"purse"}), (purse.reader_users.remove, set())):
        change(person)
        with use_settings_cache():
            assert set(readable_collections(person, reader_of(person))) == known


@pytest.mark.parametrize(
    ("written", "account", "reads"),
    [
        ("anna", {"username": "anna"}, True),
        ("Anna", {"username": "anna"}, False),
        ("Anna@Amt.example", {"username": "sso-1", "email": "anna@amt.EXAMPLE"}, True),
        ("", {"username": "sso-1", "email": ""}, False),
        ("anna", {"username": "anna2", "email": "anna@amt.example"}, False),
    ],
    ids=["user name", "another user name", "mail address in any case", "nobody has no address", "a beginning"],
)
def test_whom_a_source_names_is_decided_when_somebody_reads(
    written: str, account: dict[str, str], *, reads: bool
) -> None:
    document = factories.document(["Das Kennwort ist Quitte."])
    named = NamedReader.objects.create(name=written)
    Document.objects.update(reader_groups=[], reader_users=[], named_readers=[named.pk])
    person = User.objects.create(**account)
    for user, expected in ((person, reads), (None, False), (User.objects.create(username="other"), False)):
        found = async_to_sync(search)("Kennwort Quitte", SearchRequest(user=user), ledger=Ledger())
        assert bool(found.passages) is expected, user
        assert Document.objects.readable_by(user).filter(pk=document.pk).exists() is expected, user


def test_a_new_address_holds_for_the_next_question() -> None:
    person = User.objects.create(username="anna", email="anna@amt.example")
    ids = named_ids(["anna@amt.example", "neu@amt.example"])
    assert reader_of(person).named_ids == (ids["anna@amt.example"],)
    User.objects.update(email="neu@amt.example")
    assert reader_of(person).named_ids == (ids["neu@amt.example"],)


def test_names_lead_to_accounts_and_back() -> None:
    anna = User.objects.create(username="anna", email="amt@stadt.example")
    bert = User.objects.create(username="sso-2", email="bert@stadt.example")
    User.objects.create(username="sso-3", email="amt@stadt.example")
    User.objects.create(username="sso-4", email="BERT@stadt.example", is_active=False)
    found = accounts_by_name(["anna", "amt@stadt.example", "Bert@stadt.example", "niemand"])
    assert {name: len(ids) for name, ids in found.items()} == {
        "anna": 1, "amt@stadt.example": 2, "Bert@stadt.example": 1,
    }  # fmt: skip
    assert found["Bert@stadt.example"] == [bert.pk], "who was deactivated is meant by nobody"
    assert names_of_accounts([anna.pk, bert.pk, 0]) == ["anna", "bert@stadt.example"]
