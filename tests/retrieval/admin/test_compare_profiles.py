import pytest
from django.contrib.auth.models import Group, User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from apps.documents.models import Readers
from apps.retrieval.models import Profile
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def papers() -> None:
    factories.document(["Die Gebühr beträgt drei Euro."], title="Gebühren", document_type="Satzung")
    factories.document(["Die Steuer beträgt neun Euro."], title="Steuern", document_type="Bericht")


def post(client: Client, **values: object) -> HttpResponse:
    first, second = Profile.objects.get(algorithm="chunks-only"), Profile.objects.get(algorithm="hybrid")
    asked = {"question": "Wie hoch ist die Gebühr?", "first": first.pk, "second": second.pk, **values}
    return client.post(reverse("admin:retrieval_try_out"), asked)  # type: ignore[return-value]


@pytest.mark.usefixtures("papers")
def test_both_profiles_are_shown_with_their_results_and_steps(admin_client: Client) -> None:
    text = post(admin_client).content.decode()
    for profile in Profile.objects.filter(algorithm__in=["chunks-only", "hybrid"]):
        assert f"{profile.name}</h2>" in text
    assert text.count("Gebühren</a>") == 2
    assert text.count("<caption>") == 2


@pytest.mark.usefixtures("papers")
def test_one_profile_may_be_tried_alone(admin_client: Client) -> None:
    assert post(admin_client, second="").content.decode().count("<caption>") == 1


@pytest.mark.usefixtures("papers")
def test_filters_hold_here_too(admin_client: Client) -> None:
    text = post(admin_client, type="Bericht", question="Wie viel Euro beträgt sie?").content.decode()
    assert "Steuern</a>" in text
    assert "Gebühren</a>" not in text


def test_a_wrong_filter_and_an_empty_question_are_told_in_a_sentence(admin_client: Client) -> None:
    text = post(admin_client, **{"from": "bald"}).content.decode()
    assert "Der Filter „from“ ist bald" in text
    assert "errorlist" in post(admin_client, question=" ").content.decode()


def test_who_tries_finds_only_what_they_may_read(client: Client) -> None:
    secret = factories.collection("secret", readers=Readers.GROUPS)
    factories.document(["Die geheime Gebühr."], title="Geheim", collection=secret)
    editor = User.objects.create_user("editor", password="x", is_staff=True)
    editor.groups.add(Group.objects.get(name="editor"))
    client.force_login(editor)
    assert "Geheim</a>" not in post(client).content.decode()
    assert post(client, collections=["secret"]).content.decode().count("<caption>") == 0


def test_who_may_not_see_profiles_may_not_try_them(client: Client) -> None:
    client.force_login(User.objects.create_user("clerk", password="x", is_staff=True))
    assert post(client).status_code == 403


def test_the_list_of_profiles_leads_there(admin_client: Client) -> None:
    page = admin_client.get(reverse("admin:retrieval_profile_changelist")).content.decode()
    assert reverse("admin:retrieval_try_out") in page
    assert admin_client.get(reverse("admin:retrieval_try_out")).status_code == 200
