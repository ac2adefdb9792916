import pytest

from apps.documents.stages.find_missing_title import LONGEST_TITLE, best_title
from tests.processor_time import at_most


def test_the_stated_title_comes_first() -> None:
    assert best_title("Gebührenordnung", "# Andere Überschrift", "a.pdf") == "Gebührenordnung"


@pytest.mark.parametrize(
    "stated",
    ["", "Microsoft Word - Entwurf3.doc", "untitled", "Dokument1", "scan 004", "entwurf_final.docx", "---", "a"],
)
def test_what_programs_write_there_is_no_title(stated: str) -> None:
    assert best_title(stated, "Vorspann\n\n## **Satzung** der Stadt\n\nText", "a.pdf") == "Satzung der Stadt"


def test_without_title_and_heading_it_is_the_file_name() -> None:
    assert best_title("", "Nur Text, keine Überschrift.", "ordner/hundesteuer.pdf") == "hundesteuer"


def test_an_id_with_a_dot_is_not_taken_for_a_file_name() -> None:
    assert best_title("", "", "Drs.17-1388") == "Drs.17-1388"


def test_a_title_never_outgrows_its_column() -> None:
    assert len(best_title("Wort " * 1_000, "", "a.pdf")) <= LONGEST_TITLE


@pytest.mark.parametrize(
    ("page", "title"),
    [
        (
            "### Kürzel: KostVO Gültig ab: 26.04.2016\n\nQuelle: Land\n\n### Nr: 2151-1\n\n"
            "Verordnung über den Kostenersatz\n(KostVO)\n\nVom 18. März 2016",
            "Verordnung über den Kostenersatz (KostVO)",
        ),
        ("### Kurztitel\n\nGewerbeordnung 1994\n\n### Typ\n\nBG", "Gewerbeordnung 1994"),
        ("### Nr: 7\n\nGültig vom 01.01.2021 an\n\n### Richtlinie für **Vereine**", "Richtlinie für Vereine"),
        ("### Nr: 7\n\nQuelle: Land", "Nr: 7"),
    ],
)
def test_fields_of_a_record_are_no_title(page: str, title: str) -> None:
    assert best_title("", page, "a.pdf") == title


@pytest.mark.parametrize("length", [1_500, 20_000])
def test_blanks_in_a_heading_keep_nobody_busy(length: int) -> None:
    """The time grew with their third power: 2,000 took 13 s."""
    with at_most(1):
        assert best_title("", f"# Satzung{' ' * length}der Stadt ##  \n\nText", "a.md") == "Satzung der Stadt"
