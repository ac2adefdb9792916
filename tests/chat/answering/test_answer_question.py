"""One turn from the question to the stored row, as a stream of events."""

import asyncio

import pytest

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.answering.answer_question import stream_turn_events, turn_context
from apps.chat.models import Conversation, Turn, TurnState
from apps.chat.turn_state.conversation_history import NOT_FINISHED
from apps.chat.turn_state.load_turn_inputs import AlreadyAsked
from apps.chat.turn_state.turn_events import CitationsFound, Event, StepStarted, TextDelta, TurnDone, TurnFailed
from apps.documents.models import Document
from apps.llm.errors import ModelError, ModelErrorCode
from apps.llm.models import ModelCall
from apps.retrieval.models import Profile
from apps.retrieval.preparation.active_retrieval_profile import create_default_profiles
from apps.retrieval.preparation.readable_collections import UnknownCollection
from apps.text.estimate_tokens import estimate_tokens
from tests.chat.conftest import Collect
from tests.fakes.models import Broken, FakeLanguageModel

QUESTION = "Wie hoch ist die Gebühr für einen Anwohnerparkausweis?"
QUOTE = "beträgt 30,70 Euro im Jahr"
GOOD = f'Die Gebühr beträgt 30,70 Euro [1].\n\nBELEGE\n[1] "{QUOTE}"'


def error(code: ModelErrorCode = "timeout") -> ModelError:
    return ModelError("kaputt", code=code, temporary=True)


def done(events: list[Event]) -> TurnDone:
    assert isinstance(events[-1], TurnDone)
    return events[-1]


