"""A stage runs for documents of a go: one that fails is missed by itself, or all are where they share a call."""

from collections.abc import Awaitable, Callable, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from apps.documents.engine.compute_stage import compute_document, compute_stage
from apps.documents.model_calls.cost_attribution import StepAttempt, current_attempt
from apps.documents.model_calls.load_models_and_prompts_for_stages import Resources
from apps.documents.models import Status
from apps.documents.parsing.detect_stale_code import StaleParserCode
from apps.documents.step_scheduling.stage_interface import AnyStage, Job, Stage, WorkItem

Compute = Callable[[Sequence[str], Resources], Awaitable[Sequence[str]]]


class Reader:
    """Runs the function here instead of in a thread with a connection."""

    async def read(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return function(*arguments)


RESOURCES = cast(Resources, SimpleNamespace(shared=StepAttempt()))


def stage_with(compute: Compute, *, in_one_call: bool = False) -> AnyStage:
    def load(items: Sequence[WorkItem], resources: Resources) -> dict[int, str]:
        """Revision 9 has been withdrawn."""
        return {item.revision_id: f"text {item.revision_id}" for item in items if item.revision_id != 9}

    return Stage("split", Status.SPLITTING, load, compute, lambda _: None, in_one_call=in_one_call)


def item(revision: int) -> WorkItem:
    return WorkItem(Job(revision, revision, revision, 1, "split", 1, 0, 0))


async def upper(texts: Sequence[str], resources: Resources) -> list[str]:
    return [text.upper() for text in texts]


async def upper_but_not_2(texts: Sequence[str], resources: Resources) -> list[str]:
    if "text 2" in texts:
        raise ZeroDivisionError("oops")
    return await upper(texts, resources)


async def outputs_of(stage: AnyStage, *revisions: int) -> dict[int, str]:
    results = await compute_stage(stage, [item(number) for number in revisions], RESOURCES, cast(Any, Reader()))
    return {revision: result.output for revision, result in results.items()}


@pytest.mark.parametrize("in_one_call", [False, True], ids=["one by one", "in one call"])
async def test_each_revision_that_is_still_there_has_its_output(in_one_call: bool) -> None:
    stage = stage_with(upper, in_one_call=in_one_call)
    assert await outputs_of(stage, 1, 2, 9) == {1: "TEXT 1", 2: "TEXT 2"}


async def test_one_that_fails_is_missed_by_itself() -> None:
    assert await outputs_of(stage_with(upper_but_not_2), 1, 2, 3) == {1: "TEXT 1", 3: "TEXT 3"}


async def test_all_are_missed_where_their_common_call_fails() -> None:
    assert await outputs_of(stage_with(upper_but_not_2, in_one_call=True), 1, 2, 3) == {}


async def test_what_goes_wrong_with_a_document_is_its_result() -> None:
    stage, attempt = stage_with(upper_but_not_2), StepAttempt(2)
    result = await compute_document(stage, item(2), "text 2", attempt, RESOURCES)
    assert (type(result.error), result.attempt, result.output) == (ZeroDivisionError, attempt, None)


async def test_calls_are_those_of_the_document_or_shared_where_the_documents_share_them() -> None:
    seen: list[StepAttempt] = []

    async def look(texts: Sequence[str], resources: Resources) -> Sequence[str]:
        seen.append(current_attempt.get())
        return texts

    await outputs_of(stage_with(look), 1)
    await outputs_of(stage_with(look, in_one_call=True), 1)
    assert [attempt.document_id for attempt in seen] == [1, RESOURCES.shared.document_id]
    assert seen[1] is RESOURCES.shared


async def test_exchanged_code_of_the_parser_stops_the_run() -> None:
    async def stale(texts: Sequence[str], resources: Resources) -> Sequence[str]:
        raise StaleParserCode

    with pytest.raises(StaleParserCode):
        await outputs_of(stage_with(stale), 1)
