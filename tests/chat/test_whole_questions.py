"""A question about the whole collection in a conversation: another way, another prompt, the same proof."""

import pytest
from asgiref.sync import async_to_sync

from apps.chat.answering import answer
from apps.chat.events import Done
from apps.chat.loading import Ask
from apps.chat.models import Turn
from apps.documents.models import Collection
from apps.graph.building import build
from apps.graph.status import index_of
from tests.factories import collection, document

TEXTS = {
    "bridge.txt": "Das Tiefbauamt saniert die Nordbrücke. Die Nordbrücke kostet das Tiefbauamt drei Millionen Euro.",
    "library.txt": "Die Stadtbücherei öffnet im Kornhaus. Das Kornhaus gehört der Stadtbücherei seit dem Umbau.",
}


@pytest.fixture
def town(db: None) -> Collection:
    made = collection("town")
    for name, text in TEXTS.items():
        document([text], collection=made, external_id=name, title=name)
    build(index_of(made))
    return made


def ask(question: str, **options: object) -> Done:
    async def last() -> object:
        found = None
        async for event in answer(Ask(question, **options)):  # type: ignore[arg-type]
            found = event
        return found

    done = async_to_sync(last)()
    assert isinstance(done, Done)
    return done


def test_every_paragraph_cites_a_page_and_the_answer_says_how_it_was_found(town: Collection) -> None:
    done = ask("Welche Themen kommen immer wieder vor?")
    assert done.state == "done"
    assert (done.algorithm, done.prompt_version) == ("graph-global", "graph-reduce/1")
    assert {citation.external_id for citation in done.citations} == set(TEXTS)
    assert all(citation.verified for citation in done.citations)
    assert all("[" in line for line in done.answer.splitlines() if line.strip())
    assert Turn.objects.get().steps[0]["name"] == "route"


def test_in_a_conversation_the_whole_is_not_narrowed_to_what_was_spoken_of_before(town: Collection) -> None:
    first = ask("Was kostet die Nordbrücke?")
    done = ask("Worum geht es in allen Dokumenten?", token=first.conversation)
    assert done.algorithm == "graph-global"
    assert {citation.external_id for citation in done.citations} == set(TEXTS)


def test_who_names_an_algorithm_gets_it(town: Collection) -> None:
    assert ask("Welche Themen kommen immer wieder vor?", algorithm="keyword").algorithm == "keyword"


def test_other_questions_are_answered_as_before(town: Collection) -> None:
    done = ask("Was kostet die Nordbrücke?")
    assert (done.algorithm, done.prompt_version.partition("/")[0]) == ("hybrid", "answer")


def test_around_the_things_asked_about(town: Collection) -> None:
    done = ask("Was kostet die Nordbrücke?", algorithm="graph-local")
    assert done.prompt_version == "graph-local/1"
    assert {citation.external_id for citation in done.citations} == {"bridge.txt"}
