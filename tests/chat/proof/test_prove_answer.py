"""No link without a proof: each quote is looked up on exactly the page that is cited."""

import random
import time

import pytest

from apps.chat.proof.annotate_answer import CONTRADICTED_OPEN, LINK_SIGN, UNPROVED_CLOSE, UNPROVED_OPEN
from apps.chat.proof.find_quote import PageText
from apps.chat.proof.prove_answer import prove_answer
from apps.chat.proof.prove_sentence import MOST_LOOKED_UP
from apps.chat.proof.types import NumberedSource
from tests.processor_time import at_most

FEES = (
    "Die Ge-\nbühr für einen Anwohnerparkausweis beträgt **30,70 Euro** im Jahr.\n"
    "Sie ist bis zum 1. März 2024 zu zahlen."
)
DOGS = "| Tier | Steuer |\n|---|---|\n| Hund | 120 € |\n\nBlindenhunde sind nach § 12 Abs. 3 befreit."
SUMMARY = "Die Satzung regelt Gebühren und Steuern der Stadt im Jahr 2024."


def source(number: int, text: str, page: int | None = 1) -> NumberedSource:
    return NumberedSource(
        number, number * 10, f"{number}.pdf", f"Dokument {number}", page, text, PageText(text if page else "")
    )


SOURCES = [source(1, FEES, 3), source(2, DOGS, 5), source(3, SUMMARY, None)]


def test_a_true_quote_becomes_a_citation_in_the_words_of_the_page() -> None:
    answer = prove_answer(
        'Der Ausweis kostet 30,70 Euro [1].\nBELEGE\n[1] "Gebühr für einen Anwohnerparkausweis"', SOURCES
    )
    [citation] = answer.citations
    assert (citation.number, citation.document_id, citation.page) == (1, 10, 3)
    assert citation.quote == "Gebühr für einen Anwohnerparkausweis"
    assert answer.text == "Der Ausweis kostet 30,70 Euro [1]."
    assert answer.warnings == []


FALSE = [
    ("a quote that is not there", '[1] "Der Ausweis ist kostenlos zu haben"', "[1]", "quote_not_found"),
    ("a quote from another page", '[1] "Blindenhunde sind nach § 12 Abs. 3 befreit"', "[1]", "quote_not_found"),
    ("a page that was never retrieved", '[7] "Blindenhunde sind befreit"', "[7]", "page_not_retrieved"),
    ("a summary", '[3] "Die Satzung regelt Gebühren und Steuern"', "[3]", "no_page"),
    ("no quote at all", "", "[1]", "no_quote"),
    ("number nought", '[0] "Blindenhunde sind befreit"', "[0]", "page_not_retrieved"),
]


@pytest.mark.parametrize(("evidence", "marker", "reason"), [row[1:] for row in FALSE], ids=[row[0] for row in FALSE])
def test_what_is_not_proved_gets_no_link_but_a_reason_and_a_mark(evidence: str, marker: str, reason: str) -> None:
    answer = prove_answer(f"Der Bürgermeister wohnt im Rathaus {marker}.\nBELEGE\n{evidence}", SOURCES)
    assert answer.citations == []
    assert [failure.reason for failure in answer.failures] == [reason]
    assert answer.text == "Der Bürgermeister wohnt im Rathaus."
    assert answer.marked.startswith(UNPROVED_OPEN)
    assert answer.warnings == [
        {"kind": "unproved_sentence", "text": "Der Bürgermeister wohnt im Rathaus.", "reason": reason}
    ]


def test_numbers_follow_the_order_of_first_appearance() -> None:
    answer = prove_answer(
        "Hunde kosten 120 € [2]. Der Ausweis kostet 30,70 Euro [1]. Blindenhunde sind befreit [2].\nBELEGE\n"
        '[2] "Hund 120 €"\n[1] "beträgt 30,70 Euro im Jahr"\n[2] "Blindenhunde sind nach § 12 Abs. 3 befreit"',
        SOURCES,
    )
    assert answer.text == "Hunde kosten 120 € [1]. Der Ausweis kostet 30,70 Euro [2]. Blindenhunde sind befreit [1]."
    assert [(citation.number, citation.document_id) for citation in answer.citations] == [(1, 20), (1, 20), (2, 10)]


