"""manage.py pages EXTERNAL_ID --collection SLUG: the stored text of a document, page by page."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.documents.management.named_document import add_document_arguments, named_document
from apps.documents.models import Page
from apps.documents.parsing.cell_positions_in_text import SheetLayout, cell_address


class Command(BaseCommand):
    help = "Prints the text of a document as it is searched and quoted, page by page."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add_document_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        document = named_document(options)
        pages = Page.objects.filter(revision=document.current_revision_id).order_by("number")
        if not pages:
            why = document.reason or f"It is {document.get_status_display()}."
            raise CommandError(f"'{document.external_id}' has no pages. {why}", returncode=1)
        self.stdout.write(pages_as_json(pages) if options["json"] else "\n\n".join(map(page_as_text, pages)))


def pages_as_json(pages: Any) -> str:
    listed = [
        {"page": page.number, "text": page.text, "sheet": page.sheet_name} | stored_numbers(page) for page in pages
    ]
    return json.dumps({"pages": listed}, ensure_ascii=False)


def stored_numbers(page: Page) -> dict[str, dict[str, str]]:
    """Returns by address the numbers of cells whose format rounds or scales them; nothing where there are none."""
    stored = SheetLayout.from_json(page.sheet).stored if page.sheet else ()
    return {"stored": {cell_address(row, column): number for row, column, number in stored}} if stored else {}


def page_as_text(page: Page) -> str:
    return f"--- {page.number} ---\n{page.text}"
