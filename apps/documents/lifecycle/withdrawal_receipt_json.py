"""A withdrawal's receipt as JSON: what commands print and the interface answers."""

from typing import Any

from apps.documents.models import Receipt


def receipt_as_json(receipt: Receipt, external_id: str, collection: str) -> dict[str, Any]:
    return {
        "receipt": receipt.pk,
        "collection": collection,
        "external_id": external_id,
        "withdrawn_at": receipt.created_at.isoformat(),
        "tables": receipt.tables,
    }
