"""People who only read sign in and out: by the menu of the chat and the login page of the console."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

pytestmark = pytest.mark.django_db

PASSWORD = "ein langes Kennwort"


def signed_in(client: Client, wanted: str) -> Any:
    return client.post("/admin/login/", {"username": "anna", "password": PASSWORD, "next": wanted})


@pytest.mark.parametrize(("wanted", "led_to"), [("/", "/"), ("/admin/documents/", "/"), ("/documents/", "/documents/")])
def test_who_only_reads_signs_in_and_is_led_past_the_console(client: Client, wanted: str, led_to: str) -> None:
    reader = User.objects.create_user("anna", password=PASSWORD)
    reply = signed_in(client, wanted)
    assert (reply.status_code, reply["Location"]) == (302, led_to)
    assert client.session["_auth_user_id"] == str(reader.pk)
    assert client.get("/admin/").status_code == 302


def test_a_role_leads_into_the_console(client: Client) -> None:
    User.objects.create_user("anna", password=PASSWORD, is_staff=True)
    assert signed_in(client, "/admin/")["Location"] == "/admin/"


def test_the_menu_of_the_chat_offers_the_one_that_is_next(client: Client) -> None:
    User.objects.create_user("anna", password=PASSWORD)
    assert "/admin/login/?next=/" in client.get("/").content.decode()
    signed_in(client, "/")
    page = client.get("/").content.decode()
    assert 'action="/sign-out/"' in page
    assert "/admin/login/" not in page
    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/", {"next": "/"})["Location"] == "/"
    assert "_auth_user_id" not in client.session
