from apps.chat.admission.opening_key import compute_opening_key

ASKED = ["m-1", "Wie hoch ist die Gebühr?", "192.0.2.1"]


def test_the_same_question_of_the_same_asker_has_the_same_key() -> None:
    assert compute_opening_key("chat", ASKED) == compute_opening_key("chat", list(ASKED))
    assert len(compute_opening_key("chat", ASKED)) == 64


def test_what_differs_in_anything_has_another_key() -> None:
    others = [["m-2", *ASKED[1:]], [*ASKED[:2], "192.0.2.2"], ["m-1Wie", *ASKED[1:]]]
    keys = {compute_opening_key("chat", each) for each in [ASKED, *others]} | {compute_opening_key("form", ASKED)}
    assert len(keys) == 5
