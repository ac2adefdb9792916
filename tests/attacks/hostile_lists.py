"""Lists as a broken or hostile server sends them: values that no column, clock, parser or memory can hold.

Each is a kind of source, its options, and the bodies by their addresses; `{host}` stands for the host itself.
"""

import gzip
import json
from dataclasses import dataclass, field
from typing import Any

DIGITS = "9" * 5_000
"""More than Python turns into a number."""
NO_ADDRESS = "http://[::1"
LONG, LONGER = "a" * 600, "ä" * 600
"""For columns, and escaped for addresses."""
EARLIEST, LATEST = "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"
DC = 'xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/"'


@dataclass(frozen=True)
class HostileList:
    name: str
    kind: str
    location: str
    bodies: dict[str, bytes]
    options: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    is_read: bool = False
    """Whether the list can be used all the same: one bad value stops nothing else."""


def oai(name: str, body: str, *, answered: str = "2026-03-05T10:00:00Z", is_read: bool = False) -> HostileList:
    text = f"<OAI-PMH><responseDate>{answered}</responseDate><ListRecords>{body}</ListRecords></OAI-PMH>"
    path = "/oai?verb=ListRecords&metadataPrefix=oai_dc"
    return HostileList(f"oai-pmh: {name}", "oai-pmh", "/oai", {path: text.encode()}, is_read=is_read)


def oai_record(identity: str = "oai:x:1", **fields: str) -> str:
    said = {"title": "Studie", "description": "Text."} | fields
    body = "".join(f"<dc:{name}>{text}</dc:{name}>" for name, text in said.items())
    head = f"<header><identifier>{identity}</identifier><datestamp>2026-03-01</datestamp></header>"
    return f"<record>{head}<metadata><oai_dc:dc {DC}>{body}</oai_dc:dc></metadata></record>"


def feed(name: str, item: str, *, is_read: bool = True) -> HostileList:
    said = f"<guid>1</guid><title>A</title><description>Text.</description>{item}"
    text = f"<rss><channel><item>{said}</item></channel></rss>"
    return HostileList(f"feed: {name}", "feed", "/feed", {"/feed": text.encode()}, is_read=is_read)


def cms(name: str, body: str, *, is_read: bool = False, **headers: str) -> HostileList:
    return HostileList(f"cms: {name}", "cms", "/list", {"/list": body.encode()}, is_read=is_read, headers=headers)


def webdav(name: str, body: str, *, is_read: bool = False) -> HostileList:
    own = dav_response("/dav/", folder=True)
    text = f'<d:multistatus xmlns:d="DAV:">{own}{body}</d:multistatus>'
    return HostileList(f"webdav: {name}", "webdav", "/dav", {"/dav/": text.encode()}, is_read=is_read)


def dav_response(href: str, *, size: str = "9", folder: bool = False) -> str:
    kind = "<d:collection/>" if folder else ""
    return (
        f"<d:response><d:href>{href}</d:href><d:propstat><d:prop><d:resourcetype>{kind}</d:resourcetype>"
        f'<d:getetag>"a"</d:getetag><d:getcontentlength>{size}</d:getcontentlength></d:prop>'
        "<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>"
    )


def s3(name: str, body: str, *, is_read: bool = False) -> HostileList:
    text = f"<ListBucketResult>{body}<IsTruncated>false</IsTruncated></ListBucketResult>"
    path = "/bucket/?encoding-type=url&list-type=2"
    return HostileList(f"s3: {name}", "s3", "/bucket", {path: text.encode()}, is_read=is_read)


def oparl(name: str, paper: dict[str, Any], *, is_read: bool = False, **headers: str) -> HostileList:
    body = {"id": "https://x.example/body", "name": "Rat", "paper": "{host}/papers", "meeting": "{host}/meetings"}
    lists = {"/body": body, "/papers": {"data": [paper]}, "/meetings": {"data": []}}
    bodies = {path: json.dumps(said).encode() for path, said in lists.items()}
    return HostileList(f"oparl: {name}", "oparl", "/body", bodies, is_read=is_read, headers=headers)


