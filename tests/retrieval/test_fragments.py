from apps.retrieval.fragments import fits


def test_a_compound_fits_its_parts() -> None:
    scores = fits("Behandlungskosten", ["Die Kosten der Behandlung", "Der Parkausweis gilt", "Ein Hund"])
    assert scores[0] > scores[1] == scores[2] == 0


def test_an_end_of_one_text_is_no_beginning_of_the_next() -> None:
    assert fits("Hundesteuer", ["Hund", "esteuer", "Katze"])[2] == 0


def test_a_separator_in_a_text_moves_no_other() -> None:
    assert fits("Hund", ["a\x1fb", "Hund"])[0] == 0


def test_japanese_fits_by_characters() -> None:
    scores = fits("北海道の雨", ["北海道は雨が多い。", "東京の夏"])
    assert scores[0] > scores[1]


def test_without_words_or_texts_nothing_fits() -> None:
    assert fits("?!", ["Hund"]) == [0.0]
    assert fits("Hund", []) == []
