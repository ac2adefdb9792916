"""The documentation of Bundestag and Bundesrat for tests, over real HTTP, by its published schema."""

import json
import time
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.fakes.document_host import Asked, DocumentHost, head
from tests.fakes.oparl import PDF

KEY = "geheimer-schluessel"


class Documentation(dict[str, Any]):
    """Answers whatever is asked for; the last page repeats the cursor."""

    def __init__(self, host: DocumentHost) -> None:
        super().__init__()
        self.host = host
        self.papers: dict[int, dict[str, Any]] = {}
        self.lie: dict[str, Any] = {}
        self.page_size = 3
        self.pause = 0.0

    def add(self, number: int, *, updated: str, **fields: Any) -> None:
        self.papers[number] = {
            "id": str(number), "dokumentart": "Drucksache", "drucksachetyp": "Antwort", "typ": "Dokument",
            "dokumentnummer": f"21/{number}", "wahlperiode": 21, "herausgeber": "BT", "datum": "2026-03-04",
            "aktualisiert": updated, "titel": f"Radwege {number}", "pdf_hash": f"hash-{number}",
            "autoren_anzeige": [{"id": "1", "title": "Eva Ott, MdB, SPD", "autor_titel": "Eva Ott, MdB, SPD"}],
            "urheber": [{"titel": "Fraktion der SPD", "bezeichnung": "SPD", "einbringer": True}],
            "vorgangsbezug": [{"id": "9", "titel": "Ausbau der Radwege", "vorgangstyp": "Kleine Anfrage"}],
            "fundstelle": {"pdf_url": self.host.url(f"/btd/{number}.pdf"), "dokumentnummer": f"21/{number}"},
        } | fields  # fmt: skip

    def get(self, path: str, default: Any = None) -> Any:
        return super().get(path, self.reply)

    def reply(self, asked: Asked) -> list[bytes]:
        time.sleep(self.pause)
        parts = urlsplit(asked.path)
        if parts.path.startswith("/btd/"):
            data = PDF + parts.path.encode()
        elif asked.headers.get("authorization") != f"ApiKey {KEY}":
            return [head(401, **{"Content-Length": "0"})]
        else:
            data = json.dumps(self.page(parse_qs(parts.query))).encode()
        return [head(200, **{"Content-Length": str(len(data)), "Date": "Wed, 04 Nov 2026 10:00:00 GMT"}), data]

    def page(self, query: dict[str, list[str]]) -> dict[str, Any]:
        since = query.get("f.aktualisiert.start", [""])[0]
        found = [paper for paper in self.papers.values() if paper["aktualisiert"] >= since]
        start = int(query.get("cursor", ["0"])[0])
        following = min(start + self.page_size, len(found))
        return {"numFound": len(found), "documents": found[start:following], "cursor": str(following)} | self.lie
