from apps.documents.parsing.duplicate_content_fingerprint import are_near_duplicates, content_fingerprint

TEXT = (
    "Wer in der Stadt einen Hund hält, meldet ihn innerhalb von zwei Wochen beim Steueramt an. Die Steuer beträgt "
    "hundert Euro. Für Blindenhunde wird keine Steuer erhoben. Der Antrag ist schriftlich zu stellen; Nachweise sind "
    "beizufügen."
)


def test_line_breaks_capitals_and_pages_do_not_count() -> None:
    other = TEXT.upper().replace(" ", "\n")
    assert content_fingerprint([TEXT]) == content_fingerprint([other[:100], other[99:]])


def test_another_text_is_far_away_and_hardly_any_text_has_none() -> None:
    other = (
        "Die Bibliothek öffnet dienstags. Ausweise stellt das Bürgerbüro aus, Gebühren zahlen Erwachsene jährlich bar."
    )
    assert not are_near_duplicates(content_fingerprint([TEXT]), content_fingerprint([other]))
    assert content_fingerprint(["Kurz."]) is None
    assert not are_near_duplicates(None, None)


def test_it_fits_into_a_column() -> None:
    numbers = [content_fingerprint([f"{TEXT} Absatz {letter * 9}"]) for letter in "abcdefgh"]
    assert all(number is not None and -(2**63) <= number < 2**63 for number in numbers)
    assert all(are_near_duplicates(numbers[0], number) for number in numbers)