def shown(events: list[Event]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def test_a_question_is_answered_step_by_step(collect: Collect) -> None:
    events = collect(QUESTION, model=FakeLanguageModel(GOOD))
    steps = [event.step for event in events if isinstance(event, StepStarted)]
    assert steps == ["searching", "answering", "checking"]
    assert isinstance(events[-2], CitationsFound)
    assert shown(events).strip() == "Die Gebühr beträgt 30,70 Euro [1]."


def test_the_answer_cites_the_page_it_used(collect: Collect, fees: Document) -> None:
    model = FakeLanguageModel(GOOD)
    end = done(collect(QUESTION, model=model))
    [citation] = end.citations
    assert (citation.external_id, citation.page, citation.quote, citation.verified) == ("gebuehren.pdf", 1, QUOTE, True)
    assert citation.url.startswith(f"/documents/{fees.pk}/pages/1/?quote=")
    assert f'href="{citation.url}"' in end.answer_html
    assert "Anwohnerparkausweis" in model.calls[0][-1].text  # the model saw the page


def test_everything_that_made_the_answer_is_stored(collect: Collect) -> None:
    end = done(collect(QUESTION, model=FakeLanguageModel(GOOD)))
    turn = Turn.objects.get(pk=end.turn)
    assert turn.state == TurnState.DONE
    assert turn.question == turn.query == QUESTION
    assert turn.answer == "Die Gebühr beträgt 30,70 Euro [1]."
    assert turn.answer_html == end.answer_html
    assert turn.model == "fake-model"
    assert turn.algorithm == turn.profile["slug"] == "chunks-only"
    assert turn.prompt_versions == {"answer": "answer/1"}
    assert [passage["page"] for passage in turn.passages] == [1]
    assert turn.seconds.keys() >= {"rephrase", "embed", "search", "answer", "check", "total", "first_token"}
    assert turn.finished_at is not None
    assert turn.citations.get().quote == QUOTE
    assert ModelCall.objects.filter(reference=f"turn:{turn.pk}").exists()


def test_a_follow_up_is_searched_as_a_question_of_its_own(collect: Collect) -> None:
    first = done(collect(QUESTION, model=FakeLanguageModel(GOOD)))
    model = FakeLanguageModel("Wie ist die Gebühr für den Anwohnerparkausweis zu zahlen?", "Bar [1].")
    events = collect(AskedQuestion("Und wie zahle ich?", token=first.conversation), model=model)
    assert [event.step for event in events if isinstance(event, StepStarted)][:2] == ["rephrasing", "searching"]
    end = done(events)
    assert end.conversation == first.conversation
    assert end.query == "Wie ist die Gebühr für den Anwohnerparkausweis zu zahlen?"
    assert Turn.objects.get(pk=end.turn).number == 2
    assert QUESTION in model.calls[0][-1].text
    assert "Die Gebühr beträgt 30,70 Euro" in model.calls[1][-1].text


def test_a_rephrased_question_in_words_that_nobody_said_is_searched_beside_the_question_itself(
    collect: Collect,
) -> None:
    first = done(collect(QUESTION, model=FakeLanguageModel(GOOD)))
    asked = "Und die Gebühr für Anwohner?"
    model = FakeLanguageModel("Welche Vorteile hat ein gesunder Lebensstil?", GOOD)
    end = done(collect(AskedQuestion(asked, token=first.conversation), model=model))
    assert (end.state, end.query) == ("done", asked)
    assert "Lebensstil" not in model.calls[1][-1].text
    assert "30,70 Euro" in model.calls[1][-1].text


def test_when_rephrasing_fails_the_question_is_searched_as_typed(collect: Collect) -> None:
    first = done(collect(QUESTION, model=FakeLanguageModel(GOOD)))
    model = FakeLanguageModel(Broken(error()), GOOD)
    end = done(collect(AskedQuestion("Und die Gebühr für Anwohner?", token=first.conversation), model=model))
    assert end.state == "done"
    assert end.query == "Und die Gebühr für Anwohner?"


def test_an_interrupted_answer_is_no_answer_for_the_next_question(collect: Collect) -> None:
    first = done(
        collect(QUESTION, model=FakeLanguageModel(Broken(error("interrupted"), "Die Gebühr beträgt dreihundert")))
    )
    model = FakeLanguageModel("Gebühr?", GOOD)
    collect(AskedQuestion("Und nun?", token=first.conversation), model=model)
    assert "dreihundert" not in model.calls[1][-1].text
    assert NOT_FINISHED in model.calls[1][-1].text


def test_the_same_message_is_never_answered_twice(collect: Collect) -> None:
    ask = AskedQuestion(QUESTION, message_id="m-1", opening_key="visitor")
    first = done(collect(ask, model=FakeLanguageModel(GOOD)))
    for again in (ask, AskedQuestion(QUESTION, message_id="m-1", token=first.conversation)):
        with pytest.raises(AlreadyAsked) as asked:
            collect(again, model=FakeLanguageModel())
        assert str(asked.value.turn.pk) == first.turn
    assert Turn.objects.count() == Conversation.objects.count() == 1


def test_two_tabs_that_ask_at_once_both_get_their_turn(collect: Collect, profile: Profile) -> None:
    first = done(collect(QUESTION, model=FakeLanguageModel(GOOD)))

    async def ask(message_id: str) -> Event:
        async with turn_context():
            model = FakeLanguageModel(QUESTION, GOOD)
            ask = AskedQuestion(QUESTION, message_id=message_id, token=first.conversation)
            return [event async for event in stream_turn_events(ask, model=model, profile=profile)][-1]

    async def both() -> list[Event]:
        return await asyncio.gather(ask("a"), ask("b"))

    assert [event.state for event in asyncio.run(both()) if isinstance(event, TurnDone)] == ["done", "done"]
    assert sorted(Turn.objects.values_list("number", flat=True)) == [1, 2, 3]


def test_a_foreign_and_an_unknown_conversation_look_the_same(collect: Collect, admin_user: object) -> None:
    foreign = Conversation.objects.create(user=admin_user)  # type: ignore[misc]
    answers = [
        collect(AskedQuestion(QUESTION, token=token), model=FakeLanguageModel()) for token in (foreign.token, "unknown")
    ]
    assert answers[0] == answers[1]
    assert isinstance(answers[0][0], TurnFailed)
    assert answers[0][0].code == "unknown_conversation"


def test_an_unknown_collection_is_named(collect: Collect) -> None:
    with pytest.raises(UnknownCollection, match="nirgends"):
        collect(AskedQuestion(QUESTION, collections=["nirgends"]), model=FakeLanguageModel())


def test_a_turn_keeps_the_profile_of_its_beginning(collect: Collect) -> None:
    create_default_profiles()
    Profile.objects.filter(is_active=True).update(algorithm="chunks-only")

    async def switch_meanwhile() -> list[Event]:
        events: list[Event] = []
        async with turn_context():
            async for event in stream_turn_events(AskedQuestion(QUESTION), model=FakeLanguageModel(GOOD)):
                if isinstance(event, StepStarted) and event.step == "answering":
                    await Profile.objects.filter(is_active=True).aupdate(algorithm="summaries-then-chunks")
                events.append(event)
        return events

    assert done(asyncio.run(switch_meanwhile())).algorithm == "chunks-only"
    assert done(collect(QUESTION, model=FakeLanguageModel(GOOD), profile=None)).algorithm == "summaries-then-chunks"


def test_a_small_model_gets_a_small_context(collect: Collect) -> None:
    model = FakeLanguageModel("KEINE_ANTWORT", context_window=2_200)
    end = done(collect(QUESTION, model=model))
    assert end.state == "refused"
    assert sum(estimate_tokens(message.text) for message in model.calls[0]) <= 2_200 - 550
