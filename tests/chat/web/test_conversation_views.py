"""Conversation rights on the page: list, go on, take along, share, withdraw, delete, each only one's own."""

import json
import threading
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.channels.delivery import notify_of_improved_answers
from apps.chat.models import Channel, Citation, Conversation, Feedback, ShareLink, Turn, TurnState, share_links
from apps.chat.turn_state import conversation_ownership
from apps.chat.turn_state.conversation_ownership import UnknownConversation
from apps.chat.turn_state.load_turn_inputs import load_turn_snapshot
from apps.chat.web.javascript_translations import WARNING_LABELS
from apps.documents.models import Document, Readers
from apps.llm.call_ledger import Ledger
from tests import factories

pytestmark = pytest.mark.django_db

ANSWER = "Die Gebühr beträgt drei Euro [1]."


@pytest.fixture
def document() -> Document:
    return factories.document(title="Gebühren", external_id="gebuehren.pdf")


def conversation(document: Document, **values: Any) -> Conversation:
    made = Conversation.objects.create(**values)
    turn = Turn.objects.create(
        conversation=made,
        number=1,
        question="Wie hoch ist die Gebühr?",
        answer=ANSWER,
        answer_html=f"<p>{ANSWER}</p>",
        state=TurnState.DONE,
        passages=[{"document": document.pk}],
    )
    Citation.objects.create(
        turn=turn, number=1, document=document, external_id="gebuehren.pdf", title="Gebühren", page=1,
        quote="Die Gebühr beträgt drei Euro.", verified=True,
    )  # fmt: skip
    return made


def post(client: Client, name: str, token: str, **values: Any) -> Any:
    return client.post(reverse(f"chat:{name}"), {"conversation": token, **values})


def test_an_exported_text_carries_the_sources_and_the_label(client: Client, document: Document) -> None:
    answer = post(client, "export", conversation(document).token)
    text = answer.content.decode()
    assert "attachment" in answer["Content-Disposition"]
    assert ANSWER in text
    assert "[1] Gebühren, 1: „Die Gebühr beträgt drei Euro.“" in text
    assert "KI" in text
    data = json.loads(post(client, "export", Conversation.objects.get().token, form="json").content)
    assert data["turns"][0]["ai_generated"] is True


def test_a_restored_conversation_has_what_the_script_shows(client: Client, document: Document) -> None:
    token = conversation(document).token
    body = post(client, "restore", token).json()
    assert body["conversation"] == token
    [turn] = body["turns"]
    assert turn["question"] == "Wie hoch ist die Gebühr?"
    assert turn["done"]["answer_html"] == f"<p>{ANSWER}</p>"
    assert turn["citations"][0]["url"].startswith(f"/documents/{document.pk}/pages/1/")


def test_without_script_the_page_shows_the_conversation_again(client: Client, document: Document) -> None:
    page = client.post("/", {"conversation": conversation(document).token}).content.decode()
    assert ANSWER in page
    assert "Die Gebühr beträgt drei Euro." in page


@pytest.mark.parametrize(
    ("rating", "is_kept", "expected"), [("down", True, True), ("down", False, False), ("up", True, False)]
)
def test_who_complained_reads_below_the_answer_that_it_is_better_now(
    client: Client, document: Document, rating: str, is_kept: bool, expected: bool
) -> None:
    made = conversation(document)
    turn = made.turns.get()
    Feedback.objects.create(turn=turn, rating=rating)
    notify_of_improved_answers.make_improvement_notes({7: turn.pk})
    if is_kept:
        notify_of_improved_answers.owe_notes_for_cases([7])
    [restored] = post(client, "restore", made.token).json()["turns"]
    assert ({"kind": "better_now", "text": ""} in restored["done"]["warnings"]) is expected
    note = f"<li>{WARNING_LABELS['better_now']}</li>"
    assert (note in client.post("/", {"conversation": made.token}).content.decode()) is expected
    link = ShareLink.objects.create(conversation=made, last_turn=1)
    assert note not in client.get(reverse("chat:shared", args=[link.token])).content.decode()


def test_a_deleted_conversation_is_gone_with_its_links(client: Client, document: Document) -> None:
    token = conversation(document).token
    link = share(client, token)
    assert post(client, "delete", token).status_code == 200
    assert not Conversation.objects.exists()
    assert client.get(link).status_code == 404


def share(client: Client, token: str) -> str:
    assert post(client, "share", token).status_code == 200
    return reverse("chat:shared", args=[ShareLink.objects.order_by("-pk")[0].token])


