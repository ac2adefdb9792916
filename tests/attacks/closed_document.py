"""A document that was open when everything else was made of it, such as a graph, answers, cases and contradictions, and
was closed then: for a group, a person named here, and a person named by its source."""

from collections.abc import Sequence
from typing import Any

from asgiref.sync import async_to_sync
from django.contrib.auth.models import Group, User
from django.test import Client
from django.utils import timezone

from apps.chat.models import AnswerChange, Conversation, Subscription, SubscriptionQuote, SubscriptionWay, Turn
from apps.chat.models.share_links import ShareLink
from apps.conflicts.detection.compare_documents import compare_document
from apps.documents.keywords import write_keyword_index as keyword_index
from apps.documents.lifecycle.restrict_document_access import set_readers_of_source
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Collection, Document, Step
from apps.documents.sources.connectors.source_item import NamedReaders
from apps.evaluation.models import Case, Dialogue, DialogueTurn, ExpectedPage, Run, Suite
from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.graph_status import get_or_create_graph_index
from apps.llm.call_ledger import Ledger
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.search.search import search
from config.api.tokens.api_tokens import ApiToken
from config.api.tokens.scopes import Scope
from tests import factories

QUESTION = "Was kostet die Hundesteuer im Jahr?"
OPEN = "Die Hundesteuer beträgt 90 Euro im Jahr. Die Gebühr für einen Bewohnerparkausweis beträgt 30 Euro im Jahr."
TITLE, FILE = "Bescheid Ehrenfried", "bescheid-ehrenfried.pdf"
TEXT = "Die Hundesteuer für Ehrenfried in der Kornhausgasse beträgt 77 Euro im Jahr. "
TEXT += "Ehrenfried zahlt dem Steueramt. Die Gebühr für einen Bewohnerparkausweis beträgt 44 Euro im Jahr."
GONE = "geheim-7"
READERS = ("named-here", "named-by-its-source")
"""User names of those who may read it beside the members of a group."""
SECRETS = ("Ehrenfried", "Kornhausgasse", "bescheid-ehrenfried", "77 Euro", GONE)


def closed_collection() -> Collection:
    """Everything made of a document before it was closed."""
    collection = factories.collection("amt")
    factories.document([OPEN], title="Satzung", external_id="satzung.pdf", summary="Über Hunde.", collection=collection)
    secret = factories.document(
        [TEXT], title=TITLE, external_id=FILE, summary=f"{TEXT} Kurz.", collection=collection,
    )  # fmt: skip
    gone = factories.document([TEXT], title=TITLE, external_id=GONE, collection=collection)
    withdraw_documents([gone.pk])
    while keyword_index.index_missing_documents():
        pass
    Step.objects.create(revision=secret.current_revision, stage="tag", error=TITLE)
    for document in Document.objects.searchable():
        compare_document(document)
    build_collection_graph(get_or_create_graph_index(collection))
    made_of(secret)
    close(secret, gone)
    return collection


def close(*documents: Document) -> None:
    """For a group and a person, as somebody who looks after all documents does it, and for whom a source names."""
    group = Group.objects.get_or_create(name="steueramt")[0]
    people = [User.objects.get_or_create(username=name)[0] for name in READERS]
    for document in documents:
        name_readers(document, groups=[group], people=people[:1])
        document.refresh_from_db()
        assert (document.reader_groups, document.reader_users) == ([group.pk], [people[0].pk])
    source = NamedReaders(frozenset({group.name}), frozenset({(READERS[1],)}))
    set_readers_of_source((document.pk, source) for document in documents)


def name_readers(document: Document, *, groups: Sequence[Group] = (), people: Sequence[User] = ()) -> None:
    """Without both it is opened to all readers of its collection."""
    boss = User.objects.get_or_create(username="boss", is_superuser=True, is_staff=True)[0]
    client = Client()
    client.force_login(boss, backend="django.contrib.auth.backends.ModelBackend")
    sent = {
        "title": document.title, "url": document.url, "date": "", "metadata": "{}",
        "only_groups": [group.pk for group in groups], "only_people": "\n".join(one.username for one in people),
        **({} if groups or people else {"for_all": "on"}),
    }  # fmt: skip
    answer = client.post(f"/admin/documents/document/{document.pk}/change/", sent)
    assert answer.status_code == 302, answer.content.decode()


def made_of(document: Document) -> None:
    place = {"document": document.pk, "chunk": 0, "external_id": FILE, "title": TITLE, "page": 1}
    contradiction = {"kind": "conflict", "text": TEXT, "documents": [document.pk]}
    for number, made in enumerate(({"passages": [place]}, {"nearest": [place]}, {"warnings": [contradiction]}), 1):
        talk = Conversation.objects.create(language="de")
        Turn.objects.create(
            conversation=talk, number=1, question=f"{number}?", answer=TEXT, answer_html=TEXT, state="done", **made
        )
        ShareLink.objects.create(conversation=talk, last_turn=1, token=f"shared-{number}")
    told_of(document)
    suite = Suite.objects.create(name="Alle", slug="alle")
    case = Case.objects.create(suite=suite, question="Kornhausgasse, wer?", derived_from=document)
    ExpectedPage.objects.create(case=case, external_id=FILE, page=1)
    run = Run.objects.create(kind="dialogues", title="Lauf", state="finished")
    dialogue = Dialogue.objects.create(run=run, number=1)
    DialogueTurn.objects.create(dialogue=dialogue, number=1, said="Wer?", reply=TEXT, passages=[place])


def told_of(document: Document) -> None:
    """Somebody subscribed to an answer while everybody could read its source, which said something else since."""
    subscription = Subscription.objects.create(
        token="told", turn=Turn.objects.all()[0], way=SubscriptionWay.FEED, language="de", question="Wer?",
        confirmed_at=timezone.now(),
    )  # fmt: skip
    change = AnswerChange.objects.create(subscription=subscription)
    for is_new in (False, True):
        SubscriptionQuote.objects.create(
            subscription=subscription, change=change, is_new=is_new, document=document, page=1, quote=TEXT
        )


def member() -> User:
    person = User.objects.create_user("member")
    person.groups.add(Group.objects.get(name="steueramt"))
    return person


def secrets_in(page: str, asked: str = "") -> list[str]:
    """Those that the page shows and nobody asked with; JSON as its reader sees it."""
    plain = page.encode().decode("unicode_escape", "ignore") if "\\u" in page else page
    return [secret for secret in SECRETS if secret in plain and secret not in asked]


def told(algorithm: str, user: Any) -> str:
    found = async_to_sync(search)(QUESTION, SearchRequest(user=user, algorithm=algorithm), ledger=Ledger())
    return repr((found.passages, found.steps))


def token_of(user: User) -> str:
    return ApiToken(name="test", user=user, scopes=list(Scope.values)).issue()


def secret_document() -> Document:
    return Document.objects.get(external_id=FILE)
