"""What is asked in vain is gathered, counted, and asked again when documents come."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from apps.chat import ask_knowledge_gaps_again, group_refusals_into_gaps
from apps.chat.admission import daily_budgets
from apps.chat.ask_knowledge_gaps_again import LOCK, ask_due_gaps_again, ask_single_gap_again, gaps_to_ask_again
from apps.chat.group_refusals_into_gaps import group_refusals, may_answer_change, texts_by_gap
from apps.chat.models import Channel, Conversation, Turn, TurnState
from apps.chat.models.knowledge_gaps import Gap, GapState
from apps.chat.models.service_settings import ServiceRules
from apps.chat.tasks import nightly
from apps.chat.turn_state.turn_events import TurnDone
from apps.chat.web.no_script_chat import ShownTurn
from apps.chat.web.websocket_messages import event_frame
from apps.llm.models import ModelCall
from apps.retrieval.preparation.active_retrieval_profile import create_default_profiles
from apps.text.plausibility import detect_random_typing
from tests import factories

HUNTING = [
    "Wie beantrage ich einen Jagdschein?",
    "Was kostet ein Jagdschein?",
    "Wo bekomme ich einen Jagdschein?",
    "Jagdschein beantragen",
    "Ich möchte einen Jagdschein machen, was muss ich tun?",
    "Welche Unterlagen brauche ich für den Jagdschein?",
    "Wie lange ist ein Jagdschein gültig?",
    "Muss ich meinen Jagdschein verlängern?",
    "Welche Behörde stellt Jagdscheine aus?",
    "jagdschein kosten",
]
OTHERS = [
    "Was kostet ein Angelschein?",
    "Wie beantrage ich einen Reisepass?",
    "Wo bekomme ich einen Parkausweis?",
    "Welche Unterlagen brauche ich für die Hochzeit?",
]


def refused(*questions: str, channel: Channel = Channel.WEB) -> None:
    for question in questions:
        conversation = Conversation.objects.create(channel=channel)
        Turn.objects.create(conversation=conversation, number=1, question=question, state=TurnState.REFUSED)


@pytest.mark.django_db
def test_ten_wordings_of_one_topic_are_one_gap_with_count_ten() -> None:
    refused(*HUNTING, *OTHERS)
    assert group_refusals() == 14
    counts = dict(Gap.objects.values_list("question", "count"))
    assert counts[HUNTING[0]] == 10
    assert sorted(counts.values()) == [1, 1, 1, 1, 10]
    assert group_refusals() == 0


@pytest.mark.django_db
def test_what_is_typed_at_random_is_no_gap() -> None:
    refused(
        "asdfgh", "qwertz uiop", "?????", "xxxxx yyyyy", "lkjh", "йцукен", "...", "jkasdhf", "asdkfjh sdlkfj", "wqerz"
    )
    asked = [
        "Wert",
        "Oui",
        "112",
        "§ 3",
        "Asyl",
        "BMX-Bahn",
        "KfzStG",
        "Fjäll",
        "Glas",
        "Saal Hades",
        "Typ",
        "паспорт",
        "جواز السفر",
    ]
    refused(*asked)
    assert group_refusals() == len(asked)
    assert set(Gap.objects.values_list("turns__question", flat=True)) == set(asked)


@pytest.mark.django_db
def test_what_is_typed_at_random_is_read_once_and_costs_no_look_at_the_gaps(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def is_typed_at_random(question: str) -> bool:
        read.append(question)
        return True

    monkeypatch.setattr(group_refusals_into_gaps, "is_typed_at_random", is_typed_at_random)
    monkeypatch.setattr(group_refusals_into_gaps, "GapIndex", None)
    refused("asdfgh", "qwertz uiop")
    assert [group_refusals(), group_refusals()] == [0, 0]
    assert read == ["asdfgh", "qwertz uiop"]


@pytest.mark.django_db
def test_a_word_that_was_taken_for_random_typing_is_a_gap_once_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        before.setattr(detect_random_typing, "WORDS_ON_A_ROW", frozenset())
        refused("Wert", "asdfgh")
        assert group_refusals() == 0
        nightly()
        assert group_refusals() == 0
    nightly()
    assert group_refusals() == 1
    assert Gap.objects.get().question == "Wert"


@pytest.mark.parametrize(
    ("state", "question", "is_offered"),
    [
        ("done", "Wie hoch ist die Hundesteuer?", True), ("refused", "Gibt es einen Flughafen?", True),
        ("refused", "asdf qwer", False), ("refused", "???", False), ("failed", "Gibt es einen Flughafen?", False),
    ],
)  # fmt: skip
def test_word_is_offered_of_what_may_change(state: str, question: str, is_offered: bool) -> None:
    assert may_answer_change(state, question) is is_offered
    assert ShownTurn(question, state).may_subscribe is is_offered
    frame = event_frame(TurnDone("t", "c", state, "", "", query=question))
    assert frame["may_subscribe"] is is_offered


@pytest.mark.django_db
def test_questions_join_the_gap_of_an_earlier_day_and_open_it_again() -> None:
    refused(HUNTING[0])
    group_refusals()
    Gap.objects.update(state=GapState.ANSWERED)
    refused(HUNTING[1])
    group_refusals()
    gap = Gap.objects.get()
    assert (gap.count, gap.state) == (2, GapState.OPEN)


@pytest.mark.django_db
def test_more_gaps_take_no_more_statements_to_be_compared_with() -> None:
    def statements(question: str) -> int:
        refused(question)
        with CaptureQueriesContext(connection) as queries:
            group_refusals()
        return len(queries)

    refused(*HUNTING[:3])
    group_refusals()
    with_one = statements(HUNTING[3])
    refused(*OTHERS)
    group_refusals()
    assert Gap.objects.count() == 5
    assert statements(HUNTING[4]) == with_one


@pytest.mark.django_db
def test_the_newest_ten_wordings_of_a_gap_are_compared_with() -> None:
    refused(*HUNTING, "Jagdschein und Waffenschein")
    group_refusals()
    gap = Gap.objects.get()
    assert texts_by_gap([gap]) == {gap.pk: [gap.question, "Jagdschein und Waffenschein", *HUNTING[:0:-1]]}


@pytest.mark.django_db
def test_what_the_staff_asks_again_makes_no_gap() -> None:
    refused(HUNTING[0], channel=Channel.REVIEW)
    assert group_refusals() == 0


def test_when_the_missing_document_has_come_the_gap_is_asked_again_and_shows_the_answer(
    transactional_db: None, client: Client
) -> None:
    create_default_profiles()
    refused("Was kostet ein Jagdschein?")
    group_refusals()
    gap = Gap.objects.get()
    assert list(gaps_to_ask_again()) == []
    assert ask_single_gap_again(gap.pk) is False
    factories.document(["Ein Jagdschein kostet 75,00 Euro für drei Jahre."], title="Jagd", external_id="jagd.pdf")
    assert list(gaps_to_ask_again()) == [gap]
    assert ask_single_gap_again(gap.pk) is True
    gap.refresh_from_db()
    assert gap.state == GapState.ANSWERED
    assert gap.answer is not None
    assert "75,00 Euro" in gap.answer.answer
    assert list(gaps_to_ask_again()) == []
    client.force_login(User.objects.create_superuser("admin"))
    page = client.get(reverse("admin:chat_gap_change", args=[gap.pk])).content.decode()
    assert "75,00 Euro" in page


def test_the_list_shows_count_owner_and_state_and_asks_again(
    transactional_db: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused("Was kostet ein Jagdschein?")
    client.force_login(User.objects.create_superuser("admin"))
    page = client.get(reverse("admin:chat_gap_changelist")).content.decode()
    assert "related-widget-wrapper" not in page, "a row of gaps is no place to make or delete people"
    assert "Was kostet ein Jagdschein?" in page
    queued: list[tuple[object, ...]] = []
    monkeypatch.setattr("apps.chat.admin.knowledge_gaps.async_task", lambda *arguments: queued.append(arguments))
    gap = Gap.objects.get()
    data = {"action": "ask_again", "_selected_action": [gap.pk]}
    assert client.post(reverse("admin:chat_gap_changelist"), data).status_code == 302
    assert queued == [("apps.chat.tasks.ask_gap_again", gap.pk)]


def test_what_an_editor_decides_while_a_gap_is_asked_again_stands(
    open_gap: Gap, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer takes a model some seconds, in which the list is open in the editor's browser."""
    answered = ask_knowledge_gaps_again.answer_as_public

    async def answer_as_public(gap: Gap) -> TurnDone | None:
        await Gap.objects.filter(pk=gap.pk).aupdate(state=GapState.OUT_OF_SCOPE)
        return await answered(gap)

    monkeypatch.setattr(ask_knowledge_gaps_again, "answer_as_public", answer_as_public)
    assert ask_single_gap_again(open_gap.pk) is False
    assert Gap.objects.get().state == GapState.OUT_OF_SCOPE
    Gap.objects.update(state=GapState.OPEN)
    factories.document(["Einen Jagdschein beantragen Sie bei der Jagdbehörde."], title="Jagdschein")
    assert ask_single_gap_again(open_gap.pk) is True
    assert Gap.objects.get().state == GapState.OUT_OF_SCOPE


