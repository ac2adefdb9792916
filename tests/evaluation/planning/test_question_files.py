from pathlib import Path

import pytest

from apps.evaluation.planning.question_files import BadQuestions, RankedQuestion, read_ranked_questions

GOOD = '{"question": "Was kostet es?", "document_id": "fees", "file": "single/fees.pdf", "page": 3}'


def written(folder: Path, *lines: str) -> Path:
    path = folder / "questions.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_file_goes_before_document_id(tmp_path: Path) -> None:
    assert read_ranked_questions(written(tmp_path, GOOD)) == [
        RankedQuestion("Was kostet es?", ("single/fees.pdf", "fees"), 3)
    ]


def test_empty_lines_and_a_byte_order_mark_are_skipped(tmp_path: Path) -> None:
    assert len(read_ranked_questions(written(tmp_path, "\ufeff" + GOOD, "", GOOD, ""))) == 2


def test_a_line_separator_inside_a_text_does_not_end_the_line(tmp_path: Path) -> None:
    line = '{"question": "Was\u2028kostet es?", "document_id": "fees"}'
    assert read_ranked_questions(written(tmp_path, line))[0].text == "Was\u2028kostet es?"


def test_what_no_table_holds_is_taken_out(tmp_path: Path) -> None:
    line = r'{"question": "Was kostet\ud800 der\u0000 Hund?", "document_id": "fees"}'
    assert read_ranked_questions(written(tmp_path, line))[0].text == "Was kostet? der  Hund?"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("{", "line 2: not JSON (Expecting property name enclosed in double quotes, column 2)."),
        pytest.param("9" * 5_000, "line 2: not JSON (a number has too many digits).", id="digits"),
        pytest.param("[" * 100_000, "line 2: nested too deeply.", id="deep"),
        ("[1]", "line 2: use one JSON object with 'question' and 'document_id' or 'file'."),
        ('{"document_id": "a"}', "line 2: 'question' is missing, use a text."),
        ('{"question": " ", "document_id": "a"}', "line 2: 'question' is \" \", use a text."),
        ('{"question": "a?"}', "line 2: neither 'document_id' nor 'file' names the document expected."),
        ('{"question": "a?", "file": 7}', "line 2: 'file' is 7, use the document's external id."),
        ('{"question": "a?", "file": "a", "page": 0}', "line 2: 'page' is 0, use a whole number from 1."),
        ('{"question": "a?", "file": "a", "page": true}', "line 2: 'page' is true, use a whole number from 1."),
        ('{"question": "a?", "file": "a", "page": "3"}', "line 2: 'page' is \"3\", use a whole number from 1."),
    ],
)
def test_a_bad_record_is_a_sentence_with_its_line(tmp_path: Path, line: str, sentence: str) -> None:
    with pytest.raises(BadQuestions) as error:
        read_ranked_questions(written(tmp_path, GOOD, line))
    assert str(error.value).endswith(sentence)


def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadQuestions, match="cannot be read: No such file or directory"):
        read_ranked_questions(tmp_path / "none.jsonl")


def test_a_file_that_is_no_text_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadQuestions, match="is not UTF-8 text"):
        read_ranked_questions(path)


def test_a_file_without_questions_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadQuestions, match="holds no question"):
        read_ranked_questions(written(tmp_path, "", ""))


@pytest.mark.parametrize(
    "line",
    [
        '{"question": "a?", "document_id": null}',
        '{"question": "a?", "must_refuse": true}',
        '{"question": "a?", "question_type": "null_query", "evidence": []}',
        '{"question": "a?", "type": "unanswerable"}',
    ],
)
def test_a_record_may_say_that_no_document_answers_it(tmp_path: Path, line: str) -> None:
    first, second = read_ranked_questions(written(tmp_path, GOOD, line))
    assert first.document_names
    assert second.document_names == ()
    with pytest.raises(BadQuestions, match="no question names a document"):
        read_ranked_questions(written(tmp_path, line))


def test_a_follow_up_names_the_questions_before_it(tmp_path: Path) -> None:
    line = '{"question": "Und der zweite?", "document_id": "fees", "previous": ["Was kostet der erste Hund?"]}'
    assert read_ranked_questions(written(tmp_path, line))[0].previous == ("Was kostet der erste Hund?",)
    with pytest.raises(BadQuestions, match="'previous' is \"x\", use a list of texts"):
        read_ranked_questions(written(tmp_path, line.replace('["Was kostet der erste Hund?"]', '"x"')))
