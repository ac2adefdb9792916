"""Two people who publish at the same moment: what the second one does is decided after the first has done it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from django.db import connection

from apps.evaluation.gate import gate_actions, publication_gate
from apps.evaluation.gate.release_decision import decide_release
from apps.evaluation.models import Draft, Release, Suite
from apps.llm.create_initial_models import create_first_rows
from apps.llm.models import Prompt, PromptVersion
from apps.llm.prompts.prompt_store import publish_version
from apps.llm.publication_hooks import PublicationHeld
from apps.retrieval.models import Profile
from apps.retrieval.preparation.active_retrieval_profile import create_default_profiles
from tests.evaluation.conftest import measured_run
from tests.evaluation.gate.drafting import drafted, number_in_force

pytestmark = pytest.mark.django_db(transaction=True)
MEETING = 3.0
"""Seconds for which one decision waits for the other: where nothing parts them, both are taken on the same state."""


@pytest.fixture
def version() -> PromptVersion:
    create_first_rows()
    create_default_profiles()
    prompt = Prompt.objects.select_related("published").get(slug="answer")
    assert prompt.published is not None
    return PromptVersion.objects.create(
        prompt=prompt, system=prompt.published.system + "\nKurz.", user=prompt.published.user
    )


@pytest.fixture
def drafts(version: PromptVersion, suite: Suite) -> list[Draft]:
    """A wording and a profile, each measured beside what is in force."""
    Suite.objects.update(is_pinned=True)
    suite.refresh_from_db()
    wording = drafted(version)
    other = Profile.objects.filter(is_active=False)[0]
    with pytest.raises(PublicationHeld):
        other.answer_everywhere()
    both = [wording, Draft.objects.get(kind="profile")]
    for draft in both:
        measured_run(suite, draft)
    return both


@pytest.fixture
def meeting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has decided waits until the other has, too, or for MEETING seconds."""
    barrier = Barrier(2)

    def decide_and_wait(*given: Any) -> Any:
        decision = decide_release(*given)
        wait_at(barrier)
        return decision

    monkeypatch.setattr(publication_gate, "decide_release", decide_and_wait)


def wait_at(barrier: Barrier) -> None:
    with suppress(BrokenBarrierError):
        barrier.wait(MEETING)


def at_once(*acts: Callable[[], None]) -> list[str]:
    """Each on a connection of its own; how it ended."""

    def done(act: Callable[[], None]) -> str:
        try:
            act()
        except PublicationHeld:
            return "held"
        finally:
            connection.close()
        return "live"

    with ThreadPoolExecutor(len(acts)) as threads:
        return sorted(threads.map(done, acts))


def test_two_drafts_that_were_measured_apart_do_not_both_go_live(drafts: list[Draft], meeting: None) -> None:
    first, second = drafts
    ends = at_once(lambda: gate_actions.publish_draft(first, None), lambda: gate_actions.publish_draft(second, None))
    assert ends == ["held", "live"]
    assert sorted(Release.objects.exclude(action="drafted").values_list("action", flat=True)) == ["held", "published"]


def test_a_step_back_is_not_taken_over_what_went_live_meanwhile(
    version: PromptVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = PromptVersion.objects.create(prompt=version.prompt, system=version.system + "!", user=version.user)
    publish_version(version.prompt, version)
    line = Release.objects.get(action="published")
    barrier = Barrier(2)
    can_be_rolled_back = gate_actions.can_be_rolled_back

    def look_and_wait(asked: Release) -> bool:
        found = can_be_rolled_back(asked)
        wait_at(barrier)
        wait_at(barrier)
        return found

    def publish_meanwhile() -> None:
        wait_at(barrier)
        publish_version(later.prompt, later)
        wait_at(barrier)

    monkeypatch.setattr(gate_actions, "can_be_rolled_back", look_and_wait)
    assert at_once(lambda: gate_actions.roll_back(line, None), publish_meanwhile) == ["live", "live"]
    assert number_in_force() == later.number
    last = Release.objects.order_by("pk").last()
    assert last is not None
    assert (last.action, last.after["number"]) == ("published", later.number)
