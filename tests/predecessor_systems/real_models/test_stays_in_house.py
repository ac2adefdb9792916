"""What a collection that stays in the house says reaches no server outside, whatever is done with it.

One server outside stands first for everything: chat, vectors, second reader. Its requests are looked through for a word
that stands in the documents of the closed collection alone.
"""

import json
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import Client

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.answering.answer_question import stream_turn_events
from apps.chat.ask_knowledge_gaps_again import ask_single_gap_again, finds_same_passages
from apps.chat.channels.delivery import answer_platform_question
from apps.chat.channels.intake import reply_audience
from apps.chat.group_refusals_into_gaps import group_refusals
from apps.chat.models import Conversation, Gap, Subscription, SubscriptionWay, Turn, TurnState
from apps.chat.models.platform_rooms_and_people import Interaction, PlatformUser, Room
from apps.chat.regenerate_stored_turn import Versions, replay_turn
from apps.chat.subscriptions.reask_where_pages_changed import ask_due_questions
from apps.chat.subscriptions.search_questions_again import search_marked_questions
from apps.chat.subscriptions.start_and_end_subscription import subscribe
from apps.chat.turn_state.turn_events import TurnDone
from apps.documents.engine.run_engine_synchronously import running_resources
from apps.documents.keywords import write_keyword_index
from apps.documents.models import Collection, Document, Embedding, Readers, Status
from apps.documents.vectors.fill_missing import fill_missing_vectors
from apps.evaluation.models import Suite
from apps.evaluation.planning.generate_cases import build_suite
from apps.graph.building.build_graph import build_collection_graph
from apps.graph.models import GraphIndex
from apps.llm.call_ledger import Ledger
from apps.llm.models import ChatModel, EmbeddingModel, Endpoint, ModelCall, ModelOrder
from apps.llm.offline.spelling_embedder import NAME as SPELLING
from apps.retrieval.preparation.active_retrieval_profile import create_default_profiles
from apps.simplify.initial_data import TEXT_TYPES
from apps.simplify.models import TextType
from apps.simplify.simplify_answer import simplify_answer
from tests import factories
from tests.documents.pipeline_harness import registered, run_engine
from tests.fakes.openai_server import FakeOpenAIServer

pytestmark = pytest.mark.django_db
SECRET = "Quittenmus"
ABOUT_SOMEBODY = "Was ist mit der Abmahnung von Frau Kern?"
CLOSED = f"Der Antrag auf {SECRET} kostet 30 Euro. Er ist bis zum 1. Mai zu stellen. {SECRET} gibt es im Rathaus."
OPEN = "Der Wochenmarkt beginnt um acht Uhr. Die Gebühr für einen Stand beträgt zwölf Euro."


@pytest.fixture
def outside(openai_server: FakeOpenAIServer) -> FakeOpenAIServer:
    """First for everything, as after connecting a provider."""
    endpoint = Endpoint.objects.create(name="fern", base_url=openai_server.base_url, api_key_variable="")
    row = ChatModel.objects.create(endpoint=endpoint, name="gross", context_window=8_000, max_output_tokens=500)
    for purpose in ("default", "summarise", "tag"):
        ModelOrder.objects.create(purpose=purpose, model=row, position=0)
    EmbeddingModel.objects.update(is_default=False)
    EmbeddingModel.objects.create(endpoint=endpoint, name="fern-vektoren", dimensions=8, is_default=True)
    create_default_profiles()
    return openai_server


@pytest.fixture
def closed(outside: FakeOpenAIServer) -> Collection:
    """One that stays in the house, and one beside it that need not."""
    spelling = EmbeddingModel.objects.get(endpoint=None, name=SPELLING)
    kept = factories.collection("intern", stays_in_house=True)
    factories.document([CLOSED], collection=kept, external_id="intern.md", model=spelling)
    factories.document([OPEN], collection=factories.collection("offen"), external_id="offen.md", model=spelling)
    write_keyword_index.index_missing_documents()
    return kept


def sent(server: FakeOpenAIServer) -> str:
    return json.dumps([request.body for request in server.requests], ensure_ascii=False)


def asked(question: str, collections: list[str] | None = None, token: str | None = None) -> TurnDone:
    async def run() -> Any:
        end = None
        async with aclosing(
            stream_turn_events(AskedQuestion(question, collections=collections, token=token))
        ) as events:
            async for event in events:
                end = event
        return end

    end = async_to_sync(run)()
    assert isinstance(end, TurnDone)
    return end


