"""An editor who looks for what collections hold that they may not read: lists, forms, searches, filters, addresses."""

from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from apps.chat.models import Channel, Citation, Conversation, Feedback, Turn
from apps.chat.models.knowledge_gaps import Gap
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Collection, Document, Readers, Source, SourceRun, SourceRunState, Step
from apps.evaluation.models import Case, Dialogue, DialogueTurn, Run, Suite
from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.graph_status import get_or_create_graph_index
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)

TITLE, TEXT, WITHDRAWN = (
    "Personalakte Ehrenfried",
    "Ehrenfried wohnt in der Kornhausgasse und leitet das Bauamt.",
    "geheim-7",
)
SECRETS = ("Ehrenfried", "Kornhausgasse", WITHDRAWN)
FEWEST_PAGES = 100


@pytest.fixture
def secret() -> Collection:
    """For a group that the editor does not belong to: documents, a source with a run, a receipt, a graph."""
    collection = factories.collection("personal")
    document = factories.document([TEXT, TEXT], title=TITLE, collection=collection)
    gone = factories.document([TEXT], title=TITLE, external_id=WITHDRAWN, collection=collection)
    withdraw_documents([gone.pk])
    Step.objects.create(revision=document.current_revision, stage="tag", error=TITLE)
    source = Source.objects.create(name=TITLE, kind="folder", collection=collection, location="/srv/Ehrenfried")
    SourceRun.objects.create(source=source, state=SourceRunState.DONE)
    build_collection_graph(get_or_create_graph_index(collection))
    place = {"document": document.pk, "chunk": 0, "external_id": document.external_id, "title": TITLE, "page": 1}
    conversation = Conversation.objects.create(language="de")
    gap = Gap.objects.create(question="Was macht Ehrenfried?")
    turn = Turn.objects.create(
        conversation=conversation, number=1, question="Wo wohnt Ehrenfried?", answer=TEXT, state="done",
        passages=[place], gap=gap,
    )  # fmt: skip
    Turn.objects.create(
        conversation=conversation, number=2, question="Und noch einmal kürzer?", query="Wo wohnt Ehrenfried, kürzer?",
        answer="In der Kornhausgasse.", state="done",
    )  # fmt: skip
    Turn.objects.create(
        conversation=conversation,
        number=3,
        question="Was kostet die Wohnung in der Kornhausgasse?",
        state="refused",
        gap=gap,
    )
    Turn.objects.create(
        conversation=Conversation.objects.create(), number=1, question="Was kostet das?", state="refused", gap=gap
    )
    trial = Conversation.objects.create(channel=Channel.REVIEW)
    gap.answer = Turn.objects.create(
        conversation=trial, number=1, question=gap.question, answer=TEXT, state="done", passages=[place]
    )
    gap.save()
    Citation.objects.create(turn=turn, number=1, document=document, title=TITLE, page=1, quote=TEXT)
    Feedback.objects.create(turn=turn, rating="down", comment="Ehrenfried wohnt anderswo.")
    suite = Suite.objects.create(name="Suite Ehrenfried", slug="personal")
    suite.collections.add(collection)
    Case.objects.create(suite=suite, question="Wo wohnt Ehrenfried?", reference=TEXT)
    Run.objects.create(kind="dialogues", suite=suite, title="Lauf Ehrenfried")
    open_suite = Suite.objects.create(name="Alle", slug="alle")
    Case.objects.create(suite=open_suite, question="Kornhausgasse, wer?", derived_from=document)
    run = Run.objects.create(kind="dialogues", suite=open_suite, title="Lauf über Ehrenfried", state="finished")
    dialogue = Dialogue.objects.create(run=run, number=1)
    DialogueTurn.objects.create(dialogue=dialogue, number=1, said="Ehrenfried?", reply=TEXT, passages=[place])
    collection.readers = Readers.GROUPS
    collection.save()
    return collection


