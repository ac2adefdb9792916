"""Each kind of server with what is peculiar to it, as a fake that keeps to its protocol: what the doctor says of it."""

import json
from collections.abc import Callable

import pytest
from asgiref.sync import async_to_sync
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from apps.llm.call_ledger import Ledger
from apps.llm.doctor.check_models import check_models, context_finding, vector_length_finding
from apps.llm.doctor.findings import ModelReport
from apps.llm.doctor.list_server_models import ListedModels
from apps.llm.model_registry import build_language_model
from apps.llm.models import ChatModel, EmbeddingModel, Endpoint, ModelOrder
from apps.llm.transport.server_capabilities import forget_all_capabilities
from apps.llm.types import Message
from tests.fakes.openai_server import FakeOpenAIServer

pytestmark = pytest.mark.django_db(transaction=True)
GOOD = '{"ja": true}'


def llama_cpp(server: FakeOpenAIServer) -> None:
    server.listed = [
        {"id": "m", "object": "model", "owned_by": "llamacpp", "meta": {"n_ctx": 2048, "n_ctx_train": 8192}}
    ]
    server.fault(
        "501", message="This server does not support embeddings. Start it with `--embeddings`", on="embeddings"
    )


def vllm(server: FakeOpenAIServer) -> None:
    server.listed = [{"id": "m", "object": "model", "owned_by": "vllm", "max_model_len": 32_768}]
    server.fault("400", message="The model does not support Embeddings API", on="embeddings")


def ollama(server: FakeOpenAIServer) -> None:
    server.listed = [{"id": "m:latest", "object": "model", "created": 0, "owned_by": "library"}]
    server.fault("400", message="this model does not support embeddings", on="embeddings")


def lm_studio(server: FakeOpenAIServer) -> None:
    server.listed = [{"id": "m", "object": "model", "owned_by": "organization_owner"}]
    server.dimensions = 768


def local_ai(server: FakeOpenAIServer) -> None:
    server.listed, server.counts_tokens = [{"id": "m", "object": "model"}], False


def mistral(server: FakeOpenAIServer) -> None:
    server.listed = [{"id": "m", "object": "model", "max_context_length": 131_072, "capabilities": {}}]
    server.refuse("stream_options")


def openrouter(server: FakeOpenAIServer) -> None:
    server.listed = [{"id": "m", "name": "M", "context_length": 16_385, "pricing": {}}]
    server.prelude = b": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n"


def azure(server: FakeOpenAIServer) -> None:
    server.listed = None
    server.refuse("max_tokens")
    server.prelude = b'data: {"choices": [], "prompt_filter_results": [{"prompt_index": 0}]}\n\n'


def gemma(server: FakeOpenAIServer) -> None:
    server.listed = [{"id": "m"}]
    server.fault("500", message="Jinja Exception: System role not supported")


def report_of(server: FakeOpenAIServer, kind: Callable[[FakeOpenAIServer], None], **row: int) -> ModelReport:
    forget_all_capabilities()
    server.default_reply = GOOD
    endpoint = Endpoint.objects.create(name="haus", base_url=server.base_url, api_key_variable="")
    ChatModel.objects.create(endpoint=endpoint, name="m", **row)
    kind(server)
    return check_models()[0]


def states(report: ModelReport) -> dict[str, str]:
    return {finding.name: finding.state for finding in report.findings}


@pytest.mark.parametrize(
    ("kind", "context", "lacking"),
    [
        (llama_cpp, "problem", set()),
        (vllm, "ok", set()),
        (ollama, "unknown", set()),
        (lm_studio, "unknown", set()),
        (local_ai, "unknown", {"usage"}),
        (mistral, "ok", {"usage"}),
        (openrouter, "ok", set()),
        (azure, "unknown", set()),
        (gemma, "unknown", {"system_messages"}),
    ],
)
def test_what_is_peculiar_to_a_server_is_found_out_and_adapted_to(
    openai_server: FakeOpenAIServer, kind: Callable[[FakeOpenAIServer], None], context: str, lacking: set[str]
) -> None:
    found = states(report_of(openai_server, kind))
    assert (found["answer"], found["context_window"]) == ("ok", context)
    assert found.keys() - {"answer", "context_window"} == lacking


