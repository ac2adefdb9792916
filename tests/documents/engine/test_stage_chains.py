import json
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from apps.documents.engine.advance_documents import next_stage_in_chain
from apps.documents.engine.store_stage_results import ChainLink
from apps.documents.model_calls.load_models_and_prompts_for_stages import Resources
from apps.documents.models import Chunk, Document, Posting, Step
from apps.documents.pipeline import BY_NAME, FIRST, NEXT
from apps.documents.step_scheduling.stage_interface import AnyStage
from apps.llm.models import ModelCall
from apps.llm.offline import OfflineLanguageModel
from tests.documents import pipeline_harness

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("paid", "goes"),
    [
        (set(), [["extract", "split", "summarise", "tag", "embed", "publish"]]),
        ({"summarise", "tag", "embed"}, [["extract", "split"], ["summarise"], ["tag"], ["embed", "publish"]]),
        ({"summarise"}, [["extract", "split"], ["summarise"], ["tag"], ["embed", "publish"]]),
        ({"embed"}, [["extract", "split", "summarise", "tag"], ["embed", "publish"]]),
    ],
    ids=["nothing is paid for", "all calls are", "summaries are", "vectors are"],
)
def test_a_go_ends_before_what_is_paid_for_and_where_its_input_was_not_made_in_it(
    paid: set[str], goes: list[list[str]]
) -> None:
    resources = cast(Resources, SimpleNamespace(paid_stages=frozenset(paid)))
    found: list[list[str]] = []
    stage: AnyStage | None = BY_NAME[FIRST]
    while stage is not None:
        links = [ChainLink(stage, [])]
        while after := next_stage_in_chain(links, resources):
            links.append(ChainLink(after, []))
        found.append([link.stage.name for link in links])
        stage = BY_NAME.get(NEXT[found[-1][-1]] or "")
    assert found == goes


def test_a_stage_has_three_functions() -> None:
    for stage in BY_NAME.values():
        own = {field.name for field in fields(stage) if callable(getattr(stage, field.name))}
        assert own == {"load", "compute", "store"}


def built_in() -> pipeline_harness.Resources:
    """Resources whose models cost nothing, each under its own purpose."""
    ledger = pipeline_harness.AttemptLedger()
    resources = pipeline_harness.resources()
    for slug, purpose in pipeline_harness.PROMPT_PURPOSES.items():
        model = OfflineLanguageModel(purpose, ledger=ledger)
        resources.asking[slug] = pipeline_harness.PromptedModel(resources.asking[slug].prompt, model)  # type: ignore[index]
    return resources


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    record = {"text": "Die Hundesteuer beträgt drei Euro. Sie ist am 1. Mai fällig.", "description": "Über Hunde"}
    lines = [json.dumps({"id": name, "title": f"Satzung {name}", **record}) for name in ("eins", "zwei")]
    (tmp_path / "akten.jsonl").write_text("\n".join(lines))
    return tmp_path


def content() -> list[tuple[object, ...]]:
    chunks = Chunk.objects.order_by("document__external_id", "kind", "position")
    return [
        (*row, Posting.objects.filter(chunk=pk).count())
        for pk, *row in chunks.values_list(
            "pk", "document__title", "kind", "page_number", "text", "text_hash", "embeddings__kind"
        )
    ]


def test_a_chain_leaves_what_single_steps_leave(folder: Path) -> None:
    pipeline_harness.registered(folder)
    # Not first attempts: they take the long way, one transaction for each stage.
    Step.objects.update(attempts=1)
    pipeline_harness.run_engine(built_in())
    by_steps = content()
    Document.objects.all().delete()
    pipeline_harness.registered(folder)
    pipeline_harness.run_engine(built_in())
    assert content() == by_steps
    assert len(by_steps) == 2 * 4


def test_every_stage_has_its_step_and_its_calls(folder: Path) -> None:
    _, registered = pipeline_harness.registered(folder)
    pipeline_harness.run_engine(built_in())
    for revision in registered.revisions:
        steps = Step.objects.filter(revision=revision)
        assert [step.stage for step in steps] == ["extract", "split", "summarise", "tag", "embed", "publish"]
        assert {(step.state, step.attempts) for step in steps} == {("done", 1)}
        assert all(step.finished_at is not None and step.lease_until is None for step in steps)
    assert sorted(ModelCall.objects.values_list("purpose", flat=True)) == [
        "embed", "summarise", "summarise", "tag", "tag",
    ]  # fmt: skip


def test_paid_calls_are_committed_before_the_next_begin(folder: Path) -> None:
    """The tags fail after the summaries were stored: a second run asks for no summary again."""
    pipeline_harness.registered(folder)
    summariser = pipeline_harness.says("Eine Zusammenfassung.")
    pipeline_harness.run_engine(
        pipeline_harness.resources(summariser=summariser, tagger=pipeline_harness.fails(temporary=True))
    )
    assert set(Step.objects.filter(stage="summarise").values_list("state", flat=True)) == {"done"}
    assert set(Step.objects.filter(stage="tag").values_list("state", "failures")) == {("waiting", 1)}
    assert len(summariser.prompts) == 2


def test_a_document_that_fails_on_the_way_leaves_the_chain_and_fails_alone(folder: Path) -> None:
    class Refusing(OfflineLanguageModel):
        async def complete(self, messages, **options):  # type: ignore[no-untyped-def]
            if "Satzung zwei" in messages[-1].text:
                raise ZeroDivisionError("oops")
            return await super().complete(messages, **options)

    pipeline_harness.registered(folder)
    resources = built_in()
    model = Refusing("tag", ledger=pipeline_harness.AttemptLedger())
    resources.asking["tag"] = pipeline_harness.PromptedModel(resources.asking["tag"].prompt, model)  # type: ignore[index]
    pipeline_harness.run_engine(resources)
    rows = Document.objects.values_list("external_id", "status", "reason_code")
    assert set(rows) == {("eins", "ready", ""), ("zwei", "failed", "internal_error")}
    assert Step.objects.filter(revision__document__external_id="zwei", state="done").count() == 3


def test_what_the_database_refuses_of_one_document_does_not_stop_the_chain_of_others(folder: Path) -> None:
    class Refused(OfflineLanguageModel):
        def _reply(self, messages):  # type: ignore[no-untyped-def]
            return "\x00" if "Satzung zwei" in messages[-1].text else super()._reply(messages)

    pipeline_harness.registered(folder)
    resources = built_in()
    model = Refused("summarise", ledger=pipeline_harness.AttemptLedger())
    resources.asking["summarise"] = pipeline_harness.PromptedModel(resources.asking["summarise"].prompt, model)  # type: ignore[index]
    pipeline_harness.run_engine(resources)
    rows = Document.objects.values_list("external_id", "status", "reason_code")
    assert set(rows) == {("eins", "ready", ""), ("zwei", "failed", "not_storable")}
