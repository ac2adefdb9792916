"""Programs in the console: entered, shown once with their secret, ended."""

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from config.oauth.user_pages.client_programs import Program
from tests.config.oauth.conftest import Flow

pytestmark = pytest.mark.django_db


@pytest.fixture
def administrator() -> Client:
    person = User.objects.create_user("chef", is_staff=True)
    person.groups.add(Group.objects.get(name="administrator"))
    client = Client()
    client.force_login(person)
    return client


def enter(client: Client, **other: str) -> str:
    body = {"name": "Assistent", "redirect_uris": "https://chat.example/callback", "client_type": "confidential"}
    page = client.post(reverse("admin:config_program_add"), body | other, follow=True)
    assert page.status_code == 200
    return page.content.decode()


def test_an_administrator_enters_a_program_and_reads_its_secret_once(administrator: Client) -> None:
    page = enter(administrator)
    program = Program.objects.get()
    secret = re.findall(r"<code>([^<]{100,})</code>", page)[0]
    assert program.client_id in page
    assert secret not in program.client_secret
    assert secret not in administrator.get(reverse("admin:config_program_change", args=[program.pk])).content.decode()
    assert (program.authorization_grant_type, program.skip_authorization) == ("authorization-code", False)


def test_the_secret_is_asked_for(administrator: Client, flow: Flow) -> None:
    secret = re.findall(r"<code>([^<]{100,})</code>", enter(administrator, redirect_uris="http://127.0.0.1/callback"))[
        0
    ]
    flow.program = Program.objects.get(client_type="confidential")
    assert flow.exchange(flow.code()).json()["error"] == "invalid_client"
    assert flow.exchange(flow.code(), client_secret="guessed").json()["error"] == "invalid_client"
    assert flow.exchange(flow.code(), client_secret=secret).status_code == 200


@pytest.mark.parametrize(
    "address", ["http://chat.example/callback", "javascript:alert(1)", "chat.example", "https://x/#y"]
)
def test_an_address_that_is_not_safe_is_not_entered(administrator: Client, address: str) -> None:
    enter(administrator, redirect_uris=address)
    assert Program.objects.count() == 0


def test_all_connections_of_a_program_end_together(administrator: Client, flow: Flow) -> None:
    granted = flow.tokens()
    chosen = {"action": "end_all_connections", "_selected_action": [flow.program.pk]}
    administrator.post(reverse("admin:config_program_changelist"), chosen)
    assert flow.tool(granted["access_token"], "list_collections").status_code == 401
    assert flow.refresh(granted["refresh_token"]).status_code == 400
    assert LogEntry.objects.get(object_id=str(flow.program.pk)).change_message == "all connections ended"


def test_editors_enter_no_programs_and_nobody_sees_the_tables_behind() -> None:
    editor = User.objects.create_user("ed", is_staff=True)
    editor.groups.add(Group.objects.get(name="editor"))
    client = Client()
    client.force_login(editor)
    assert client.get(reverse("admin:config_program_changelist")).status_code == 403
    client.force_login(User.objects.create_superuser("root"))
    assert "oauth2_provider" not in client.get("/admin/").content.decode()
    assert client.get("/admin/oauth2_provider/accesstoken/").status_code == 403
