import json
import time
from collections.abc import Sequence
from decimal import Decimal

import pytest
from django.db import connection

from apps.documents.models import Collection
from apps.documents.withdrawing import withdraw
from apps.graph import building
from apps.graph.asking import Asker
from apps.graph.building import Wish, build
from apps.graph.models import (
    Build,
    Community,
    Entity,
    GraphIndex,
    Mention,
    MergeSuggestion,
    Method,
    RelationFact,
    Report,
)
from apps.graph.replies import Answered
from apps.graph.status import status
from apps.llm.models import ChatModel, ModelOrder, Price, Purpose
from tests.factories import add_revision, document
from tests.fakes.openai_server import FakeOpenAIServer, Request
from tests.graph.conftest import scripted

BY_MODEL = Wish(method=Method.MODEL)
CONCURRENCY = 4
"""Of the endpoint behind `model_server`."""


class Killed(Exception):  # noqa: N818 - what happens, no error of ours
    pass


def names() -> set[str]:
    return set(Entity.objects.values_list("name", flat=True))


def tables_with(text: str) -> list[str]:
    """Every table of this database that holds the text anywhere, but for what receipts and tests keep themselves."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT count(*) FROM "{table}" AS row WHERE row::text ILIKE %s', [f"%{text}%"])
            if cursor.fetchone()[0]:
                found.append(table)
    return found


def covered_once(run: Build) -> bool:
    levels = range(run.depth())
    each = [
        list(
            Community.objects.filter(build=run, level__lte=level, last_level__gte=level).values_list(
                "members__entity", flat=True
            )
        )
        for level in levels
    ]
    everybody = sorted(Entity.objects.filter(build=run).values_list("pk", flat=True))
    return all(sorted(members) == everybody for members in each)


def test_without_a_model_the_graph_is_made_of_noun_phrases(index: GraphIndex) -> None:
    run = build(index)
    assert run.state == Build.State.COMPLETE
    assert run.method == Method.NOUN_PHRASES
    assert {"Nordbrücke", "Kornhaus", "Stadtrat"} <= names()
    assert covered_once(run)
    assert set(run.calls) <= {"embed"}


def test_every_fact_stands_on_a_page_and_says_what_the_page_says(index: GraphIndex) -> None:
    build(index)
    for mention in Mention.objects.select_related("unit__page"):
        assert mention.description in mention.unit.page.text
    for fact in RelationFact.objects.select_related("unit__page"):
        assert fact.description in fact.unit.page.text


def test_two_builds_of_the_same_documents_have_the_same_communities_and_reports(index: GraphIndex) -> None:
    first = build(index, Wish(divides_anew=True))
    told = list(Report.objects.order_by("community__number").values_list("title", "summary"))
    second = build(index, Wish(divides_anew=True))
    assert first.fingerprint == second.fingerprint
    assert told == list(Report.objects.order_by("community__number").values_list("title", "summary"))


def test_only_the_build_in_use_has_rows(index: GraphIndex) -> None:
    build(index)
    second = build(index)
    assert set(Entity.objects.values_list("build", flat=True)) == {second.pk}
    assert GraphIndex.objects.get().current == second


def test_a_collection_without_documents_gives_an_empty_graph(db: None) -> None:
    from apps.graph.status import index_of
    from tests.factories import collection

    run = build(index_of(collection("empty")))
    assert (run.state, run.entities, run.levels) == (Build.State.COMPLETE, 0, [])


def test_a_text_without_entities_is_covered_all_the_same(db: None) -> None:
    from apps.graph.status import index_of
    from tests.factories import collection

    made = collection("plain")
    document(["und oder aber nicht."], collection=made)
    assert build(index_of(made)).documents == 1
    assert status(made)["state"] == "complete"


def test_a_model_extracts_and_reports(index: GraphIndex, model_server: FakeOpenAIServer) -> None:
    run = build(index, BY_MODEL)
    assert run.state == Build.State.COMPLETE
    assert run.calls["extract"] == 6
    assert {"Nordbrücke", "Kornhaus"} <= names()
    report = Report.objects.filter(method=Report.Method.MODEL).order_by("pk")[0]
    assert report.title.startswith("Bericht über")
    assert report.rating == 7.0
    assert report.findings[0]["units"]


def test_what_is_answered_is_never_asked_again(index: GraphIndex, model_server: FakeOpenAIServer) -> None:
    build(index, BY_MODEL)
    model_server.requests.clear()
    run = build(index, BY_MODEL)
    assert model_server.requests == []
    assert run.state == Build.State.COMPLETE


def test_a_build_stops_before_its_limit_and_goes_on_without_paying_twice(
    index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    stopped = build(index, Wish(method=Method.MODEL, most_calls=4))
    assert stopped.state == Build.State.INCOMPLETE
    assert "4 calls" in stopped.reason
    assert len(model_server.chat_requests) == 4
    assert status(index.collection)["state"] == "incomplete"
    assert not Entity.objects.exists()
    asked = {json.dumps(request.body["messages"]) for request in model_server.chat_requests}
    done = build(index, BY_MODEL)
    assert done.pk == stopped.pk
    assert done.state == Build.State.COMPLETE
    again = [request for request in model_server.chat_requests[4:] if json.dumps(request.body["messages"]) in asked]
    assert again == []
    assert done.calls["extract"] == 6


def test_a_killed_build_repeats_no_call_but_those_under_way(
    town: Collection, index: GraphIndex, model_server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Commits are slow here: a call that began before the one before it was kept would be lost with it."""
    for letter in "abcdefghijkl":
        document([f"Das Hafenamt{letter} prüft die Lagerhalle{letter}."], collection=town)
    kept = Asker._store

    def dies(asker: Asker, done: Sequence[Answered]) -> None:
        if len(model_server.chat_requests) > CONCURRENCY:
            raise Killed
        time.sleep(0.2)
        kept(asker, done)

    with monkeypatch.context() as patch:
        patch.setattr(Asker, "_store", dies)
        with pytest.raises(Killed):
            build(index, BY_MODEL)
    before = list(model_server.chat_requests)
    assert build(index, BY_MODEL).state == Build.State.COMPLETE
    after = model_server.chat_requests[len(before) :]
    repeated = whole(before) & whole(after)
    assert 1 <= len(repeated) <= CONCURRENCY < len(whole(before))