def test_the_context_of_the_only_model_counts_whatever_it_is_called(openai_server: FakeOpenAIServer) -> None:
    def by_path(server: FakeOpenAIServer) -> None:
        server.listed = [{"id": "/models/SmolLM2.gguf", "meta": {"n_ctx": 2048}}]

    found = states(report_of(openai_server, by_path))
    assert (found["name"], found["context_window"]) == ("unknown", "problem")


def test_what_was_found_out_is_stored_and_used_by_processes_that_begin_later(openai_server: FakeOpenAIServer) -> None:
    report_of(openai_server, gemma)
    openai_server.listed = [{"id": "m", "meta": {"n_ctx": 2048}}]
    openai_server.fault("500", message="Jinja Exception: System role not supported")
    check_models()
    row = ChatModel.objects.get(name="m")
    assert row.abilities["context_window"] == 2048
    assert row.abilities["system_messages"] is False
    forget_all_capabilities()
    ModelOrder.objects.create(purpose="tag", model=row, position=1)
    model = build_language_model("tag", ledger=Ledger(), in_house=False)
    assert model.context_window == 2048
    openai_server.requests.clear()
    async_to_sync(model.complete)([Message("system", "Knapp."), Message("user", "Ja?")])
    assert [[each["role"] for each in request.body["messages"]] for request in openai_server.requests] == [["user"]]


@pytest.mark.parametrize(
    ("kind", "name"), [(llama_cpp, "answer"), (vllm, "answer"), (ollama, "answer"), (lm_studio, "dimensions")]
)
def test_vectors_that_do_not_fit_are_named_with_the_fix(
    openai_server: FakeOpenAIServer, kind: Callable[[FakeOpenAIServer], None], name: str
) -> None:
    forget_all_capabilities()
    endpoint = Endpoint.objects.create(name="haus", base_url=openai_server.base_url, api_key_variable="")
    EmbeddingModel.objects.create(endpoint=endpoint, name="m", dimensions=1024)
    kind(openai_server)
    [report] = check_models()
    [problem] = [finding for finding in report.findings if finding.state == "problem"]
    assert problem.name == name
    assert ("768" in problem.sentence and "1024" in problem.sentence) or "EMBEDDING_BASE_URL" in problem.sentence


FULL_NAMES = {"ionos": "meta-llama/Llama-3.3-70B-Instruct", "stackit": "cortecs/Llama-3.3-70B-Instruct-FP8-Dynamic"}


@pytest.mark.parametrize("host", FULL_NAMES)
def test_a_house_that_lists_full_names_is_asked_by_them_and_a_short_one_is_told_the_full(
    openai_server: FakeOpenAIServer, host: str
) -> None:
    """IONOS and STACKIT: no context in the list, an access token as key, 404 for a name they do not have."""
    full = FULL_NAMES[host]
    short = full.partition("/")[2]
    openai_server.default_reply = GOOD
    openai_server.listed = [{"id": full, "object": "model", "created": 1, "owned_by": host}]
    forget_all_capabilities()
    endpoint = Endpoint.objects.create(name=host, base_url=openai_server.base_url, api_key_variable="")
    ChatModel.objects.create(endpoint=endpoint, name=full)
    [report] = check_models()
    assert states(report) == {"answer": "ok", "context_window": "unknown"}
    ChatModel.objects.update(name=short)
    for _try in range(4):
        openai_server.fault("404", message=f"The model `{short}` does not exist.")
    [report] = check_models()
    [name, answer] = report.findings
    assert (name.name, name.state, full in name.sentence) == ("name", "unknown", True)
    assert (answer.state, bool(answer.fix)) == ("problem", True)


