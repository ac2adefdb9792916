"""A council information system for tests: OParl 1.1 over HTTP, with pages, `modified_since`, and what goes wrong.

with OParlServer() as council:
    council.add_paper(1, modified="2024-01-01T00:00:00+00:00")
    ...
    council.delete_paper(1, modified="2025-01-01T00:00:00+00:00")
    council.requests()                                              # every request so far
"""

import json
from datetime import UTC, datetime
from email.utils import format_datetime
from math import ceil
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

from tests.fakes.document_host import Asked, DocumentHost, head

SCHEMA = "https://schema.oparl.org/1.1"
PDF = b"%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n"


class OParlServer(DocumentHost):
    """One system with one body; objects in memory, files as small PDFs of their own."""

    page_size = 100
    answers_before: str = ""
    """The Date header instead of now: a server whose clock goes wrong."""

    def __enter__(self) -> Self:
        super().__enter__()
        self.objects: dict[str, dict[str, dict[str, Any]]] = {"paper": {}, "meeting": {}}
        self.answers = Everything(self)
        return self

    def location(self) -> str:
        return self.url("/oparl")

    def add_paper(self, number: int, *, modified: str, files: int = 1, **fields: Any) -> None:
        address = self.url(f"/oparl/paper/{number}")
        listed = [self.file(f"{number}-{order}", modified) for order in range(files)]
        self.objects["paper"][address] = {
            "id": address, "type": f"{SCHEMA}/Paper", "body": self.url("/oparl/body/1"), "name": f"Vorlage {number}",
            "reference": f"{number}/2024", "date": modified[:10], "paperType": "Beschlussvorlage",
            "mainFile": listed[0] if listed else None, "auxiliaryFile": listed[1:],
            "created": modified, "modified": modified,
        } | fields  # fmt: skip

    def file(self, name: str, modified: str) -> dict[str, Any]:
        return {
            "id": self.url(f"/oparl/file/{name}"), "type": f"{SCHEMA}/File", "name": f"Datei {name}",
            "fileName": f"{name}.pdf", "mimeType": "application/pdf", "modified": modified,
            "accessUrl": self.url(f"/files/{name}.pdf"), "downloadUrl": self.url(f"/download/{name}.pdf"),
        }  # fmt: skip

    def add_meeting(self, number: int, *, modified: str, **fields: Any) -> None:
        address = self.url(f"/oparl/meeting/{number}")
        self.objects["meeting"][address] = {
            "id": address, "type": f"{SCHEMA}/Meeting", "name": f"{number}. Sitzung des Finanzausschusses",
            "start": "2024-03-05T17:00:00+01:00", "modified": modified, "created": modified,
            "agendaItem": [
                {"id": self.url(f"/oparl/agendaitem/{number}"), "number": "10.1", "name": "Hundesteuersatzung",
                 "public": True, "result": "Geändert beschlossen", "resolutionText": "Die Steuer beträgt 120 Euro."}
            ],
            "invitation": self.file(f"einladung-{number}", modified),
        } | fields  # fmt: skip

    def delete_paper(self, number: int, *, modified: str) -> None:
        address = self.url(f"/oparl/paper/{number}")
        self.objects["paper"][address] = {
            "id": address, "type": f"{SCHEMA}/Paper", "deleted": True, "created": modified, "modified": modified,
        }  # fmt: skip

    def reply(self, asked: Asked) -> list[bytes]:
        parts = urlsplit(asked.path)
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        if parts.path.startswith("/download/"):
            return self.sent(PDF + parts.path.encode(), "application/pdf")
        said = self.objects_at(parts.path, query)
        if said is None:
            return [head(404, **{"Content-Length": "0"})]
        return self.sent(json.dumps(said).encode(), "application/json")

    def sent(self, data: bytes, media_type: str) -> list[bytes]:
        now = self.answers_before or format_datetime(datetime.now(UTC), usegmt=True)
        return [head(200, **{"Content-Type": media_type, "Content-Length": str(len(data)), "Date": now}), data]

    def objects_at(self, path: str, query: dict[str, str]) -> dict[str, Any] | None:
        if path == "/oparl":
            return {"id": self.location(), "type": f"{SCHEMA}/System", "body": self.url("/oparl/bodies")}
        if path == "/oparl/bodies":
            return {"data": [self.body()], "pagination": {"totalElements": 1}, "links": {}}
        if path == "/oparl/body/1":
            return self.body()
        kind = path.removeprefix("/oparl/body/1/")
        return self.page(kind, query) if kind in self.objects else None

    def body(self) -> dict[str, Any]:
        address = self.url("/oparl/body/1")
        lists = {name: f"{address}/{name}" for name in ("paper", "meeting", "person", "organization")}
        return {"id": address, "type": f"{SCHEMA}/Body", "name": "Stadt Beispielstadt", **lists}

    def page(self, kind: str, query: dict[str, str]) -> dict[str, Any]:
        since = datetime.fromisoformat(query["modified_since"]) if "modified_since" in query else None
        found = [
            item
            for item in self.objects[kind].values()
            # Deleted objects are named to those who ask for changes.
            if (since is None and not item.get("deleted"))
            or (since is not None and datetime.fromisoformat(item["modified"]) >= since)
        ]
        number = int(query.get("page", "1"))
        pages = max(1, ceil(len(found) / self.page_size))
        more = "".join(f"&{name}={value}" for name, value in query.items() if name != "page").replace("+", "%2B")
        address = self.url(f"/oparl/body/1/{kind}")
        links = {"first": f"{address}?page=1{more}"}
        if number < pages:
            links["next"] = f"{address}?page={number + 1}{more}"
        start = (number - 1) * self.page_size
        return {
            "data": found[start : start + self.page_size],
            "pagination": {"totalElements": len(found), "elementsPerPage": self.page_size, "currentPage": number},
            "links": links,
        }


class Everything(dict[str, Any]):
    """Any path that no test has scripted is answered by the council."""

    def __init__(self, council: OParlServer) -> None:
        super().__init__()
        self._council = council

    def get(self, path: str, default: Any = None) -> Any:
        return super().get(path, self._council.reply)