def test_it_is_summarised_tagged_and_embedded_in_the_house(outside: FakeOpenAIServer, tmp_path: Path) -> None:
    factories.collection("intern", stays_in_house=True)
    for slug, text in (("intern", CLOSED), ("offen", OPEN)):
        folder = tmp_path / slug
        folder.mkdir()
        (folder / f"{slug}.md").write_text(text, encoding="utf-8")
        registered(folder, slug)
    with running_resources() as resources:
        run_engine(resources)
    assert SECRET not in sent(outside)
    assert "Wochenmarkt" in sent(outside)
    document = Document.objects.get(collection__slug="intern")
    assert document.status == Status.READY
    assert document.current_revision is not None
    assert document.current_revision.summary
    made_by = Embedding.objects.filter(document_id=document.pk).values_list("model__endpoint", flat=True)
    assert set(made_by) == {None}


def test_questions_that_search_it_are_answered_with_proof_and_sent_nowhere(
    outside: FakeOpenAIServer, closed: Collection
) -> None:
    outside.clear()
    end = asked(f"Was kostet der Antrag auf {SECRET}?", ["intern"])
    assert any(one.verified for one in end.citations)
    # Also where all collections are searched, and in what follows in the same conversation.
    asked(f"Bis wann ist der Antrag auf {SECRET} zu stellen?", token=end.conversation)
    asked("Und was kostet das?", ["offen"], end.conversation)
    asked("Wann beginnt der Wochenmarkt?")
    assert outside.requests == []


def test_others_are_answered_by_the_model_outside(outside: FakeOpenAIServer, closed: Collection) -> None:
    outside.clear()
    asked("Wann beginnt der Wochenmarkt?", ["offen"])
    assert outside.chat_requests
    assert outside.embedding_requests


def test_a_conversation_from_before_it_was_closed_stays_in_the_house_too(
    outside: FakeOpenAIServer, closed: Collection
) -> None:
    Collection.objects.filter(pk=closed.pk).update(stays_in_house=False)
    first = asked(f"Was kostet der Antrag auf {SECRET}?", ["intern"])
    Conversation.objects.update(stays_in_house=False)
    assert Turn.objects.get().passages
    Collection.objects.filter(pk=closed.pk).update(stays_in_house=True)
    outside.clear()
    asked("Und was kostet das?", ["offen"], first.conversation)
    assert outside.requests == []


def test_plain_language_of_its_answers_is_written_in_the_house(outside: FakeOpenAIServer, closed: Collection) -> None:
    # Another test may have emptied the table of what migrations put there.
    for row in TEXT_TYPES:
        TextType.objects.get_or_create(slug=row["slug"], defaults=row)
    turn = Turn.objects.get(pk=asked(f"Was kostet der Antrag auf {SECRET}?", ["intern"]).turn)
    outside.clear()
    assert turn.stays_in_house()
    outcome = async_to_sync(simplify_answer)(turn.answer, ledger=Ledger(), in_house=turn.stays_in_house())
    assert outcome.text
    assert outside.requests == []


def test_answers_made_again_stay_in_the_house(outside: FakeOpenAIServer, closed: Collection) -> None:
    turn = Turn.objects.get(pk=asked(f"Was kostet der Antrag auf {SECRET}?", ["intern"]).turn)
    Turn.objects.update(model="gross")
    outside.clear()
    for versions in Versions:
        replay_turn(Turn.objects.get(pk=turn.pk), versions)
    assert outside.requests == []


def test_answers_of_a_conversation_that_stays_are_made_again_in_the_house_when_the_collection_need_not_stay(
    outside: FakeOpenAIServer, closed: Collection
) -> None:
    turn = Turn.objects.get(pk=asked(f"Was kostet der Antrag auf {SECRET}?", ["intern"]).turn)
    Collection.objects.filter(pk=closed.pk).update(stays_in_house=False)
    outside.clear()
    for versions in Versions:
        replay_turn(Turn.objects.get(pk=turn.pk), versions)
    assert outside.requests == []


def test_no_new_embedding_model_outside_reads_it(outside: FakeOpenAIServer, closed: Collection) -> None:
    outside.clear()
    row = EmbeddingModel.objects.create(
        endpoint=Endpoint.objects.get(), name="neue-vektoren", dimensions=8, takes_over=True
    )
    assert fill_missing_vectors()
    assert SECRET not in sent(outside)
    assert outside.embedding_requests
    # It counts as complete without them, and has taken over.
    assert EmbeddingModel.objects.get(pk=row.pk).is_default
    outside.clear()
    assert any(one.verified for one in asked(f"Was kostet der Antrag auf {SECRET}?", ["intern"]).citations)
    assert outside.requests == []


