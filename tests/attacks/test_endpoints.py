"""An administrator who is not the operator: endpoints that ask for secrets or lead to the machine itself."""

import asyncio
import socket
from collections.abc import Iterator
from ipaddress import ip_address
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.contrib.messages import get_messages
from django.core.exceptions import ValidationError
from django.test import Client
from pytest_django import Settings

from apps.llm.call_ledger import Ledger
from apps.llm.create_initial_models import create_first_rows
from apps.llm.endpoints.allowed_addresses import allowed_networks, leads_into_private_network
from apps.llm.endpoints.api_keys_from_environment import read_api_key
from apps.llm.errors import ModelError
from apps.llm.model_registry import endpoint_address
from apps.llm.models import Endpoint
from apps.llm.providers.gateway_language_model import GatewayLanguageModel
from apps.llm.transport.endpoint_connections import EndpointAddress
from apps.llm.transport.gateway import Gateway
from apps.llm.transport.timeouts_and_retries import RetryPolicy
from apps.llm.types import Message
from apps.outbound_network.host_allowlist import is_public
from config.api.tokens.api_tokens import ApiToken
from config.api.tokens.scopes import Scope
from tests.attacks.hostile_endpoints import SECRETS, hostile_endpoints, watched_connects
from tests.fakes.document_host import DocumentHost
from tests.fakes.openai_server import FakeOpenAIServer

ONCE = RetryPolicy(deadline=5.0, attempts=1, longest_wait=0.0)
PRIVATE = [
    "http://127.0.0.1:6379", "http://127.1.2.3/v1", "http://localhost:8000/v1", "http://LOCALHOST/v1", "http://[::1]/v1",
    "http://[::ffff:127.0.0.1]/v1", "http://[::ffff:a00:1]/v1", "http://169.254.169.254/latest", "http://10.0.0.1/v1",
    "http://192.168.1.1/v1", "http://172.16.0.1/v1", "http://100.64.0.1/v1", "http://0.0.0.0/v1", "http://[fd00::1]/v1",
    "http://[64:ff9b::7f00:1]/v1", "http://[2002:7f00:1::]/v1",
]  # fmt: skip


@pytest.fixture
def administrator(client: Client) -> Client:
    person = User.objects.create_user("verwaltung", password="x", is_staff=True)
    person.groups.add(Group.objects.get(name="administrator"))
    client.force_login(person)
    return client


def ask(base_url: str) -> str:
    """The code of the error, or the reply."""
    gateway = Gateway(EndpointAddress("attacked", base_url, "sk-secret"))
    model = GatewayLanguageModel(gateway, "m", 16_385, 100, "answer", ONCE, Ledger())
    try:
        return asyncio.run(model.complete([Message("user", "Guten Tag")])).text
    except ModelError as error:
        return error.code


