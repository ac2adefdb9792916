"""Hit rates are kept: by the command and by the admin, and two of them can be laid beside each other."""

from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from apps.documents.keywords import write_keyword_index
from apps.evaluation.gate.public_evaluation_results import published_runs
from apps.evaluation.hit_rates import measure_hit_rates
from apps.evaluation.hit_rates.compare_runs import compare_hit_rates, result_with_current_names
from apps.evaluation.hit_rates.hit_rate import SearchOutcome
from apps.evaluation.hit_rates.hit_rate_runs import (
    load_ranked_questions,
    run_hit_rate,
    start_hit_rate_run,
    store_hit_rate_run,
)
from apps.evaluation.models import Case, ExpectedPage, Run, Suite
from apps.evaluation.planning.question_files import BadQuestions
from apps.retrieval.algorithms import get_algorithm
from apps.retrieval.models import Profile
from apps.retrieval.query.types import SearchLimits
from tests.factories import document

pytestmark = pytest.mark.django_db


@pytest.fixture
def searched(suite: Suite) -> Suite:
    """Two cases that name their document, one of them a document that is not there."""
    document(["Der Personalausweis kostet 37 Euro."], external_id="fees.pdf", summary="Was der Personalausweis kostet.")
    write_keyword_index.index_missing_documents()
    suite.cases.all().delete()
    for question, name in [("Was kostet der Personalausweis?", "fees.pdf"), ("Was kostet ein Hund?", "dogs.pdf")]:
        case = Case.objects.create(suite=suite, question=question)
        ExpectedPage.objects.create(case=case, external_id=name, page=1)
    return suite


def test_a_run_of_the_admin_keeps_figures_and_the_place_of_every_question(searched: Suite) -> None:
    run = run_hit_rate(start_hit_rate_run(searched, ["chunks-only", "hybrid"]))
    assert (run.state, run.mean) == ("finished", 0.5)
    assert run.result["ranks"]["profile:hybrid"] == [1, None]
    assert run.result["algorithms"]["profile:chunks-only"]["hit_rate"]["3"] == 0.5
    assert run.result["unknown_documents"] == ["dogs.pdf"]


def test_an_algorithm_and_a_profile_of_the_same_name_are_measured_each(searched: Suite) -> None:
    """The profile finds nothing, because it asks for more likeness than there is."""
    Profile.objects.filter(slug="chunks-only").update(threshold=1.0, is_active=False)
    Profile.objects.create(slug="own", name="Eigenes", algorithm="chunks-only")
    measured = measure_hit_rates.measure_hit_rates(
        load_ranked_questions(searched),
        algorithms=[get_algorithm("chunks-only")],
        profiles=[Profile.objects.get(slug=slug) for slug in ("chunks-only", "own")],
    )
    assert list(measured.algorithms) == ["chunks-only", "profile:chunks-only", "own"]
    assert (measured.ranks["chunks-only"], measured.ranks["profile:chunks-only"]) == ([1, None], [None, None])
    assert len(measured.comparisons) == 3
    options = store_hit_rate_run(measured, "Alle drei").options
    assert (options["profiles"], options["algorithms"]) == (["chunks-only", "own"], ["chunks-only"])


@pytest.mark.parametrize("own_limits", [False, True])
def test_profiles_keep_their_thresholds_and_only_their_pools_are_made_equal(
    searched: Suite, monkeypatch: pytest.MonkeyPatch, own_limits: bool
) -> None:
    used: list[SearchLimits] = []

    def watched(cases: Sequence[object], retrieve: object, limits: SearchLimits) -> list[SearchOutcome]:
        used.append(limits)
        return [SearchOutcome(None, None, has_page=False, is_answered=True, seconds=0.0) for _ in cases]

    monkeypatch.setattr(measure_hit_rates, "search_cases", watched)
    own = {"chunk_limit": 7, "summary_limit": 5, "threshold": 0.77, "field_threshold": 0.66, "neighbours": 4}
    Profile.objects.create(slug="own", name="Eigenes", algorithm="chunks-only", **own)
    pool = Profile.objects.get(is_active=True)
    run_hit_rate(start_hit_rate_run(searched, ["own"], own_limits=own_limits))
    [limits] = used
    assert (limits.threshold, limits.field_threshold, limits.neighbours) == (0.77, 0.66, 4)
    expected = (7, 5) if own_limits else (pool.chunk_limit, pool.summary_limit)
    assert (limits.chunk_limit, limits.summary_limit) == expected


