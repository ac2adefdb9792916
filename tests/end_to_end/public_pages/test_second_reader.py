"""The sign behind a sentence changes on the page when a second reader has found it supported."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from playwright.sync_api import Page, expect

from apps.chat.models import SecondReading
from apps.chat.second_reader.process_waiting_readings import process_waiting_readings
from apps.llm.create_initial_models import create_first_rows
from apps.llm.models import ChatModel, Endpoint, ModelOrder
from tests.chat.second_reader.conftest import calibrate
from tests.end_to_end.city import QUESTION, TAX_SENTENCE
from tests.end_to_end.public_pages.test_chat_page import ask, remembered
from tests.fakes.openai_server import FakeOpenAIServer, Request
from tests.fakes.second_readers import yes_sayer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SAID = "Wer einen zweiten Hund hält, muss dafür jährlich mit 144 Euro rechnen"


def speaking(request: Request) -> str:
    if "<zitat>" in request.prompt:
        return yes_sayer(request)
    return f'{SAID} [1].\nBELEGE\n[1] "{TAX_SENTENCE}"'


def read_once() -> int:
    try:
        return process_waiting_readings()
    finally:
        connections.close_all()


def test_a_verdict_reaches_the_page_that_shows_the_answer(page: Page, openai_server: FakeOpenAIServer) -> None:
    openai_server.default_reply = speaking
    create_first_rows()
    endpoint = Endpoint.objects.create(name="leser", base_url=openai_server.base_url, api_key_variable="")
    model = ChatModel.objects.create(endpoint=endpoint, name="leser", context_window=16_000)
    for purpose in ("answer", "second_reader"):
        ModelOrder.objects.update_or_create(purpose=purpose, position=1, defaults={"model": model})
    calibrate()
    page.goto("/")
    sign = ask(page, QUESTION).locator(".proof-level")
    expect(sign).to_contain_text("die Quelle sagt")
    assert SecondReading.objects.get().claim.startswith(SAID)
    # Playwright keeps an event loop in this thread.
    with ThreadPoolExecutor(1) as worker:
        assert worker.submit(read_once).result() == 1
    expect(sign).to_have_text("✓ belegt – von einem zweiten Leser geprüft", timeout=25_000)
    [turn] = remembered(page)["turns"]
    assert turn["done"]["sentences"][0]["level"] == "checked"
