"""Fixed answers in the admin: shipped ones are listed, changed ones are given, wrong triggers are named."""

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from apps.chat.fixed_answers.shipped_answers import shipped_answers
from apps.chat.models.fixed_answers import FixedAnswer

pytestmark = pytest.mark.django_db

CHANGED = {
    "name": "emergency", "language": "de", "is_on": "on", "is_urgent": "on", "heading": "Rufen Sie die 112",
    "text": "Der Pförtner hilft.", "telephones": "112", "link": "", "triggers": "=feueralarm",
}  # fmt: skip


@pytest.fixture
def editor(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("redaktion"))
    return client


def test_the_list_shows_every_shipped_card(editor: Client) -> None:
    html = editor.get(reverse("admin:chat_fixedanswer_changelist")).content.decode()
    assert {one.name for one in shipped_answers()} == set(FixedAnswer.objects.values_list("name", flat=True))
    assert "suicide" in html
    count = FixedAnswer.objects.count()
    editor.get(reverse("admin:chat_fixedanswer_changelist"))
    assert FixedAnswer.objects.count() == count


def test_filters_are_headed_by_their_names_alone(editor: Client) -> None:
    html = editor.get(reverse("admin:chat_fixedanswer_changelist")).content.decode()
    assert "<summary>Wird gegeben</summary>" in html
    assert "Nach wird gegeben" not in html


def test_what_is_saved_is_given_from_the_next_message_on(editor: Client) -> None:
    assert editor.post(reverse("admin:chat_fixedanswer_add"), CHANGED).status_code == 302
    answer = Client().post("/", {"question": "Feueralarm", "message_id": "m"}, headers={"accept-language": "de"})
    assert "Der Pförtner hilft." in answer.content.decode()


def test_a_line_that_is_no_trigger_is_named(editor: Client) -> None:
    page = editor.post(reverse("admin:chat_fixedanswer_add"), CHANGED | {"triggers": "feueralarm\n|"})
    assert page.status_code == 200
    assert page.context["adminform"].form.errors.keys() == {"triggers"}
    assert not FixedAnswer.objects.exists()


@pytest.mark.parametrize(
    ("changes", "is_taken"),
    [
        ({"name": "heizung", "triggers": " \n"}, False),
        ({"name": "heizung", "triggers": "heizung kaputt"}, True),
        ({"name": "heizung", "triggers": "", "is_on": ""}, True),
        ({"triggers": ""}, True),
    ],
)
def test_a_card_of_ones_own_that_nothing_would_give_is_not_taken(
    editor: Client, changes: dict[str, str], is_taken: bool
) -> None:
    page = editor.post(reverse("admin:chat_fixedanswer_add"), CHANGED | changes)
    assert FixedAnswer.objects.exists() is is_taken
    assert is_taken or "Ohne Auslöser wird diese Antwort nie gegeben." in page.content.decode()


@pytest.mark.parametrize(("code", "is_taken"), [("de", True), ("nl", True), ("xx", False), ("Deutsch", False)])
def test_a_card_is_in_one_of_the_languages(editor: Client, code: str, is_taken: bool) -> None:
    page = editor.post(reverse("admin:chat_fixedanswer_add"), CHANGED | {"language": code})
    assert FixedAnswer.objects.filter(language=code).exists() is is_taken
    assert is_taken or "ist keine Sprache der Liste" in page.content.decode()


@pytest.mark.parametrize(
    ("written", "key"),
    [("Notfall", "emergency"), ("vielleicht in Not", "help_lines"), ("Rathaus zu", "rathaus-zu"), ("???", "")],
)
def test_names_are_written_as_the_list_shows_them(editor: Client, written: str, key: str) -> None:
    page = editor.post(reverse("admin:chat_fixedanswer_add"), CHANGED | {"name": written})
    assert list(FixedAnswer.objects.values_list("name", flat=True)) == [key] * bool(key)
    assert key or "mindestens einen Buchstaben" in page.content.decode()


def test_a_new_card_is_in_the_language_of_the_house(editor: Client) -> None:
    html = editor.get(reverse("admin:chat_fixedanswer_add")).content.decode()
    assert '<option value="de" selected>Deutsch</option>' in html


def test_the_page_of_a_shipped_card_shows_no_key(editor: Client) -> None:
    editor.get(reverse("admin:chat_fixedanswer_changelist"))
    row = FixedAnswer.objects.get(name="help_lines", language="de")
    html = editor.get(reverse("admin:chat_fixedanswer_change", args=[row.pk])).content.decode()
    assert "vielleicht in Not" in html
    assert "help_lines" not in html
    assert "Brauchen Sie gerade Hilfe? (Deutsch)" in html


def test_editors_write_cards_and_delete_none(client: Client) -> None:
    person = User.objects.create_user("erika", is_staff=True)
    person.groups.add(Group.objects.get(name="editor"))
    client.force_login(person)
    assert client.post(reverse("admin:chat_fixedanswer_add"), CHANGED).status_code == 302
    row = FixedAnswer.objects.get()
    assert client.get(reverse("admin:chat_fixedanswer_delete", args=[row.pk])).status_code == 403