def whole(requests: Sequence[Request]) -> set[str]:
    """What was asked, without requests whose connection was cut before their body had come."""
    return {json.dumps(request.body["messages"]) for request in requests if request.body}


def test_money_is_a_limit_too(index: GraphIndex, model_server: FakeOpenAIServer) -> None:
    Price.objects.create(
        model_name="fake", valid_from="2024-01-01", input_per_million=Decimal(1000), output_per_million=Decimal(1000)
    )
    run = build(index, Wish(method=Method.MODEL, most_cost=Decimal(5)))
    assert run.state == Build.State.INCOMPLETE
    assert run.cost <= 5


def priced(name: str, rate: int) -> None:
    Price.objects.create(
        model_name=name, valid_from="2024-01-01", input_per_million=Decimal(rate), output_per_million=Decimal(rate)
    )


def test_a_dear_model_for_reports_does_not_pass_the_limit(index: GraphIndex, model_server: FakeOpenAIServer) -> None:
    """Nor does one that only answers when the first of its purpose fails."""
    first = ModelOrder.objects.get(purpose=Purpose.REPORT)
    dear = ChatModel.objects.create(
        endpoint=first.model.endpoint, name="dear", context_window=32_000, max_output_tokens=1_000
    )
    ModelOrder.objects.create(purpose=Purpose.REPORT, model=dear, position=2)
    priced("fake", 1)
    priced("dear", 100_000)
    run = build(index, Wish(method=Method.MODEL, most_cost=Decimal(1)))
    assert (run.state, run.calls.get("report", 0)) == (Build.State.INCOMPLETE, 0)
    assert run.calls["extract"] == 6


