"""Each sentence of an answer has a level; only what its source says is called proved."""

from dataclasses import replace

import pytest

from apps.chat.proof import proof_levels
from apps.chat.proof.annotate_answer import CONTRADICTED_OPEN, LEVEL_SIGN, UNPROVED_CLOSE, UNPROVED_OPEN
from apps.chat.proof.assign_proof_levels import MOST_DERIVED, assign_proof_levels, levels_of_computed_sentences
from apps.chat.proof.derive_from_quotes import derive_from_quotes
from apps.chat.proof.find_quote import PageText
from apps.chat.proof.proof_levels import LeveledSentence, ProofLevel
from apps.chat.proof.prove_answer import prove_answer
from apps.chat.proof.types import CitationUse, NumberedSource, ProvedCitation, ProvedSentence
from apps.chat.proof.unsupported_claims import Doubt
from apps.chat.reply_parsing.split_answer_sentences import Sentence
from apps.text.entailment import Level

PAGE = (
    "Kinder unter 7 Jahren werden nur in Begleitung Erwachsener zugelassen. "
    "Die Gebühr für den Reisepass beträgt 70 Euro. Sie ist bei der Abholung zu zahlen."
)
OTHER = "Die Hundesteuer beträgt 120 Euro im Jahr."
SOURCES = [
    NumberedSource(number, number, f"{number}.pdf", "Satzung", 1, text, PageText(text))
    for number, text in enumerate((PAGE, OTHER), start=1)
]
CHILDREN = '[1] "Kinder unter 7 Jahren werden nur in Begleitung Erwachsener zugelassen"'
FEE = '[1] "Die Gebühr für den Reisepass beträgt 70 Euro"'
TAX = '[2] "Die Hundesteuer beträgt 120 Euro im Jahr"'


def levels(reply: str, *evidence: str) -> list[LeveledSentence]:
    return [one for one in prove_answer("\n".join([reply, "BELEGE", *evidence]), SOURCES).sentences if one.has_words]


def level(reply: str, *evidence: str) -> str:
    [only] = levels(reply, *evidence)
    return str(only.level)


def test_the_words_of_the_source_are_verbatim() -> None:
    reply = "Kinder unter 7 Jahren werden nur in Begleitung Erwachsener zugelassen [1]."
    assert level(reply, CHILDREN) == "verbatim"


@pytest.mark.parametrize(
    "lie",
    [
        "Erwachsene werden nur in Begleitung von Kindern unter 7 Jahren zugelassen [1].",
        "Kinder über 7 Jahren werden nur in Begleitung Erwachsener zugelassen [1].",
        "Alle Kinder werden nur in Begleitung Erwachsener zugelassen [1].",
        "Kinder unter 7 Jahren werden in Begleitung Erwachsener zugelassen [1].",
    ],
)
def test_a_lie_with_a_true_quote_is_never_proved(lie: str) -> None:
    assert level(lie, CHILDREN) in ("quoted", "contradicted", "without_source")


def test_what_no_rule_explains_is_shown_with_its_quote_and_what_differs() -> None:
    [sentence] = levels("Kleine Kinder dürfen dort nur mit ihren Eltern hinein [1].", CHILDREN)
    assert sentence.level == ProofLevel.QUOTED
    assert sentence.quotes == ("Kinder unter 7 Jahren werden nur in Begleitung Erwachsener zugelassen",)
    assert sentence.citations == (1,)
    assert sentence.differences


def test_what_a_second_reader_is_shown_is_read_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(
        proof_levels, "sentence_with_restrictions", lambda proof: asked.append(proof.quote) or proof.sentence
    )
    [sentence] = levels("Kleine Kinder dürfen dort nur mit ihren Eltern hinein [1].", CHILDREN)
    assert sentence.claim
    assert not asked
    assert sentence.stated == ["Kinder unter 7 Jahren werden nur in Begleitung Erwachsener zugelassen."]


def test_an_invented_sentence_without_a_marker_behind_a_proved_one_is_marked() -> None:
    reply = "Die Gebühr für den Reisepass beträgt 70 Euro [1]. Für Familien gibt es Rabatt."
    answer = prove_answer(f"{reply}\nBELEGE\n{FEE}", SOURCES)
    assert [str(one.level) for one in answer.sentences] == ["verbatim", "without_source"]
    assert f"{UNPROVED_OPEN} Für Familien gibt es Rabatt. {UNPROVED_CLOSE}" in answer.marked


