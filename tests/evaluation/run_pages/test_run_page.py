"""The page of a run: what its head says and lets people do, and what each of its parts shows."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.database.advisory_lock import advisory_lock
from apps.evaluation.dialogues.stopped_and_stalled_runs import RUN_LOCK
from apps.evaluation.models import Case, Comparison, Dialogue, DialogueTurn, Draft, Run, RunState, Suite
from apps.evaluation.planning.create_run import start_suite_run
from apps.evaluation.run_pages.run_metrics import compare_dialogues, comparison_outcome
from apps.evaluation.tasks import enqueue_run
from apps.llm.models import Prompt
from apps.llm.prompts.prompt_store import publish_version
from apps.llm.publication_hooks import PublicationHeld
from apps.retrieval.models import Profile
from tests.evaluation.conftest import Measured

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client: Client, evaluator: User) -> Client:
    client.force_login(evaluator)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def shown(page: Client, run: Run, **query: str) -> str:
    response = page.get(reverse("admin:evaluation_run_change", args=[run.pk]), query)
    assert response.status_code == 200
    return str(response.content.decode())


def test_it_opens_with_what_is_weak_and_folds_all_cases(page: Client, suite: Suite, measured: Measured) -> None:
    run = measured(suite, broken=[2])
    first = shown(page, run)
    assert first.count("<details class=") == 1
    assert "Wie hoch ist die Hundesteuer?" in first
    assert "Was kostet ein Ausweis?" not in first
    everything = shown(page, run, view="all")
    assert everything.count("<details class=") == 3
    assert '<details class="turn case" id="dialogue-1">' in everything


def test_a_run_without_a_weak_reply_opens_with_all(page: Client, suite: Suite, measured: Measured) -> None:
    assert '<a href="?view=all" aria-current="page">' in shown(page, measured(suite))


def test_a_run_that_no_model_answered_says_so_at_its_top(page: Client, suite: Suite, measured: Measured) -> None:
    run = measured(suite)
    assert "No language model gave" not in shown(page, run)
    DialogueTurn.objects.filter(dialogue__run=run).update(chat_state="done_without_llm", metrics={})
    count = DialogueTurn.objects.filter(dialogue__run=run).count()
    assert f"No language model gave {count} of the answers" in shown(page, run)


def test_a_part_that_does_not_exist_is_the_first(page: Client, suite: Suite, measured: Measured) -> None:
    assert '<a href="?view=all" aria-current="page">' in shown(page, measured(suite), view="../../etc")


def test_pages_cited_are_links_that_open_beside(page: Client, suite: Suite, measured: Measured) -> None:
    run = measured(suite)
    cited = {"number": 1, "document": 7, "external_id": "hund.pdf", "page": 2, "quote": "96 Euro", "verified": True}
    others = [cited | {"verified": False, "page": 3}, cited | {"document": None, "page": 4}]
    DialogueTurn.objects.filter(dialogue__run=run, dialogue__number=2).update(citations=[cited, *others])
    text = shown(page, run, view="all")
    assert '<a href="/documents/7/pages/2/?quote=96+Euro">[1] hund.pdf, page 2</a>' in text
    assert "/documents/7/pages/3/" not in text
    assert 'id="source-panel"' in text


def test_two_runs_begin_with_how_many_questions_are_better_and_worse(
    page: Client, suite: Suite, measured: Measured
) -> None:
    old, new = measured(suite, broken=[1]), measured(suite, broken=[2])
    text = shown(page, new, view="comparison")
    assert "1 better, 1 worse" in text
    assert "1 alike" in text
    assert "not distinguishable" in text
    assert f'<option value="{old.pk}" selected>' in text


def test_held_out_questions_count_for_everybody_and_are_not_listed(
    client: Client, editor: User, suite: Suite, measured: Measured
) -> None:
    Case.objects.filter(question="Wie hoch ist die Hundesteuer?").update(held_out=True)
    old, new = measured(suite, broken=[1, 2]), measured(suite)
    client.force_login(editor)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    text = shown(client, new, view="comparison", against=str(old.pk))
    assert "2 better, 0 worse" in text
    assert "Was kostet ein Ausweis?" in text
    assert "Hundesteuer" not in text


def test_scores_decide_where_both_runs_have_one_and_few_questions_prove_nothing(
    suite: Suite, measured: Measured
) -> None:
    old, new = measured(suite), measured(suite)
    old.dialogues.update(score=0.5)
    new.dialogues.update(score=0.9)
    outcome = comparison_outcome(compare_dialogues(old.dialogues.all(), new.dialogues.all()))
    assert (outcome.better, outcome.worse, outcome.alike, outcome.verdict) == (3, 0, 0, "not distinguishable")


def test_many_questions_that_are_better_are_told_apart(suite: Suite, measured: Measured) -> None:
    old, new = measured(suite), measured(suite)
    for run, score in ((old, 0.4), (new, 0.8)):
        rows = (Dialogue(run=run, number=number, question=f"Frage {number}?", score=score) for number in range(4, 14))
        Dialogue.objects.bulk_create(rows)
    outcome = comparison_outcome(compare_dialogues(old.dialogues.all(), new.dialogues.all()))
    assert (outcome.better, outcome.verdict) == (10, "b better")


def test_going_on_is_offered_only_where_a_run_stands_still(page: Client, suite: Suite) -> None:
    run = start_suite_run(suite)
    enqueue_run(run)
    resume = reverse("admin:evaluation_run_resume", args=[run.pk])
    assert resume not in shown(page, run)
    long_ago = timezone.now() - timedelta(minutes=10)
    Run.objects.filter(pk=run.pk).update(state=RunState.RUNNING, started_at=long_ago)
    assert resume in shown(page, run)
    assert "stands still" in shown(page, run)


def test_a_run_that_waits_for_another_one_does_not_stand_still(page: Client, suite: Suite) -> None:
    first, second = start_suite_run(suite), start_suite_run(suite)
    for run in (first, second):
        enqueue_run(run)
    Run.objects.update(created_at=timezone.now() - timedelta(minutes=10))
    assert "stands still" in shown(page, second)
    with advisory_lock(RUN_LOCK, first.pk):
        assert "stands still" not in shown(page, second)
    resume = reverse("admin:evaluation_run_resume", args=[second.pk])
    page.post(resume)
    assert "stands still" not in shown(page, second)


def test_a_run_that_waits_is_stopped_and_goes_on(page: Client, suite: Suite) -> None:
    run = start_suite_run(suite)
    page.post(reverse("admin:evaluation_run_stop", args=[run.pk]))
    run.refresh_from_db()
    assert (run.state, run.is_to_stop) == (RunState.STOPPED, True)
    assert "stopped at the budget" not in shown(page, run)
    page.post(reverse("admin:evaluation_run_resume", args=[run.pk]), {"budget": ""})
    run.refresh_from_db()
    assert (run.state, run.is_to_stop) == (RunState.WAITING, False)


def test_who_may_not_run_stops_nothing(client: Client, suite: Suite) -> None:
    run = start_suite_run(suite)
    reader = User.objects.create_user("reader", is_staff=True)
    client.force_login(reader)
    assert client.post(reverse("admin:evaluation_run_stop", args=[run.pk])).status_code == 403
    assert not Run.objects.get(pk=run.pk).is_to_stop


def draft_of_a_prompt(editor: User) -> Draft:
    prompt = Prompt.objects.get(slug="answer")
    assert prompt.published is not None
    version = prompt.versions.create(number=99, system=prompt.published.system + " Kurz.", user=prompt.published.user)
    with pytest.raises(PublicationHeld):
        publish_version(prompt, version)
    return Draft.objects.get()


def test_the_draft_says_how_far_it_is_measured_and_that_the_built_in_model_reads_no_prompts(
    client: Client, editor: User, pinned: Suite
) -> None:
    draft = draft_of_a_prompt(editor)
    run = start_suite_run(pinned, draft=draft)
    run.dialogues.filter(number=1).update(state="done")
    client.force_login(editor)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    text = client.get(reverse("admin:evaluation_draft_change", args=[draft.pk])).content.decode()
    assert "1 of 3" in text
    assert "reads no prompts" in text


def test_what_was_published_is_taken_back_on_the_page_of_its_draft(
    client: Client, editor: User, pinned: Suite, measured: Measured
) -> None:
    draft = draft_of_a_prompt(editor)
    before = Prompt.objects.get(slug="answer").published_id
    measured(pinned)
    measured(pinned, draft)
    client.force_login(editor)
    address = reverse("admin:evaluation_draft_change", args=[draft.pk])
    assert "roll-back" not in client.get(address).content.decode()
    client.post(reverse("admin:evaluation_draft_publish", args=[draft.pk]))
    assert Prompt.objects.get(slug="answer").published_id != before
    text = client.get(address).content.decode()
    client.post(next(part.split('"')[0] for part in text.split('action="') if "roll-back" in part[:200]))
    assert Prompt.objects.get(slug="answer").published_id == before
    assert "roll-back" not in client.get(address).content.decode()


def test_a_turn_without_score_says_in_words_how_it_ended(page: Client, suite: Suite, measured: Measured) -> None:
    run = measured(suite)
    DialogueTurn.objects.filter(dialogue__run=run).update(state="failed", score=None, reason="done_without_llm")
    text = shown(page, run, view="all")
    assert "done_without_llm" not in text
    assert "sources only, no model answered" in text


def test_a_comparison_nobody_could_read_says_so_and_names_what_was_compared(page: Client, suite: Suite) -> None:
    page.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    row = {
        "wins_a": 0, "wins_b": 0, "ties": 0, "win_rate_a": 0.0, "interval_95": [0, 1], "p_holm": 1,
        "verdict": "not distinguishable",
    }  # fmt: skip
    result = {
        "a": "model:large", "b": "keyword", "criteria": {"diversity": row, "directness": row},
        "order_disagreements": 0, "unparsable": 188, "tokens": 232_853, "cost": 240.5,
    }  # fmt: skip
    run = Run.objects.create(kind="comparison", state=RunState.FINISHED, title="x", result=result)
    Profile.objects.update_or_create(slug="keyword", defaults={"name": "Nur nach Wörtern", "algorithm": "keyword"})
    read = shown(page, run)
    assert "kein Urteil war lesbar" in read
    assert "nicht unterscheidbar" not in read
    for word in ("Modell large", "Nur nach Wörtern", "Direktheit", "232.853 Token"):
        assert word in read
    for code in ("model:large", "directness", ">keyword<"):
        assert code not in read


ANSWER = "### 1. Gebühr\n\n- **96 Euro** [1]\n\n<script>alert(1)</script> [hier](javascript:alert(1))"


def test_answers_of_a_comparison_are_rendered_and_never_trusted(page: Client, suite: Suite) -> None:
    run = Run.objects.create(kind="comparison", state="finished", options={"a": "x", "b": "y", "criteria": []})
    Comparison.objects.create(run=run, number=1, question="Was?", answer_a=ANSWER, answer_b="", is_done=True)
    text = shown(page, run, view="all")
    assert "<h6>1. Gebühr</h6>" in text
    assert "<strong>96 Euro</strong> [1]" in text
    assert "###" not in text
    assert "<script>alert" not in text
    assert 'href="javascript' not in text


def test_replies_of_dialogues_are_rendered_and_compared_by_their_words(
    page: Client, suite: Suite, measured: Measured
) -> None:
    measured(suite)
    new = measured(suite)
    DialogueTurn.objects.filter(dialogue__run=new, dialogue__number=1).update(reply=ANSWER)
    assert "<strong>96 Euro</strong> [1]" in shown(page, new, view="all")
    beside = shown(page, new, view="comparison")
    assert "1. Gebühr" in beside
    assert "###" not in beside
    assert "**" not in beside


@pytest.mark.parametrize(
    ("language", "order"),
    [
        ("en", ["comprehensiveness", "directness", "diversity of views", "helps to judge for oneself"]),
        ("de", ["Direktheit", "hilft beim eigenen Urteil", "Vielfalt der Sichtweisen", "Vollständigkeit der"]),
    ],
)
def test_criteria_stand_in_the_order_of_their_labels(
    page: Client, suite: Suite, language: str, order: list[str]
) -> None:
    names = ["directness", "diversity", "empowerment", "comprehensiveness"]
    figures = {name: {"wins_a": 1, "wins_b": 0, "ties": 0, "interval_95": [0.4, 0.9]} for name in names}
    run = Run.objects.create(
        kind="comparison", state="finished", options={"a": "x", "b": "y", "criteria": []}, result={"criteria": figures}
    )
    page.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    text = shown(page, run, view="figures")
    places = [text.index(f'<th scope="row">{label}') for label in order]
    assert places == sorted(places)


def test_a_run_is_compared_with_the_one_before_it_of_its_suite_however_many_others_came_since(
    page: Client, suite: Suite, measured: Measured
) -> None:
    before, run = measured(suite), measured(suite)
    Run.objects.bulk_create(Run(kind=run.kind, state=RunState.FINISHED, title=f"Spot {n}") for n in range(25))
    text = shown(page, run, view="comparison")
    assert f'<option value="{before.pk}" selected>' in text


def test_a_run_to_compare_with_that_no_run_can_be_is_none(page: Client, suite: Suite, measured: Measured) -> None:
    measured(suite)
    shown(page, measured(suite), view="comparison", against="9" * 5_000)