@pytest.fixture
def open_gap(transactional_db: None) -> Gap:
    create_default_profiles()
    factories.document(["Der Wochenmarkt ist samstags."], title="Markt")
    refused("Wie beantrage ich einen Jagdschein?")
    group_refusals()
    ask_single_gap_again(Gap.objects.get().pk)
    return Gap.objects.get()


def test_a_gap_is_answered_anew_only_when_its_search_finds_something_else(open_gap: Gap) -> None:
    answers = Turn.objects.filter(conversation__channel=Channel.REVIEW)
    numbers = factories.document(["Quartalszahlen 2019 2020 2021"], title="Zahlen")
    assert list(gaps_to_ask_again()) == [open_gap]
    assert (ask_due_gaps_again(), answers.count()) == (0, 1)
    assert list(gaps_to_ask_again()) == []
    numbers.title = "Quartalszahlen"
    numbers.save()
    assert list(gaps_to_ask_again()) == [], "a corrected title brings no text"
    factories.document(["Einen Jagdschein beantragen Sie bei der Jagdbehörde."], title="Jagdschein")
    assert (ask_due_gaps_again(), answers.count()) == (1, 2)
    assert Gap.objects.get().state == GapState.ANSWERED


def test_gaps_have_a_budget_of_their_own(open_gap: Gap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ask_knowledge_gaps_again, "MOST_ANSWERS_A_DAY", 1)
    factories.document(["Einen Jagdschein beantragen Sie bei der Jagdbehörde."], title="Jagdschein")
    assert ask_due_gaps_again() == 0
    assert Gap.objects.get().state == GapState.OPEN


