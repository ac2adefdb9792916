"""A run into a Google spreadsheet, where the extra `sheets` is installed. The only code that talks to Google."""

import os
from collections.abc import Callable
from typing import Any, Protocol

from apps.evaluation.exporting import table, weak_places
from apps.evaluation.models import Run
from apps.evaluation.spreadsheets import safe

CREDENTIALS = "GOOGLE_SHEETS_CREDENTIALS_FILE"
"""The path of a service account's JSON file; read where it is used, never stored."""
RED = {"red": 250 / 255, "green": 219 / 255, "blue": 218 / 255}


class SheetsMissing(RuntimeError):  # noqa: N818 - an answer to the person who pressed the button
    """The library or the credentials are not there. The message says which."""


class Client(Protocol):
    def open_by_key(self, key: str) -> Any: ...


def connect() -> Client:
    """Network from here on. Raises SheetsMissing."""
    path = os.environ.get(CREDENTIALS, "")
    if not path:
        raise SheetsMissing(f"Set {CREDENTIALS} to the JSON file of a service account.")
    try:
        import gspread
    except ImportError as error:
        raise SheetsMissing("Install the extra 'sheets' to write to Google Sheets.") from error
    client: Client = gspread.service_account(filename=path)
    return client


def push(run: Run, spreadsheet: str, connected: Callable[[], Client] = connect) -> str:
    """A new worksheet with the dialogues of the run, weak replies in red; its title. Raises SheetsMissing."""
    dialogues = list(run.dialogues.prefetch_related("turns__verdicts"))
    rows = [[safe(value) for value in row] for row in table(run, dialogues)]
    width = max(len(row) for row in rows)
    title = f"run {run.pk}"
    sheet = connected().open_by_key(spreadsheet).add_worksheet(title=title, rows=len(rows), cols=width)
    # RAW: nothing is calculated, whatever it begins with.
    sheet.update(rows, "A1", value_input_option="RAW")
    for row, column in sorted(weak_places(dialogues)):
        sheet.format(f"{column_name(column)}{row}", {"backgroundColor": RED})
    return title


def column_name(number: int) -> str:
    """1 is A, 27 is AA."""
    name = ""
    while number:
        number, rest = divmod(number - 1, 26)
        name = chr(ord("A") + rest) + name
    return name