def test_an_access_token_that_has_run_out_is_named_with_its_variable(
    openai_server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IONOS_API_KEY", "old-token")
    forget_all_capabilities()
    endpoint = Endpoint.objects.create(name="ionos", base_url=openai_server.base_url, api_key_variable="IONOS_API_KEY")
    ChatModel.objects.create(endpoint=endpoint, name="fake")
    openai_server.fault("401", message="Unauthorized, wrong or no api key provided to process this request")
    [report] = check_models()
    [problem] = [finding for finding in report.findings if finding.state == "problem"]
    assert "IONOS_API_KEY" in problem.sentence
    assert openai_server.requests[-1].headers["authorization"] == "Bearer old-token"


def test_an_address_of_azure_keeps_its_version_and_gets_the_key_in_its_header(
    openai_server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AZURE_API_KEY", "azure-key")
    monkeypatch.setattr("apps.llm.transport.request_url.AZURE", ("127.0.0.1",))
    forget_all_capabilities()
    openai_server.default_reply = GOOD
    azure(openai_server)
    base = openai_server.base_url.removesuffix("/v1")
    address = f"{base}/openai/deployments/d?api-version=2024-10-21"
    endpoint = Endpoint.objects.create(name="azure", base_url=address, api_key_variable="AZURE_API_KEY")
    ChatModel.objects.create(endpoint=endpoint, name="d")
    assert check_models()[0].is_well
    request = openai_server.requests[-1]
    assert (request.path, request.query) == ("/openai/deployments/d/chat/completions", "api-version=2024-10-21")
    assert request.headers["api-key"] == "azure-key"


def test_the_command_says_what_is_wrong_and_ends_with_1(
    openai_server: FakeOpenAIServer, free_port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint = Endpoint.objects.create(name="fort", base_url=f"http://127.0.0.1:{free_port}/v1", api_key_variable="")
    ChatModel.objects.create(endpoint=endpoint, name="m")
    with pytest.raises(CommandError, match="m at fort"):
        call_command("models", "doctor", "--json")
    [model] = json.loads(capsys.readouterr().out)["models"]
    assert model["ok"] is False
    assert "/v1" in model["checks"][0]["fix"]["de"]
    with pytest.raises(CommandError):
        call_command("models", "doctor")
    assert "PROBLEM" in capsys.readouterr().out


def test_a_model_connected_in_the_admin_is_asked_once_it_is_stored(
    openai_server: FakeOpenAIServer, client: Client, django_user_model: type
) -> None:
    forget_all_capabilities()
    llama_cpp(openai_server)
    openai_server.default_reply = GOOD
    endpoint = Endpoint.objects.create(name="haus", base_url=openai_server.base_url, api_key_variable="")
    client.force_login(django_user_model.objects.create_superuser("admin"))
    form = {"endpoint": endpoint.pk, "name": "m", "context_window": 16_385, "max_output_tokens": 500, "is_active": "on"}
    form |= {"orders-TOTAL_FORMS": 0, "orders-INITIAL_FORMS": 0}
    page = client.post(reverse("admin:llm_chatmodel_add"), form, follow=True).content.decode()
    assert "2048" in page
    assert ChatModel.objects.get(name="m").abilities["context_window"] == 2048


def test_an_embedding_model_connected_in_the_admin_is_asked_for_the_length_of_its_vectors(
    openai_server: FakeOpenAIServer, client: Client, django_user_model: type
) -> None:
    forget_all_capabilities()
    openai_server.dimensions = 768
    endpoint = Endpoint.objects.create(name="haus", base_url=openai_server.base_url, api_key_variable="")
    client.force_login(django_user_model.objects.create_superuser("admin"))
    form = {"endpoint": endpoint.pk, "name": "fake", "dimensions": 1024, "threshold": 0.2, "batch_size": 16}
    page = client.post(reverse("admin:llm_embeddingmodel_add"), form, follow=True).content.decode()
    assert EmbeddingModel.objects.filter(name="fake").exists(), page[:3000]
    assert "768" in page
    assert "1024" in page


@pytest.mark.parametrize(("size", "state"), [(None, "unknown"), (4_095, "problem"), (4_096, "ok"), (8_192, "ok")])
def test_a_context_as_large_as_the_one_that_is_set_is_enough(size: int | None, state: str) -> None:
    assert context_finding(ChatModel(context_window=4_096), size).state == state


@pytest.mark.parametrize(("sends", "length", "state"), [(False, 8, "ok"), (False, 16, "problem"), (True, 16, "ok")])
def test_a_server_that_is_told_the_length_of_its_vectors_may_have_longer_ones(
    sends: bool, length: int, state: str
) -> None:
    assert vector_length_finding(EmbeddingModel(dimensions=8, sends_dimensions=sends), length).state == state


def test_the_size_of_the_only_model_is_that_of_any_name_and_of_one_among_several_its_own() -> None:
    assert ListedModels({"/models/a.gguf": 7}).size("anything") == 7
    assert ListedModels({"a": 7, "b": 8}).size("anything") is None
    assert ListedModels({"a:latest": 7, "b": 8}).size("a") == 7
