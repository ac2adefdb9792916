"""A build in a process of its own, killed again and again: no finished call comes twice, and the result is the same."""

import os
import signal
import subprocess
import time
from typing import Any

from benchmarks.graph_parts.invented_graph import imported, texts
from benchmarks.graph_parts.model_servers import counted, rule_server, served_by
from benchmarks.graph_parts.own_process import building

SLUG, AT_ONCE, LATENCY = "killed", 4, 0.05
KILLS, CALLS_BEFORE_A_KILL = 20, 6
LONGEST_START = 60
MARK = "LINES OF A COMMUNITY"


def measure(number: int) -> dict[str, Any]:
    """Of `number` documents; then the same once more, without any kill and without anything known."""
    from apps.documents.models import Collection
    from apps.graph.building.build_graph import build_collection_graph
    from apps.graph.building.build_options import BuildOptions
    from apps.graph.building.graph_status import get_or_create_graph_index
    from apps.graph.models import GraphIndex, Reply

    imported(texts(number), SLUG)
    found = Collection.objects.get(slug=SLUG)
    get_or_create_graph_index(found)
    with rule_server() as server, served_by(server.base_url, AT_ONCE):
        server.latency = LATENCY
        attempts = [killed_once(server, found) for _ in range(KILLS)]
        server.latency = 0.0
        run = build_collection_graph(get_or_create_graph_index(found), BuildOptions(method="model"))
        calls = len(server.chat_requests)
        assert (run.state, run.documents) == ("complete", number)
        assert keys_of(server, 0, found) == stored_keys(found), "keys are told from requests as the product makes them"
        Reply.objects.all().delete()
        GraphIndex.objects.filter(collection=found).delete()
        undisturbed, needed = counted(
            server, lambda: build_collection_graph(get_or_create_graph_index(found), BuildOptions(method="model"))
        )
    return {
        "kills": sum(was_killed for was_killed, _ in attempts),
        "finished_calls_repeated": sum(repeated for _, repeated in attempts),
        "calls": calls,
        "calls_without_kills": needed,
        "result_differs": int((undisturbed.state, undisturbed.fingerprint) != (run.state, run.fingerprint)),
    }


def killed_once(server: Any, collection: Any) -> tuple[bool, int]:
    """Whether the build was still alive, and how many of its calls had a stored reply before it began."""
    asked, stored = len(server.chat_requests), stored_keys(collection)
    process = building(SLUG)
    wait_for_calls(server, asked + CALLS_BEFORE_A_KILL, process)
    is_alive = process.poll() is None
    if is_alive:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return is_alive, len(keys_of(server, asked, collection) & stored)


def stored_keys(collection: Any) -> set[str]:
    from apps.graph.models import Reply

    return set(Reply.objects.filter(index__collection=collection).values_list("key", flat=True))


def keys_of(server: Any, start: int, collection: Any) -> set[str]:
    """Of what was asked from that request on. The last one of a killed process may have come without its body."""
    keys = Keys(collection)
    whole = [request.body["messages"] for request in server.chat_requests[start:] if "messages" in request.body]
    return {keys.of(messages) for messages in whole}


class Keys:
    """From what a server was asked to the key under which the product keeps the reply."""

    def __init__(self, collection: Any) -> None:
        from apps.graph.extraction import extraction_requests
        from apps.graph.extraction.load_text_units import load_unit_corpus
        from apps.graph.model_calls.models_of_a_build import build_models
        from apps.graph.model_calls.prompts_of_a_build import load_build_prompts
        from apps.llm.call_ledger import Ledger

        corpus = load_unit_corpus(collection.pk, chunk_tokens=600, overlap=100)
        self.prompts = load_build_prompts(corpus.language, [], with_claims=False)
        self.models = build_models(self.prompts, Ledger(), in_house=False)
        self.pieces = {
            extraction_requests.extraction_messages(piece, self.prompts)[-1].text: piece for piece in corpus.units
        }
        mark = self.prompts.report.messages(text=MARK, language=self.prompts.language_name)[-1].text
        self.before, _, self.after = mark.partition(MARK)

    def of(self, messages: list[dict[str, str]]) -> str:
        from apps.graph.communities import model_written_reports
        from apps.graph.communities.report_context import ReportContext
        from apps.graph.extraction import extraction_requests
        from apps.graph.model_calls.budgeted_model import BudgetedModel
        from apps.graph.model_calls.build_budget import Budget

        text = messages[1]["content"]
        if piece := self.pieces.get(text):
            name = self.models.extract.name
            first = extraction_requests.first_reply_key(piece, self.prompts, name)
            replies = [each["content"] for each in messages if each["role"] == "assistant"]
            return extraction_requests.later_reply_key(first, self.prompts, name, replies) if replies else first
        lines = ReportContext((), text.removeprefix(self.before).removesuffix(self.after), is_whole=True)
        return model_written_reports.report_request(
            lines, [], BudgetedModel(self.models.report, self.prompts, Budget()), ""
        ).key


def wait_for_calls(server: Any, number: int, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + LONGEST_START
    while len(server.chat_requests) < number and process.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