def oparl_paper(**file: Any) -> dict[str, Any]:
    main = {"id": "https://x.example/f1", "downloadUrl": "{host}/f1.pdf"} | file
    return {"id": "https://x.example/p1", "name": "Vorlage", "modified": "2026-03-01T00:00:00+01:00", "mainFile": main}


def oparl_body(what: str, *, is_read: bool = False, **body: Any) -> HostileList:
    said = {"id": "https://x.example/body", "paper": "{host}/papers", "meeting": "{host}/papers"} | body
    bodies = {"/body": json.dumps(said).encode(), "/papers": b'{"data": []}'}
    return HostileList(
        f"oparl: {what}", "oparl", "/body", bodies, {"bodies": ["https://x.example/body"]}, is_read=is_read
    )


def graph(name: str, *items: dict[str, Any], is_read: bool = False, **reply: Any) -> HostileList:
    said = {"value": [{"id": "root", "root": {}, "folder": {}}, *items], "@odata.deltaLink": "{host}/d/root/delta?x=1"}
    token = {"access_token": "zugang", "expires_in": 3_600}
    bodies = {"/d/root/delta": json.dumps(said | reply).encode(), "/t/oauth2/v2.0/token": json.dumps(token).encode()}
    options = {"tenant": "t", "client_id": "wir", "secret_variable": "SOURCE_GRAPH_SECRET", "login": "{host}"}
    return HostileList(f"graph: {name}", "graph", "/d/root", bodies, options, is_read=is_read)


def graph_file(identity: Any = "i1", name: Any = "a.pdf", **said: Any) -> dict[str, Any]:
    return {"id": identity, "name": name, "file": {}, "size": 9, "parentReference": {"id": "root"}} | said


def confluence(name: str, page: dict[str, Any], *, is_read: bool = False, **reply: Any) -> HostileList:
    said = {"results": [page]} | reply
    path = "/wiki/rest/api/content/search?cql=type%3Dpage"
    return HostileList(f"confluence: {name}", "confluence", "/wiki", {path: json.dumps(said).encode()}, is_read=is_read)


def confluence_page(**said: Any) -> dict[str, Any]:
    return {"id": "1", "title": "Seite", "body": {"storage": {"value": "<p>Text</p>"}}, "version": {"number": 1}} | said


def xwiki(name: str, page: dict[str, Any], *, is_read: bool = False) -> HostileList:
    first, last = (f"/wiki/pages?start={start}&number=100" for start in (0, 100))
    bodies = {first: json.dumps({"pageSummaries": [page]}).encode(), last: b'{"pageSummaries": []}'}
    return HostileList(f"xwiki: {name}", "xwiki", "/wiki", bodies, is_read=is_read)


def dip(name: str, *, is_read: bool = False, **said: Any) -> HostileList:
    item = {"id": "1", "dokumentart": "Drucksache", "fundstelle": {"pdf_url": "{host}/1.pdf"}} | said
    reply = {"documents": [item], "numFound": 1, "cursor": ""}
    body = {"/dip/drucksache?f.zuordnung=BT": json.dumps(reply).encode()}
    return HostileList(f"dip: {name}", "dip", "/dip", body, is_read=is_read)


def pardok_api(name: str, *, is_read: bool = False, **doc: Any) -> HostileList:
    item = {"processId": "1", "description": {"docs": [{"href": "/a-v.pdf"} | doc]}}
    body = json.dumps({"items": [item], "paginator": {"total": 1}}).encode()
    return HostileList(f"pardok-api: {name}", "pardok-api", "/api", {"/api": body}, is_read=is_read)


def pardok_xml(name: str, fields: str, *, is_read: bool = False) -> HostileList:
    paper = f"<Dokument><DokTyp>SchrAnfr</DokTyp><DBID>1</DBID>{fields}</Dokument>"
    text = f"<Export><Vorgang><VNr>V-1</VNr>{paper}</Vorgang></Export>"
    return HostileList(f"pardok-xml: {name}", "pardok-xml", "/x.xml", {"/x.xml": text.encode()}, is_read=is_read)