def test_each_sentence_links_to_its_own_place_of_the_page() -> None:
    answer = prove_answer(
        'Hunde kosten 120 € [2]. Blindenhunde sind befreit [2].\nBELEGE\n[2] "Hund 120 €"\n[2] "Blindenhunde sind"',
        SOURCES,
    )
    links = {citation.link: citation.quote for citation in answer.citations}
    shown = [links[int(found[1])] for found in LINK_SIGN.finditer(answer.marked)]
    assert shown == ["Hund 120 €", "Blindenhunde sind"]


def test_what_is_not_proved_leaves_its_number_unused() -> None:
    """The number was shown while the answer was written."""
    answer = prove_answer(
        'Katzen kosten 60 Euro [2]. Der Ausweis kostet 30,70 Euro [1].\nBELEGE\n[2] "Katze 60 €"\n'
        '[1] "beträgt 30,70 Euro im Jahr"',
        SOURCES,
    )
    assert answer.text == "Katzen kosten 60 Euro. Der Ausweis kostet 30,70 Euro [2]."


def test_the_same_quote_twice_is_one_citation() -> None:
    listed = '[1] "beträgt 30,70 Euro im Jahr"\n[1] "beträgt 30,70 Euro im Jahr."'
    answer = prove_answer(f"Er kostet 30,70 Euro [1]. Im Jahr [1].\nBELEGE\n{listed}", SOURCES)
    assert answer.text == "Er kostet 30,70 Euro [1]. Im Jahr [1]."
    assert len(answer.citations) == 1


def test_one_quote_for_several_uses_goes_where_its_words_fit() -> None:
    answer = prove_answer(
        "Der Ausweis kostet 30,70 Euro im Jahr [1]. Zu zahlen ist bis zum 1. März 2024 [1]. Das gilt [1].\nBELEGE\n"
        '[1] "beträgt 30,70 Euro im Jahr"\n[1] "bis zum 1. März 2024 zu zahlen"',
        SOURCES,
    )
    assert [citation.quote for citation in answer.citations] == [
        "beträgt **30,70 Euro** im Jahr".replace("**", ""),
        "bis zum 1. März 2024 zu zahlen",
    ]


INLINE = [
    ("German marks", "Es heißt: „Sie ist bis zum 1. März 2024 zu zahlen“ [1]."),
    ("plain marks", 'Es heißt: "Sie ist bis zum 1. März 2024 zu zahlen." [1]'),
    ("without a list", "Sie ist bis zum 1. März 2024 zu zahlen [1]."),
]


@pytest.mark.parametrize("reply", [row[1] for row in INLINE], ids=[row[0] for row in INLINE])
def test_a_quote_within_the_answer_is_proof_too(reply: str) -> None:
    assert [citation.quote for citation in prove_answer(reply, SOURCES).citations] == [
        "Sie ist bis zum 1. März 2024 zu zahlen"
    ]


def test_a_false_quotation_in_the_answer_is_not_saved_by_a_true_one_in_the_list() -> None:
    answer = prove_answer(
        'Es heißt: „Sie ist sofort und bar zu zahlen“ [1].\nBELEGE\n[1] "beträgt 30,70 Euro im Jahr"', SOURCES
    )
    assert answer.citations == []


def test_one_proof_among_several_markers_is_enough() -> None:
    answer = prove_answer('Der Ausweis kostet 30,70 Euro [1, 9].\nBELEGE\n[1] "beträgt 30,70 Euro im Jahr"', SOURCES)
    assert answer.text == "Der Ausweis kostet 30,70 Euro [1]."
    assert [failure.reason for failure in answer.failures] == ["page_not_retrieved"]
    assert UNPROVED_OPEN not in answer.marked


