"""A summary is held against its document, whoever wrote it."""

from apps.text.plausibility.check_text_against_source import (
    are_in_same_language,
    echoes_prompt,
    keeps_question_subject,
    phrases_found_in_source,
    shares_words_with_source,
)

SOURCE = (
    "Satzung über die Erhebung der Hundesteuer. Die Stadt erhebt eine Hundesteuer von 120 Euro im Jahr. Blindenhunde "
    "sind von der Steuer befreit. Der Antrag auf Befreiung ist schriftlich beim Steueramt zu stellen."
)


def test_a_summary_in_words_of_its_own_is_made_from_its_document() -> None:
    said = "Für Hunde zahlen Halter der Stadt jährlich 120 Euro; wer einen Blindenhund hat, kann sich befreien lassen."
    assert shares_words_with_source(said, SOURCE)


def test_what_shares_no_words_is_not() -> None:
    said = "Willkommen! Dieser Assistent beantwortet gern alle möglichen Fragen rund um Reisen, Kochen und Musik."
    assert not shares_words_with_source(said, SOURCE)


def test_of_a_few_words_one_stands_in_the_source() -> None:
    assert shares_words_with_source("Blindenhunde: frei auf Wunsch.", SOURCE)
    for said in ("Kurz gesagt: nichts.", "OK", "KEINE_ANTWORT", "…"):
        assert not shares_words_with_source(said, SOURCE)


def test_another_language_than_the_documents_is_noticed() -> None:
    assert not are_in_same_language(
        "The city has a tax for dogs and it is to be paid by the owner in each year.", SOURCE
    )
    assert are_in_same_language(
        "Die Stadt hat eine Steuer für Hunde, und sie ist von dem Halter im Jahr zu zahlen.", SOURCE
    )


def test_the_words_of_the_order_are_an_echo() -> None:
    order = "Sie fassen amtliche Dokumente zusammen, damit sie gefunden werden. Höchstens 100 Wörter, in ganzen Sätzen."
    assert echoes_prompt("Sie fassen amtliche Dokumente zusammen, damit sie gefunden werden. Also: Titel", order)
    assert not echoes_prompt("Die Stadt fasst amtliche Dokumente in ganzen Sätzen zusammen.", order)


def test_a_keyword_stands_in_the_text_or_is_part_of_a_word_of_it() -> None:
    told = ["Hundesteuer", "Blindenhund", "Schlagwort", "Steuerbefreiung"]
    assert phrases_found_in_source(told, SOURCE) == ["Hundesteuer", "Blindenhund", "Steuerbefreiung"]


def test_a_question_in_other_words_asks_the_same() -> None:
    said = ["Wie hoch ist die Gebühr für einen Anwohnerparkausweis?", "Sie beträgt 30,70 Euro."]
    assert keeps_question_subject("Wie zahle ich die Gebühr für den Anwohnerparkausweis?", "Und wie zahle ich?", said)
    assert not keeps_question_subject("What are the benefits of a healthy lifestyle?", "What is ChatGPT?", said)
    assert not keeps_question_subject(
        "Die Gebühr für einen Anwohnerparkausweis beträgt 30,70 Euro.", "Was ist ChatGPT?", said
    )
    assert not keeps_question_subject("?", "Und nun?", said)
