from apps.graph.querying.cut_excerpt import cut_excerpt

LONG = " ".join(f"Satz {n} handelt von nichts Besonderem." for n in range(40))


def test_a_short_text_is_given_whole() -> None:
    assert cut_excerpt(" Die Brücke. ", "Brücke") == "Die Brücke."


def test_it_is_a_stretch_of_the_text_around_what_is_asked_for() -> None:
    text = f"{LONG} Die Nordbrücke kostet drei Millionen Euro. {LONG}"
    found = cut_excerpt(text, "Was kostet die Nordbrücke?", longest=200)
    assert "Die Nordbrücke kostet drei Millionen Euro." in found
    assert found in text
    assert len(found) <= 200


def test_a_text_without_sentences_is_cut() -> None:
    assert len(cut_excerpt("x" * 5_000, "Brücke", longest=300)) == 300
