"""A number that a cell stores under a rounding format is found by search, with the rows of that cell."""

from pathlib import Path

import pytest
from openpyxl import Workbook

from apps.documents.keywords import write_keyword_index
from apps.documents.keywords.stored_cell_numbers import stored_numbers
from apps.documents.models import Posting
from apps.documents.parsing.cell_positions_in_text import SheetLayout
from apps.text.index_terms import hash_term
from tests.documents.pipeline_harness import registered, resources, run_engine

PAGE = "| Amt | Anteil |\n|---|---|\n| Nord | 85.3 % |\n| Süd | 14.7 % |"
LAYOUT = SheetLayout("Quoten", (0, 1), ((0, 1), (27, 2), (45, 3)), stored=((2, 1, "0.8531"), (3, 1, "0.1469")))


def test_only_numbers_of_the_cells_in_the_chunk_belong_to_it() -> None:
    assert stored_numbers(LAYOUT, PAGE, 0, len(PAGE)) == "0.8531 0.1469"
    assert stored_numbers(LAYOUT, PAGE, 45, len(PAGE)) == "0.1469"
    assert stored_numbers(SheetLayout("Quoten"), PAGE, 0, len(PAGE)) == ""


@pytest.mark.django_db(transaction=True)
def test_the_number_is_in_the_index_when_the_sheet_is_imported_and_when_it_is_indexed_anew(tmp_path: Path) -> None:
    book = Workbook()
    book.active.append(["Amt", "Anteil"])
    book.active.append(["Nord", 0.8531])
    book.active["B2"].number_format = "0.0 %"
    book.save(tmp_path / "quoten.xlsx")
    registered(tmp_path)
    run_engine(resources())
    assert Posting.objects.filter(term=hash_term("=0.8531")).exists()
    Posting.objects.all().delete()
    write_keyword_index.index_missing_documents()
    assert Posting.objects.filter(term=hash_term("=0.8531")).exists()