def test_a_held_out_question_that_flipped_is_listed_for_those_who_keep_the_cases(
    client: Client, editor: User, evaluator: User, searched: Suite
) -> None:
    searched.cases.filter(question="Was kostet ein Hund?").update(held_out=True)
    run = run_hit_rate(start_hit_rate_run(searched, ["chunks-only", "hybrid"]))
    flipped = [{"question": case.question, "found_by": "hybrid"} for case in searched.cases.all()]
    run.result["comparisons"][0]["flipped"] = flipped
    run.save(update_fields=["result"])
    for person, sees in ((editor, False), (evaluator, True)):
        client.force_login(person)
        shown = client.get(reverse("admin:evaluation_run_change", args=[run.pk])).content.decode()
        assert ("Was kostet ein Hund?" in shown) is sees
        assert "Was kostet der Personalausweis?" in shown


def test_a_suite_whose_cases_name_no_document_is_refused_with_a_sentence(suite: Suite) -> None:
    with pytest.raises(BadQuestions, match="names the document"):
        start_hit_rate_run(suite, ["hybrid"])


def test_the_command_keeps_what_it_measured(searched: Suite, tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text('{"question": "Was kostet der Personalausweis?", "file": "fees.pdf"}', encoding="utf-8")
    call_command("evaluate", "hit-rate", "--questions", str(path), "--algorithms", "hybrid,chunks-only",
                 stdout=StringIO())  # fmt: skip
    run = Run.objects.get(kind="hit-rate")
    assert (run.title, run.mean, run.state) == ("questions.jsonl", 1.0, "finished")


def test_two_runs_tell_the_questions_that_flipped() -> None:
    questions = [f"Frage {number}?" for number in range(12)]
    before = {"questions_asked": questions, "shown": "a", "ranks": {"a": [1] * 10 + [None, 9], "b": [1] * 12}}
    after = {"questions_asked": questions[::-1], "shown": "a", "ranks": {"a": [2, 1] + [4] * 10}}
    [pair] = compare_hit_rates(before, after, hidden={"Frage 0?"})
    assert [(flip.question, flip.before, flip.after) for flip in pair.lost][:2] == [
        ("Frage 1?", 1, 4),
        ("Frage 2?", 1, 4),
    ]
    assert len(pair.lost) == 9
    assert [flip.question for flip in pair.won] == ["Frage 10?", "Frage 11?"]
    # 10 lost against 2 won.
    assert pair.p == pytest.approx(0.03857421875)
    assert pair.verdict == "a better"


def test_a_profile_is_not_compared_with_an_algorithm_that_has_got_its_name_since() -> None:
    result = {"questions_asked": ["Frage?"], "shown": "chunks-only", "ranks": {"chunks-only": [1]}}
    earlier = Run(result=result, options={"profiles": ["chunks-only"], "algorithms": []})
    later = Run(result=result, options={"profiles": [], "algorithms": ["chunks-only"]})
    assert list(result_with_current_names(earlier)["ranks"]) == ["profile:chunks-only"]
    [pair] = compare_hit_rates(result_with_current_names(earlier), result_with_current_names(later))
    assert (pair.before, pair.after) == ("profile:chunks-only", "chunks-only")


def test_its_page_shows_the_figures_the_history_and_the_run_beside(
    client: Client, evaluator: User, searched: Suite
) -> None:
    old, new = (run_hit_rate(start_hit_rate_run(searched, ["chunks-only"])) for _ in range(2))
    client.force_login(evaluator)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    shown = client.get(reverse("admin:evaluation_run_change", args=[new.pk])).content.decode()
    assert "chunks-only" in shown
    assert shown.count("<circle") == 2
    assert "uncalibrated" not in client.get(reverse("admin:evaluation_run_changelist")).content.decode()
    beside = client.get(
        reverse("admin:evaluation_run_change", args=[new.pk]), {"view": "comparison", "against": old.pk}
    ).content.decode()
    assert "No question flipped" in beside
    for form in ("csv", "xlsx", "json"):
        assert client.get(reverse("admin:evaluation_run_export", args=[new.pk, form])).status_code == 200


def test_the_public_is_shown_no_figure_of_a_search_that_is_not_in_force(searched: Suite, admin_client: Client) -> None:
    active = Profile.objects.get(is_active=True)
    other = Profile.objects.exclude(algorithm=active.algorithm).filter(slug="chunks-only").get()
    tried = run_hit_rate(start_hit_rate_run(searched, [other.slug]))
    assert published_runs() == []
    page = admin_client.get(reverse("admin:evaluation_run_change", args=[tried.pk])).content.decode()
    assert f": Profil {other.name}</p>" in page
    measured = run_hit_rate(start_hit_rate_run(searched, [other.slug, active.slug]))
    assert published_runs() == [measured]
    by_algorithm = run_hit_rate(start_hit_rate_run(searched, [], algorithms=True))
    assert published_runs() == [by_algorithm]
