"""`manage.py simplify`: the JSON people rely on, and what is wrong use."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import translation
from docx import Document

from apps.llm.models import ChatModel, ModelCall
from apps.simplify.models import ModelSettings, Options, ProtectedWord, Rewrite, WordList
from tests import factories
from tests.fakes.openai_server import FakeOpenAIServer

pytestmark = pytest.mark.usefixtures("shipped_rows")

TEXT = (
    "Gegen diesen Bescheid kann Widerspruch erhoben werden. Die Gebühr in Höhe von 30,00 € ist unverzüglich zu "
    "entrichten."
)


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    path = tmp_path / "letter.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def run(*arguments: object, **options: Any) -> dict[str, Any]:
    out = io.StringIO()
    call_command("simplify", *map(str, arguments), "--json", stdout=out, **options)
    printed: dict[str, Any] = json.loads(out.getvalue())
    return printed


def test_it_prints_one_json_object(letter: Path) -> None:
    printed = run(letter)
    assert printed["text"].endswith("Die Gebühr von 30,00 € ist sofort zu zahlen.")
    assert printed["label"] == "Einfache Sprache (Entwurf)"
    assert printed["model"] == "offline-extractive"
    assert printed["tried_models"] == ["offline-extractive"]
    assert (printed["parts"], printed["violations"]) == (1, [])
    assert {"before", "after", "kept_original"} < set(printed["sentences"][0])
    assert {"original", "text", "level", "differences"} < set(printed["sentences"][0])
    assert {"flesch_amstad", "wiener_1", "lix", "long_sentences"} <= set(printed["readability"]["after"])
    assert printed["readability"]["after"]["flesch_amstad"] > printed["readability"]["before"]["flesch_amstad"]


def test_damage_by_a_model_is_reported_and_never_printed(letter: Path, served_models: FakeOpenAIServer) -> None:
    served_models.default_reply = (
        "Gegen diesen Bescheid können Sie Widerspruch einlegen. Zahlen Sie sofort 300 Euro Gebühr."
    )
    printed = run(letter)
    assert printed["model"] == "first"
    assert "300" not in printed["text"]
    assert printed["violations"][0] == {
        "kind": "number",
        "before": "30 euro",
        "after": "300 euro",
        "action": "kept_original",
    }
    assert [sentence["kept_original"] for sentence in printed["sentences"]] == [False, True]
    asked = served_models.requests[0].body
    assert (asked["temperature"], asked["top_p"], asked["presence_penalty"], asked["frequency_penalty"]) == (
        0.1,
        0.5,
        0,
        0,
    )
    assert ModelCall.objects.filter(purpose="simplify", prompt_version="simplify/1").exists()


def test_the_second_model_writes_when_the_first_one_fails(letter: Path, served_models: FakeOpenAIServer) -> None:
    served_models.default_reply = TEXT
    served_models.fault("400")
    printed = run(letter)
    assert printed["model"] == "second"
    assert printed["tried_models"] == ["first", "second"]


def test_the_model_that_is_named_is_asked_first(letter: Path, served_models: FakeOpenAIServer) -> None:
    served_models.default_reply = TEXT
    assert run(letter, "--model", "second")["tried_models"] == ["second"]


def test_a_new_protected_word_works_on_the_next_request(letter: Path, served_models: FakeOpenAIServer) -> None:
    served_models.default_reply = TEXT.replace("Gebühr in Höhe von", "Summe von")
    assert run(letter)["violations"] == []
    ProtectedWord.objects.create(word_list=WordList.objects.first(), term="Gebühr")
    assert run(letter)["violations"][0]["kind"] == "protected_word"


def test_a_list_of_an_organisation_holds_for_it_alone(letter: Path, served_models: FakeOpenAIServer) -> None:
    served_models.default_reply = TEXT.replace("Gebühr in Höhe von", "Summe von")
    words = WordList.objects.create(name="Kasse", organisation="Kasse")
    ProtectedWord.objects.create(word_list=words, term="Gebühr")
    assert run(letter)["violations"] == []
    assert run(letter, "--organisation", "Kasse")["violations"][0]["kind"] == "protected_word"


def test_the_exit_status_says_that_the_built_in_rules_stood_in(letter: Path, served_models: FakeOpenAIServer) -> None:
    for _model in range(2):
        served_models.fault("401")
    with pytest.raises(CommandError) as stopped:
        run(letter)
    assert stopped.value.returncode == 1


def test_nothing_is_kept_unless_the_organisation_wants_it(letter: Path) -> None:
    run(letter)
    assert not Rewrite.objects.exists()
    Options.objects.update(store_rewrites=True)
    run(letter)
    assert Rewrite.objects.get().original == TEXT


def test_a_folder_is_rewritten_file_by_file_and_failures_are_listed(letter: Path, tmp_path: Path) -> None:
    (letter.parent / "empty.txt").write_text("  ", encoding="utf-8")
    out = io.StringIO()
    with pytest.raises(CommandError) as stopped:
        call_command(
            "simplify",
            str(letter.parent),
            "--json",
            "--output",
            str(tmp_path / "out"),
            stdout=out,
            stderr=io.StringIO(),
        )
    assert stopped.value.returncode == 1
    report = json.loads(out.getvalue())
    assert (report["files"], report["failed"]) == (2, 1)
    assert (tmp_path / "out" / "letter.txt").read_text(encoding="utf-8").startswith("Einfache Sprache (Entwurf)")


@pytest.mark.parametrize(
    ("content", "options"),
    [
        (b" \n", []),
        (TEXT.encode(), ["--text-type", "roman"]),
        (TEXT.encode(), ["--model", "nobody"]),
        (
            "Les personnes concernées peuvent déposer leur demande auprès du service compétent avant la fin.".encode(),
            [],
        ),
        (b"\xff\xfe\x00binary", []),
        (b"a" * 1_000_000, []),
    ],
)
def test_wrong_use_is_one_sentence(tmp_path: Path, content: bytes, options: list[str]) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(content)
    with pytest.raises(CommandError) as stopped:
        run(path, *options)
    assert stopped.value.returncode == 2
    assert "\n" not in str(stopped.value)


def test_a_file_beyond_every_limit_is_named_with_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    path.write_bytes(b"a" * 1_000_000)
    with translation.override("en"), pytest.raises(CommandError) as stopped:
        run(path)
    assert str(stopped.value) == f"'{path}' is longer than the 200000 characters that are taken at once."


@pytest.mark.parametrize(
    ("options", "named"),
    [(("--instruction", "kürzer"), "draft"), (("--organisation", "Niemand"), "Kasse")],
    ids=["instruction without draft", "unknown organisation"],
)
def test_what_would_be_left_out_of_account_is_refused(letter: Path, options: tuple[str, ...], named: str) -> None:
    WordList.objects.create(name="Kasse", organisation="Kasse")
    with translation.override("en"), pytest.raises(CommandError) as stopped:
        run(letter, *options)
    assert stopped.value.returncode == 2
    assert named in str(stopped.value)


def test_how_far_a_long_text_is_goes_to_stderr(letter: Path, served_models: FakeOpenAIServer) -> None:
    ModelSettings.objects.create(model=ChatModel.objects.get(name="first"), max_input_chars=500)
    letter.write_text("\n\n".join([TEXT] * 12), encoding="utf-8")
    served_models.default_reply = TEXT
    errors = io.StringIO()
    with translation.override("en"):
        printed = run(letter, stderr=errors)
    assert printed["parts"] > 1
    assert f"{printed['parts']} of {printed['parts']} parts are finished" in errors.getvalue()


def test_a_document_of_a_collection_is_rewritten_and_an_unknown_one_named() -> None:
    made = factories.document([TEXT, "Das Halten von Hunden ist untersagt."], external_id="satzung.pdf")
    printed = run("--document", "satzung.pdf", "--collection", made.collection.slug)
    assert printed["sentences"][-1]["after"] == "Das Halten von Hunden ist verboten."
    assert printed["sentences"][0]["before"].startswith("Gegen diesen Bescheid")
    for wrong in (("nothing.pdf", made.collection.slug), ("satzung.pdf", "elsewhere")):
        with pytest.raises(CommandError) as stopped:
            run("--document", wrong[0], "--collection", wrong[1])
        assert stopped.value.returncode == 2
        assert wrong[0] in str(stopped.value)


def test_a_file_that_is_not_there_is_wrong_use(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        run(tmp_path / "nothing.txt")


def test_a_folder_without_a_place_for_its_rewrites_asks_no_model(letter: Path) -> None:
    with pytest.raises(CommandError, match="--output") as stopped:
        call_command("simplify", str(letter.parent))
    assert stopped.value.returncode == 2


def test_people_read_all_four_forms_of_the_wiener_sachtextformel(letter: Path) -> None:
    out = io.StringIO()
    call_command("simplify", str(letter), stdout=out)
    assert all(f"  wiener_{number}: " in out.getvalue() for number in range(1, 5))


def test_a_word_file_goes_back_as_one(tmp_path: Path) -> None:
    document = Document()
    document.add_heading("Bescheid")
    document.add_paragraph(TEXT, style="List Bullet")
    document.save(str(tmp_path / "brief.docx"))
    printed = run(tmp_path / "brief.docx", "--output", tmp_path / "einfach")
    made = Document(str(tmp_path / "einfach" / "brief.docx")).paragraphs
    assert [paragraph.style and paragraph.style.name for paragraph in made] == ["Normal", "Heading 1", "List Bullet"]
    assert made[2].text.endswith("Die Gebühr von 30,00 € ist sofort zu zahlen.")
    assert printed["text"].startswith("Bescheid")
    (tmp_path / "kaputt.docx").write_bytes(b"PK\x03\x04")
    with pytest.raises(CommandError, match=r"kaputt\.docx"):
        run(tmp_path / "kaputt.docx")
