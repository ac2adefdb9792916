import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from apps.documents.keywords import write_keyword_index
from apps.llm.models import ModelCall
from apps.retrieval.algorithms import ALGORITHMS
from tests.factories import collection, document

pytestmark = pytest.mark.django_db

FEES = {"question": "Was kostet der Personalausweis?", "file": "amt/fees.pdf", "page": 2}
PARKING = {"question": "Wie lange gilt der Bewohnerparkausweis?", "document_id": "parking"}


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    pages = ["Öffnungszeiten: montags.", "Der Personalausweis kostet 37 Euro."]
    document(pages, external_id="amt/fees.pdf", summary="Was der Personalausweis kostet.")
    document(
        ["Der Bewohnerparkausweis gilt ein Jahr."],
        external_id="amt/parking.pdf",
        summary="Wie lange der Bewohnerparkausweis gilt.",
    )
    write_keyword_index.index_missing_documents()
    return written(tmp_path, FEES, PARKING)


def written(folder: Path, *records: dict[str, Any]) -> Path:
    path = folder / "questions.jsonl"
    path.write_text("\n".join(json.dumps(record) for record in records), encoding="utf-8")
    return path


def run(*arguments: Any) -> str:
    output = StringIO()
    call_command("evaluate", "hit-rate", *arguments, stdout=output)
    return output.getvalue()


def test_all_algorithms_are_measured_in_one_run_on_the_same_vectors(questions: Path) -> None:
    data = json.loads(run("--questions", str(questions), "--json"))
    assert data["questions"] == 2
    # Reading every page for each question is measured where it is named.
    assert set(data["algorithms"]) == set(ALGORITHMS) - {"map-reduce"}
    for slug, figures in data["algorithms"].items():
        # Those that read the graph find nothing where none was built.
        assert slug.startswith("graph-") or figures["hit_rate"] == {"1": 1.0, "3": 1.0, "10": 1.0}, slug
        assert set(figures["seconds"]) == {"p50", "p95"}
    assert data["algorithms"]["chunks-only"]["page_hit_rate"] == {"1": 1.0, "3": 1.0, "10": 1.0}
    assert ModelCall.objects.filter(purpose="embed").count() == 1


def test_algorithms_and_ranks_can_be_chosen(questions: Path) -> None:
    data = json.loads(run("--questions", str(questions), "--algorithms", "chunks-and-summaries", "--at", "5", "--json"))
    assert list(data["algorithms"]) == ["summaries-and-chunks"]
    assert data["algorithms"]["summaries-and-chunks"]["hit_rate"] == {"5": 1.0}


def test_below_the_pass_mark_the_exit_status_is_1(questions: Path) -> None:
    # The second question finds its own document first, not that of the fees.
    path = written(questions.parent, FEES, {"question": PARKING["question"], "file": FEES["file"]})
    arguments = ["--questions", str(path), "--algorithms", "chunks-only", "--at", "1"]
    run(*arguments, "--pass-mark", "0.5")
    with pytest.raises(CommandError, match=r"chunks-only is below the pass mark 0.51: 0.5 at 1") as error:
        run(*arguments, "--pass-mark", "0.51")
    assert error.value.returncode == 1


@pytest.mark.parametrize("mark", ["1.5", "7", "94", "-0.1", "nan", "abc"])
def test_a_pass_mark_that_is_no_share_is_refused_and_never_divided(questions: Path, mark: str) -> None:
    with pytest.raises(CommandError, match=f"'{mark}' is no pass mark, use a number from 0 to 1, such as 0.9"):
        run("--questions", str(questions), f"--pass-mark={mark}")


def test_a_table_for_people_names_each_algorithm(questions: Path) -> None:
    output = run("--questions", str(questions))
    assert all(slug in output for slug in ALGORITHMS if slug != "map-reduce")


@pytest.mark.parametrize("named", ["map-reduce", "all"])
def test_reading_every_page_is_measured_where_it_is_named(named: str, questions: Path) -> None:
    data = json.loads(run("--questions", str(questions), "--algorithms", named, "--json"))
    assert set(data["algorithms"]) == (set(ALGORITHMS) if named == "all" else {named})
    assert data["algorithms"]["map-reduce"]["hit_rate"] == {"1": 1.0, "3": 1.0, "10": 1.0}


def test_documents_that_are_not_there_are_listed_and_the_exit_status_is_1(questions: Path) -> None:
    written(questions.parent, FEES, {"question": "Wo?", "file": "nowhere.pdf"})
    with pytest.raises(
        CommandError, match=r"1 expected documents are in none of the collections: nowhere\.pdf"
    ) as error:
        run("--questions", str(questions), "--json")
    assert error.value.returncode == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--algorithms", "best"], "Unknown algorithm 'best'"),
        (["--collection", "nowhere"], "Unknown collection 'nowhere'. Known: amt."),
        (["--at", "0,3"], "'0,3' is no list of ranks"),
        (["--at", "1,,3"], "'1,,3' is no list of ranks"),
    ],
)
def test_wrong_use_is_a_sentence_and_exit_status_2(questions: Path, arguments: list[str], sentence: str) -> None:
    collection("amt")
    with pytest.raises(CommandError) as error:
        run("--questions", str(questions), *arguments)
    assert sentence in str(error.value)
    # Django gives every error of its argument parser the exit status 2 outside of call_command.
    assert error.value.returncode == 2 or "--at" in arguments


def test_a_bad_record_is_named_before_anything_is_searched(tmp_path: Path) -> None:
    path = written(tmp_path, FEES, {"question": "Wo?"})
    with pytest.raises(CommandError, match=r"questions\.jsonl, line 2: neither") as error:
        run("--questions", str(path))
    assert error.value.returncode == 2
