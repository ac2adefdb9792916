"""The protocol's own checks and its inspector at a running service; both are programs for Node, so they are not among
what the tests install. MCP_CONFORMANCE and MCP_INSPECTOR name how they are called:

    npm install @modelcontextprotocol/conformance@0.1.16 @modelcontextprotocol/inspector@2.12.0 node@22
    MCP_CONFORMANCE="node node_modules/.bin/conformance" MCP_INSPECTOR="node node_modules/.bin/mcp-inspector" pytest …

Of the checks those are run that ask for nothing but the protocol: the others call tools of a server made for them.
"""

import http.client
import json
import os
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoDbBlocker

from config.api.tokens.api_tokens import ApiToken
from tests.end_to_end.city import TAX_SENTENCE
from tests.end_to_end.conftest import Site
from tests.fakes.document_host import Asked, DocumentHost, head

pytestmark = pytest.mark.django_db

CONFORMANCE, INSPECTOR = (os.environ.get(name, "").split() for name in ("MCP_CONFORMANCE", "MCP_INSPECTOR"))
SCENARIOS = [
    "server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "dns-rebinding-protection",
]  # fmt: skip


@pytest.fixture(scope="module")
def secret(site: Site, django_db_blocker: DjangoDbBlocker) -> str:
    with django_db_blocker.unblock():
        owner = User.objects.get(username="redaktion")
        return ApiToken(name="checks", user=owner, scopes=["ask", "search", "simplify"]).issue()


class Signed(DocumentHost):
    """Passes requests on with a token: the checks have no way to send one."""

    address = secret = ""

    def pass_on(self, asked: Asked) -> list[bytes]:
        connection = http.client.HTTPConnection(self.address.removeprefix("http://"), timeout=30)
        headers = asked.headers | {"authorization": f"Bearer {self.secret}"}
        connection.request(asked.method, asked.path, asked.body, headers)
        got = connection.getresponse()
        data = got.read()
        connection.close()
        kept = {name.lower(): said for name, said in got.getheaders() if name.lower() != "transfer-encoding"}
        facts = kept | {"content-length": str(len(data))}
        return [head(got.status, **facts), data]


class AnyPath(dict[str, Any]):
    def __init__(self, host: Signed) -> None:
        super().__init__()
        self.host = host

    def get(self, path: str, default: Any = None) -> Any:
        return self.host.pass_on


@pytest.fixture(scope="module")
def signed(site: Site, secret: str) -> Iterator[str]:
    with Signed() as host:
        host.address, host.secret, host.answers = site.address, secret, AnyPath(host)
        yield host.url("/mcp")


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


@pytest.mark.skipif(not CONFORMANCE, reason="MCP_CONFORMANCE names no program")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_checks_of_the_protocol_pass(signed: str, scenario: str) -> None:
    done = run(*CONFORMANCE, "server", "--url", signed, "--scenario", scenario)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 failed, 0 warnings" in done.stdout
    assert "Passed: 0/0" not in done.stdout


@pytest.mark.skipif(not INSPECTOR, reason="MCP_INSPECTOR names no program")
def test_the_inspector_lists_and_calls(site: Site, secret: str) -> None:
    def inspected(*arguments: str) -> dict[str, Any]:
        # The header last: it takes whatever follows.
        called = [*INSPECTOR, "--cli", f"{site.address}/mcp", "--transport", "http", "--method", *arguments]
        done = run(*called, "--header", f"Authorization: Bearer {secret}")
        assert done.returncode == 0, done.stdout + done.stderr
        said: dict[str, Any] = json.loads(done.stdout)
        return said

    assert "verify_quote" in {tool["name"] for tool in inspected("tools/list")["tools"]}
    assert inspected("resources/list")["resources"]
    assert inspected("prompts/list")["prompts"]
    named = ("collection=stadt", "document=hundesteuer.pdf", "page=2", f"quote={TAX_SENTENCE}")
    called = inspected("tools/call", "--tool-name", "verify_quote", "--tool-arg", *named)
    assert called["structuredContent"]["found"] is True
