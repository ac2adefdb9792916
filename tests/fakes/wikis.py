"""Confluence (Cloud and Data Center) and XWiki as their REST interfaces answer, over a DocumentHost.

confluence = Confluence(host, context="/wiki"); host.answers = confluence
confluence.add("7", "Hundesteuer", "<p>Die Steuer …</p>", groups=["Kämmerei"], parent="3")
"""

import json
import re
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from tests.fakes.document_host import Asked, DocumentHost, head

TOKEN = "geheimes-token"
NOW = "Wed, 04 Nov 2026 10:00:00 GMT"


def answered(data: bytes, status: int = 200, media_type: str = "application/json") -> list[bytes]:
    return [head(status, **{"Content-Length": str(len(data)), "Date": NOW, "Content-Type": media_type}), data]


class Wiki(dict[str, Any]):
    """Answers whatever is asked for, to who shows the token; `lie` makes something else of a page of the list.

    Of `meanwhile` one happens after each answer; an address with `broken` in it is answered by an error.
    """

    def __init__(self, host: DocumentHost, context: str = "") -> None:
        super().__init__()
        self.host, self.context = host, context
        self.pages: dict[str, dict[str, Any]] = {}
        self.lie: dict[str, Any] = {}
        self.most = 3
        self.pause = 0.0
        self.meanwhile: list[Callable[[], None]] = []
        self.broken = ""
        host.answers = self

    def get(self, path: str, default: Any = None) -> Any:
        return self.reply

    def reply(self, asked: Asked) -> list[bytes]:
        time.sleep(self.pause)
        if asked.headers.get("authorization") != f"Bearer {TOKEN}":
            return answered(b"<!doctype html><html><body>Bitte melden Sie sich an</body></html>", 200, "text/html")
        parts = urlsplit(asked.path)
        if self.broken and self.broken in asked.path:
            return answered(b"", 500)
        reply = self.answer(parts.path, {name: values[0] for name, values in parse_qs(parts.query).items()})
        if self.meanwhile:
            self.meanwhile.pop(0)()
        return reply

    def answer(self, path: str, query: dict[str, str]) -> list[bytes]:
        raise NotImplementedError


class Confluence(Wiki):
    def location(self) -> str:
        return self.host.url(self.context)

    def add(
        self, identity: str, title: str, storage: str, *, when: str = "2026-10-01T08:00:00.000+02:00", number: int = 1,
        space: str = "AMT", groups: list[str] | None = None, people: list[dict[str, str]] | None = None,
        parent: str = "",
    ) -> None:  # fmt: skip
        restrictions = {
            "group": {"results": [{"type": "group", "name": name} for name in groups or []], "size": len(groups or [])},
            "user": {"results": [{"type": "known", **person} for person in people or []]},
        }
        self.pages[identity] = {
            "id": identity, "type": "page", "status": "current", "title": title,
            "space": {"key": space, "name": f"Bereich {space}"}, "version": {"when": when, "number": number},
            "ancestors": [*self.pages[parent]["ancestors"], {"id": parent, "type": "page"}] if parent else [],
            "body": {"storage": {"value": storage, "representation": "storage"}},
            "restrictions": {"read": {"operation": "read", "restrictions": restrictions}},
            "_links": {"webui": f"/display/{space}/{identity}"},
        }  # fmt: skip

    def answer(self, path: str, query: dict[str, str]) -> list[bytes]:
        assert path == f"{self.context}/rest/api/content/search", path
        found = self.chosen(query["cql"])
        start = int(query.get("start", 0))
        page = found[start : start + self.most]
        links = {"base": self.location(), "context": self.context}
        if start + self.most < len(found):
            said = f"cql={quote(query['cql'])}&expand={quote(query['expand'])}&limit=3&start={start + self.most}"
            links["next"] = f"/rest/api/content/search?{said}"
        shown = [{k: v for k, v in one.items() if self.is_expanded(k, query["expand"])} for one in page]
        reply = {"results": shown, "start": start, "limit": self.most, "size": len(page), "_links": links}
        return answered(json.dumps(reply | self.lie).encode())

    def chosen(self, cql: str) -> list[dict[str, Any]]:
        if one := re.fullmatch(r"id=(\d+)", cql):
            return [self.pages[one[1]]] if one[1] in self.pages else []
        assert cql.startswith("type=page")
        ids = re.search(r"id in \(([\d,]+)\)", cql)
        assert cql.endswith("order by created asc")
        spaces = re.findall(r'"([^"]+)"', cql.partition("space in (")[2].partition(")")[0])
        since = re.search(r'lastmodified >= "(\d{4})/(\d\d)/(\d\d)"', cql)
        day = "-".join(since.groups()) if since else ""
        kept = [one for one in self.pages.values() if not spaces or one["space"]["key"] in spaces]
        return [one for one in kept if one["version"]["when"] >= day and (not ids or one["id"] in ids[1].split(","))]

    def is_expanded(self, name: str, expand: str) -> bool:
        wanted = {part.partition(".")[0] for part in expand.split(",")}
        return name in {"id", "type", "status", "title", "_links"} | wanted


class XWiki(Wiki):
    """`tells_versions` as its lists of a space do; those of a whole wiki do not."""

    tells_versions = True

    def location(self) -> str:
        return self.host.url(f"{self.context}/rest/wikis/xwiki")

    def add(self, name: str, title: str, html: str, *, space: str = "Amt", version: str = "1.1") -> None:
        self.pages[f"xwiki:{space}.{name}"] = {"title": title, "html": html, "space": space, "version": version}

    def answer(self, path: str, query: dict[str, str]) -> list[bytes]:
        if path.endswith("/pages"):
            start = int(query["start"])
            listed = list(self.pages.items())[start : start + int(query["number"])]
            reply = {"links": [], "pageSummaries": [self.summary(name, page) for name, page in listed]} | self.lie
            return answered(json.dumps(reply).encode())
        assert query == {"xpage": "plain"}
        page = self.pages.get(path.rpartition("/")[2])
        if page is None:
            return answered(b"", 404)
        return answered(f"<div>{page['html']}</div>".encode(), 200, "text/html; charset=utf-8")

    def summary(self, name: str, page: dict[str, Any]) -> dict[str, Any]:
        version = {"version": page["version"]} if self.tells_versions else {}
        return version | {
            "id": name, "fullName": name.partition(":")[2], "wiki": "xwiki", "space": page["space"],
            "title": page["title"], "syntax": "xwiki/2.1",
            "xwikiAbsoluteUrl": self.host.url(f"{self.context}/bin/view/{name}"),
        }  # fmt: skip