def test_a_longer_conversation_takes_no_more_statements_to_restore(client: Client, document: Document) -> None:
    made = conversation(document)

    def statements() -> int:
        with CaptureQueriesContext(connection) as queries:
            post(client, "restore", made.token)
        return len(queries)

    with_one = statements()
    for number in range(2, 6):
        turn = Turn.objects.create(
            conversation=made, number=number, question="?", answer_html="<p>!</p>", state=TurnState.DONE
        )
        Citation.objects.create(turn=turn, number=1, document=document, external_id="gebuehren.pdf", verified=True)
    assert statements() == with_one


def test_a_share_link_restores_question_answer_and_sources(client: Client, document: Document) -> None:
    link = share(client, conversation(document).token)
    answer = Client().get(link)
    page = answer.content.decode()
    assert "Wie hoch ist die Gebühr?" in page
    assert ANSWER in page
    assert f"/documents/{document.pk}/pages/1/" in page
    assert "noindex" in answer["X-Robots-Tag"]
    assert Conversation.objects.get().token not in page


def test_what_is_asked_later_is_not_shared(client: Client, document: Document) -> None:
    made = conversation(document)
    link = share(client, made.token)
    assert share(client, made.token) == link
    Turn.objects.create(conversation=made, number=2, question="Geheim?", answer="x", state=TurnState.DONE)
    assert "Geheim?" not in client.get(link).content.decode()
    assert share(client, made.token) != link


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_once_make_one_link(document: Document) -> None:
    made = conversation(document)
    held, shared = threading.Event(), list[ShareLink | None]()

    def press() -> None:
        held.wait(5)
        shared.append(share_links.get_or_create_share_link(made))
        connection.close()

    second = threading.Thread(target=press)
    second.start()
    with transaction.atomic():
        first = share_links.get_or_create_share_link(made)
        held.set()
        second.join(0.5)
    second.join(10)
    assert shared == [first]
    assert ShareLink.objects.count() == 1


def test_links_that_were_made_twice_do_no_harm(client: Client, document: Document) -> None:
    made = conversation(document)
    for _ in range(2):
        ShareLink.objects.create(conversation=made, last_turn=1)
    share(client, made.token)


def test_of_too_many_links_the_oldest_gives_way(client: Client, document: Document) -> None:
    made = conversation(document)
    for number in range(share_links.MOST_LINKS):
        ShareLink.objects.create(conversation=made, last_turn=100 + number)
    oldest = ShareLink.objects.earliest("created_at")
    share(client, made.token)
    assert ShareLink.objects.count() == share_links.MOST_LINKS
    assert not ShareLink.objects.filter(pk=oldest.pk).exists()


def test_a_withdrawn_link_leads_nowhere(client: Client, document: Document) -> None:
    token = conversation(document).token
    link = share(client, token)
    post(client, "share", token, withdraw="yes")
    assert client.get(link).status_code == 404


def test_a_link_does_not_carry_a_closed_collection_to_strangers(client: Client) -> None:
    closed = factories.document(collection=factories.collection("intern", readers=Readers.STAFF))
    person = User.objects.create_user("person")
    client.force_login(person)
    link = share(client, conversation(closed, user=person).token)
    assert client.get(link).status_code == 200
    assert Client().get(link).status_code == 404


@pytest.mark.parametrize("name", ["export", "restore", "delete", "share", "feedback"])
def test_a_conversation_of_somebody_signed_in_is_theirs_alone(client: Client, document: Document, name: str) -> None:
    token = conversation(document, user=User.objects.create_user("person")).token
    assert post(client, name, token).status_code == 404
    client.force_login(User.objects.create_user("other"))
    assert post(client, name, token).status_code == 404
    assert Conversation.objects.filter(token=token).exists()


def goes_on(token: str, user: User, channel: Channel = Channel.WEB) -> None:
    load_turn_snapshot(
        AskedQuestion("Und für Kinder?", message_id="2", token=token, user=user, channel=channel), Ledger()
    )


def test_a_conversation_becomes_that_of_who_signs_in_and_goes_on_with_it(client: Client, document: Document) -> None:
    token = conversation(document).token
    person = User.objects.create_user("person")
    goes_on(token, person)
    assert post(Client(), "restore", token).status_code == 404
    with pytest.raises(UnknownConversation):
        goes_on(token, User.objects.create_user("other"))
    client.force_login(person)
    assert post(client, "restore", token).status_code == 200


