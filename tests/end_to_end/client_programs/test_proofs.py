"""True, false and never retrieved quotes over the real socket and the real interface: one link, one mark."""

import pytest

from apps.llm.models import ChatModel, Endpoint, ModelOrder
from benchmarks.proofs import Script, measure
from tests.end_to_end.conftest import Site
from tests.fakes.openai_server import FakeOpenAIServer

pytestmark = pytest.mark.django_db(transaction=True)

QUESTIONS = ["Wie hoch ist die Steuer für den zweiten Hund?", "Wann hat das Bürgeramt am Donnerstag geöffnet?"]


def test_only_the_true_quote_becomes_a_link_to_a_page_with_one_mark(
    site: Site, openai_server: FakeOpenAIServer
) -> None:
    openai_server.default_reply = script = Script()
    endpoint = Endpoint.objects.create(name="proofs", base_url=openai_server.base_url, api_key_variable="")
    model = ChatModel.objects.create(endpoint=endpoint, name="proofs")
    ModelOrder.objects.update_or_create(purpose="default", position=1, defaults={"model": model})
    assert measure(site.address, QUESTIONS, 8, script) == {
        "answers": 8, "links": 8, "unproved_links": 0, "without_a_link": 0, "wrong_marks": 0,
    }  # fmt: skip