def test_a_limit_in_money_is_refused_where_a_model_has_no_price(
    index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    run = build(index, Wish(method=Method.MODEL, most_cost=Decimal(1)))
    assert run.state == Build.State.INCOMPLETE
    assert "fake" in run.reason
    assert model_server.chat_requests == []


def test_asking_again_for_a_report_is_a_call_within_the_limit(
    index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    model_server.default_reply = lambda request: "{" if "findings" in request.system else scripted(request)
    run = build(index, Wish(method=Method.MODEL, most_calls=7))
    assert (run.state, len(model_server.chat_requests)) == (Build.State.INCOMPLETE, 7)
    assert (run.calls["extract"], run.calls["report"]) == (6, 1)


def test_failed_calls_are_made_up_for(
    index: GraphIndex, model_server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in ("429", "500", "429"):
        model_server.fault(kind, retry_after=0)
    run = build(index, BY_MODEL)
    assert run.state == Build.State.COMPLETE
    assert {"Nordbrücke", "Kornhaus"} <= names()


def test_a_server_that_is_down_leaves_a_clear_state(
    index: GraphIndex, model_server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.graph.asking.PAUSES", ())
    model_server.fault("401", times=1000)
    run = build(index, BY_MODEL)
    assert run.state == Build.State.INCOMPLETE
    assert "refuses the key" in run.reason or "Schlüssel" in run.reason
    assert status(index.collection)["state"] == "incomplete"


def test_a_text_the_filter_withholds_is_named_and_the_rest_is_built(
    index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    model_server.fault("400", message="content_filter")
    run = build(index, BY_MODEL)
    assert run.state == Build.State.COMPLETE
    assert [problem["reason"] for problem in run.problems] == ["content_filter"]


def test_an_unreadable_reply_is_asked_for_once_more(index: GraphIndex, model_server: FakeOpenAIServer) -> None:
    index.gleanings = 0
    model_server.reply('("entity", "Amt", "falsche Zeichen")')
    build(index, BY_MODEL)
    repairs = [request for request in model_server.chat_requests if "lässt sich nicht lesen" in request.prompt]
    assert len(repairs) == 1


def test_a_report_that_is_no_json_is_replaced_by_sentences(index: GraphIndex, model_server: FakeOpenAIServer) -> None:
    usual = model_server.default_reply

    def spoiled(request: object) -> str:
        return "kein JSON" if "findings" in request.system else usual(request)  # type: ignore[attr-defined, operator]

    model_server.default_reply = spoiled
    run = build(index, BY_MODEL)
    assert run.state == Build.State.COMPLETE
    assert not Report.objects.filter(method=Report.Method.MODEL).exists()
    assert {problem["reason"] for problem in run.problems} == {"garbage"}


def test_a_new_document_is_all_that_is_asked_about(
    town: Collection, index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    for number in range(12):
        document(
            [f"Das Hafenamt{'abcdefghijkl'[number]} prüft die Lagerhalle{'abcdefghijkl'[number]}."], collection=town
        )
    build(index, BY_MODEL)
    model_server.requests.clear()
    document(["Der Kleingarten braucht Wasser."], collection=town, external_id="new.txt")
    assert status(town)["stale_documents"] == 1
    index.refresh_from_db()
    run = build(index, BY_MODEL)
    extracted = [request for request in model_server.chat_requests if "entity" in request.system]
    reported = [request for request in model_server.chat_requests if "findings" in request.system]
    assert run.keeps_partition
    assert len(extracted) == 2
    assert len(reported) <= 2
    assert all("Kleingarten" in request.body["messages"][1]["content"] for request in [*extracted, *reported])
    assert covered_once(run)


def test_a_changed_document_is_stale_until_the_next_build(town: Collection, index: GraphIndex) -> None:
    build(index)
    changed = town.documents.get(external_id="library.txt")
    add_revision(
        changed, ["Die Schwimmhalle ersetzt die Sporthalle. Die Sporthalle war alt, die Schwimmhalle ist neu."]
    )
    assert status(town)["state"] == "stale"
    index.refresh_from_db()
    build(index, Wish(divides_anew=True))
    assert status(town)["state"] == "complete"
    assert "Schwimmhalle" in names()
    assert "Stadtbücherei" not in names()


def test_a_withdrawn_document_leaves_nothing_in_any_table(
    town: Collection, index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    build(index, BY_MODEL)
    assert "graph_entity" in tables_with("Stadtbücherei")
    assert "graph_reply" in tables_with("Stadtbücherei")
    receipt = withdraw([town.documents.get(external_id="library.txt").pk])
    assert tables_with("Stadtbücherei") == []
    assert tables_with("gehört der") == []
    assert receipt.tables["graph_unit"] == {"before": 1, "after": 0}
    assert receipt.tables["graph_entity"]["marked"] >= 1
    assert receipt.tables["graph_reply"]["marked"] >= 1
    assert "Kornhaus" in names(), "another document speaks of it too"
    assert status(town)["state"] == "stale"
    assert status(town)["stale_documents"] == 1
    index.refresh_from_db()
    assert covered_once(build(index, BY_MODEL))
    assert status(town)["state"] == "complete"


@pytest.mark.parametrize(
    "record",
    [
        '("relationship"<|>Nordbrücke<|>Kornhaus<|>Ein Geheimgang verbindet beide.<|>9)',
        '("claim"<|>Nordbrücke<|>NONE<|>Streit<|>SUSPECTED<|>NONE<|>NONE<|>Ein Geheimgang liegt darunter.)',
    ],
    ids=["relationship", "claim"],
)
def test_what_a_withdrawn_text_said_of_things_it_has_no_record_of_leaves_too(
    town: Collection, index: GraphIndex, model_server: FakeOpenAIServer, record: str
) -> None:
    secret = document(["Ein Geheimgang, sagt man."], collection=town, external_id="secret.txt", title="secret.txt")

    def reply(request: Request) -> str:
        if "Geheimgang, sagt man" in request.prompt:
            return "NO" if "YES" in request.prompt else record
        if "findings" in request.system and "Geheimgang" in request.prompt:
            finding = {"summary": "Geheimgang", "explanation": "Es gibt einen Geheimgang.", "references": ["E1"]}
            return json.dumps({"title": "Geheimgang", "summary": "Geheimgang", "rating": 5, "findings": [finding]})
        return scripted(request)

    model_server.default_reply = reply
    index.claims = True
    index.save()
    build(index, BY_MODEL)
    assert {"graph_reply", "graph_report"} <= set(tables_with("Geheimgang"))
    withdraw([secret.pk])
    assert tables_with("Geheimgang") == []
    assert Report.objects.filter(is_stale=True).exists()


def test_what_a_build_could_not_deal_with_is_not_named_after_a_withdrawal(town: Collection, index: GraphIndex) -> None:
    problems = [{"what": "Stadtbücherei", "reason": "garbage"}]
    Build.objects.create(index=index, state=Build.State.INCOMPLETE, method=Method.MODEL, problems=problems)
    withdraw([town.documents.get(external_id="library.txt").pk])
    assert tables_with("Stadtbücherei") == []


def test_a_document_withdrawn_while_the_model_answers_is_not_written_down(
    town: Collection, index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    real = building.storing.store
    gone = town.documents.get(external_id="library.txt")

    def store(*args: object) -> None:
        if gone.revisions.exists():
            withdraw([gone.pk])
        real(*args)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building.storing, "store", store)
        run = build(index, BY_MODEL)
    assert run.state == Build.State.COMPLETE
    assert run.documents == 2
    assert tables_with("Stadtbücherei") == []


def test_names_that_people_joined_are_one_entity_in_the_next_build(index: GraphIndex) -> None:
    build(index)
    first, second = Entity.objects.get(name="Nordbrücke"), Entity.objects.get(name="Kornhaus")
    MergeSuggestion.objects.create(
        index=index, key=first.key, other_key=second.key, name=first.name, other_name=second.name,
        reason="spelling", state="accepted",
    )  # fmt: skip
    build(index, Wish(divides_anew=True))
    assert second.key not in set(Entity.objects.values_list("key", flat=True))
    assert Entity.objects.get(key=first.key).mention_count >= 4


def test_two_builds_at_once_are_refused(index: GraphIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    from contextlib import contextmanager

    @contextmanager
    def taken(index_id: int):  # type: ignore[no-untyped-def]
        yield False

    monkeypatch.setattr(building, "lock", taken)
    with pytest.raises(building.AlreadyBuilding, match="town"):
        build(index)


def test_signs_that_the_database_does_not_take_are_no_reason_to_pay_again(
    index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    def reply(request: Request) -> str:
        if "findings" in request.system:
            return json.dumps(json.loads(scripted(request)) | {"title": "Brücke\0 und \ud800"})
        return scripted(request).replace("steht im Text", "steht\0 im Text")

    model_server.default_reply = reply
    assert build(index, BY_MODEL).state == Build.State.COMPLETE
    assert Report.objects.filter(title="Brücke und ?").exists()


def test_a_name_that_folding_makes_longer_than_its_column_is_stored(
    index: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    name, kind = "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 299, "Behörde" * 20
    long = f'("entity"<|>{name}<|>{kind}<|>Ein langer Name.)<|COMPLETE|>'
    model_server.default_reply = lambda request: long if "entity" in request.system else scripted(request)
    assert build(index, BY_MODEL).state == Build.State.COMPLETE
    assert len(Entity.objects.get().key) <= 400


@pytest.mark.parametrize(
    "reply",
    [
        '{"entities": [{"name": "Tiefbauamt", "type": "Amt"}]}',
        '("Entität"<|>Tiefbauamt<|>Amt<|>Es saniert.)<|COMPLETE|>',
        '["entity"<|>Tiefbauamt<|>Amt<|>Es saniert.]',
        "- **Tiefbauamt** (Amt): Es saniert.",
    ],
    ids=["json", "translated", "brackets", "list"],
)
def test_a_reply_in_another_form_is_asked_for_once_more_and_then_named(
    index: GraphIndex, model_server: FakeOpenAIServer, reply: str
) -> None:
    index.gleanings = 0
    model_server.default_reply = lambda request: reply if "entity" in request.system else scripted(request)
    run = build(index, BY_MODEL)
    repairs = [request for request in model_server.chat_requests if "lässt sich nicht lesen" in request.prompt]
    assert len(repairs) == 3
    assert [problem["reason"] for problem in run.problems] == ["unreadable"] * 3


def test_the_figures_of_the_status_leave_out_what_was_withdrawn(town: Collection, index: GraphIndex) -> None:
    build(index)
    before = status(town)
    withdraw([town.documents.get(external_id="library.txt").pk])
    after = status(town)
    assert (after["documents"], after["chunks"]) == (2, 2)
    assert after["entities"] == Entity.objects.count() < before["entities"]
    assert {level["entities_covered"] for level in after["levels"]} == {after["entities"]}


def test_a_joined_name_that_only_a_withdrawn_document_bears_leaves_the_suggestions(
    town: Collection, index: GraphIndex
) -> None:
    build(index)
    first, second = Entity.objects.get(name="Nordbrücke"), Entity.objects.get(name="Stadtbücherei")
    MergeSuggestion.objects.create(
        index=index, key=first.key, other_key=second.key, name=first.name, other_name=second.name,
        reason="spelling", state="accepted",
    )  # fmt: skip
    build(index, Wish(divides_anew=True))
    withdraw([town.documents.get(external_id="library.txt").pk])
    assert tables_with("Stadtbücherei") == []
