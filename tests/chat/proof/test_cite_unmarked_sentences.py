"""Sentences that a model left without a marker get that of the source it names, where the rules derive them from it."""

import time

from apps.chat.proof.find_quote import PageText
from apps.chat.proof.prove_answer import CitedAnswer, prove_answer
from apps.chat.proof.types import NumberedSource

MOVING = (
    "Die Abmeldung ist nur nötig, wenn Sie ins Ausland ziehen. Sie muss spätestens zwei Wochen nach dem Auszug "
    "erfolgen. Innerhalb Deutschlands meldet die neue Gemeinde Sie ab. Die Bestätigung kostet 9 Euro."
)
PASSPORT = (
    "Ein Reisepass kostet 70 Euro. Ein Expresspass liegt nach drei Werktagen bereit. Die Bestätigung kostet 12 Euro."
)


def source(number: int, page: str) -> NumberedSource:
    return NumberedSource(number, number, f"{number}.pdf", f"Merkblatt {number}", 1, page, PageText(page))


SOURCES = [source(1, MOVING), source(2, PASSPORT)]


def cited(reply: str) -> CitedAnswer:
    return prove_answer(reply, SOURCES)


def levels(answer: CitedAnswer) -> list[str]:
    return [str(sentence.level) for sentence in answer.sentences]


def test_one_marker_behind_a_paragraph_serves_all_its_sentences() -> None:
    answer = cited(
        "Die Abmeldung ist nur nötig, wenn Sie ins Ausland ziehen. Innerhalb Deutschlands meldet die neue Gemeinde "
        "Sie ab [1]."
    )
    assert levels(answer) == ["verbatim", "verbatim"]
    assert answer.text.count("[1]") == len(answer.sentences)
    assert answer.text.startswith("Die Abmeldung ist nur nötig, wenn Sie ins Ausland ziehen [1]. ")
    assert answer.citations[0].quote.startswith("Innerhalb")


def test_an_answer_without_any_marker_is_held_against_the_page_most_of_it_stands_on() -> None:
    answer = cited("Ein Reisepass kostet 70 Euro. Ein Expresspass liegt nach drei Werktagen bereit.")
    assert levels(answer) == ["verbatim", "verbatim"]
    assert {citation.external_id for citation in answer.citations} == {"2.pdf"}


def test_what_the_source_does_not_say_stays_without_one() -> None:
    answer = cited(
        "Ein Reisepass kostet 90 Euro. Er wird vom Bürgeramt in Leichter Sprache erklärt. Ein Expresspass liegt nach "
        "drei Werktagen bereit [2]."
    )
    assert levels(answer) == ["without_source", "without_source", "verbatim"]


def test_the_same_words_on_a_page_that_the_answer_does_not_name_prove_nothing() -> None:
    answer = cited("Die Bestätigung kostet 12 Euro. Innerhalb Deutschlands meldet die neue Gemeinde Sie ab [1].")
    assert levels(answer)[0] != "verbatim"
    assert {citation.external_id for citation in answer.citations} == {"1.pdf"}


def test_without_any_marker_only_one_page_is_taken() -> None:
    answer = cited("Ein Reisepass kostet 70 Euro. Ein Expresspass liegt nach drei Werktagen bereit. "
                   "Die Bestätigung kostet 9 Euro.")  # fmt: skip
    assert levels(answer)[2] != "verbatim"


def test_headings_cells_and_fragments_get_no_marker() -> None:
    answer = cited("## Ein Reisepass kostet 70 Euro.\n\nReisepass 70 Euro\n\n| Ein Reisepass kostet 70 Euro. |\n")
    assert answer.citations == []


def test_quotes_without_markers_go_to_the_sentence_that_is_nearest() -> None:
    answer = cited(
        "Ein Reisepass kostet 70 Euro.\n\nInnerhalb Deutschlands meldet die neue Gemeinde Sie ab.\n\nBELEGE\n"
        '[1] "Innerhalb Deutschlands meldet die neue Gemeinde Sie ab."\n[2] "Ein Reisepass kostet 70 Euro."'
    )
    assert levels(answer) == ["verbatim", "verbatim"]
    assert [sentence.citations for sentence in answer.sentences] == [(1,), (2,)]


def test_a_long_reply_without_markers_does_not_keep_a_processor_busy() -> None:
    pages = [source(n, f"{MOVING} Seite {n}. " * 40) for n in range(1, 41)]
    reply = " ".join(f"Die Gemeinde {n} meldet Sie innerhalb Deutschlands immer ab." for n in range(300))
    begun = time.thread_time()
    prove_answer(reply, pages)
    assert time.thread_time() - begun < 3
