"""CSV and XLSX formats for the import and export of protected words, in which no cell becomes a formula."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from import_export.formats.base_formats import CSV, XLSX

from apps.simplify.admin.protected_word_file_columns import column_headings, parse_field_names
from apps.spreadsheets.escape_formulas import unescape_formulas
from apps.spreadsheets.read_and_write_tables import build_workbook, render_csv


class WordCSV(CSV):  # type: ignore[misc]  # import-export has no types
    def export_data(self, dataset: Any, **options: Any) -> str:
        return render_csv([dataset.headers, *dataset])

    def create_dataset(self, in_stream: Any, **options: Any) -> Any:
        # A German spreadsheet separates by semicolons; the heads of the template need no comma.
        head = str(in_stream).partition("\n")[0]
        separator = ";" if head.count(";") > head.count(",") else ","
        read = super().create_dataset(in_stream, delimiter=separator, **options)
        return type(read)(
            *([unescape_formulas(value) for value in row] for row in read),
            headers=parse_field_names(read.headers or []),
        )


class WordXLSX(XLSX):  # type: ignore[misc]  # import-export has no types
    def export_data(self, dataset: Any, **options: Any) -> bytes:
        return build_workbook({str(_("words")): [column_headings(dataset.headers), *dataset]})

    def create_dataset(self, in_stream: Any) -> Any:
        read = super().create_dataset(in_stream)
        read.headers = parse_field_names(read.headers or [])
        return read
