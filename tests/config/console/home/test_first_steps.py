"""The list of a new installation names what is missing, and goes when nothing is."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import Group, User
from django.test import RequestFactory, override_settings

from apps.chat.models import ServiceRules
from apps.documents.models import Readers
from apps.evaluation.models import Run, RunKind, RunState
from apps.llm.models import ChatModel, Endpoint
from config.console.home import first_steps
from config.processes import create_administrator
from tests import factories

pytestmark = pytest.mark.django_db


def missing() -> list[int]:
    """The places of steps that are not done."""
    request = RequestFactory().get("/admin/")
    request.user = User.objects.get(username=create_administrator.ADMINISTRATOR_NAME)
    return [place for place, step in enumerate(first_steps.first_steps(request), 1) if not step.is_done]


@pytest.fixture(autouse=True)
def _administrator(tmp_path: Path) -> Iterator[None]:
    with override_settings(AUSKUNFT_DATA=tmp_path):
        create_administrator.create(tmp_path)
        yield


def test_a_new_installation_has_everything_before_it() -> None:
    assert missing() == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(("group", "address"), [("editor", "/document/upload/"), ("evaluator", "/suite/add/")])
def test_everybody_sees_the_steps_that_are_theirs(group: str, address: str) -> None:
    person = User.objects.create_user(group, is_staff=True)
    person.groups.add(Group.objects.get(name=group))
    request = RequestFactory().get("/admin/")
    request.user = person
    [step] = first_steps.first_steps(request)
    assert step.url.endswith(address)


def test_the_first_password_counts_until_another_is_set() -> None:
    assert 1 in missing()
    administrator = User.objects.get(username=create_administrator.ADMINISTRATOR_NAME)
    administrator.set_password("ein eigenes Kennwort")
    administrator.save()
    assert 1 not in missing()


def test_documents_of_the_demonstration_are_not_their_own() -> None:
    factories.document(collection=factories.collection("demo"), embed=False)
    assert 6 in missing()
    factories.document(collection=factories.collection("amt", readers=Readers.STAFF), embed=False)
    assert 6 not in missing()


def test_the_list_goes_when_all_is_done() -> None:
    administrator = User.objects.get(username=create_administrator.ADMINISTRATOR_NAME)
    administrator.set_password("ein eigenes Kennwort")
    administrator.save()
    ServiceRules.objects.update_or_create(pk=1, defaults={"contact": "Rathaus", "imprint_url": "https://a.example"})
    endpoint = Endpoint.objects.create(name="Haus", base_url="http://127.0.0.1:1/v1")
    ChatModel.objects.create(endpoint=endpoint, name="m")
    factories.document(embed=False)
    Run.objects.create(kind=RunKind.HIT_RATE, state=RunState.FINISHED)
    assert missing() == [2]
    request = RequestFactory().get("/admin/")
    request.user = administrator
    with override_settings(SITE_NAME="Stadt Auskunft"):
        assert first_steps.first_steps(request) == []


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_chapter_that_tells_of_the_name_names_its_setting(language: str) -> None:
    *_, chapter = first_steps.STEPS["name"]
    assert "SITE_NAME" in (settings.BASE_DIR / f"docs/handbook/{language}/{chapter}.md").read_text(encoding="utf-8")
