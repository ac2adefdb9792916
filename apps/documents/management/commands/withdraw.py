"""manage.py withdraw EXTERNAL_ID --collection SLUG: the document leaves completely, with a receipt."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.lifecycle.withdrawal_receipt_json import receipt_as_json
from apps.documents.management.named_document import add_document_arguments, named_document
from apps.documents.models import Receipt, Status


class Command(BaseCommand):
    help = "Withdraws a document with everything that was made of it, and prints the receipt."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add_document_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        external_id, slug = options["external_id"], options["collection"]
        document = named_document(options)
        if document.status == Status.WITHDRAWN and document.reason_code == "withdrawn":
            raise CommandError(f"'{external_id}' is withdrawn already.", returncode=2)
        receipt = withdraw_documents([document.pk])
        if options["json"]:
            self.stdout.write(json.dumps(receipt_as_json(receipt, external_id, slug), ensure_ascii=False))
        else:
            self.stdout.write(text_of(receipt, external_id))


def text_of(receipt: Receipt, external_id: str) -> str:
    lines = [f"{external_id} is withdrawn, receipt {receipt.pk}. Rows before and after:"]
    for table, numbers in receipt.tables.items():
        said = f"{numbers.get('before', 0)} -> {numbers.get('after', 0)}"
        lines.append(f"  {table}: {numbers['marked']} marked" if "marked" in numbers else f"  {table}: {said}")
    return "\n".join(lines)