def test_quotes_of_a_model_that_forgot_the_markers_stand_at_the_end() -> None:
    answer = prove_answer('Der Ausweis kostet 30,70 Euro.\nBELEGE\n[1] "beträgt 30,70 Euro im Jahr"', SOURCES)
    assert answer.text == "Der Ausweis kostet 30,70 Euro. [1]"


@pytest.mark.parametrize(
    ("sentence", "missing"),
    [
        ("Der Ausweis kostet 31 Euro", "31 Euro"),
        ("Zu zahlen bis zum 2. März 2024", "2. März 2024"),
        ("Das steht in § 14", "§ 14"),
    ],
)
def test_a_figure_that_no_cited_page_states_is_a_warning(sentence: str, missing: str) -> None:
    answer = prove_answer(f'{sentence} [1].\nBELEGE\n[1] "Gebühr für einen Anwohnerparkausweis"', SOURCES)
    assert answer.warnings == [{"kind": "unsupported_number", "text": missing}]


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("Die Sperre dauert 14 Wochen [1].", "other_number"),
        ("Die Sperre dauert 6 Monate [1].", "unsupported_number"),
        ("Die Sperre gilt 14 Werktage und 2 Monate [1].", "unsupported_number"),
    ],
)
def test_the_number_of_a_quote_with_another_unit_of_time_says_otherwise(sentence: str, kind: str) -> None:
    page = source(1, "Die Sperre der Karte dauert 14 Werktage.")
    answer = prove_answer(f'{sentence}\nBELEGE\n[1] "Die Sperre der Karte dauert 14 Werktage."', [page])
    assert kind in {warning["kind"] for warning in answer.warnings}


def test_what_rules_explain_is_not_held_back_by_words_that_the_page_does_not_have() -> None:
    page = source(1, "Kinder bis zum vollendeten sechsten Lebensjahr sind von der Gebühr befreit.")
    reply = f'Kinder unter sechs Jahren zahlen keine Gebühr [1].\nBELEGE\n[1] "{page.page_text.text}"'
    answer = prove_answer(reply, [page])
    assert [one.level for one in answer.sentences] == ["verbatim"]
    assert answer.warnings == []


@pytest.mark.parametrize(
    ("reply", "levels"),
    [
        ("Sie dürfen keine Tiere mitbringen [1].", ["verbatim"]),
        ("Die Helfer sind nett. Sie dürfen keine Tiere mitbringen [1].", ["without_source", "quoted"]),
    ],
)
def test_what_is_told_to_the_reader_is_proved_where_it_can_mean_nobody_else(reply: str, levels: list[str]) -> None:
    page = source(1, "Tiere dürfen nicht mitgebracht werden.")
    answer = prove_answer(f'{reply}\nBELEGE\n[1] "{page.page_text.text}"', [page])
    assert [one.level for one in answer.sentences] == levels


def test_a_figure_of_a_page_that_is_not_cited_supports_nothing() -> None:
    answer = prove_answer('Es kostet 120 € [1].\nBELEGE\n[1] "Gebühr für einen Anwohnerparkausweis"', SOURCES)
    assert answer.warnings == [{"kind": "unsupported_number", "text": "120 €"}]


def test_an_unsupported_figure_is_marked_at_its_place_and_the_link_stays() -> None:
    answer = prove_answer(
        'Der Ausweis kostet 31 Euro im Jahr [1].\nBELEGE\n[1] "Gebühr für einen Anwohnerparkausweis"', SOURCES
    )
    assert answer.text == "Der Ausweis kostet 31 Euro im Jahr [1]."
    assert f"{UNPROVED_OPEN} 31 Euro {UNPROVED_CLOSE} im Jahr" in answer.marked


