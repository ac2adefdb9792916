"""What lies between httpx2 and a model server: proxies of the environment, and answers that are no HTTP."""

import socket
import threading
from collections.abc import Iterator

import httpx2
import pytest

from apps.llm.endpoints.checked_aiohttp_transport import CheckedTransport, proxy_url
from tests.fakes.openai_server import FakeOpenAIServer

ELSEWHERE = "http://models.example/v1"


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


async def test_a_proxy_of_the_environment_carries_the_request(
    openai_server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", openai_server.base_url.removesuffix("/v1"))
    async with httpx2.AsyncClient(transport=CheckedTransport(ELSEWHERE)) as http:
        answer = await http.get(f"{ELSEWHERE}/models")
    assert answer.status_code == 200
    assert openai_server.requests[-1].headers["host"] == "models.example"


@pytest.mark.parametrize(
    ("variables", "proxy"),
    [
        ({}, None),
        ({"HTTP_PROXY": "proxy.example:3128"}, "http://proxy.example:3128"),
        ({"HTTPS_PROXY": "http://proxy.example"}, None),
        ({"ALL_PROXY": "http://proxy.example"}, "http://proxy.example"),
        ({"HTTP_PROXY": "http://proxy.example", "NO_PROXY": "models.example"}, None),
        ({"HTTP_PROXY": "http://proxy.example", "NO_PROXY": "*"}, None),
        ({"HTTP_PROXY": "http://proxy.example", "NO_PROXY": "models.example:80"}, None),
        ({"HTTP_PROXY": "http://proxy.example", "NO_PROXY": "models.example:81"}, "http://proxy.example"),
    ],
)
def test_the_environment_says_which_servers_have_a_proxy(
    variables: dict[str, str], proxy: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert proxy_url(ELSEWHERE) == proxy


async def test_certificates_are_read_where_the_transport_is_made_and_not_in_the_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    transport = CheckedTransport("https://127.0.0.1:1/v1")
    monkeypatch.setattr(httpx2, "create_ssl_context", None)
    async with httpx2.AsyncClient(transport=transport) as http:
        with pytest.raises(httpx2.ConnectError):
            await http.get("https://127.0.0.1:1/v1/models")


@pytest.fixture
def babbling_server() -> Iterator[str]:
    """Takes one connection and answers it with what is no HTTP."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(4_096)
                connection.sendall(b"220 mail.example ESMTP\r\n\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        thread.join()


async def test_what_is_no_http_is_an_error_of_the_transport(babbling_server: str) -> None:
    async with httpx2.AsyncClient(transport=CheckedTransport(babbling_server)) as http:
        with pytest.raises(httpx2.TransportError):
            await http.get(f"{babbling_server}/models")
