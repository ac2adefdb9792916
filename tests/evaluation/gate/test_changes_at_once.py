"""Two people who publish at the same moment: what the second one does is decided after the first has done it."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from apps.evaluation.gate import gate_actions, publication_gate
from apps.evaluation.gate.release_decision import decide_release
from apps.evaluation.models import Draft, Release, Suite
from apps.llm import publication_hooks
from apps.llm.create_initial_models import create_first_rows
from apps.llm.models import ChatModel, ModelOrder, Prompt, PromptUse, PromptVersion, store_model_order
from apps.llm.prompts.prompt_store import publish_version
from apps.llm.publication_hooks import Publication, PublicationHeld
from apps.retrieval.models import Profile, ProfileUse
from apps.retrieval.preparation.active_retrieval_profile import create_default_profiles
from tests.evaluation.conftest import measured_run
from tests.evaluation.gate.drafting import drafted, number_in_force
from tests.waiting import until_somebody_waits

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


Change = Callable[[], object]


def publishing(number: int) -> Change:
    """A new version of `answer` goes live."""
    prompt = Prompt.objects.select_related("published").get(slug="answer")
    assert prompt.published is not None
    system = f"{prompt.published.system}\n{number}"
    version = PromptVersion.objects.create(prompt=prompt, system=system, user=prompt.published.user)
    return lambda: publish_version(prompt, version)


def wording_for_a_model(number: int) -> Change:
    version = PromptVersion.objects.get(prompt__slug="answer", number=number + 1)
    use = PromptUse.objects.select_related("prompt", "version").get(model="m")
    use.version = version
    return use.save


def setting_of_the_profile(number: int) -> Change:
    profile = Profile.objects.get(is_active=True)
    profile.document_limit = 10 + number
    return profile.save


def switching_profiles(number: int) -> Change:
    return Profile.objects.filter(is_active=False).order_by("slug")[number].answer_everywhere


def profile_of_a_channel(number: int) -> Change:
    use = ProfileUse.objects.select_related("profile").get(channel="slack")
    use.profile = Profile.objects.filter(is_active=False).order_by("slug")[number]
    return use.save


def other_model_in_a_row(number: int) -> Change:
    model = ChatModel.objects.get(name="first")
    model.name = f"other-{number}"
    return model.save


def order_of_models(number: int) -> Change:
    return lambda: store_model_order("answer", [ChatModel.objects.get(name=("second", "first")[number]).pk])


def place_in_an_order(number: int) -> Change:
    if number == 0:
        return ModelOrder.objects.get(purpose="answer", model__name="first").delete
    row = ModelOrder.objects.get(purpose="answer", model__name="second")
    row.position = 5
    return row.delete


@pytest.fixture
def in_use(version: PromptVersion) -> None:
    """Something of each kind is in force, and can be put in the place of another."""
    for number in range(2):
        PromptVersion.objects.create(prompt=version.prompt, system=f"{version.system}{number}", user=version.user)
    PromptUse.objects.create(prompt=version.prompt, model="m", version=version)
    ProfileUse.objects.create(profile=Profile.objects.get(is_active=True), channel="slack")
    for position, name in enumerate(("first", "second"), start=1):
        ModelOrder.objects.create(purpose="answer", position=position, model=ChatModel.objects.create(name=name))


KINDS = [
    publishing,
    wording_for_a_model,
    setting_of_the_profile,
    switching_profiles,
    profile_of_a_channel,
    other_model_in_a_row,
    order_of_models,
    place_in_an_order,
]


@pytest.mark.parametrize("make", KINDS)
def test_what_was_in_force_is_read_when_nobody_else_can_change_it_any_more(
    in_use: None, make: Callable[[int], Change], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second change begins while the first is under way: it stands in place of what the first puts in force."""
    asked: list[Publication] = []

    @contextmanager
    def note(change: Publication) -> Iterator[None]:
        asked.append(change)
        yield

    monkeypatch.setattr(publication_hooks, "PUBLICATION_CHECKS", [note, *publication_hooks.PUBLICATION_CHECKS])
    first, second = make(0), make(1)
    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            first()
            meanwhile = threads.submit(at_once, second)
            until_somebody_waits()
        assert meanwhile.result() == ["live"]
    half = len(asked) // 2
    put = [(change.kind, change.target, change.after) for change in asked[:half]]
    assert put
    assert [(change.kind, change.target, change.before) for change in asked[half:]] == put


def test_a_model_saved_with_its_places_waits_for_the_gate_before_it_takes_a_row(in_use: None) -> None:
    """Who holds the gate gets the row that the waiting page is about to write."""
    client = Client()
    client.force_login(User.objects.create_superuser("admin"))
    model = ChatModel.objects.create(name="third")
    orders = {"purpose": "judge", "position": 1, "id": "", "model": model.pk}
    form = {"name": "third", "label": "Drittes", "context_window": 16_385, "max_output_tokens": 500, "is_active": "on"}
    form |= {"orders-TOTAL_FORMS": 1, "orders-INITIAL_FORMS": 0}
    form |= {f"orders-0-{name}": value for name, value in orders.items()}

    def save_page() -> None:
        client.post(reverse("admin:llm_chatmodel_change", args=[model.pk]), form)

    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            publishing(0)()
            saved = threads.submit(at_once, save_page)
            until_somebody_waits()
            ChatModel.objects.filter(pk=model.pk).update(max_output_tokens=600)
        assert saved.result() == ["live"]
    model.refresh_from_db()
    assert (model.label, model.orders.get().purpose) == ("Drittes", "judge")
