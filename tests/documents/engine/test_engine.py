"""A batch on its way: one bad document never stops the others, and nothing is stored late."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.utils import timezone
from pytest_django.fixtures import Settings

from apps.documents.admin.retry_documents import retry_documents
from apps.documents.engine.engine import Engine
from apps.documents.engine.revisions_to_process import OpenRevisions
from apps.documents.engine.store_stage_results import ChainLink, StageResult, store_results
from apps.documents.lifecycle.import_report import load_document_lines
from apps.documents.lifecycle.register_documents import register_items
from apps.documents.model_calls.cost_attribution import StepAttempt
from apps.documents.models import Document, Embedding, Page, Status, Step, StepState
from apps.documents.parsing.detect_stale_code import StaleParserCode
from apps.documents.parsing.types import FailureReason, ParsedDocument, ParsedPage, ParseFailure, ParserDeath
from apps.documents.sources import Item
from apps.documents.stages import extract
from apps.documents.step_scheduling.claims import MAX_LOST_LEASES, Worker
from apps.documents.step_scheduling.retry_policy import MAX_FAILURES, MAX_PARSER_DEATHS
from apps.llm.errors import ModelError
from apps.llm.models import ModelCall
from apps.llm.transport.priority_semaphore import PrioritySlots
from apps.llm.types import Completion, Message
from tests.documents import pipeline_harness

pytestmark = pytest.mark.django_db


class TellingParser:
    """One page with the file's bytes as its text; what `instead` holds for a file name is raised."""

    def __init__(self, **instead: BaseException) -> None:
        self.instead = instead

    async def parse(
        self, data: bytes, *, name: str = "", media_type: str = "", on_page: object = None, comments: object = None
    ) -> ParsedDocument:
        if error := self.instead.get(Path(name).stem):
            raise error
        return ParsedDocument((ParsedPage(1, data.decode()),), "text/plain", page_count=1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("eins", "zwei", "drei"):
        (tmp_path / f"{name}.txt").write_text(f"Die Gebühr {name} beträgt drei Euro.")
    return tmp_path


def statuses() -> dict[str, tuple[str, str]]:
    rows = Document.objects.values_list("external_id", "status", "reason_code")
    return {Path(external_id).stem: (status, reason) for external_id, status, reason in rows}


def absent() -> pipeline_harness.TellingModel:
    return pipeline_harness.TellingModel(lambda prompt: ModelError("Nobody there.", code="unreachable", temporary=True))


def due_now() -> None:
    Step.objects.update(next_retry_at=None)


def test_documents_go_through_all_stages_into_search(folder: Path) -> None:
    pipeline_harness.registered(folder)
    model = pipeline_harness.says("Drei Euro Gebühr.")
    engine = pipeline_harness.run_engine(pipeline_harness.resources(parser=TellingParser(), summariser=model))
    assert set(statuses().values()) == {("ready", "")}
    assert Document.objects.searchable().count() == 3
    assert Step.objects.filter(state=StepState.DONE, attempts=1).count() == 3 * 6
    revision = Document.objects.searchable()[0].current_revision
    assert revision is not None
    assert (revision.summary, revision.tags) == ("Drei Euro Gebühr.", ["Gebühr"])
    assert {chunk.embeddings.count() for chunk in revision.chunks.all()} == {1}
    assert engine.tally.calls["summarise"] == 6  # three summaries, and three sets of tags by the same fake


def test_documents_wait_unharmed_where_the_parser_was_exchanged_under_the_service(folder: Path) -> None:
    pipeline_harness.registered(folder)
    with pytest.raises(StaleParserCode):
        pipeline_harness.run_engine(pipeline_harness.resources(parser=TellingParser(zwei=StaleParserCode())))
    assert statuses()["zwei"] == ("queued", "")
    assert not Step.objects.filter(state=StepState.RUNNING).exists()
    assert not Step.objects.filter(failures__gt=0).exists()


@pytest.mark.parametrize("turns", range(6))
def test_a_run_is_stopped_even_in_the_moment_when_there_is_room_again(
    turns: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, registered = pipeline_harness.registered(folder)
    engine = Engine(pipeline_harness.resources(), open_revisions=OpenRevisions(registered.revisions))
    monkeypatch.setattr(Engine, "_claim", lambda self, may_claim: [])

    async def stopped_as_room_is_made() -> None:
        run = asyncio.ensure_future(engine.run())
        while not engine._room._waiters:  # noqa: ASYNC110 - an event nobody sets
            await asyncio.sleep(0.01)
        engine._room.set()
        for _ in range(turns):
            await asyncio.sleep(0)
        run.cancel()
        async with asyncio.timeout(5):
            await run

    with pytest.raises(asyncio.CancelledError):
        async_to_sync(stopped_as_room_is_made)()


def test_every_call_is_in_the_ledger_with_its_document(folder: Path) -> None:
    pipeline_harness.registered(folder)
    pipeline_harness.run_engine(pipeline_harness.resources(parser=TellingParser()))
    wanted = {f"document:{pk}" for pk in Document.objects.values_list("pk", flat=True)}
    assert set(ModelCall.objects.filter(purpose="summarise").values_list("reference", flat=True)) == wanted
    # The three documents were embedded by one call, which belongs to none of them alone.
    assert list(ModelCall.objects.filter(purpose="embed").values_list("reference", flat=True)) == ["documents"]
    assert set(Step.objects.filter(stage="summarise").values_list("input_tokens", "output_tokens")) == {(100, 10)}


def test_a_file_that_cannot_be_read_fails_alone_with_its_reason(folder: Path) -> None:
    pipeline_harness.registered(folder)
    encrypted = ParseFailure(FailureReason.ENCRYPTED, "The PDF needs a password.")
    pipeline_harness.run_engine(pipeline_harness.resources(parser=TellingParser(zwei=encrypted)))
    assert statuses() == {"eins": ("ready", ""), "zwei": ("failed", "encrypted"), "drei": ("ready", "")}


def test_a_mistake_of_the_program_fails_alone_too_and_is_logged(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    pipeline_harness.registered(folder)
    pipeline_harness.run_engine(pipeline_harness.resources(parser=TellingParser(drei=ZeroDivisionError("oops"))))
    assert statuses()["drei"] == ("failed", "internal_error")
    assert statuses()["eins"] == ("ready", "")
    assert "ZeroDivisionError" in caplog.text


def test_a_cancellation_from_within_ends_one_document_and_holds_up_nobody(folder: Path) -> None:
    pipeline_harness.registered(folder)
    # A task group would take it for an ordinary end, and the run would wait for the document for ever.
    pipeline_harness.run_engine(pipeline_harness.resources(parser=TellingParser(zwei=asyncio.CancelledError())))
    assert statuses() == {"eins": ("ready", ""), "zwei": ("failed", "internal_error"), "drei": ("ready", "")}


def test_text_that_the_database_refuses_fails_alone(folder: Path) -> None:
    (folder / "zwei.txt").write_bytes(b"NUL \x00 im Text")
    pipeline_harness.registered(folder)
    pipeline_harness.run_engine(pipeline_harness.resources(parser=TellingParser()))
    assert statuses() == {"eins": ("ready", ""), "zwei": ("failed", "not_storable"), "drei": ("ready", "")}


class TestModelsOutOfReach:
    def test_the_step_waits_for_its_next_attempt(self, folder: Path) -> None:
        pipeline_harness.registered(folder)
        pipeline_harness.run_engine(
            pipeline_harness.resources(parser=TellingParser(), summariser=pipeline_harness.fails(temporary=True))
        )
        steps = Step.objects.filter(stage="summarise")
        assert set(steps.values_list("state", "failures")) == {("waiting", 1)}
        assert all(step.next_retry_at and step.next_retry_at > timezone.now() for step in steps)

    def test_the_delay_grows(self, folder: Path) -> None:
        pipeline_harness.registered(folder)
        # The database's clock stands still within a test's transaction, so these are delays after the same moment.
        attempts = []
        for _ in range(MAX_FAILURES - 1):
            pipeline_harness.run_engine(
                pipeline_harness.resources(parser=TellingParser(), summariser=pipeline_harness.fails(temporary=True))
            )
            next_attempt = Step.objects.filter(stage="summarise")[0].next_retry_at
            assert next_attempt is not None
            attempts.append(next_attempt)
            due_now()
        assert attempts == sorted(attempts)
        assert attempts[-1] - attempts[0] > timedelta(seconds=35)

    def test_a_server_that_is_away_is_no_failure_of_the_documents_and_the_documents_say_so(self, folder: Path) -> None:
        pipeline_harness.registered(folder)
        pipeline_harness.run_engine(pipeline_harness.resources(parser=TellingParser(), summariser=absent()))
        steps = Step.objects.filter(stage="summarise")
        assert set(steps.values_list("state", "failures")) == {("waiting", 0)}
        assert all(step.next_retry_at and step.next_retry_at < timezone.now() + timedelta(seconds=10) for step in steps)
        assert {reason for _, reason in statuses().values()} == {"llm_unavailable"}
        due_now()
        pipeline_harness.run_engine(pipeline_harness.resources(parser=TellingParser()))
        assert set(statuses().values()) == {("ready", "")}

    def test_a_command_does_not_wait_for_it_for_ever(self, folder: Path, settings: Settings) -> None:
        settings.MODEL_ABSENCE = 0
        _, registered = pipeline_harness.registered(folder)
        engine = pipeline_harness.run_engine(
            pipeline_harness.resources(parser=TellingParser(), summariser=absent()), registered.revisions
        )
        assert engine.gave_up

    def test_a_server_that_answers_wrongly_is_waited_for_to_the_end(self, folder: Path, settings: Settings) -> None:
        settings.MODEL_ABSENCE = 0
        _, registered = pipeline_harness.registered(folder)
        parsing = TellingParser(), pipeline_harness.fails(temporary=False)
        engine = pipeline_harness.run_engine(
            pipeline_harness.resources(parser=parsing[0], summariser=parsing[1]), registered.revisions
        )
        assert not engine.gave_up
        assert set(statuses().values()) == {("ready_partial", "llm_bad_output")}

    def test_after_the_last_attempt_the_document_is_found_without_a_summary(self, folder: Path) -> None:
        pipeline_harness.registered(folder)
        for _ in range(MAX_FAILURES):
            pipeline_harness.run_engine(
                pipeline_harness.resources(parser=TellingParser(), summariser=pipeline_harness.fails(temporary=True))
            )
            due_now()
        assert set(statuses().values()) == {("ready_partial", "llm_unavailable")}
        assert Document.objects.searchable().count() == 3
        assert "summary_missing" in Document.objects.all()[0].flags

    @pytest.mark.parametrize("temporary", [True, False], ids=["away", "unusable"])
    def test_what_ended_without_a_model_is_made_when_somebody_tries_it_again(
        self, folder: Path, *, temporary: bool
    ) -> None:
        pipeline_harness.registered(folder)
        for _ in range(MAX_FAILURES):
            failing = pipeline_harness.fails(temporary=temporary)
            pipeline_harness.run_engine(pipeline_harness.resources(parser=TellingParser(), summariser=failing))
            due_now()
        documents = list(Document.objects.values_list("pk", flat=True))
        assert retry_documents(documents) == 3
        # An old answer is better than none: they stay in search meanwhile.
        assert Document.objects.searchable().count() == 3
        pipeline_harness.run_engine(pipeline_harness.resources(parser=TellingParser()))
        assert set(statuses().values()) == {("ready", "")}
        for document in Document.objects.select_related("current_revision"):
            assert document.current_revision
            assert document.current_revision.summary
            assert not {"summary_missing", "tags_counted"} & {*document.flags}
            assert document.current_revision.chunks.filter(kind="summary").count() == 1
        assert retry_documents(documents) == 0

    def test_without_vectors_only_its_words_are_searched(self, folder: Path) -> None:
        pipeline_harness.registered(folder)
        for _ in range(MAX_FAILURES):
            pipeline_harness.run_engine(
                pipeline_harness.resources(parser=TellingParser(), embedder=pipeline_harness.FailingEmbedder())
            )
            due_now()
        assert set(statuses().values()) == {("ready_partial", "llm_unavailable")}
        assert {line.status for line in load_document_lines(list(Document.objects.values_list("pk", flat=True)))} == {
            "failed"
        }
        assert not Embedding.objects.exists()
        assert {tuple(flags) for flags in Document.objects.values_list("flags", flat=True)} == {("words_only",)}


class OneAtATime(pipeline_harness.TellingModel):
    """A slow server with one place. During its first call somebody uploads a document."""

    def __init__(self, collection: int) -> None:
        super().__init__(lambda prompt: '["Gebühr"]')
        self.collection = collection
        self.places = PrioritySlots(1)

    async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
        async with self.places:
            if not self.prompts:
                item = Item("eilig.txt", "eilig.txt", b"Das eilige Schreiben.", "text/plain")
                await sync_to_async(register_items)(self.collection, [item], urgent=True)
            await asyncio.sleep(0.02)
            return await super().complete(messages, **options)


def test_what_somebody_waits_for_goes_before_an_import_that_fills_the_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(24):
        (tmp_path / f"{number}.txt").write_text(f"Die Gebühr {number} beträgt drei Euro.")
    collection, _ = pipeline_harness.registered(tmp_path)
    monkeypatch.setattr("apps.documents.engine.engine.IN_FLIGHT", 24)
    monkeypatch.setattr("apps.documents.engine.engine.BATCH", 48)
    model = OneAtATime(collection.pk)
    pipeline_harness.run_engine(pipeline_harness.resources(parser=TellingParser(), summariser=model, tagger=model))
    assert list(statuses().values()) == [("ready", "")] * 25
    assert len(model.prompts) == 2 * 25
    places = [place for place, prompt in enumerate(model.prompts) if "eilige" in prompt]
    assert places[0] < 20, "its summary waited for the import's"


def test_what_is_there_goes_ahead_before_more_of_an_import_arrives(folder: Path) -> None:
    collection, registered = pipeline_harness.registered(folder)
    seen: list[list[str]] = []

    def arrive() -> list[int]:
        seen.append(sorted(Step.objects.filter(stage="extract").values_list("state", flat=True)))
        return register_items(collection.pk, [Item("vier", "vier.txt", b"Vier.", "text/plain")]).revisions

    engine = Engine(pipeline_harness.resources(), open_revisions=OpenRevisions(registered.revisions, arrivals=[arrive]))
    async_to_sync(engine.run)()
    assert len(seen) == 1
    assert "waiting" not in seen[0]
    assert {status for status, _ in statuses().values()} == {Status.READY}
    assert len(statuses()) == 4


def test_a_worker_that_was_overtaken_stores_nothing(folder: Path) -> None:
    pipeline_harness.registered(folder)
    late = Worker()
    jobs = late.claim(10)
    Step.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    pipeline_harness.run_engine(pipeline_harness.resources(parser=TellingParser()))
    pages = set(Page.objects.values_list("pk", flat=True))
    made = extract.Extracted(ParsedDocument((ParsedPage(1, "zu spät"),), "text/plain", page_count=1), "Titel")
    results = [StageResult(job, StepAttempt(), None, made) for job in jobs]
    stored = store_results([ChainLink(extract.STAGE, results)], StepAttempt(), late)
    assert stored.begun == []
    assert set(Page.objects.values_list("pk", flat=True)) == pages
    assert set(statuses().values()) == {("ready", "")}


def test_a_document_that_lost_its_workers_again_and_again_is_set_aside(folder: Path) -> None:
    pipeline_harness.registered(folder)
    Step.objects.filter(revision__document__external_id="eins.txt").update(lost_leases=MAX_LOST_LEASES + 1)
    pipeline_harness.run_engine(pipeline_harness.resources(parser=TellingParser()))
    assert statuses()["eins"] == (Status.QUARANTINED, "lost_workers")
    assert statuses()["zwei"] == ("ready", "")


def test_a_parser_that_died_once_costs_no_document(folder: Path) -> None:
    pipeline_harness.registered(folder)
    death = ParserDeath(FailureReason.MEMORY_LIMIT, "The system stopped the parser.")
    pipeline_harness.run_engine(pipeline_harness.resources(parser=TellingParser(zwei=death)))
    assert statuses()["eins"] == ("ready", "")
    step = Step.objects.get(revision__document__external_id="zwei.txt")
    assert (step.state, step.failures, step.lost_leases) == ("waiting", 1, 0)
    due_now()
    pipeline_harness.run_engine(pipeline_harness.resources(parser=TellingParser()))
    assert statuses()["zwei"] == ("ready", "")


def test_a_file_that_kills_its_parser_every_time_is_set_aside_and_the_others_go_on(folder: Path) -> None:
    pipeline_harness.registered(folder)
    death = ParserDeath(FailureReason.CRASHED, "The file made the parser crash (signal 11).")
    for _ in range(MAX_PARSER_DEATHS):
        assert statuses()["zwei"][0] != Status.QUARANTINED
        due_now()
        pipeline_harness.run_engine(pipeline_harness.resources(parser=TellingParser(zwei=death)))
    assert statuses() == {
        "eins": ("ready", ""),
        "zwei": (Status.QUARANTINED, "crashed_n_times"),
        "drei": ("ready", ""),
    }


def test_who_lost_workers_beside_others_that_get_done_is_not_the_cause(folder: Path) -> None:
    pipeline_harness.registered(folder)
    Step.objects.update(lost_leases=MAX_LOST_LEASES)
    failing = pipeline_harness.fails(temporary=True)
    pipeline_harness.run_engine(pipeline_harness.resources(parser=TellingParser(), summariser=failing))
    Step.objects.filter(stage="summarise").update(lost_leases=MAX_LOST_LEASES)
    (folder / "vier.txt").write_text("Ein neues Blatt.")
    pipeline_harness.registered(folder)
    due_now()
    pipeline_harness.run_engine(pipeline_harness.resources(parser=TellingParser(), summariser=failing))
    assert set(Step.objects.filter(stage="summarise").values_list("lost_leases", flat=True)) == {0}


def test_a_document_that_is_withdrawn_meanwhile_is_dropped(folder: Path) -> None:
    pipeline_harness.registered(folder)

    class WithdrawingParser(TellingParser):
        async def parse(self, data: bytes, **options: object) -> ParsedDocument:
            await sync_to_async(Document.objects.filter(external_id="eins.txt").delete)()
            return await super().parse(data)

    pipeline_harness.run_engine(pipeline_harness.resources(parser=WithdrawingParser()))
    assert statuses() == {"zwei": ("ready", ""), "drei": ("ready", "")}


def test_it_takes_nothing_more_after_its_time(folder: Path) -> None:
    pipeline_harness.registered(folder)
    engine = Engine(pipeline_harness.resources(parser=TellingParser()), stop_claiming_at=0.0)
    async_to_sync(engine.run)()
    assert set(statuses().values()) == {("queued", "")}
