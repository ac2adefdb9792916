"""Writes files of protected words as all tables of the product are written: no cell is a formula."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from import_export.formats.base_formats import CSV, XLSX

from apps.simplify.admin.protected_word_file_columns import field_names, heads
from apps.spreadsheets.escape_formulas import unsafe
from apps.spreadsheets.read_and_write_tables import csv_text, workbook


class WordCSV(CSV):  # type: ignore[misc]  # import-export has no types
    def export_data(self, dataset: Any, **options: Any) -> str:
        return csv_text([dataset.headers, *dataset])

    def create_dataset(self, in_stream: Any, **options: Any) -> Any:
        # A German spreadsheet separates by semicolons; the heads of the template need no comma.
        head = str(in_stream).partition("\n")[0]
        separator = ";" if head.count(";") > head.count(",") else ","
        read = super().create_dataset(in_stream, delimiter=separator, **options)
        return type(read)(*([unsafe(value) for value in row] for row in read), headers=field_names(read.headers or []))


class WordXLSX(XLSX):  # type: ignore[misc]  # import-export has no types
    def export_data(self, dataset: Any, **options: Any) -> bytes:
        return workbook({str(_("words")): [heads(dataset.headers), *dataset]})

    def create_dataset(self, in_stream: Any) -> Any:
        read = super().create_dataset(in_stream)
        read.headers = field_names(read.headers or [])
        return read