def test_a_sentence_without_a_marker_may_be_proved_by_a_quote_of_the_answer() -> None:
    reply = "Die Hundesteuer beträgt 120 Euro im Jahr. Das steht in der Satzung: 120 Euro im Jahr [2]."
    first, _second = levels(reply, TAX)
    assert (str(first.level), first.citations) == ("verbatim", (1,))


def test_a_figure_below_another_heading_is_not_proved_by_itself() -> None:
    reply = "Personalausweis:\n- 70 Euro [1]"
    assert [str(one.level) for one in levels(reply, FEE)][-1] != "verbatim"


LISTS = (
    "Erlaubt ist hier:\n\n- Musik\n- der Verkauf von Obst\n\nVerboten ist hier:\n\n- offenes Feuer\n- Drohnen im Flug\n"
)


@pytest.mark.parametrize(
    ("item", "level"),
    [("Drohnen im Flug", ProofLevel.DERIVED), ("der Verkauf von Obst", ProofLevel.CONTRADICTED)],
)
def test_an_item_far_below_is_held_against_the_line_that_leads_to_its_own_list(item: str, level: ProofLevel) -> None:
    source = NumberedSource(1, 1, "1.pdf", "Regeln", 1, LISTS, PageText(LISTS))
    reply = f'Verboten ist hier: {item} [1][1].\nBELEGE\n[1] "Verboten ist hier:"\n[1] "{item}"'
    answer = prove_answer(reply, [source])
    [sentence] = answer.sentences
    assert (sentence.level, sentence.quotes) == (level, ("Verboten ist hier", item))
    assert [citation.quote for citation in answer.citations] == ["Verboten ist hier", item]
    # Two quotes of one page are one number and one link, to the quote that says most of the sentence.
    assert answer.text == f"Verboten ist hier: {item} [1]."


def test_a_cell_is_proved_with_its_row_only() -> None:
    reply = "| Was | Preis |\n|---|---|\n| Personalausweis | 70 Euro [1] |"
    assert "verbatim" not in [str(one.level) for one in levels(reply, FEE)]


def test_a_sentence_that_points_back_is_not_proved_behind_another_subject() -> None:
    reply = "Die Hundesteuer beträgt 120 Euro im Jahr [2]. Sie ist bei der Abholung zu zahlen [1]."
    pick_up = '[1] "Sie ist bei der Abholung zu zahlen"'
    assert [str(one.level) for one in levels(reply, TAX, pick_up)] == ["verbatim", "quoted"]


def test_an_article_in_front_is_no_word_that_points_back() -> None:
    text = "Das Entgelt beträgt 12 Euro im Jahr. Das gilt auch für Vereine."
    source = NumberedSource(1, 1, "1.pdf", "Entgeltordnung", 1, text, PageText(text))
    reply = 'Das Entgelt beträgt 12 Euro im Jahr [1].\nBELEGE\n[1] "Das Entgelt beträgt 12 Euro im Jahr"'
    assert [str(one.level) for one in prove_answer(reply, [source]).sentences if one.has_words] == ["verbatim"]
    reply = 'Das gilt auch für Vereine [1].\nBELEGE\n[1] "Das gilt auch für Vereine"'
    assert [str(one.level) for one in prove_answer(reply, [source]).sentences if one.has_words] == ["quoted"]


def test_another_amount_is_marked_as_contradicted() -> None:
    answer = prove_answer(f"Die Gebühr für den Reisepass beträgt 90 Euro [1].\nBELEGE\n{FEE}", SOURCES)
    assert [str(one.level) for one in answer.sentences] == ["contradicted"]
    assert answer.marked.startswith(CONTRADICTED_OPEN)
    assert not LEVEL_SIGN.search(answer.marked)


def test_headings_and_lines_that_lead_to_others_are_not_marked() -> None:
    reply = "# Gebühren\n\nSie zahlen:\n\nDie Gebühr für den Reisepass beträgt 70 Euro [1]."
    assert UNPROVED_OPEN not in prove_answer(f"{reply}\nBELEGE\n{FEE}", SOURCES).marked


