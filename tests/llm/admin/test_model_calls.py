"""The list of calls to models, for administrators who read German."""

import re

import pytest
from django.core.cache import cache
from django.test import Client

from apps.llm.models import ModelCall

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("purpose", "outcome", "told"),
    [
        ("second_reader", "ok", ["Sätze gegen ihre Zitate prüfen", "beantwortet"]),
        ("embed", "unreachable", ["Vektoren berechnen", "Der Modellserver „hausmodell“ ist nicht erreichbar."]),
        ("answer", "of_an_older_version", ["of_an_older_version"]),
    ],
)
def test_what_a_call_was_for_and_how_it_ended_is_told_in_words(
    admin_client: Client, purpose: str, outcome: str, told: list[str]
) -> None:
    ModelCall.objects.create(purpose=purpose, model="m", endpoint="hausmodell", outcome=outcome, seconds=1.0)
    rows = admin_client.get("/admin/llm/modelcall/", headers={"accept-language": "de"}).content.decode()
    table = rows[rows.index('id="result_list"') :]
    assert all(words in table for words in told), table[:2000]


def test_what_calls_can_be_chosen_by_is_told_in_words(admin_client: Client) -> None:
    cache.clear()
    for purpose in ("judge", "embed"):
        ModelCall.objects.create(purpose=purpose, model="m", endpoint="hausmodell", outcome="ok", seconds=1.0)
    page = admin_client.get("/admin/llm/modelcall/", headers={"accept-language": "de"}).content.decode()
    chosen = dict(re.findall(r'<a href="\?(\w+=\w+)">\s*([^<]+?)\s*</a>', page))
    assert {name: chosen[name] for name in ("purpose=judge", "purpose=embed", "outcome=ok")} == {
        "purpose=judge": "Antworten beurteilen", "purpose=embed": "Vektoren berechnen", "outcome=ok": "beantwortet",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("reference", "told"),
    [
        ("turn:64642c1f-0000", "Wortwechsel 64642c1f"),
        ("document:12", "Dokument 12"),
        ("search", "Suche"),
        ("own:3", "own 3"),
        ("", ""),
    ],
)
def test_what_a_call_was_made_for_is_told_in_words(admin_client: Client, reference: str, told: str) -> None:
    ModelCall.objects.create(purpose="answer", model="m", outcome="ok", seconds=1.0, reference=reference)
    page = admin_client.get("/admin/llm/modelcall/", headers={"accept-language": "de"}).content.decode()
    assert re.findall(r'field-used_for">(.*?)</td>', page) == [told or "-"]
