"""s3: files of a bucket in a store that speaks S3 (Amazon, MinIO, Ceph and others), listed page by page.

Requests are signed (AWS Signature Version 4); the key itself never leaves. Without an access key they go unsigned,
which public buckets allow.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote, unquote_plus, urlsplit

from django.utils.translation import gettext as _

from apps.documents.fetching import Fetched, FetchError, NotModified
from apps.documents.sources.connectors.changed_since_server_time import clock_difference_minutes
from apps.documents.sources.connectors.cms_website_pages import is_wanted
from apps.documents.sources.connectors.connector import Connector, Entry, SourceAccess
from apps.documents.sources.connectors.source_item import SourceError
from apps.documents.sources.connectors.stream_xml_elements import (
    element_text,
    local_name,
    parse_whole_number,
    stream_elements_of_page,
)
from apps.documents.sources.stores.select_stored_files import CHOICES, stored_file_entry

MOST_PAGES = 100_000
FACTS = ("IsTruncated", "NextContinuationToken", "EncodingType", "KeyCount")
CLOCKS_DIFFER = 10
"""Minutes. A signature holds for fifteen."""
KEPT_AS_IS = "/-_.~"
"""What the signature leaves as it stands; everything else is escaped, in paths and in queries."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """`address` is where its keys begin, `prefix` the part of them that the source is limited to."""

    address: str
    prefix: str

    def file(self, key: str) -> str:
        return self.address + quote(key, safe=KEPT_AS_IS)

    def page(self, token: str) -> str:
        # In alphabetical order, as they are signed.
        query = {"continuation-token": token, "encoding-type": "url", "list-type": "2", "prefix": self.prefix}
        return (
            self.address + "?" + "&".join(f"{name}={quote(said, safe='-_.~')}" for name, said in query.items() if said)
        )


@dataclass(frozen=True, slots=True)
class StoredObject:
    key: str
    etag: str
    size: int


def entries(asking: SourceAccess) -> Iterator[Entry]:
    """Raises SourceError when a page is cut or leads nowhere, FetchError."""
    bucket = parse_bucket(asking)
    token, seen = "", set[str]()
    for _number in range(MOST_PAGES):
        found, token = read_page(bucket, token, asking)
        for stored in found:
            path = stored.key.removeprefix(bucket.prefix)
            # A key that ends with a slash stands for a folder.
            if path and not path.endswith("/") and is_wanted(path, asking.options):
                yield stored_file_entry(path, bucket.file(stored.key), size=stored.size, version=stored.etag)
        if not token:
            return
        if token in seen:
            break
        seen.add(token)
    raise SourceError(_("The list of the bucket goes round in a circle."))


def parse_bucket(asking: SourceAccess) -> Bucket:
    """Raises SourceError for an address without a bucket."""
    parts = urlsplit(asking.location)
    path = unquote(parts.path).strip("/")
    bucket, _slash, prefix = ("", "", path) if asking.options["bucket_in_host"] else path.partition("/")
    if not bucket and not asking.options["bucket_in_host"]:
        raise SourceError(
            _("'%(location)s' names no bucket. Use an address such as https://s3.example.org/bucket/folder.")
            % {"location": asking.location[:200]}
        )
    start = f"{parts.scheme}://{parts.netloc}/" + (f"{quote(bucket, safe=KEPT_AS_IS)}/" if bucket else "")
    return Bucket(start, f"{prefix}/" if prefix else "")


def read_page(bucket: Bucket, token: str, asking: SourceAccess) -> tuple[list[StoredObject], str]:
    """Its objects, and the token of the next page, empty on the last one. Raises SourceError, FetchError."""
    address = bucket.page(token)
    try:
        fetched = asking.get(address, headers=aws_signature_headers(asking, address))
    except FetchError as error:
        check_clocks(error)
        raise
    found: list[StoredObject] = []
    said: dict[str, str] = {}
    with fetched.file:
        for element in stream_elements_of_page(fetched.file, "ListBucketResult", ("Contents", *FACTS)):
            if local_name(element) == "Contents":
                found.append(stored_object({local_name(each): element_text(each) for each in element}))
            else:
                said[local_name(element)] = element_text(element)
    check_page(said, len(found))
    if said.get("EncodingType") == "url":
        found = [StoredObject(unquote_plus(each.key), each.etag, each.size) for each in found]
    return found, said.get("NextContinuationToken", "") if said["IsTruncated"] == "true" else ""


def check_clocks(error: FetchError) -> None:
    """Raises SourceError where the store refused a request because of the time that its signature names."""
    minutes = clock_difference_minutes(str(error.facts.get("date", "")))
    if error.facts.get("status") == 403 and minutes >= CLOCKS_DIFFER:
        raise SourceError(
            _("The store refuses signed requests (HTTP 403): its clock and this server's are %(minutes)d minutes "
              "apart. Set the clock that is wrong.") % {"minutes": minutes}
        ) from error  # fmt: skip


def check_page(said: dict[str, str], found: int) -> None:
    """Raises SourceError when the page does not say whether it is the last, or does not hold what it announces."""
    truncated, announced = said.get("IsTruncated"), said.get("KeyCount", str(found))
    if truncated not in ("true", "false") or (truncated == "true" and not said.get("NextContinuationToken")):
        raise SourceError(_("The list of the bucket does not say where it goes on ('IsTruncated')."))
    if announced != str(found):
        raise SourceError(
            _("A page of the bucket announced %(announced)s objects and held %(found)d.")
            % {"announced": announced[:20], "found": found}
        )


def stored_object(said: dict[str, str]) -> StoredObject:
    version = said.get("ETag") or said.get("LastModified", "")
    return StoredObject(said.get("Key", ""), version, parse_whole_number(said.get("Size", "")))


def aws_signature_headers(asking: SourceAccess, address: str) -> dict[str, str]:
    """Headers that prove the key. Raises SourceError."""
    key, variable, region = (asking.options[name] for name in ("access_key", "secret_variable", "region"))
    if not key:
        return {}
    import requests
    from requests_aws4auth import AWS4Auth

    sign = AWS4Auth(key, asking.secret(variable, asking.location), region, "s3")
    signed = sign(requests.Request("GET", address).prepare())
    return {name: str(signed.headers[name]) for name in ("x-amz-date", "x-amz-content-sha256", "Authorization")}


def fetch_file(asking: SourceAccess, address: str, etag: str, modified: str) -> Fetched | NotModified:
    return asking.get_file(address, headers=aws_signature_headers(asking, address), etag=etag, modified=modified)


CONNECTOR = Connector(
    "s3",
    entries,
    {
        "access_key": "", "secret_variable": "", "region": "us-east-1", "bucket_in_host": False, **CHOICES,
        "recheck_files": False,
    },
    fetch_file=fetch_file,
    holds_pages=True,
)  # fmt: skip
