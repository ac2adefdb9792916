"""Microsoft Graph for tests, over real HTTP: the changes of one library, its files at another host, permissions."""

import json
import time
from typing import Any

from tests.fakes.document_host import Asked, DocumentHost, head
from tests.fakes.oparl import PDF

SECRET, TOKEN = "geheim", "zugang"
DRIVE = "/v1.0/drives/b!x"


class Library(dict[str, Any]):
    """Changes in the order they happened; a delta link is the number of those that were told."""

    def __init__(self, host: DocumentHost) -> None:
        super().__init__()
        self.host = host
        self.log: list[dict[str, Any]] = [{"id": "root", "name": "root", "root": {}, "folder": {}}]
        self.page_size = 4
        self.pause = 0.0
        self.blobs = host
        self.forgets = False
        self.lie: dict[str, Any] = {}
        self.permissions: dict[str, list[dict[str, Any]]] = {}

    def folder(self, identity: str, name: str, parent: str = "root") -> None:
        self.log.append({"id": identity, "name": name, "folder": {}, "parentReference": {"id": parent}})

    def file(self, identity: str, name: str, parent: str = "root", version: int = 1) -> None:
        self.log.append({
            "id": identity, "name": name, "file": {"mimeType": "application/pdf"}, "size": 90,
            "cTag": f"c:{identity},{version}", "eTag": f"e:{identity}", "parentReference": {"id": parent},
            "webUrl": f"https://x.sharepoint.com/{name}", "lastModifiedDateTime": "2026-03-04T10:00:00Z",
        })  # fmt: skip

    def share_anew(self, identity: str) -> None:
        """Its permissions are others; told in the list of changes to those who prefer to hear it."""
        last = next(item for item in reversed(self.log) if item["id"] == identity)
        self.log.append(last | {"@microsoft.graph.sharedChanged": "True"})

    def delete(self, identity: str) -> None:
        self.log.append({"id": identity, "deleted": {"state": "deleted"}})

    def remove(self, identity: str) -> None:
        """Gone with the folder that it lay in: no change names it. Its places in the list stay, empty."""
        self.log = [item if item["id"] != identity else {} for item in self.log]

    def get(self, path: str, default: Any = None) -> Any:
        return super().get(path, self.reply)

    def reply(self, asked: Asked) -> list[bytes]:
        time.sleep(self.pause)
        if asked.path == "/tenant/oauth2/v2.0/token":
            right = asked.form["client_secret"] == SECRET and asked.form["grant_type"] == "client_credentials"
            return self.sent({"access_token": TOKEN, "expires_in": 3600}) if right else self.status(401)
        if asked.path.startswith("/blobs/"):
            # The address is the right; a token here would be one too many.
            return self.status(400) if "authorization" in asked.headers else [head(200), PDF + asked.path.encode()]
        if asked.headers.get("authorization") != f"Bearer {TOKEN}":
            return self.status(401)
        if asked.path.endswith("/content"):
            return [
                head(302, Location=self.blobs.url(f"/blobs/{asked.path.split('/')[-2]}"), **{"Content-Length": "0"})
            ]
        if asked.path.partition("?")[0].endswith("/permissions"):
            return self.permissions_of(asked)
        start = int(asked.path.partition("?token=")[2] or 0)
        return self.status(410) if self.forgets and start else self.sent(self.page(start, asked))

    def permissions_of(self, asked: Asked) -> list[bytes]:
        """One on each page."""
        path, _, number = asked.path.partition("?page=")
        known = self.permissions.get(path.split("/")[-2])
        if known is None:
            return self.status(404)
        start = int(number or 0)
        more = {"@odata.nextLink": f"{self.host.url(path)}?page={start + 1}"} if start + 1 < len(known) else {}
        return self.sent({"value": known[start : start + 1]} | more)

    def page(self, start: int, asked: Asked) -> dict[str, Any]:
        end = min(start + self.page_size, len(self.log))
        tells = "deltashowsharingchanges" in asked.headers.get("prefer", "")
        log = self.log if tells else [{k: v for k, v in one.items() if "@" not in k} for one in self.log]
        link = f"{self.host.url(DRIVE)}/root/delta?token={end}"
        name = "@odata.nextLink" if end < len(self.log) else "@odata.deltaLink"
        said = {"value": [item for item in log[start:end] if item], name: link} | self.lie
        return {name: value for name, value in said.items() if value is not None}

    def sent(self, said: dict[str, Any]) -> list[bytes]:
        data = json.dumps(said).encode()
        return [head(200, **{"Content-Length": str(len(data))}), data]

    def status(self, status: int) -> list[bytes]:
        return [head(status, **{"Content-Length": "0"})]