def test_a_name_that_no_cited_page_states_is_marked() -> None:
    answer = prove_answer(
        'Frau Schmidt erteilt den Ausweis [1].\nBELEGE\n[1] "Gebühr für einen Anwohnerparkausweis"', SOURCES
    )
    assert answer.warnings == [{"kind": "unsupported_name", "text": "Schmidt"}]
    assert f"{UNPROVED_OPEN} Schmidt {UNPROVED_CLOSE}" in answer.marked


def test_a_denial_that_the_cited_page_does_not_state_is_marked_as_a_whole() -> None:
    answer = prove_answer(
        'Blindenhunde sind nicht befreit [2].\nBELEGE\n[2] "Hund 120 €"', [source(2, "| Hund | 120 € |", 5)]
    )
    assert [warning["kind"] for warning in answer.warnings] == ["unsupported_negation"]
    assert answer.marked.startswith(UNPROVED_OPEN)
    assert len(answer.citations) == 1


def test_a_denial_that_the_answer_lost_is_marked() -> None:
    page = source(1, "Der Antrag kann nicht elektronisch gestellt werden. Er ist zu unterschreiben.", 1)
    quote = "Der Antrag kann nicht elektronisch gestellt werden"
    answer = prove_answer(f'Der Antrag kann elektronisch gestellt werden [1].\nBELEGE\n[1] "{quote}"', [page])
    assert [warning["kind"] for warning in answer.warnings] == ["missing_negation"]


def test_an_address_is_not_broken_by_a_mark() -> None:
    answer = prove_answer(
        'Siehe https://stadt.example/2019/77 und den Ausweis [1].\nBELEGE\n[1] "Gebühr für einen Anwohnerparkausweis"',
        SOURCES,
    )
    assert "https://stadt.example/2019/77" in answer.marked


def test_only_the_unproved_cell_of_a_table_is_marked() -> None:
    answer = prove_answer(
        '| Tier | Preis |\n|---|---|\n| Hund | 120 € [2] |\n| Katze | 5 € [2] |\nBELEGE\n[2] "Hund 120 €"', SOURCES
    )
    assert answer.text.count("[1]") >= 1
    assert all(citation.quote == "Hund | 120 €".replace(" |", "") for citation in answer.citations)


TRUE_QUOTES = [
    (1, "Gebühr für einen Anwohnerparkausweis beträgt 30,70 Euro"),
    (1, "bis zum 1. März 2024 zu zahlen"),
    (2, "Blindenhunde sind nach § 12 Abs. 3 befreit"),
    (2, "Hund 120 €"),
]
FALSE_QUOTES = [
    (1, "Der Ausweis ist kostenlos zu haben"),
    (2, "Katzen kosten 60 Euro im Jahr"),
    (3, "Satzung regelt"),
    (8, "x y z"),
]


def test_five_hundred_scripted_answers_have_no_unproved_link() -> None:
    for seed in range(500):
        scripted_answer_has_no_unproved_link(seed)


