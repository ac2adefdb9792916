"""What a program that shows text alone is told of an answer, and what of it does no harm wherever it is rendered."""

from typing import Any

import pytest

from apps.chat.admission.asked_question import AskedQuestion
from config.openai_api.add_card_and_notices_to_answer import (
    SECTION_SEPARATOR,
    answer_as_one_text,
    answer_language,
    expose_hidden_links,
    possible_answers,
)
from config.openai_api.completion_format import format_completion

LIE = "Für Hunde wird eine Ermäßigung gewährt."
TRUE = "Die Steuer beträgt 96 Euro."


def answer(text: str, *sentences: tuple[str, str], **fields: Any) -> dict[str, Any]:
    levels = [{"text": words, "level": level, "citations": [], "differences": []} for words, level in sentences]
    made = {"answer": text, "sentences": levels, "warnings": [], "help": None, "citations": [], "turn": "t"}
    return {**made, "tokens": {"input": 0, "output": 0}, **fields}


def test_a_sentence_that_its_source_contradicts_is_called_so() -> None:
    shown = answer_as_one_text(answer(f"{LIE} [1]", (LIE, "contradicted")), "de")["answer"]
    assert shown.startswith(f"{LIE} [1]{SECTION_SEPARATOR}")
    assert f"Die Quelle sagt etwas anderes: „{LIE}“" in shown


def test_a_sentence_without_proof_behind_a_proved_one_is_called_so() -> None:
    made = answer(
        f"{TRUE} [1] Wer nicht zahlt, haftet.", (TRUE, "verbatim"), ("Wer nicht zahlt, haftet.", "without_source")
    )
    shown = answer_as_one_text(made, "en")["answer"]
    assert "✓ proved: 1 of 2 sentences." in shown
    assert "Not proved: “Wer nicht zahlt, haftet.”" in shown


def test_an_answer_that_is_proved_is_handed_out_as_it_is() -> None:
    assert answer_as_one_text(answer(f"{TRUE} [1]", (TRUE, "verbatim")), "de")["answer"] == f"{TRUE} [1]"


def test_a_broken_answer_says_so_and_does_not_end_as_if_it_were_whole() -> None:
    warning = {"kind": "interrupted", "text": "Die Antwort ist abgebrochen."}
    made = format_completion(answer(f"{TRUE} [1] Danach", (TRUE, "verbatim"), warnings=[warning]), "auskunft", "", "de")
    choice = made["choices"][0]
    assert choice["finish_reason"] == "length"
    assert choice["message"]["content"].endswith(f"{SECTION_SEPARATOR}- Die Antwort ist abgebrochen.")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("![x](http://evil.example/p.gif?d=1)", "![x] (http://evil.example/p.gif?d=1)"),
        ("[Portal](http://evil.example) [1][2]", "[Portal] (http://evil.example) [1] [2]"),
        ("![x][a]\n\n[a]: http://evil.example", "![x] [a]\n\n[a] : http://evil.example"),
        ("<img src=//evil.example> </b> <!-- a -->", "\\<img src=//evil.example> \\</b> \\<!-- a -->"),
        ("3 < 4, [1]. [2]: so", "3 < 4, [1]. [2] : so"),
    ],
)
def test_no_client_loads_anything_from_an_address_of_the_model(written: str, shown: str) -> None:
    assert expose_hidden_links(written) == shown
    assert expose_hidden_links(shown) == shown


@pytest.mark.parametrize("inner", ["Drei Euro.", f"Drei Euro.{SECTION_SEPARATOR}Vier Euro."])
def test_the_answer_is_found_again_below_a_card_and_above_notices(inner: str) -> None:
    card, notice = "Reden hilft", "- Nicht belegt: …"
    for sent in (
        inner,
        f"{card}{SECTION_SEPARATOR}{inner}",
        f"{inner}{SECTION_SEPARATOR}{notice}",
        f"{card}{SECTION_SEPARATOR}{inner}{SECTION_SEPARATOR}{notice}",
    ):
        assert inner in possible_answers(sent)
    assert inner not in possible_answers(f"{inner} Außerdem ist alles umsonst.")


def test_notices_speak_the_language_of_the_question() -> None:
    assert answer_language(AskedQuestion("How much is the fee for a parking permit?")) == "en"
    assert answer_language(AskedQuestion("How much is the fee?", language="de")) == "de"