def client_of(group: str) -> Client:
    person = User.objects.create_user(group, is_staff=True)
    person.groups.set(Group.objects.filter(name=group))
    client = Client()
    client.force_login(person)
    return client


def addresses() -> Iterator[str]:
    """Every list of the console, searched and plain, and the page of every row."""
    # The console is loaded for its first page; before, nothing is registered.
    yield reverse("admin:index")
    for model, site in admin.site._registry.items():
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        if site.search_fields:
            yield reverse(f"{name}_changelist") + "?q=Kornhausgasse"
        if model._meta.app_label in ("documents", "graph", "chat", "evaluation"):
            for pk in model._default_manager.values_list("pk", flat=True)[:20]:
                for page in ("change", "history", "delete"):
                    yield reverse(f"{name}_{page}", args=[pk])
    yield reverse("admin:documents_document_upload")
    yield reverse("admin:evaluation_run_start")
    yield reverse("admin:evaluation_review_next")
    for turn in Turn.objects.all():
        yield reverse("admin:chat_turn_replay", args=[turn.pk])
        yield reverse("admin:evaluation_case_from_turn", args=[turn.pk])
    for reply in DialogueTurn.objects.all():
        yield reverse("admin:evaluation_review_turn", args=[reply.pk])
    for suite in Suite.objects.all():
        yield reverse("admin:evaluation_suite_export", args=[suite.pk, "jsonl"])
    for run in Run.objects.all():
        yield reverse("admin:evaluation_run_export", args=[run.pk, "csv"])


def pages(client: Client) -> Iterator[tuple[str, str]]:
    """Each address with its text, once, although many lead on to the index.

    What is said of such an address stands on the page that is read next; of the last ones, on the index read again.
    """
    read: set[str] = set()
    for address in addresses():
        yield from pages_on_the_way(client, address, read)
    yield reverse("admin:index"), client.get(reverse("admin:index")).content.decode()


def pages_on_the_way(client: Client, address: str, read: set[str]) -> Iterator[tuple[str, str]]:
    while address not in read:
        read.add(address)
        answer = client.get(address)
        yield address, answer.content.decode()
        if not answer.has_header("Location"):
            return
        address = urljoin(address, answer.headers["Location"])


def seen(client: Client) -> dict[str, list[str]]:
    """Address -> the secrets that its page shows."""
    found, count = {}, 0
    for count, (address, page) in enumerate(pages(client), 1):  # noqa: B007 - read below
        query = "Kornhausgasse" if "q=" in address else ""
        shown = [secret for secret in SECRETS if secret in page and secret != query]
        if shown:
            found[address] = shown
    assert count > FEWEST_PAGES
    return found


@pytest.mark.parametrize("group", ["editor", "evaluator"])
def test_no_page_shows_anything_of_a_collection_that_one_may_not_read(secret: Collection, group: str) -> None:
    assert seen(client_of(group)) == {}


@pytest.mark.parametrize("path", ["documents/document/{}/retry/", "documents/document/{}/change/"])
def test_no_address_works_on_it_either(secret: Collection, path: str) -> None:
    document = Document.objects.exclude(status="withdrawn").get()
    answer = client_of("editor").post("/admin/" + path.format(document.pk), {"title": "x"})
    assert answer.status_code in (302, 404)
    document.refresh_from_db()
    assert document.title == TITLE


def test_who_belongs_to_the_group_and_who_looks_after_all_collections_sees_it(secret: Collection) -> None:
    readers = Group.objects.create(name="personalamt")
    secret.reader_groups.add(readers)
    member = client_of("editor")
    assert TITLE not in member.get("/admin/documents/document/").content.decode()
    User.objects.get(username="editor").groups.add(readers)
    for client in (member, client_of("administrator")):
        assert TITLE in client.get("/admin/documents/document/").content.decode()


def test_the_console_has_what_is_tried() -> None:
    assert {"documents", "graph", "chat", "evaluation"} <= {model._meta.app_label for model in admin.site._registry}
    assert apps.is_installed("apps.graph")
