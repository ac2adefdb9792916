"""nDCG@10 as MTEB defines it, and the files in which such questions come."""

from benchmarks.ranking import ndcg, read_squad


def test_a_rank_counts_by_its_logarithm_and_nothing_below_the_tenth() -> None:
    # (1 + 1 / log2(3) + 1 / log2(11) + 0 + 0) / 5
    assert ndcg([1, 2, 10, 11, None]) == round((1 + 0.63093 + 0.28906) / 5, 4)


def test_a_paragraph_is_one_document_however_often_it_is_listed() -> None:
    first = {"context": "Der Kläger …", "qas": [{"question": "Wer klagt? "}, {"question": "Worüber?"}]}
    again = {"context": "Der Kläger …", "qas": [{"question": "Warum?"}], "document_id": 167061}
    documents, asked = read_squad({"data": [{"paragraphs": [first]}, {"paragraphs": [again, {"context": "Urteil"}]}]})
    assert [one["text"] for one in documents] == ["Der Kläger …", "Urteil"]
    assert asked == [("Wer klagt?", "paragraph-0"), ("Worüber?", "paragraph-0"), ("Warum?", "paragraph-0")]