@pytest.mark.django_db
@pytest.mark.parametrize("variable", SECRETS[:12])
def test_no_secret_but_a_key_goes_to_an_endpoint(
    administrator: Client, openai_server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv(variable, "the operator's secret")
    endpoint = Endpoint.objects.create(name="thief", base_url=openai_server.base_url, api_key_variable=variable)
    assert endpoint_address(endpoint).api_key == ""
    values = {"action": "ask_for_health", "_selected_action": [endpoint.pk]}
    assert administrator.post("/admin/llm/endpoint/", values).status_code == 302
    assert "secret" not in str([request.headers for request in openai_server.requests])


@pytest.mark.django_db
def test_the_form_says_which_variables_hold_keys(administrator: Client, settings: Settings) -> None:
    form = {"name": "x", "base_url": "https://models.example/v1", "max_concurrency": "8", "is_active": "on"}
    refused = administrator.post("/admin/llm/endpoint/add/", form | {"api_key_variable": "SLACK_SIGNING_SECRET"})
    assert "*_API_KEY" in refused.content.decode()
    settings.API_KEY_VARIABLES = ["*_API_KEY", "MODELS_KEY"]
    administrator.post("/admin/llm/endpoint/add/", form | {"api_key_variable": "MODELS_KEY"})
    assert Endpoint.objects.get().api_key_variable == "MODELS_KEY"


@pytest.mark.django_db
@pytest.mark.parametrize("base_url", PRIVATE)
def test_a_private_address_is_refused_in_the_form_and_on_the_socket(settings: Settings, base_url: str) -> None:
    settings.MODEL_HOSTS = []
    with pytest.raises(ValidationError, match="MODEL_HOSTS"):
        Endpoint(name="x", base_url=base_url).clean()
    assert ask(base_url) == "address_refused"


@pytest.mark.parametrize("host", ["0177.00.00.01", "1.2.3.999", "[127.0.0.1]", "[::1", "x" * 70_000, "\x00"])
def test_what_no_client_reads_as_an_address_is_a_server_out_of_reach(settings: Settings, host: str) -> None:
    settings.MODEL_HOSTS = []
    assert ask(f"http://{host}/v1") in ("unreachable", "address_refused")


def test_no_address_inside_is_reached_however_it_is_written(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the resolver makes of a notation: here it finds this machine behind every name."""
    settings.MODEL_HOSTS = []
    home = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 80))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_arguments, **_options: home)
    with watched_connects() as connects:
        said = {address: ask(address) for address in list(hostile_endpoints())[::7]}
    assert connects == []
    assert set(said.values()) <= {"address_refused", "unreachable"}


def test_the_watch_sees_who_connects(openai_server: FakeOpenAIServer, settings: Settings) -> None:
    settings.MODEL_HOSTS = ["127.0.0.0/8"]
    with watched_connects() as connects:
        ask(openai_server.base_url)
    assert len(connects) == 1


@pytest.mark.parametrize("address", ["192.0.0.192", "192.0.0.1", "192.88.99.1", "64:ff9b:1::1", "3fff::1", "5f00::1"])
def test_special_addresses_that_older_versions_of_python_call_global_are_not_public(address: str) -> None:
    assert not is_public(ip_address(address))
    assert is_public(ip_address("8.8.8.8"))
    assert is_public(ip_address("2606:4700::1"))


@pytest.fixture
def leads_home(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A name service that answers with this machine, as that of an attacker may."""
    original = socket.getaddrinfo

    def answer(host: Any, *arguments: Any, **options: Any) -> Any:
        home = host in ("models.example", b"models.example")
        return original("127.0.0.1" if home else host, *arguments, **options)

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    return  # type: ignore[return-value]


@pytest.mark.usefixtures("leads_home")
def test_a_name_that_leads_into_a_private_network_is_refused(
    openai_server: FakeOpenAIServer, settings: Settings
) -> None:
    base_url = openai_server.base_url.replace("127.0.0.1", "models.example")
    settings.MODEL_HOSTS = []
    assert ask(base_url) == "address_refused"
    assert openai_server.requests == []
    settings.MODEL_HOSTS = ["models.example@127.0.0.0/8"]
    assert ask(base_url) == "address_refused"
    port = base_url.split(":")[2].removesuffix("/v1")
    settings.MODEL_HOSTS = [f"models.example:{port}@127.0.0.0/8"]
    assert ask(base_url) == "Das ist die Antwort des Testservers."


def test_a_redirect_is_not_followed_and_takes_no_key_along(openai_server: FakeOpenAIServer, settings: Settings) -> None:
    with DocumentHost() as host:
        host.redirect("/v1/chat/completions", openai_server.base_url + "/chat/completions")
        assert ask(host.url("/v1")) == "redirected"
    assert openai_server.requests == []


@pytest.mark.parametrize("name", ["host", "network", "own"])
def test_the_operator_names_what_is_allowed(openai_server: FakeOpenAIServer, settings: Settings, name: str) -> None:
    settings.MODEL_HOSTS = {
        "host": [openai_server.base_url.removeprefix("http://").removesuffix("/v1")],
        "network": ["127.0.0.0/8"],
        "own": [],
    }[name]
    settings.OPENAI_BASE_URL = openai_server.base_url if name == "own" else ""
    assert ask(openai_server.base_url) == "Das ist die Antwort des Testservers."
    assert leads_into_private_network("http://127.0.0.1:1/v1") is (name != "network")


def test_public_addresses_need_no_permission(settings: Settings) -> None:
    settings.MODEL_HOSTS = []
    for base_url in ("https://api.openai.com/v1", "https://8.8.8.8:8443/v1", "http://[2606:4700::1]/v1"):
        assert not leads_into_private_network(base_url)
        assert allowed_networks(base_url) == ()


@pytest.mark.django_db
def test_an_installation_that_already_has_such_an_endpoint_reads_what_to_set(
    administrator: Client, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.MODEL_HOSTS = []
    endpoint = Endpoint.objects.create(
        name="ollama", base_url="http://localhost:11434/v1", api_key_variable="MY_SECRET"
    )
    create_first_rows()
    assert "http://localhost:11434/v1" in caplog.text
    assert "MODEL_HOSTS" in caplog.text
    assert "MY_SECRET" in caplog.text
    values = {"action": "ask_for_health", "_selected_action": [endpoint.pk]}
    answer = administrator.post("/admin/llm/endpoint/", values)
    assert any("MODEL_HOSTS" in message.message for message in get_messages(answer.wsgi_request))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("owner", "allowed"),
    [("verwaltung", True), ("editor", True), ("nobody", True), ("operator", False), ("colleague", False)],
)
def test_tokens_are_made_for_oneself_and_for_those_below_alone(
    administrator: Client, owner: str, allowed: bool
) -> None:
    User.objects.create_superuser("operator")
    for name, group in [("editor", "editor"), ("colleague", "administrator"), ("nobody", "")]:
        person = User.objects.create_user(name, is_staff=True)
        person.groups.set(Group.objects.filter(name=group))
    person = User.objects.get(username=owner)
    form = {"name": "program", "user": str(person.pk), "scopes": [Scope.SEARCH.value]}
    administrator.post("/admin/config/apitoken/add/", form)
    assert ApiToken.objects.filter(user=person).exists() is allowed


@pytest.mark.django_db
def test_a_superuser_makes_tokens_for_everybody(admin_client: Client) -> None:
    person = User.objects.create_superuser("operator")
    form = {"name": "program", "user": str(person.pk), "scopes": [Scope.SEARCH.value]}
    admin_client.post("/admin/config/apitoken/add/", form)
    assert ApiToken.objects.get().user == person


@pytest.mark.parametrize(
    ("base_url", "variable", "is_sent"),
    [
        ("https://models.city.example/v1", "OPENAI_API_KEY", True),
        ("https://models.city.example:8443/v1", "OPENAI_API_KEY", False),
        ("http://models.city.example/v1", "OPENAI_API_KEY", False),
        ("https://evil.example/v1", "OPENAI_API_KEY", False),
        ("https://models.city.example@evil.example/v1", "OPENAI_API_KEY", False),
        ("https://models.city.example.evil.example/v1", "OPENAI_API_KEY", False),
        ("https://second.city.example/v1", "OPENAI_API_KEY", True),
        ("https://api.mistral.ai/v1", "MISTRAL_API_KEY", True),
        ("https://evil.example/v1", "MISTRAL_API_KEY", False),
        ("https://models.city.example/v1", "MISTRAL_API_KEY", False),
        ("https://anywhere.example/v1", "OTHER_API_KEY", True),
    ],
)
def test_a_key_goes_to_the_hosts_that_the_operator_names_for_it(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, base_url: str, variable: str, is_sent: bool
) -> None:
    settings.OPENAI_BASE_URL = "https://models.city.example/v1"
    settings.API_KEY_HOSTS = ["OPENAI_API_KEY@second.city.example", "MISTRAL_API_KEY@api.mistral.ai"]
    monkeypatch.setenv(variable, "sk-secret")
    endpoint = Endpoint(name="x", base_url=base_url, api_key_variable=variable)
    assert endpoint_address(endpoint).api_key == ("sk-secret" if is_sent else "")
    if is_sent:
        endpoint.clean()
    else:
        with pytest.raises(ValidationError, match="API_KEY_HOSTS"):
            endpoint.clean()


def test_without_an_address_the_key_is_for_the_server_it_is_named_after(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.OPENAI_BASE_URL = ""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    assert read_api_key("OPENAI_API_KEY", "https://api.openai.com/v1") == "sk-secret"
    assert read_api_key("OPENAI_API_KEY", "https://evil.example/v1") == ""
