"""What somebody tries who wants a person's rights without the person."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import AccessToken, Grant, RefreshToken

from config.api.tokens.api_tokens import ApiToken
from config.oauth.request_validator import RequestValidator
from tests.config.oauth.conftest import BACK, CHALLENGE, HERE, Flow, make_program

pytestmark = pytest.mark.django_db

FOREIGN_ADDRESSES = [
    "https://evil.example/callback",
    "http://127.0.0.1:7777/other",
    "http://127.0.0.1:7777/callback/../steal",
    "http://127.0.0.1:7777/callback?next=//evil.example",
    "http://127.0.0.1:7777/callback#fragment",
    "http://evil@127.0.0.1:7777/callback",
    "http://127.0.0.1.evil.example/callback",
    "//evil.example/callback",
    "javascript:alert(1)",
    "http://localhost:7777/callback",
    "http://127.0.0.1:7777/callback\r\nX: 1",
    "http://127.0.0.1:99999/callback",
    "http://127.0.0.1:x/callback",
    "http://[::1/callback",
    "https://evil.example\\@127.0.0.1/callback",
]


def told(answer: Any) -> dict[str, list[str]]:
    return parse_qs(urlsplit(answer["Location"]).query)


@pytest.mark.parametrize("address", FOREIGN_ADDRESSES)
def test_no_browser_is_sent_to_an_address_that_is_not_registered(flow: Flow, address: str) -> None:
    for answer in (flow.page(redirect_uri=address), flow.answer(redirect_uri=address)):
        assert answer.status_code == 400
        assert "Location" not in answer
        assert not re.search(r"(href|action|src)=.?[^>]{0,20}evil", answer.content.decode())


ODD_HOSTS = [
    "https://evil.example\\@localhost/",
    "http://evil.example\\@127.0.0.1/",
    "https://user:secret@ok.example/",
    "https://ok.example;sandbox/",
    "https://ok.example;script-src%20*/",
    "https://ok.example'none'/",
    "https://ok.example,evil.example/",
    "https://ok.example:99999/",
    "https://ex\u0430mple.com/",
    "https://\u202eelpmaxe.ko/",
]


@pytest.mark.parametrize("address", ODD_HOSTS)
def test_a_host_that_browsers_and_policies_read_otherwise_is_nobodys(flow: Flow, address: str) -> None:
    """Also of a program that was entered before addresses were looked at so closely."""
    flow.program.redirect_uris = address
    flow.program.save()
    flow.browser.raise_request_exception = False
    for answer in (flow.page(redirect_uri=address), flow.answer(redirect_uri=address)):
        assert answer.status_code == 400
        assert "Location" not in answer
        assert answer["Content-Security-Policy"].count("sandbox") == 0


def test_a_port_that_there_is_not_is_refused_whatever_is_registered(flow: Flow) -> None:
    flow.program.redirect_uris = "https://ok.example/callback"
    flow.program.save()
    flow.browser.raise_request_exception = False
    for address in ("https://ok.example:99999/callback", "https://ok.example:x/callback"):
        assert flow.page(redirect_uri=address).status_code == 400


def test_an_unknown_program_sends_nobody_anywhere(flow: Flow) -> None:
    for other in ({"client_id": "unknown"}, {"client_id": None}, {"client_id": "x\0y"}):
        for answer in (flow.page(**other), flow.answer(**other)):
            assert answer.status_code in (200, 400)
            assert "Location" not in answer
    assert Grant.objects.count() == 0


def test_who_is_not_signed_in_is_sent_to_our_own_page_only(flow: Flow) -> None:
    for asked in (
        flow.asked(),
        flow.asked(redirect_uri="https://evil.example/"),
        flow.asked(prompt="none", client_id="x"),
    ):
        answer = Client().get("/oauth/authorize", asked)
        assert answer.status_code == 400 or answer["Location"].startswith("/admin/login/?next=/oauth/authorize")


def test_a_program_on_this_machine_may_take_any_port_and_plain_http_nobody_else(flow: Flow) -> None:
    other_port = BACK.replace("7777", "50123")
    assert flow.page(redirect_uri=other_port).status_code == 200
    flow.program.redirect_uris = "http://intranet.example/callback"
    flow.program.save()
    assert flow.page(redirect_uri="http://intranet.example/callback").status_code == 400


def test_a_code_counts_once(flow: Flow) -> None:
    code = flow.code()
    assert flow.exchange(code).status_code == 200
    assert flow.exchange(code).json()["error"] == "invalid_grant"


def test_a_code_counts_for_a_minute(flow: Flow) -> None:
    code = flow.code()
    Grant.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert flow.exchange(code).json()["error"] == "invalid_grant"


@pytest.mark.parametrize(
    "changed", [{"code_verifier": "w" * 64}, {"code_verifier": None}, {"code_verifier": CHALLENGE}]
)
def test_a_stolen_code_is_worth_nothing_without_the_verifier(flow: Flow, changed: dict[str, Any]) -> None:
    assert flow.exchange(flow.code(), **changed).status_code == 400


@pytest.mark.parametrize(
    "weaker",
    [
        {"code_challenge": None, "code_challenge_method": None},
        {"code_challenge_method": "plain"},
        {"code_challenge_method": None},
        {"code_challenge_method": "s256"},
    ],
)
def test_the_proof_of_possession_cannot_be_weakened(flow: Flow, weaker: dict[str, Any]) -> None:
    for answer in (flow.page(**weaker), flow.answer(**weaker)):
        assert told(answer)["error"] == ["invalid_request"]
        assert told(answer)["state"] == ["s-1"]
    assert Grant.objects.count() == 0


@pytest.mark.parametrize("kind", ["token", "id_token", "code token", "none"])
def test_only_codes_are_given_out(flow: Flow, kind: str) -> None:
    for answer in (flow.page(response_type=kind), flow.answer(response_type=kind)):
        assert answer.status_code == 400 or "error" in told(answer)
        assert "access_token" not in answer.headers.get("Location", "")


@pytest.mark.parametrize(
    "grant", ["password", "client_credentials", "urn:ietf:params:oauth:grant-type:device_code", "x"]
)
def test_no_other_grant_is_known(flow: Flow, grant: str) -> None:
    body = {"grant_type": grant, "username": "ida", "password": "geheim-und-lang", "client_id": flow.program.client_id}
    assert flow.server.post("/oauth/token", body).status_code in (400, 401)


def test_a_code_of_another_program_is_refused(flow: Flow) -> None:
    other = make_program(name="Anderes")
    assert flow.exchange(flow.code(), client_id=other.client_id).json()["error"] == "invalid_grant"
    assert flow.exchange(flow.code(), redirect_uri=BACK.replace("7777", "7778")).status_code == 400


def test_a_refresh_token_that_is_used_twice_ends_the_whole_family(flow: Flow) -> None:
    first = flow.tokens()
    second = flow.refresh(first["refresh_token"]).json()
    assert flow.refresh(first["refresh_token"]).json()["error"] == "invalid_grant"
    assert flow.refresh(second["refresh_token"]).json()["error"] == "invalid_grant"
    assert flow.tool(second["access_token"], "list_collections").status_code == 401
    assert not RefreshToken.objects.filter(revoked=None).exists()


def test_a_code_that_is_used_twice_ends_the_tokens_that_were_made_of_it(flow: Flow) -> None:
    """RFC 6749, 4.1.2: one of the two who had it has stolen it, and nobody knows which."""
    kept, code = flow.tokens(), flow.code()
    second = flow.refresh(flow.exchange(code).json()["refresh_token"]).json()
    assert flow.exchange(code).json()["error"] == "invalid_grant"
    assert flow.tool(second["access_token"], "list_collections").status_code == 401
    assert flow.refresh(second["refresh_token"]).json()["error"] == "invalid_grant"
    assert flow.tool(kept["access_token"], "list_collections").status_code == 200


def test_a_code_that_another_program_shows_ends_nothing(flow: Flow) -> None:
    code = flow.code()
    granted = flow.exchange(code).json()
    other = make_program(name="Anderes")
    assert flow.exchange(code, client_id=other.client_id).json()["error"] == "invalid_grant"
    assert flow.tool(granted["access_token"], "list_collections").status_code == 200


def test_of_two_who_use_a_code_at_the_same_moment_neither_keeps_tokens(
    flow: Flow, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = flow.code()

    def exchanged_meanwhile(validator: RequestValidator, token: object, request: Any, *rest: Any) -> Any:
        monkeypatch.undo()
        assert flow.exchange(code).status_code == 200
        return validator.save_token(token, request, *rest)

    monkeypatch.setattr(RequestValidator, "save_token", exchanged_meanwhile)
    assert flow.exchange(code).json()["error"] == "invalid_grant"
    assert not AccessToken.objects.exists()
    assert not RefreshToken.objects.filter(revoked=None).exists()


def test_an_account_that_is_closed_and_opened_again_has_lost_its_tokens(flow: Flow) -> None:
    granted = flow.tokens()
    own = ApiToken(name="script", user=flow.person, scopes=["search"]).issue()
    assert flow.tool(own, "list_collections").status_code == 200
    for is_active in (False, True):
        flow.person.is_active = is_active
        flow.person.save()
    assert flow.tool(granted["access_token"], "list_collections").status_code == 401
    assert flow.refresh(granted["refresh_token"]).json()["error"] == "invalid_grant"
    assert flow.tool(own, "list_collections").status_code == 401


def test_refreshing_widens_nothing(flow: Flow) -> None:
    granted = flow.tokens(scope="search")
    assert flow.refresh(granted["refresh_token"], scope="ask search").json()["error"] == "invalid_scope"
    assert flow.refresh(granted["refresh_token"], resource=f"{HERE}/api/v1").json()["error"] == "invalid_target"


def test_another_programs_refresh_token_is_refused(flow: Flow) -> None:
    other = make_program(name="Anderes")
    assert flow.refresh(flow.tokens()["refresh_token"], client_id=other.client_id).status_code in (400, 401)


def test_a_token_for_one_door_opens_no_other(flow: Flow) -> None:
    token = flow.tokens(resource=f"{HERE}/mcp")["access_token"]
    assert flow.tool(token, "list_collections").status_code == 200
    assert flow.call("/api/v1/search", token).status_code == 401
    assert flow.server.get("/v1/models", headers={"authorization": f"Bearer {token}"}).status_code == 401
    whole = flow.tokens(resource=HERE)["access_token"]
    assert flow.tool(whole, "list_collections").status_code == 200
    assert flow.call("/api/v1/search", whole).status_code == 200


@pytest.mark.parametrize(
    "foreign", ["https://elsewhere.example/mcp", f"{HERE}/admin", "http://testserver.evil/mcp", "x"]
)
def test_no_token_is_made_for_a_foreign_resource(flow: Flow, foreign: str) -> None:
    assert told(flow.page(resource=foreign))["error"] == ["invalid_target"]
    assert told(flow.answer(resource=foreign))["error"] == ["invalid_target"]
    assert flow.exchange(flow.code(), resource=foreign).json()["error"] == "invalid_target"
    assert flow.exchange(flow.code(resource=None), resource=foreign).json()["error"] == "invalid_target"


@pytest.mark.parametrize(
    "secret", ["auska_" + "x" * 43, "auska_", "auskr_" + "x" * 43, "eyJhbGciOiJub25lIn0.e30.", "\0", "ä" * 50]
)
def test_foreign_tokens_open_nothing(flow: Flow, secret: str) -> None:
    refused = flow.server.post(
        "/mcp", {}, content_type="application/json", headers={"authorization": f"Bearer {secret}"}
    )
    assert refused.status_code == 401
    assert 'error="invalid_token"' in refused["WWW-Authenticate"]


def test_a_refresh_token_is_no_access_token_and_none_counts_in_an_address(flow: Flow) -> None:
    granted = flow.tokens()
    assert flow.tool(granted["refresh_token"], "list_collections").status_code == 401
    assert (
        flow.server.post(
            f"/mcp?access_token={granted['access_token']}", {}, content_type="application/json"
        ).status_code
        == 401
    )


def test_the_page_is_shown_in_no_frame_and_its_form_leads_to_the_program_only(flow: Flow) -> None:
    page = flow.page()
    assert page["X-Frame-Options"] == "DENY"
    policy = page["Content-Security-Policy"].split("; ")
    assert "frame-ancestors 'none'" in policy
    assert "form-action 'self' http://127.0.0.1:7777" in policy
    assert page["Referrer-Policy"] == "same-origin"


def test_a_foreign_page_cannot_say_yes_in_a_persons_name(flow: Flow) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(flow.person)
    assert browser.post("/oauth/authorize", flow.asked(allow="true")).status_code == 403
    assert browser.post(f"/oauth/programs/{flow.program.pk}/disconnect").status_code == 403


def test_a_program_cannot_leave_the_page_out(flow: Flow) -> None:
    flow.tokens()
    assert flow.page(approval_prompt="auto").status_code == 200


def test_the_name_of_a_program_is_text(flow: Flow) -> None:
    flow.program.name = "<script>alert(1)</script>"
    flow.program.save()
    assert "<script>alert" not in flow.page().content.decode()


def test_one_person_cannot_end_anothers_connection(flow: Flow) -> None:
    granted = flow.tokens()
    other = Client()
    other.force_login(User.objects.create_user("eva"))
    other.post(f"/oauth/programs/{flow.program.pk}/disconnect")
    assert flow.tool(granted["access_token"], "list_collections").status_code == 200


def test_guessing_is_slowed_down(flow: Flow) -> None:
    flow.server = Client(REMOTE_ADDR="203.0.113.9")
    states = {flow.exchange("guessed").status_code for _ in range(70)}
    assert states == {400, 429}
