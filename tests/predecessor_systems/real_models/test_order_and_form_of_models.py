"""The admin of models: two of an order swapped in one save, and no promise about the context of an unknown model."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from apps.llm.models import ChatModel, ModelOrder

pytestmark = pytest.mark.django_db


@pytest.fixture
def console(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("root"))
    return client


@pytest.fixture
def orders() -> list[ModelOrder]:
    models = [ChatModel.objects.create(name=name) for name in ("small", "large", "third")]
    return [
        ModelOrder.objects.create(purpose="judge", model=model, position=place)
        for place, model in enumerate(models, start=1)
    ]


def order() -> list[str]:
    return [row.model.name for row in ModelOrder.objects.filter(purpose="judge").order_by("position")]


def test_two_models_change_places_in_one_save(console: Client, orders: list[ModelOrder]) -> None:
    form: dict[str, Any] = {"purpose": "judge", "model": orders[0].model_id, "position": 2}
    assert console.post(f"/admin/llm/modelorder/{orders[0].pk}/change/", form).status_code == 302
    assert order() == ["large", "small", "third"]


def test_a_new_row_takes_no_place_that_is_taken(console: Client, orders: list[ModelOrder]) -> None:
    new = ChatModel.objects.create(name="new")
    response = console.post("/admin/llm/modelorder/add/", {"purpose": "judge", "model": new.pk, "position": 1})
    assert response.status_code == 200
    assert order() == ["small", "large", "third"]


def test_the_form_for_a_new_model_supposes_a_small_context(console: Client) -> None:
    html = console.get("/admin/llm/chatmodel/add/").content.decode()
    assert 'name="context_window" value="4096"' in html
