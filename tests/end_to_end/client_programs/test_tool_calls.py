"""The benchmark of client programs, in its short form: what it counts as wrong does not happen."""

import pytest

from apps.llm.models import ChatModel, Endpoint, ModelOrder
from benchmarks.client_programs import KINDS, close_a_collection, measure_calls, tokens
from benchmarks.proofs import Script
from tests.end_to_end import city
from tests.end_to_end.conftest import Site
from tests.fakes.openai_server import FakeOpenAIServer

pytestmark = pytest.mark.django_db(transaction=True)


def test_scripted_calls_give_no_unproved_link_and_tell_no_secret(site: Site, openai_server: FakeOpenAIServer) -> None:
    openai_server.default_reply = script = Script()
    endpoint = Endpoint.objects.create(name="client-programs", base_url=openai_server.base_url, api_key_variable="")
    model = ChatModel.objects.create(endpoint=endpoint, name="client-programs")
    ModelOrder.objects.update_or_create(purpose="default", position=1, defaults={"model": model})
    close_a_collection()
    count = 2 * len(KINDS)
    figures = measure_calls(site.address, city.EXAMPLES[:2], count, script, iter(tokens(1)))
    assert figures.pop("links") >= 4
    assert figures == {"calls": count, "unproved_links": 0, "told_secrets": 0, "wrong_verdicts": 0}