def test_two_tabs_of_one_person_may_both_go_on_with_it(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, person = conversation(document), User.objects.create_user("person")
    monkeypatch.setattr(conversation_ownership, "check_conversation_owner", lambda found, owner: read_before(found))
    goes_on(begun.token, person)
    goes_on(begun.token, person)
    with pytest.raises(UnknownConversation):
        goes_on(begun.token, User.objects.create_user("other"))


def read_before(found: Conversation | None) -> Conversation:
    """As it was before somebody else took it over."""
    assert found is not None
    found.user_id = None
    return found


def test_a_thread_of_several_people_becomes_nobodys(document: Document) -> None:
    thread = conversation(document, channel=Channel.SLACK)
    goes_on(thread.token, User.objects.create_user("person"), Channel.SLACK)
    thread.refresh_from_db()
    assert thread.user is None


@pytest.mark.parametrize("name", ["export", "restore", "delete", "share", "feedback"])
@pytest.mark.parametrize("token", ["", "nobody", "a\0b", "x" * 500])
def test_an_unknown_token_is_not_found(client: Client, name: str, token: str) -> None:
    assert post(client, name, token).status_code == 404


@pytest.mark.parametrize("name", ["export", "restore", "delete", "delete-all", "share", "feedback"])
def test_nothing_happens_by_a_link_or_from_a_foreign_page(name: str) -> None:
    assert Client().get(reverse(f"chat:{name}")).status_code == 405
    assert Client(enforce_csrf_checks=True).post(reverse(f"chat:{name}")).status_code == 403


def test_who_is_signed_in_finds_all_of_theirs_and_deletes_them_at_once(client: Client, document: Document) -> None:
    person = User.objects.create_user("person")
    conversation(document, user=person)
    kept = conversation(document, user=User.objects.create_user("other"))
    asked_for_them = conversation(document, user=person)
    Conversation.objects.filter(pk=asked_for_them.pk).update(channel=Channel.REVIEW)
    client.force_login(person)
    assert client.get(reverse("chat:conversations")).content.decode().count("Wie hoch ist die Gebühr?") == 1
    client.post(reverse("chat:delete-all"))
    assert [one.pk for one in Conversation.objects.all()] == [kept.pk]


def test_visitors_delete_those_they_know_the_tokens_of(client: Client, document: Document) -> None:
    mine, other = conversation(document), conversation(document)
    theirs = conversation(document, user=User.objects.create_user("person"))
    client.post(reverse("chat:delete-all"), {"conversation": [mine.token, theirs.token]})
    assert set(Conversation.objects.all()) == {other, theirs}


def feedback(client: Client, turn: Turn, **values: Any) -> Any:
    return post(client, "feedback", turn.conversation.token, turn=str(turn.pk), **values)


def test_feedback_works_without_script_and_a_second_one_replaces_it(client: Client, document: Document) -> None:
    turn = conversation(document).turns.get()
    said = {"reason": ["wrong", "not_detailed"], "comment": " Die Frist fehlt. "}
    answer = feedback(client, turn, rating="down", **said)
    assert answer.status_code == 200
    assert turn.conversation.token in answer.content.decode()
    kept = Feedback.objects.get()
    assert (kept.turn, kept.rating, kept.reasons) == (turn, "down", ["wrong", "not_detailed"])
    assert kept.comment == "Die Frist fehlt."
    feedback(client, turn, rating="up")
    kept.refresh_from_db()
    assert (kept.rating, kept.reasons, kept.comment) == ("up", [], "")


@pytest.mark.parametrize(
    "values",
    [{}, {"rating": "best"}, {"rating": "down", "comment": "x" * 2_001}, {"rating": "down", "reason": ["x" * 101]}],
    ids=["nothing", "unknown", "long-comment", "long-reason"],
)
def test_feedback_that_the_websocket_would_refuse_is_refused_here(
    client: Client, document: Document, values: dict[str, Any]
) -> None:
    answer = feedback(client, conversation(document).turns.get(), **values)
    assert answer.status_code == 400
    assert not Feedback.objects.exists()


def test_feedback_reaches_only_answers_of_the_conversation_whose_token_is_sent(
    client: Client, document: Document
) -> None:
    one, other = conversation(document), conversation(document)
    answer = post(client, "feedback", one.token, turn=str(other.turns.get().pk), rating="down")
    assert answer.status_code == 404
    assert not Feedback.objects.exists()


def test_who_has_no_conversations_reads_how_one_gets_into_the_list(client: Client) -> None:
    page = client.get(reverse("chat:conversations"), headers={"accept-language": "de"}).content.decode()
    assert "Sobald Sie eine Frage stellen, steht das Gespräch in dieser Liste." in page


def test_a_search_for_documents_in_vain_leads_back_to_all_of_them(client: Client) -> None:
    way_back = f'<a class="button" href="{reverse("chat:documents")}">'
    assert way_back in client.get(reverse("chat:documents"), {"q": "xyzzy"}).content.decode()
    assert way_back not in client.get(reverse("chat:documents")).content.decode()


def test_without_script_nobody_reads_that_nothing_is_kept_where_only_the_browser_knows(
    client: Client, admin_client: Client
) -> None:
    assert '<p id="kept-none" hidden>' in client.get("/conversations/").content.decode()
    assert '<p id="kept-none">' in admin_client.get("/conversations/").content.decode()
