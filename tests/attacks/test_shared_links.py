"""What somebody does with a link to a conversation who has it, guesses it, frames it, or lets a program open it; and
with the names of files that are handed out."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from apps.chat.models import Citation, Conversation, ShareLink, Turn, TurnState
from apps.chat.models.share_links import MOST_LINKS, get_or_create_share_link
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Document, Readers
from tests import factories

pytestmark = pytest.mark.django_db

SECRET = "Der Tresor steht im Keller."
SLACK, TEAMS = "Slackbot-LinkExpanding 1.0", "Mozilla/5.0 (compatible; SkypeUriPreview; Preview/0.5)"


def told_of(document: Document, **values: Any) -> Conversation:
    made = Conversation.objects.create(**values)
    turn = Turn.objects.create(
        conversation=made,
        number=1,
        question="Wo steht der Tresor?",
        answer=f"{SECRET} [1]",
        answer_html=f'<p>{SECRET} <small class="proof-level" data-sentence="0">wörtlich</small></p>',
        sentences=[{"text": SECRET, "level": "verbatim", "citations": [1], "differences": []}],
        state=TurnState.DONE,
        passages=[{"document": document.pk}],
    )
    Citation.objects.create(
        turn=turn, number=1, document=document, external_id="t.pdf", title="Tresor", page=1, quote=SECRET, verified=True
    )
    return made


def link_to(conversation: Conversation) -> ShareLink:
    link = get_or_create_share_link(conversation)
    assert link is not None
    return link


def opened(token: str, client: Client | None = None, **headers: str) -> Any:
    return (client or Client()).get(f"/shared/{token}/", headers=headers)


@pytest.fixture
def closed() -> Document:
    return factories.document([SECRET], collection=factories.collection("intern", readers=Readers.STAFF))


@pytest.fixture
def link(db: None) -> ShareLink:
    return link_to(told_of(factories.document([SECRET])))


def test_nothing_near_a_token_opens_anything(link: ShareLink) -> None:
    token = link.token
    near = [token[:-1], token + "A", token.swapcase(), "%00", token + "%00", "%", "..", "*", "a" * 5_000, str(link.pk)]
    answers = [opened(each) for each in [*near, link.conversation.token, str(link.turns()[0].pk)]]
    assert {answer.status_code for answer in answers} <= {400, 404}
    assert not any(SECRET in answer.content.decode() for answer in answers)
    assert len(token) == 43


def test_an_unknown_a_withdrawn_and_a_closed_link_look_alike(closed: Document) -> None:
    withdrawn = link_to(told_of(factories.document([SECRET])))
    withdrawn.delete()
    tokens = ["x" * 43, link_to(told_of(closed)).token, withdrawn.token]
    pages = {opened(token).content.decode().replace(token, "") for token in tokens}
    assert len({re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page) for page in pages}) == 1


def test_programs_that_open_links_for_a_preview_learn_and_change_nothing(link: ShareLink) -> None:
    for agent in (SLACK, TEAMS):
        page = opened(link.token, **{"User-Agent": agent})
        head = page.content.decode().partition("</head>")[0]
        assert SECRET not in head
        assert link.turns()[0].question not in head
        assert 'property="og:' not in head
        assert 'name="description"' not in head
        assert "noindex" in page["X-Robots-Tag"]
    for method in ("post", "put", "delete", "patch"):
        assert getattr(Client(), method)(f"/shared/{link.token}/").status_code == 405
    assert ShareLink.objects.count() == 1


def test_the_page_is_kept_by_nobody_framed_by_nobody_and_told_to_nobody(link: ShareLink) -> None:
    page = opened(link.token, Referer="https://elsewhere.example/", Origin="https://elsewhere.example")
    assert {"no-store", "private"} <= set(page["Cache-Control"].split(", "))
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"
    assert page["Referrer-Policy"] in ("same-origin", "no-referrer")
    assert "Access-Control-Allow-Origin" not in page
    assert set(page.cookies) <= {"csrftoken"}


def test_the_page_names_nothing_by_which_the_conversation_is_changed(link: ShareLink) -> None:
    page = opened(link.token).content.decode()
    assert link.conversation.token not in page
    for form in re.findall(r"<form\b.*?</form>", page, re.DOTALL):
        assert "/conversations/" not in form


def test_a_document_that_is_gone_opens_no_link(closed: Document) -> None:
    link = link_to(told_of(closed))
    Document.objects.filter(pk=closed.pk).delete()
    assert opened(link.token).status_code == 404


def test_a_withdrawn_document_keeps_the_link_closed_to_strangers_and_its_sentence_from_all(closed: Document) -> None:
    staff = Client()
    staff.force_login(User.objects.create_user("anna", is_staff=True))
    link = link_to(told_of(closed))
    withdraw_documents([closed.pk])
    assert opened(link.token).status_code == 404
    page = opened(link.token, staff)
    assert page.status_code == 200
    assert SECRET not in page.content.decode()


def test_a_withdrawn_document_of_named_readers_stays_theirs() -> None:
    document = factories.document([SECRET])
    Document.objects.filter(pk=document.pk).update(reader_groups=[], reader_users=[])
    link = link_to(told_of(document))
    withdraw_documents([document.pk])
    assert opened(link.token).status_code == 404


def test_a_link_ends_with_the_right_of_who_opens_it(closed: Document) -> None:
    anna = User.objects.create_user("anna", is_staff=True)
    client = Client()
    client.force_login(anna)
    link = link_to(told_of(closed))
    assert opened(link.token, client).status_code == 200
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert opened(link.token, client).status_code == 404


def test_of_many_links_the_oldest_is_dead(link: ShareLink) -> None:
    for number in range(2, MOST_LINKS + 2):
        Turn.objects.create(conversation=link.conversation, number=number, question="?", state=TurnState.DONE)
        link_to(link.conversation)
    assert opened(link.token).status_code == 404
    assert ShareLink.objects.count() == MOST_LINKS


FILE_NAMES = [
    "a.pdf\n", "a\r\nSet-Cookie: x=1", 'a"; filename="evil.exe', "\n", "ä\r\nX: 1", "a\\", "../../etc/passwd",
    "\u202etxt.exe",
]  # fmt: skip


@pytest.mark.parametrize("name", FILE_NAMES)
def test_a_file_is_handed_out_whatever_its_source_calls_it(name: str) -> None:
    document = factories.document([SECRET], external_id="x")
    revision = document.current_revision
    assert revision is not None
    revision.file_name = name
    revision.save()
    answer = Client().get(f"/documents/{document.pk}/original")
    assert answer.status_code == 200
    disposition = answer["Content-Disposition"]
    assert disposition.startswith("attachment")
    assert not set("\r\n/") & set(disposition)
    assert "%E2%80%AE" not in disposition
    assert "Set-Cookie" not in answer
