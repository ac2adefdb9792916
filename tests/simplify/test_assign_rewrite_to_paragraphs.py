"""Each paragraph gets the sentences that stand for it, and no others."""

import pytest

from apps.simplify.assign_rewrite_to_paragraphs import rewrite_by_paragraph
from apps.simplify.rewriting.rewrite_outcome import RewrittenSentence

PARAGRAPHS = [
    "Ausweis: Es sind 30 Euro zu zahlen.",
    "Zahlbar ist das im Bürgeramt.",
    "Pass: Es sind 70 Euro zu zahlen. Zahlbar ist das im Rathaus.",
]


def unchanged(text: str, separator: str = "\n\n") -> RewrittenSentence:
    return RewrittenSentence(text, text, separator)


REST = unchanged(PARAGRAPHS[2], "")


def test_a_group_over_two_paragraphs_is_split_where_its_rewrite_is() -> None:
    group = RewrittenSentence(
        "\n\n".join(PARAGRAPHS[:2]), "Ausweis: Sie zahlen 30 Euro.\n\nSie zahlen im Bürgeramt.", "\n\n"
    )
    assert rewrite_by_paragraph(PARAGRAPHS, [group, REST]) == [
        "Ausweis: Sie zahlen 30 Euro.", "Sie zahlen im Bürgeramt.", PARAGRAPHS[2],
    ]  # fmt: skip


def test_a_group_over_two_paragraphs_that_became_one_moves_no_other_text() -> None:
    group = RewrittenSentence("\n\n".join(PARAGRAPHS[:2]), "Sie zahlen 30 Euro im Bürgeramt.", "\n\n")
    rest = [
        RewrittenSentence("Pass: Es sind 70 Euro zu zahlen.", "Pass: Sie zahlen 70 Euro.", " "),
        unchanged("Zahlbar ist das im Rathaus.", ""),
    ]
    assert rewrite_by_paragraph(PARAGRAPHS, [group, *rest]) == [
        None, None, "Pass: Sie zahlen 70 Euro. Zahlbar ist das im Rathaus.",
    ]  # fmt: skip


def test_paragraphs_that_changed_places_get_no_text_of_each_other() -> None:
    turned = RewrittenSentence(
        "\n\n".join(PARAGRAPHS[:2]), "Sie zahlen im Bürgeramt.\n\nAusweis: Sie zahlen 30 Euro.", "\n\n"
    )
    assert rewrite_by_paragraph(PARAGRAPHS, [turned, REST]) == [None, None, PARAGRAPHS[2]]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["Es sind 30 Euro zu zahlen.", "Es sind 70 Euro zu zahlen."], ["Sie zahlen 70 Euro.", "Sie zahlen 30 Euro."]),
        (["Die Gebühr entfällt.", "Die Gebühr entfällt nicht."], ["Die Gebühr entfällt nicht.", "Keine Gebühr."]),
        (
            ["Der Pass ist zu beantragen.", "Es sind 70 Euro zu zahlen. Zahlbar ist das im Rathaus."],
            ["Beantragen Sie den Pass. Sie zahlen 70 Euro.", "Sie zahlen im Rathaus."],
        ),
        (
            ["Der Pass ist zu beantragen. Es sind 70 Euro zu zahlen.", "Zahlbar ist das im Rathaus."],
            ["Beantragen Sie den Pass.", "Sie zahlen 70 Euro. Sie zahlen im Rathaus."],
        ),
    ],
    ids=["amounts", "negation", "back", "ahead"],
)
def test_paragraphs_keep_their_text_where_words_do_not_show_which_is_whose(before: list[str], after: list[str]) -> None:
    assert rewrite_by_paragraph(before, [RewrittenSentence("\n\n".join(before), "\n\n".join(after), "")]) == [
        None,
        None,
    ]


def test_paragraphs_that_differ_in_a_number_are_told_apart_by_it() -> None:
    before, after = ["Es sind 30 Euro zu zahlen.", "Es sind 70 Euro zu zahlen."], ["Sie zahlen 30 Euro.", "70 Euro."]
    assert rewrite_by_paragraph(before, [RewrittenSentence("\n\n".join(before), "\n\n".join(after), "")]) == after


def test_an_item_of_a_list_gets_no_second_sign() -> None:
    before = ["Der Ausweis ist mitzubringen.", "– Ein Nachweis"]
    made = ["– Bringen Sie ihn mit.", "– Nachweis"]
    items = [RewrittenSentence(*pair, "\n\n") for pair in zip(before, made, strict=True)]
    assert rewrite_by_paragraph(before, items) == ["Bringen Sie ihn mit.", "– Nachweis"]
    list_of_its_own = RewrittenSentence(before[0], "– Ausweis\n– Pass", "")
    assert rewrite_by_paragraph(before[:1], [list_of_its_own]) == ["– Ausweis\n– Pass"]


def test_what_a_model_added_stands_where_it_wrote_it() -> None:
    behind, own = RewrittenSentence("", "Im Voraus.", "\n\n"), RewrittenSentence("", "Vorsicht:", " ")
    said = rewrite_by_paragraph(
        PARAGRAPHS, [unchanged(PARAGRAPHS[0], " "), behind, own, unchanged(PARAGRAPHS[1]), REST]
    )
    assert said[:2] == [f"{PARAGRAPHS[0]} Im Voraus.", f"Vorsicht: {PARAGRAPHS[1]}"]
    at_both_ends = [own, unchanged(PARAGRAPHS[0]), unchanged(PARAGRAPHS[1]), REST, behind]
    assert rewrite_by_paragraph(PARAGRAPHS, at_both_ends)[::2] == [
        f"Vorsicht: {PARAGRAPHS[0]}",
        f"{PARAGRAPHS[2]}Im Voraus.",
    ]


def test_sentences_left_out_leave_their_paragraph_empty() -> None:
    assert (
        rewrite_by_paragraph(
            PARAGRAPHS, [unchanged(PARAGRAPHS[0]), RewrittenSentence(PARAGRAPHS[1], "", "\n\n"), REST]
        )[1]
        == ""
    )


def test_sentences_of_another_text_are_refused() -> None:
    with pytest.raises(ValueError, match="another text"):
        rewrite_by_paragraph(PARAGRAPHS, [unchanged("Ganz etwas anderes.")])


def test_paragraphs_that_were_not_rewritten_yet_stay() -> None:
    begun = RewrittenSentence("Pass: Es sind 70 Euro zu zahlen.", "Pass: Sie zahlen 70 Euro.", " ")
    assert rewrite_by_paragraph(PARAGRAPHS, [unchanged(PARAGRAPHS[0]), unchanged(PARAGRAPHS[1]), begun])[2] is None
    assert rewrite_by_paragraph(PARAGRAPHS, []) == [None, None, None]
    assert rewrite_by_paragraph([], []) == []
