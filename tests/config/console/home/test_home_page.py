"""The first page of the console: each person sees what is theirs, and it stays cheap."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, User
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.chat.models import Conversation, Feedback, Gap, Turn, TurnState
from apps.documents.models import Readers, Status
from apps.evaluation.models import Run, RunKind, RunState
from apps.llm.models import ModelCall
from tests import factories

pytestmark = pytest.mark.django_db
MOST_QUERIES = 25


@pytest.fixture(autouse=True)
def _no_remembered_figures() -> None:
    cache.clear()


def member_of(group: str) -> Client:
    person = User.objects.create_user(f"{group}-person", is_staff=True)
    person.groups.add(Group.objects.get(name=group))
    client = Client(headers={"accept-language": "en"})
    client.force_login(person)
    return client


def asked(state: TurnState = TurnState.DONE) -> Turn:
    return Turn.objects.create(
        conversation=Conversation.objects.create(), number=1, question="Was kostet das?", state=state,
        finished_at=timezone.now() + timedelta(seconds=2),
    )  # fmt: skip


def test_the_page_asks_at_most_25_times_however_much_there_is(admin_client: Client) -> None:
    for number in range(4):
        factories.document(status=Status.FAILED, collection=factories.collection(f"c{number}"), embed=False)
        Feedback.objects.create(turn=asked(), rating=Feedback.Rating.DOWN)
        asked(TurnState.REFUSED)
        ModelCall.objects.create(purpose="answer", model="m", seconds=1, outcome="ok", cost=1)
        Run.objects.create(kind=RunKind.DIALOGUES, state=RunState.FINISHED, mean=0.5, finished_at=timezone.now())
    # Refused questions become gaps once; the page only looks for new ones.
    admin_client.get("/admin/")
    cache.clear()
    with CaptureQueriesContext(connection) as asked_for:
        assert admin_client.get("/admin/").status_code == 200
    assert len(asked_for) <= MOST_QUERIES, "\n".join(
        query["sql"][:90] + "…" + query["sql"][-60:] for query in asked_for
    )


def test_an_editor_sees_documents_and_gaps_but_no_models_and_no_people() -> None:
    shown = member_of("editor").get("/admin/").context
    assert [section.slug for section in shown["sections"]] == ["content", "answers", "quality", "models", "technology"]
    models = next(section for section in shown["sections"] if section.slug == "models")
    assert [link.name for link in models.links] == ["Model calls", "Budget of imports"]
    assert "answers found not helpful" not in [tile.label for tile in shown["tiles"]]
    assert [step.title for step in shown["first_steps"]] == ["Upload documents of your own"]


def test_an_evaluator_sees_feedback_and_measurements_and_adds_no_documents() -> None:
    shown = member_of("evaluator").get("/admin/").context
    links = {link.name: link for section in shown["sections"] for link in section.links}
    assert "Upload documents" not in links
    assert links["Suites"].add_url
    assert not links["Collections"].add_url
    assert {"answers found not helpful", "last measurement"} <= {tile.label for tile in shown["tiles"]}


def test_staff_without_rights_see_neither_tiles_nor_charts(client: Client) -> None:
    client.force_login(User.objects.create_user("new-person", is_staff=True))
    shown = client.get("/admin/").context
    assert (shown["sections"], shown["tiles"], shown["charts"], shown["first_steps"]) == ([], [], [], [])


def test_each_tile_counts_what_its_list_shows(admin_client: Client) -> None:
    factories.document(embed=False)
    factories.document(status=Status.FAILED, embed=False)
    factories.document(status=Status.QUARANTINED, embed=False)
    for rating in Feedback.Rating:
        Feedback.objects.create(turn=asked(), rating=rating)
    Gap.objects.create(question="Wo?", count=1)
    Gap.objects.create(question="Wann?", count=1, state="answered")
    ModelCall.objects.create(purpose="answer", model="m", seconds=1, outcome="ok", cost=2)
    tiles = {
        tile.label: tile for tile in admin_client.get("/admin/", headers={"accept-language": "en"}).context["tiles"]
    }
    for label, figure in (("documents could not be read", "2"), ("open gap", "1"), ("answer found not helpful", "1")):
        assert tiles[label].figure == figure
        assert admin_client.get(tiles[label].url).context["cl"].result_count == int(figure)
    assert tiles["cost today"].figure == "2.00"
    assert admin_client.get(tiles["cost today"].url).context["cl"].result_count == 1


def test_failures_in_collections_of_others_are_not_counted_for_an_editor() -> None:
    closed = factories.collection("closed", readers=Readers.GROUPS)
    factories.document(status=Status.FAILED, collection=closed, embed=False)
    assert member_of("editor").get("/admin/").context["tiles"][0].figure == "0"


def test_every_page_of_the_console_has_its_place(admin_client: Client) -> None:
    shown = admin_client.get("/admin/").context
    placed = [link.url for section in shown["sections"] for link in section.links]
    assert {model["admin_url"] for app in shown["app_list"] for model in app["models"]} <= set(placed)
    assert len(placed) == len(set(placed))
    assert [section.is_open for section in shown["sections"]] == [True] * 5 + [False]


def test_a_person_without_a_role_is_told_whom_to_ask(admin_client: Client) -> None:
    client = Client(headers={"accept-language": "de"})
    client.force_login(User.objects.create_user("stefan", is_staff=True))
    page = client.get("/admin/").content.decode()
    assert "Ihr Konto hat noch keine Rolle" in page
    assert "jemanden aus der Administration" in page
    refused = client.get("/admin/documents/document/")
    assert refused.status_code == 403
    assert '<a class="button" href="/admin/">Zur Verwaltung</a>' in refused.content.decode()
    for signed_in in (admin_client, member_of("editor")):
        assert "noch keine Rolle" not in signed_in.get("/admin/", headers={"accept-language": "de"}).content.decode()