def test_its_graph_and_its_questions_are_made_in_the_house(outside: FakeOpenAIServer, closed: Collection) -> None:
    outside.clear()
    build_collection_graph(GraphIndex.objects.create(collection=closed))
    suite = Suite.objects.create(slug="intern", name="Intern")
    suite.collections.add(closed)
    build_suite(suite, users=1)
    assert outside.requests == []


def test_a_model_in_the_house_takes_the_place_of_the_one_outside(outside: FakeOpenAIServer, closed: Collection) -> None:
    """The same server stands for it here: what counts is what its row says."""
    own = Endpoint.objects.create(name="haus", base_url=f"{outside.base_url}/", api_key_variable="", is_remote=False)
    row = ChatModel.objects.create(endpoint=own, name="klein", context_window=8_000, max_output_tokens=500)
    ModelOrder.objects.filter(model__endpoint=None).update(position=9)
    ModelOrder.objects.create(purpose="default", model=row, position=5)
    outside.clear()
    asked(f"Was kostet der Antrag auf {SECRET}?", ["intern"])
    assert {request.body["model"] for request in outside.requests} == {"klein"}
    assert set(ModelCall.objects.filter(purpose="answer").values_list("endpoint", flat=True)) <= {"haus", ""}


def test_people_are_told_before_they_type(outside: FakeOpenAIServer, client: Client) -> None:
    told = "an einen Anbieter außerhalb"
    assert told in client.get("/").content.decode()
    Endpoint.objects.update(is_remote=False)
    page = client.get("/").content.decode()
    assert told not in page
    assert "an keinen Anbieter außerhalb" in page


def test_where_everything_asked_stays_in_the_house_nobody_is_told_otherwise(
    outside: FakeOpenAIServer, closed: Collection, client: Client
) -> None:
    assert "an einen Anbieter außerhalb" not in client.get("/").content.decode()


@pytest.mark.parametrize("stays", [True, False])
def test_whether_a_question_in_a_room_is_private_is_looked_up_in_the_house(
    outside: FakeOpenAIServer, closed: Collection, stays: bool
) -> None:
    """Who lost the right to the closed collection may still write in a thread that has searched it."""
    room = Room.objects.create(platform="slack", workspace="T1", external_id="C1")
    asker = PlatformUser.objects.create(platform="slack", workspace="T1", external_id="U1")
    talk = Conversation.objects.create(stays_in_house=stays)
    interaction = Interaction.objects.create(
        platform="slack", room=room, asker=asker, conversation=talk, text=ABOUT_SOMEBODY, attempts=1
    )
    scope = reply_audience.ReadableScope(shared=(), own=("offen",), bound=False)
    outside.clear()
    attempt = answer_platform_question.DeliveryAttempt(interaction)
    async_to_sync(attempt.is_private_matter)(scope)
    assert bool(outside.embedding_requests) is not stays


@pytest.fixture
def closed_to_the_public(closed: Collection) -> None:
    """The public searches nothing by now that stays in the house."""
    Collection.objects.filter(pk=closed.pk).update(readers=Readers.GROUPS)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("stays", [True, False])
def test_a_gap_of_it_is_asked_again_in_the_house(
    outside: FakeOpenAIServer, closed_to_the_public: None, stays: bool
) -> None:
    conversation = Conversation.objects.create(stays_in_house=stays)
    Turn.objects.create(conversation=conversation, number=1, question=ABOUT_SOMEBODY, state=TurnState.REFUSED)
    group_refusals()
    gap = Gap.objects.get()
    outside.clear()
    finds_same_passages(gap)
    ask_single_gap_again(gap.pk)
    assert ("Frau Kern" in sent(outside)) is not stays


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("stays", [True, False])
def test_a_subscriber_who_lost_the_right_to_it_is_asked_again_in_the_house(
    outside: FakeOpenAIServer, closed_to_the_public: None, stays: bool
) -> None:
    conversation = Conversation.objects.create(stays_in_house=stays, language="de")
    turn = Turn.objects.create(conversation=conversation, number=1, question=ABOUT_SOMEBODY, state=TurnState.REFUSED)
    subscribe(turn, SubscriptionWay.FEED, "", None)
    Subscription.objects.update(is_due=True, needs_search=True)
    outside.clear()
    search_marked_questions()
    assert ask_due_questions() == 1
    assert ("Frau Kern" in sent(outside)) is not stays
