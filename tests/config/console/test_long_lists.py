"""Lists of the console stay fast however long they are: no statement reads a whole table with every look at it."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from apps.admin_base import LongListPaginator
from apps.chat.models import Conversation, Feedback, Turn
from apps.llm.models import ModelCall
from apps.simplify.models import Rewrite
from config.console.home.installation_status import cache_if_large

LISTS = ["chat/feedback", "llm/modelcall", "simplify/rewrite", "chat/turn"]


@pytest.fixture(autouse=True)
def rows(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of each, which is many here."""
    cache.clear()
    monkeypatch.setattr("apps.admin_base.MANY_ROWS", 2)
    for number in range(2):
        conversation = Conversation.objects.create()
        turn = Turn.objects.create(conversation=conversation, number=1, question="Wie hoch?", answer="Drei Euro.")
        Feedback.objects.create(turn=turn, rating=Feedback.Rating.UP)
        ModelCall.objects.create(purpose="answer", model=f"m{number}", outcome="ok", seconds=1.0)
        Rewrite.objects.create(text_type="letter", original="Hiermit", text="Wir", model="m", result={"text": "Wir"})


def statements(client: Client, name: str) -> list[str]:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(f"/admin/{name}/").status_code == 200
    return [query["sql"] for query in asked.captured_queries]


@pytest.mark.parametrize("name", LISTS)
def test_rows_are_neither_counted_nor_compared_again_with_the_next_look(admin_client: Client, name: str) -> None:
    table = name.replace("/", "_")
    statements(admin_client, name)
    again = [each for each in statements(admin_client, name) if f'FROM "{table}"' in each]
    assert not [each for each in again if "COUNT(*)" in each or "DISTINCT" in each or "DATE_TRUNC" in each]


@pytest.mark.parametrize("name", ["chat/feedback", "llm/modelcall", "simplify/rewrite"])
def test_a_day_is_chosen_by_a_filter(admin_client: Client, name: str) -> None:
    page = admin_client.get(f"/admin/{name}/").content.decode()
    assert "created_at__gte=" in page
    assert not [each for each in statements(admin_client, name) if "DATE_TRUNC" in each]


def test_few_rows_are_counted_each_time(admin_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("apps.admin_base.MANY_ROWS", 3)
    admin_client.get("/admin/llm/modelcall/")
    ModelCall.objects.create(purpose="answer", model="m", outcome="ok", seconds=1.0)
    assert admin_client.get("/admin/llm/modelcall/").context["cl"].result_count == 3


def test_counts_of_the_first_page_are_remembered_where_there_is_much_to_count() -> None:
    asked: list[int] = []

    def counted() -> dict[str, int]:
        asked.append(1)
        return {"ready": 20_000}

    for _look in range(3):
        assert cache_if_large("much", counted, lambda found: sum(found.values())) == {"ready": 20_000}
    assert len(asked) == 1
    for _look in range(2):
        cache_if_large("little", lambda: asked.append(2) or {"ready": 5}, lambda found: sum(found.values()))
    assert asked == [1, 2, 2]


def test_a_query_that_can_find_nothing_has_no_rows() -> None:
    assert LongListPaginator(ModelCall.objects.none().order_by("pk"), 10).count == 0