BOMB = (
    '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]>'
)
XXE = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
NAN = {"metadata": {"a": float("nan"), "b": float("inf"), "c": -1.5}}

PACKED = gzip.compress(b"<urlset><url><loc>http://x.example/</loc></url></urlset>" * 50)
BROKEN_PACKINGS = {"cut": PACKED[:-20], "no gzip": PACKED[:2] + b"x" * 90, "damaged": PACKED[:12] + b"\xff" * 60}

LISTS = [
    *(HostileList(f"cms: packed, {name}", "cms", "/list", {"/list": data}) for name, data in BROKEN_PACKINGS.items()),
    *(HostileList(f"pardok-xml: packed, {name}", "pardok-xml", "/x.gz", {"/x.gz": data})
      for name, data in BROKEN_PACKINGS.items()),
    cms("an encoding that nobody knows", "<?xml version='1.0' encoding='nonsense'?><urlset></urlset>"),
    cms("elements 5,000 deep", "<urlset>" + "<a>" * 5_000),
    oai("a total of 5,000 digits", oai_record() + f'<resumptionToken completeListSize="{DIGITS}"/>'),
    oai("an answer of the year 1", oai_record(), answered=EARLIEST, is_read=True),
    oai("an identifier of 600 characters", oai_record(LONG), is_read=True),
    oai("dates that are none", oai_record(date="9999-99-99"), is_read=True),
    oai("names of other folders", oai_record("../../../etc/passwd"), is_read=True),
    oai("addresses that are none", oai_record(identifier=NO_ADDRESS, relation="javascript:alert(1)"), is_read=True),
    oai("a bomb of entities", f"{BOMB}&c;"),
    feed("a date of the year 99999999999", "<pubDate>Mon, 01 Jan 99999999999 00:00:00 +0000</pubDate>"),
    feed("a zone of a thousand hours", "<pubDate>Mon, 01 Jan 2024 00:00:00 +99999999</pubDate>"),
    feed("a link that is none", f"<link>{NO_ADDRESS}</link>"),
    feed("a link of 3,000 characters", f"<link>http://x.example/{'a' * 3_000}</link>"),
    cms("a feed with NaN", json.dumps({"items": [{"id": "1", "title": "A", "text": "B"} | NAN]}), is_read=True),
    cms("a number beyond all", '[{"id": "1", "text": "B", "metadata": {"a": 1e999, "term": 99999}}]', is_read=True),
    cms("metadata 900 deep", f'[{{"id": "1", "text": "B", "metadata": {{"a": {"[" * 900}{"]" * 900}}}}}]'),
    cms("names that are no texts", '[{"id": ["x"], "title": {}, "keywords": {"a": 1}, "text": "B"}]', is_read=True),
    cms("a bomb of entities", f"<?xml version='1.0'?>{BOMB}<urlset><url><loc>&c;</loc></url></urlset>"),
    cms("a file of the server", f"{XXE}<urlset><url><loc>http://x.example/&x;</loc></url></urlset>"),
    cms("an address that is none", f"<urlset><url><loc>{NO_ADDRESS}</loc></url></urlset>", is_read=True),
    cms("a sitemap of itself", "<sitemapindex><sitemap><loc>{host}/list</loc></sitemap></sitemapindex>"),
    webdav("a size of 5,000 digits", dav_response("/dav/a.pdf", size=DIGITS), is_read=True),
    webdav("an address that is none", dav_response("http://[::1/a.pdf")),
    webdav("a way out", dav_response("/dav/../../etc/passwd.pdf")),
    webdav("a way out in disguise", dav_response("/dav/%2e%2e/%2e%2e/etc/passwd.pdf"), is_read=True),
    webdav("a name of 600 characters", dav_response(f"/dav/{LONGER}.pdf"), is_read=True),
    webdav("a folder of 600 characters", dav_response(f"/dav/{LONGER}/", folder=True), is_read=True),
    webdav("control characters", dav_response("/dav/a%00%0a.pdf"), is_read=True),
    s3("a size of 5,000 digits", f"<Contents><Key>a.pdf</Key><Size>{DIGITS}</Size></Contents>", is_read=True),
    s3("control characters", "<EncodingType>url</EncodingType><Contents><Key>a%00.pdf</Key></Contents>", is_read=True),
    s3("a name of 600 characters", f"<Contents><Key>{LONG}.pdf</Key></Contents>", is_read=True),
    s3("names of other folders", "<Contents><Key>../../etc/passwd.pdf</Key></Contents>", is_read=True),
    oparl("a file at an address that is none", oparl_paper(downloadUrl=NO_ADDRESS), is_read=True),
    oparl("a file named by an address that is none", oparl_paper() | {"mainFile": NO_ADDRESS}, is_read=True),
    oparl("a change in the year 1", oparl_paper() | {"modified": EARLIEST}, is_read=True),
    oparl("a change in the year 9999", oparl_paper() | {"modified": LATEST}, is_read=True),
    oparl("a clock of the year 1", oparl_paper(), is_read=True, Date="Mon, 01 Jan 0001 00:00:00 +1400"),
    oparl("a clock without end", oparl_paper(), is_read=True, Date="Mon, 01 Jan 99999999999 00:00:00 +0000"),
    oparl("names that are no texts", oparl_paper(fileName=[], mimeType={}, name=7) | {"name": []}, is_read=True),
    oparl("fields of 600 characters", oparl_paper(name=LONG) | {"reference": LONG, "paperType": LONG}, is_read=True),
    oparl_body("a body whose names are no texts", name=["Rat"], shortName={}, is_read=True),
    oparl_body("a list at an address that is none", paper=NO_ADDRESS),
    oparl_body("a list of bodies at an address that is none", body=NO_ADDRESS),
    graph("an id of 600 characters", graph_file(LONG), graph_file(), is_read=True),
    graph("an id that is a list", graph_file(["a"]), is_read=True),
    graph("a name of 600 characters", graph_file(name=f"{LONG}.pdf"), is_read=True),
    graph("sizes that are none", graph_file(size=10**400), graph_file("i2", size=-1), is_read=True),
    graph("a folder within itself", {"id": "f", "name": "f", "folder": {}, "parentReference": {"id": "f"}},
          graph_file(parentReference={"id": "f"}), is_read=True),
    graph("a list that goes on at an address that is none", **{"@odata.deltaLink": "", "@odata.nextLink": NO_ADDRESS}),
    confluence("a change in the year 1", confluence_page(version={"when": EARLIEST}), is_read=True),
    confluence("an id of 600 characters", confluence_page(id=LONG), is_read=True),
    confluence("a list that goes on at an address that is none", confluence_page(), _links={"next": NO_ADDRESS}),
    confluence("texts that are none", confluence_page(title=[], space=[], body=[]), is_read=True),
    xwiki("an address that is none", {"id": "a", "xwikiAbsoluteUrl": NO_ADDRESS}, is_read=True),
    xwiki("values that are no texts", {"id": [], "xwikiAbsoluteUrl": {}, "title": []}, is_read=True),
    dip("an update in the year 1", aktualisiert=EARLIEST, is_read=True),
    dip("values that are no texts", titel=[], wahlperiode=10**30, autoren_anzeige={}, urheber=[1], is_read=True),
    dip("an electoral term that no column holds", wahlperiode=10**5, is_read=True),
    pardok_api("an address that is none", href="http://[::1/a-v.pdf", is_read=True),
    pardok_api("a size that is no number", size=float("nan"), is_read=True),
    pardok_xml("an address that is none", f"<LokURL>{NO_ADDRESS}</LokURL>", is_read=True),
    pardok_xml("a date of 5,000 characters", f"<LokURL>{{host}}/a.pdf</LokURL><DokDat>{DIGITS}</DokDat>", is_read=True),
    pardok_xml("fields of 600 characters", f"<LokURL>{{host}}/a.pdf</LokURL><DokNr>{LONG}</DokNr>"
               f"<DokTypL>{LONG}</DokTypL><Wp>99999</Wp><Urheber>{LONG}</Urheber>", is_read=True),
]  # fmt: skip
