"""A person is made on one page and may work at once."""

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

pytestmark = pytest.mark.django_db
PASSWORD = "ein langes Kennwort"


def given(**values: object) -> dict[str, object]:
    editor = Group.objects.get(name="editor")
    return {
        "username": "erika", "first_name": "Erika", "last_name": "Muster", "email": "erika@stadt.example",
        "groups": [editor.pk], "usable_password": "true", "password1": PASSWORD, "password2": PASSWORD, **values,
    }  # fmt: skip


def test_an_editor_is_made_on_one_page_and_can_sign_in(admin_client: Client) -> None:
    sent = admin_client.post("/admin/auth/user/add/", given())
    assert sent["Location"] == "/admin/auth/user/"
    person = User.objects.get(username="erika")
    assert (person.first_name, person.email, person.is_staff, person.is_superuser) == (
        "Erika", "erika@stadt.example", True, False,
    )  # fmt: skip
    assert person.has_perm("documents.change_document")
    client = Client()
    assert client.login(username="erika", password=PASSWORD)
    assert client.get("/admin/").status_code == 200


def test_a_person_needs_a_role(admin_client: Client) -> None:
    page = admin_client.post("/admin/auth/user/add/", given(groups=[]))
    assert page.context["adminform"].form.errors["groups"]
    assert not User.objects.filter(username="erika").exists()


def test_roles_say_what_they_are_for(admin_client: Client) -> None:
    page = admin_client.get("/admin/auth/user/add/", headers={"accept-language": "de"}).content.decode()
    assert "Redaktion: Dokumente" in page


def test_no_role_makes_a_superuser(admin_client: Client) -> None:
    admin_client.post("/admin/auth/user/add/", given(is_superuser="on"))
    assert not User.objects.get(username="erika").is_superuser