def test_the_text_of_the_answer_has_no_signs() -> None:
    answer = prove_answer(f"Die Gebühr für den Reisepass beträgt 70 Euro [1]. Alles Gute!\nBELEGE\n{FEE}", SOURCES)
    assert answer.text == "Die Gebühr für den Reisepass beträgt 70 Euro [1]. Alles Gute!"


def proof_of(quote: str, page: str) -> ProvedCitation:
    text = PageText(page)
    return ProvedCitation(1, 1, 1, "1.pdf", "Satzung", 1, quote, text, text.locate(quote))


def sentence_at(start: int, words: str, *proofs: ProvedCitation) -> ProvedSentence:
    """With a marker where it has proofs, else without one."""
    end = start + len(words)
    uses = [(CitationUse(end, end + 4, [1], words), list(proofs))] if proofs else []
    return ProvedSentence(Sentence(start, end, start), words, uses)


TAX_SENTENCE = "Die Hundesteuer beträgt 120 Euro im Jahr."
DOUBT = Doubt("unsupported_name", "Hundesteuer", 4, 15)


def test_a_sentence_with_a_doubt_that_no_rule_explains_is_not_proved() -> None:
    marked = sentence_at(0, TAX_SENTENCE, proof_of(OTHER, OTHER))
    assert [one.level for one in assign_proof_levels(TAX_SENTENCE, [marked], [])] == [ProofLevel.DERIVED]
    assert [one.level for one in assign_proof_levels(TAX_SENTENCE, [marked], [DOUBT])] == [ProofLevel.QUOTED]


def test_a_sentence_without_a_marker_and_with_a_doubt_has_no_source() -> None:
    body = f"{TAX_SENTENCE} {TAX_SENTENCE}"
    bare, marked = (
        sentence_at(0, TAX_SENTENCE),
        sentence_at(len(TAX_SENTENCE) + 1, TAX_SENTENCE, proof_of(OTHER, OTHER)),
    )
    assert assign_proof_levels(body, [bare, marked], [])[0].level == ProofLevel.DERIVED
    assert assign_proof_levels(body, [bare, marked], [DOUBT])[0].level == ProofLevel.WITHOUT_SOURCE


def test_a_sentence_of_a_paragraph_that_should_prove_itself_has_no_source_without_a_marker() -> None:
    body = f"{TAX_SENTENCE} {TAX_SENTENCE}"
    bare = replace(sentence_at(0, TAX_SENTENCE), is_uncited=True)
    marked = sentence_at(len(TAX_SENTENCE) + 1, TAX_SENTENCE, proof_of(OTHER, OTHER))
    levels = [one.level for one in assign_proof_levels(body, [bare, marked], [])]
    assert levels == [ProofLevel.WITHOUT_SOURCE, ProofLevel.DERIVED]


def test_what_code_worked_out_is_proved_with_its_cells_only() -> None:
    worked_out = levels_of_computed_sentences(
        [sentence_at(0, TAX_SENTENCE, proof_of(OTHER, OTHER)), sentence_at(50, "Zusammen: 3.")]
    )
    assert [one.level for one in worked_out] == [ProofLevel.DERIVED, ProofLevel.WITHOUT_SOURCE]


def test_sentences_after_the_first_sixty_are_quoted_at_most() -> None:
    many = [sentence_at(50 * place, TAX_SENTENCE, proof_of(OTHER, OTHER)) for place in range(MOST_DERIVED + 1)]
    levels = [one.level for one in assign_proof_levels(TAX_SENTENCE.ljust(50) * len(many), many, [])]
    assert levels[-2:] == [ProofLevel.DERIVED, ProofLevel.QUOTED]


def test_a_long_sentence_with_many_long_quotes_is_never_proved() -> None:
    long = f"Gebühren fallen an für {', '.join(['Hunde'] * 198)}."
    assert derive_from_quotes(long, [proof_of(long, long)]).level == Level.VERBATIM
    assert derive_from_quotes(long, [proof_of(long, long)] * 8).level == Level.UNEXPLAINED