def scripted_answer_has_no_unproved_link(seed: int) -> None:
    choose = random.Random(seed)  # noqa: S311 - the same noise every time
    uses = [
        (choose.choice(TRUE_QUOTES), True) if choose.random() < 0.5 else (choose.choice(FALSE_QUOTES), False)
        for _ in range(6)
    ]
    sentences = " ".join(
        f"Satz {word} sagt etwas [{number}]." for word, ((number, _), _) in zip("ABCDEF", uses, strict=True)
    )
    listed = "\n".join(f'[{number}] "{quote}"' for (number, quote), _ in uses)
    answer = prove_answer(f"{sentences}\n\nBELEGE\n{listed}", SOURCES)
    true = {pair for pair, is_true in uses if is_true}
    assert len(answer.citations) == len(true), seed
    assert len(answer.failures) == sum(not is_true for _, is_true in uses), seed
    for citation in answer.citations:
        page = SOURCES[citation.document_id // 10 - 1]
        assert page.page_text.locate(citation.quote) is not None, seed


def test_where_each_paragraph_must_cite_one_without_proof_is_marked_and_warned_about() -> None:
    reply = (
        "# Gebühren\n\nDie Stadt regelt dies:\n- Der Ausweis kostet 30,70 Euro [1].\n- Alle sind zufrieden damit.\n\n"
        "Hunde sind teuer. Das freut niemanden.\n\nBlindenhunde sind befreit [2]. So ist es."
        '\nBELEGE\n[1] "beträgt 30,70 Euro im Jahr"\n[2] "Blindenhunde sind nach § 12 Abs. 3 befreit"'
    )
    answer = prove_answer(reply, SOURCES, each_paragraph=True)
    unproved = [warning["text"] for warning in answer.warnings if warning["kind"] == "unproved_sentence"]
    assert unproved == ["Alle sind zufrieden damit.", "Hunde sind teuer.", "Das freut niemanden."]
    assert f"{UNPROVED_OPEN} Alle sind zufrieden damit. {UNPROVED_CLOSE}" in answer.marked
    assert f"{UNPROVED_OPEN} So ist es. {UNPROVED_CLOSE}" in answer.marked
    assert answer.marked.count(UNPROVED_OPEN) == 4
    assert all(warning["kind"] != "unproved_sentence" for warning in prove_answer(reply, SOURCES).warnings)


PASS_FEES = (
    "Die Gebühr für den Reisepass beträgt 70 Euro. Ein Zuschlag von 32 Euro fällt an, wenn es eilt.\n"
    "Hunde sind in der Halle nicht erlaubt. Anträge nimmt Frau Brandt entgegen."
)
TAXES = "Die Hundesteuer beträgt 120 Euro im Jahr."
PAGES = [source(1, PASS_FEES, 3), source(2, TAXES, 5)]
FEE, TAX = '[1] "Die Gebühr für den Reisepass beträgt 70 Euro"', '[2] "Die Hundesteuer beträgt 120 Euro"'
BEYOND_THE_QUOTE = [
    ("another amount of the page", "Der Reisepass kostet 32 Euro [1].", FEE, ["other_number"]),
    (
        "an amount of another cited page",
        "Der Pass kostet 120 Euro [1]. Die Hundesteuer beträgt 120 Euro [2].",
        f"{FEE}\n{TAX}",
        ["unsupported_number"],
    ),
    ("two amounts, one quoted", "Der Reisepass kostet 70 Euro, mit Zuschlag von 32 Euro mehr [1].", FEE, []),
    ("another amount in a table", "| Was | Preis |\n|---|---|\n| Pass | 32 Euro [1] |", FEE, ["other_number"]),
    ("another amount in a list", "Preise:\n- Reisepass: 32 Euro [1]", FEE, ["other_number"]),
    (
        "nothing of the page",
        "Die Stadt baut eine neue Brücke über den breiten Fluss [1].",
        FEE,
        ["unrelated"],
    ),
    ("a free thing that costs", "Der Reisepass ist kostenlos [1].", FEE, ["unsupported_negation"]),
    (
        "a denial without a link",
        "Der Reisepass kostet 70 Euro [1]. Kinder brauchen keinen Ausweis.",
        FEE,
        ["unsupported_negation"],
    ),
    ("a name with a letter less", "Frau Brand nimmt den Antrag für den Reisepass [1].", FEE, ["unsupported_name"]),
    ("an address of letters", "Den Reisepass beantragen Sie bei amt@stadt.example [1].", FEE, ["unsupported_name"]),
]


@pytest.mark.parametrize(
    ("reply", "evidence", "kinds"), [row[1:] for row in BEYOND_THE_QUOTE], ids=[row[0] for row in BEYOND_THE_QUOTE]
)
def test_a_true_quote_does_not_prove_what_it_does_not_say(reply: str, evidence: str, kinds: list[str]) -> None:
    answer = prove_answer(f"{reply}\nBELEGE\n{evidence}", PAGES)
    assert answer.citations
    assert [warning["kind"] for warning in answer.warnings] == kinds
    assert any(sign in answer.marked for sign in (UNPROVED_OPEN, CONTRADICTED_OPEN)) is bool(kinds)


REPEATED = "die Stadt zahlt der Gemeinde Geld und die Gemeinde zahlt der Stadt Geld, wenn der Verein es will, "


def repetitive(sentences: int, clauses: int) -> tuple[str, list[NumberedSource]]:
    """An answer of sentences of that many like clauses, each with eight quotes of 480 characters of such clauses."""
    pages = [f"{(REPEATED * 5)[:470].rstrip(', ')} im Fall {'abcdefgh'[n]}." for n in range(8)]
    marks = "".join(f"[{n + 1}]" for n in range(8))
    said = [f"{(REPEATED * clauses).rstrip(', ').capitalize()} am Ende {marks}." for _ in range(sentences)]
    evidence = "\n".join(f'[{n + 1}] "{page}"' for n, page in enumerate(pages))
    return f"{' '.join(said)}\n\nBELEGE\n{evidence}", [source(n + 1, page) for n, page in enumerate(pages)]


@pytest.mark.parametrize(("sentences", "clauses"), [(1, 12), (60, 2), (20, 4)])
def test_an_answer_that_repeats_itself_is_proved_in_bounded_time(sentences: int, clauses: int) -> None:
    reply, sources = repetitive(sentences, clauses)
    started = time.thread_time()
    found = prove_answer(reply, sources)
    assert time.thread_time() - started < 2
    assert len(found.sentences) == sentences
    assert "verbatim" not in {one.level for one in found.sentences}


@pytest.mark.parametrize("marker", ["[1]", "[7]", "[1-20]"])
def test_markers_and_quotes_without_end_cost_little_and_leave_few_failures(marker: str) -> None:
    answers = '[1-20]"nie gesagt"\n' * 600
    with at_most(4):
        answer = prove_answer(f"Der Ausweis ist frei {marker * 1_600}.\nBELEGE\n{answers}", SOURCES)
    assert answer.citations == []
    assert len(answer.failures) <= MOST_LOOKED_UP
    assert [warning["reason"] for warning in answer.warnings] == ["not_looked_up"]
    assert "not_looked_up" not in {failure.reason for failure in answer.failures[:-1]}


def test_sentences_that_all_cite_the_same_pages_read_their_figures_once() -> None:
    figures = " ".join(f"Die Anlage {n} kostet {n} Euro und misst {n} Meter." for n in range(1, 100))
    said = " ".join(f"Der Tarif in Fall {n} beträgt {900 + n} Euro [1-20]." for n in range(250))
    quotes = "\n".join(f'[{n}] "Die Anlage {n} kostet {n} Euro"' for n in range(1, 21))
    with at_most(2):
        answer = prove_answer(f"{said}\n\nBELEGE\n{quotes}", [source(n, f"Seite {n}. {figures}") for n in range(1, 21)])
    assert len(answer.citations) == 20


def test_what_the_time_does_not_reach_is_quoted_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    page = "Der Reisepass kostet 70 Euro."
    reply = f'{page[:-1]} [1].\n\nBELEGE\n[1] "{page}"'
    assert [one.level for one in prove_answer(reply, [source(1, page)]).sentences] == ["verbatim"]
    monkeypatch.setattr("apps.chat.proof.assign_proof_levels.MOST_SECONDS", 0)
    assert [one.level for one in prove_answer(reply, [source(1, page)]).sentences] == ["quoted"]


@pytest.mark.parametrize(
    "unit", ["|[1]", "A", "Euro", "|1", "Das ist 1 nicht. ", "Gebühr nicht vor 3 Tagen [1]. "], ids=range(6)
)
def test_a_reply_gone_wrong_is_checked_in_bounded_time(unit: str) -> None:
    with at_most(4):
        prove_answer(f"Der Reisepass kostet 70 Euro [1]. {(unit * 20_000)[:20_000]}", PAGES)
