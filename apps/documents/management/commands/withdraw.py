"""manage.py withdraw EXTERNAL_ID --collection SLUG: the document leaves completely, with a receipt."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.documents.lifecycle.withdraw_documents import withdraw
from apps.documents.lifecycle.withdrawal_receipt import as_json
from apps.documents.models import Collection, Document, Receipt, Status


class Command(BaseCommand):
    help = "Withdraws a document with everything that was made of it, and prints the receipt."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("external_id", metavar="EXTERNAL_ID", help="the document's id at its source")
        parser.add_argument("--collection", required=True, metavar="SLUG")
        parser.add_argument("--json", action="store_true", help="one JSON object on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        external_id, slug = options["external_id"], options["collection"]
        document = Document.objects.filter(collection__slug=slug, external_id=external_id).first()
        if document is None:
            raise CommandError(not_there(external_id, slug), returncode=2)
        if document.status == Status.WITHDRAWN and document.reason_code == "withdrawn":
            raise CommandError(f"'{external_id}' is withdrawn already.", returncode=2)
        receipt = withdraw([document.pk])
        if options["json"]:
            self.stdout.write(json.dumps(as_json(receipt, external_id, slug), ensure_ascii=False))
        else:
            self.stdout.write(text_of(receipt, external_id))


def text_of(receipt: Receipt, external_id: str) -> str:
    lines = [f"{external_id} is withdrawn, receipt {receipt.pk}. Rows before and after:"]
    for table, numbers in receipt.tables.items():
        said = f"{numbers.get('before', 0)} -> {numbers.get('after', 0)}"
        lines.append(f"  {table}: {numbers['marked']} marked" if "marked" in numbers else f"  {table}: {said}")
    return "\n".join(lines)


def not_there(external_id: str, slug: str) -> str:
    known = list(Collection.objects.order_by("slug").values_list("slug", flat=True))
    if slug not in known:
        return f"Unknown collection '{slug}'. Known: {', '.join(known) or 'none'}."
    return f"There is no document '{external_id}' in the collection '{slug}'. Look its id up in the admin."
