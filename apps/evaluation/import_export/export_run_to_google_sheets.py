"""Writes a run into a Google spreadsheet, if the extra `sheets` is installed. The only code that calls Google."""

import importlib.util
import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from apps.documents.parsing.cell_positions_in_text import column_name
from apps.evaluation.import_export.export_run import transcript_table, weak_reply_cells
from apps.evaluation.models import Run
from apps.evaluation.models.runs import prefetch_turns
from apps.spreadsheets.escape_formulas import escape_formulas

if TYPE_CHECKING:
    import gspread

CREDENTIALS = "GOOGLE_SHEETS_CREDENTIALS_FILE"
"""The path of a service account's JSON file; read where it is used, never stored."""
RED = {"red": 250 / 255, "green": 219 / 255, "blue": 218 / 255}


def sheets_setup_problem() -> str:
    """What is missing before a run can be written into a sheet, in a sentence; empty when nothing is."""
    if not os.environ.get(CREDENTIALS):
        return _("Set %(name)s to the JSON file of a service account that may write to the sheet.") % {
            "name": CREDENTIALS
        }
    if importlib.util.find_spec("gspread") is None:
        return _("Install the extra “sheets” to write to Google Sheets.")
    return ""


class SheetsUnavailable(RuntimeError):  # noqa: N818 - an answer to the person who pressed the button
    """The library or the credentials are not there. The message says which."""


def connect_to_google_sheets() -> "gspread.Client":
    """Network from here on."""
    import gspread

    return gspread.service_account(filename=os.environ[CREDENTIALS])


def push_run_to_sheet(run: Run, spreadsheet: str, connected: "Callable[[], gspread.Client] | None" = None) -> str:
    """A new worksheet with the dialogues of the run, weak replies in red; its title.

    Raises SheetsUnavailable, also when Google refuses: the sheet is unknown, not shared with the account, or has this
    page.
    """
    if connected is None and (missing := sheets_setup_problem()):
        raise SheetsUnavailable(missing)
    from google.auth.exceptions import GoogleAuthError
    from gspread.exceptions import GSpreadException

    try:
        return write_run_sheet(run, (connected or connect_to_google_sheets)().open_by_key(spreadsheet))
    except (GSpreadException, GoogleAuthError, OSError, ValueError) as error:
        raise SheetsUnavailable(
            _("Google Sheets refused: %(error)s") % {"error": str(error) or type(error).__name__}
        ) from error


def write_run_sheet(run: Run, book: "gspread.Spreadsheet") -> str:
    from gspread.utils import ValueInputOption

    dialogues = list(prefetch_turns(run.dialogues.all()))
    rows = [[escape_formulas(value) for value in row] for row in transcript_table(run, dialogues)]
    width = max(len(row) for row in rows)
    title = f"run {run.pk}"
    sheet = book.add_worksheet(title=title, rows=len(rows), cols=width)
    # RAW: nothing is calculated, whatever it begins with.
    sheet.update(rows, "A1", value_input_option=ValueInputOption.raw)
    # In one call: Google takes about sixty in a minute.
    weak = [f"{column_name(column - 1)}{row}" for row, column in sorted(weak_reply_cells(dialogues))]
    if weak:
        sheet.batch_format([{"range": place, "format": {"backgroundColor": RED}} for place in weak])
    return title