@pytest.mark.parametrize("rules", [{"answers_are_on": False}, {"tokens_per_day": 1}])
def test_no_gap_is_asked_while_models_are_switched_off_or_the_budget_is_spent(
    open_gap: Gap, rules: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    ModelCall.objects.create(input_tokens=5, purpose="answer", model="m", outcome="ok", seconds=1.0)
    monkeypatch.setattr(daily_budgets, "SPENDING_METER", daily_budgets.SpendingMeter())
    ServiceRules.objects.update_or_create(pk=1, defaults=rules)
    factories.document(["Einen Jagdschein beantragen Sie bei der Jagdbehörde."], title="Jagdschein")
    searched: list[Gap] = []
    monkeypatch.setattr(ask_knowledge_gaps_again, "finds_same_passages", searched.append)
    assert (ask_due_gaps_again(), searched) == (0, [])
    ServiceRules.objects.update_or_create(pk=1, defaults={"answers_are_on": True, "tokens_per_day": 0})
    assert (ask_due_gaps_again(), searched) == (1, [open_gap])


def test_while_another_process_asks_nobody_else_does(open_gap: Gap) -> None:
    factories.document(["Einen Jagdschein beantragen Sie bei der Jagdbehörde."], title="Jagdschein")
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s, 0)", [LOCK])
        assert ask_due_gaps_again() == 0
        # Closing the connection frees it too, but only once the server has noticed.
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s, 0)", [LOCK])
    finally:
        other.close()
    assert ask_due_gaps_again() == 1
