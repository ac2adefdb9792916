"""Accounts in the admin: an administrator stays below the superusers."""

import re
from collections.abc import Callable
from pathlib import Path

import django
import polib
import pytest
from django.contrib.auth.models import Group, Permission, User
from django.test import Client
from django.utils import translation

from apps.simplify.models import ProtectedWord, WordList

pytestmark = pytest.mark.django_db

DJANGO = Path(django.__file__).parent
PASSWORD = "ein-langes-Kennwort-7"


@pytest.fixture
def boss() -> User:
    return User.objects.create_superuser("boss", password=PASSWORD)


@pytest.fixture
def administrator(client: Client) -> User:
    user = User.objects.create_user("ada", password=PASSWORD, is_staff=True)
    user.groups.add(Group.objects.get(name="administrator"))
    client.force_login(user)
    return user


def change(client: Client, user: User, **values: object) -> int:
    form = {"username": user.username, "date_joined_0": "2026-01-01", "date_joined_1": "00:00:00", "is_active": "on"}
    return client.post(f"/admin/auth/user/{user.pk}/change/", form | values).status_code


def test_an_administrator_makes_accounts_and_puts_them_into_groups(client: Client, administrator: User) -> None:
    colleague = User.objects.create_user("cora")
    assert change(client, colleague, is_staff="on", groups=[Group.objects.get(name="editor").pk]) == 302
    colleague.refresh_from_db()
    assert colleague.is_staff
    assert [group.name for group in colleague.groups.all()] == ["editor"]


def test_an_administrator_makes_nobody_a_superuser(client: Client, administrator: User) -> None:
    assert change(client, administrator, is_staff="on", is_superuser="on", user_permissions=[1]) == 302
    administrator.refresh_from_db()
    assert not administrator.is_superuser
    assert not administrator.user_permissions.exists()


def test_a_superuser_does(client: Client, administrator: User, boss: User) -> None:
    client.force_login(boss)
    assert change(client, administrator, is_staff="on", is_superuser="on") == 302
    administrator.refresh_from_db()
    assert administrator.is_superuser


@pytest.mark.parametrize(
    "send",
    [
        lambda client, user: change(client, user, is_superuser=""),
        lambda client, user: (
            client.post(
                f"/admin/auth/user/{user.pk}/password/",
                {"password1": "Neu-und-lang-99", "password2": "Neu-und-lang-99"},
            ).status_code
        ),
        lambda client, user: client.post(f"/admin/auth/user/{user.pk}/delete/", {"post": "yes"}).status_code,
    ],
    ids=["change", "password", "delete"],
)
def test_the_account_of_a_superuser_is_closed_to_administrators(
    client: Client, administrator: User, boss: User, send: Callable[[Client, User], int]
) -> None:
    assert send(client, boss) == 403
    boss.refresh_from_db()
    assert boss.is_superuser
    assert boss.check_password(PASSWORD)


def test_deleting_several_accounts_at_once_spares_superusers(client: Client, administrator: User, boss: User) -> None:
    form = {"action": "delete_selected", "_selected_action": [boss.pk], "post": "yes"}
    client.post("/admin/auth/user/", form)
    assert User.objects.filter(pk=boss.pk).exists()


@pytest.fixture
def powerful() -> Group:
    """Whose members change what every group may do."""
    group = Group.objects.create(name="Rechte")
    group.permissions.add(Permission.objects.get(content_type__app_label="auth", codename="change_group"))
    return group


def test_an_administrator_gives_no_rights_that_are_not_theirs(
    client: Client, administrator: User, powerful: Group
) -> None:
    own = [group.pk for group in administrator.groups.all()]
    assert change(client, administrator, is_staff="on", groups=[*own, powerful.pk]) == 200
    fields = {"username": "neu", "groups": [powerful.pk], "usable_password": "true"}
    made = client.post("/admin/auth/user/add/", fields | {"password1": PASSWORD, "password2": PASSWORD})
    assert made.status_code == 200
    assert not powerful.user_set.exists()
    readers = Group.objects.create(name="Bauamt")
    assert change(client, administrator, is_staff="on", groups=[*own, readers.pk]) == 302


def test_a_superuser_gives_every_right(client: Client, boss: User, powerful: Group) -> None:
    client.force_login(boss)
    colleague = User.objects.create_user("cora")
    assert change(client, colleague, groups=[powerful.pk]) == 302
    assert list(colleague.groups.all()) == [powerful]


@pytest.mark.parametrize("by_group", [True, False])
def test_an_account_with_more_rights_is_closed_to_administrators(
    client: Client, administrator: User, powerful: Group, by_group: bool
) -> None:
    colleague = User.objects.create_user("cora", password=PASSWORD)
    if by_group:
        colleague.groups.add(powerful)
    else:
        colleague.user_permissions.set(powerful.permissions.all())
    sent = {"password1": "Neu-und-lang-99", "password2": "Neu-und-lang-99"}
    assert client.post(f"/admin/auth/user/{colleague.pk}/password/", sent).status_code == 403
    assert change(client, colleague) == 403
    evaluator = User.objects.create_user("eva")
    evaluator.groups.add(Group.objects.get(name="evaluator"))
    assert change(client, evaluator, groups=[Group.objects.get(name="evaluator").pk]) == 302


def test_people_and_groups_are_listed_by_their_roles(client: Client, administrator: User, boss: User) -> None:
    people = client.get("/admin/auth/user/").content.decode()
    assert 'class="field-roles">Verwaltung</td>' in people
    assert 'class="field-roles">Superuser</td>' in people
    filters = re.findall(r'<a href="\?groups__id__exact=\d+"[^>]*>\s*(\w+)', people)
    assert filters == ["Redaktion", "Auswertung", "Verwaltung"]
    changed = client.get(f"/admin/auth/user/{administrator.pk}/change/").content.decode()
    assert set(re.findall(r"<option[^>]*>(\w+): ", changed)) == {"Redaktion", "Auswertung", "Verwaltung"}
    assert "Redaktion: Dokumente" in client.get("/admin/auth/group/").content.decode()


@pytest.mark.parametrize("room", ["admin", "auth"])
def test_what_django_does_not_translate_is_translated_here(room: str) -> None:
    theirs = polib.pofile(str(DJANGO / f"contrib/{room}/locale/de/LC_MESSAGES/django.po")).untranslated_entries()
    with translation.override("de"):
        assert [entry.msgid for entry in theirs if translation.gettext(entry.msgid) == entry.msgid] == []


def test_a_second_one_of_the_same_name_is_refused_in_a_sentence(client: Client, boss: User) -> None:
    client.force_login(boss)
    word = ProtectedWord.objects.create(word_list=WordList.objects.create(name="Recht"), term="Satzung")
    sent = {"word_list": word.word_list.pk, "term": "Satzung"}
    page = client.post("/admin/simplify/protectedword/add/", sent).content.decode()
    assert "Das gibt es schon: Geschütztes Wort mit denselben Angaben bei" in page
