"""Fetching over real HTTP: whole files, conditions, redirects; lies, bombs and drips end with a sentence."""

import gzip
import time
import zlib
from collections.abc import Iterator

import pytest

from apps.documents.fetching import Fetched, FetchError, FetchLimits, NotModified, fetch, parse_hosts
from tests.fakes.document_host import Asked, DocumentHost, head

QUICK = FetchLimits(connect=5, read=5, total=8, size=200_000)
PDF = b"%PDF-1.7\n" + b"x" * 5_000


@pytest.fixture
def host() -> Iterator[DocumentHost]:
    with DocumentHost() as running:
        yield running


def get(host: DocumentHost, path: str, limits: FetchLimits = QUICK, **options: object) -> Fetched | NotModified:
    return fetch(host.url(path), allowed_hosts=parse_hosts([host.entry]), limits=limits, **options)  # type: ignore[arg-type]


def refusal(host: DocumentHost, path: str, limits: FetchLimits = QUICK) -> FetchError:
    with pytest.raises(FetchError) as caught:
        get(host, path, limits)
    assert len(str(caught.value)) > 20
    assert "%(" not in str(caught.value)
    return caught.value


def test_a_file_comes_whole_with_its_facts(host: DocumentHost) -> None:
    host.serve("/a.pdf", PDF, media_type="application/pdf; charset=x")
    fetched = get(host, "/a.pdf")
    assert isinstance(fetched, Fetched)
    assert (fetched.read(), fetched.size, fetched.media_type) == (PDF, len(PDF), "application/pdf")
    assert fetched.etag
    [asked] = host.asked
    assert asked.headers["user-agent"].startswith("Auskunft/")
    assert "cookie" not in asked.headers


def test_what_has_not_changed_is_not_sent_again(host: DocumentHost) -> None:
    host.serve("/a.pdf", PDF)
    first = get(host, "/a.pdf")
    assert isinstance(first, Fetched)
    assert isinstance(get(host, "/a.pdf", etag=first.etag), NotModified)


def test_proxies_of_the_environment_are_not_asked(host: DocumentHost, monkeypatch: pytest.MonkeyPatch) -> None:
    host.serve("/a", b"abc")
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert isinstance(get(host, "/a"), Fetched)


def test_three_redirects_are_followed_and_four_are_not(host: DocumentHost) -> None:
    host.serve("/end", b"abc")
    for number in range(4):
        host.redirect(f"/{number}", host.url(f"/{number + 1}") if number < 3 else "/end", status=301 + number % 2)
    assert isinstance(get(host, "/1"), Fetched)
    assert refusal(host, "/0").reason_code == "download_failed"


def test_a_form_is_posted_and_its_redirect_refused(host: DocumentHost) -> None:
    host.serve("/api", b"{}")
    assert isinstance(get(host, "/api", form={"a": "ä b"}), Fetched)
    assert host.asked[0].form == {"a": "ä b"}
    host.redirect("/moved", "/api")
    with pytest.raises(FetchError):
        get(host, "/moved", form={"a": "1"})


@pytest.mark.parametrize(
    ("status", "code"),
    [(404, "source_gone"), (410, "source_gone"), (403, "download_4xx"), (429, "download_busy"), (500, "download_5xx"),
     (503, "download_5xx"), (204, "download_failed"), (206, "download_failed"), (304, "download_failed")],
)  # fmt: skip
def test_every_status_has_its_reason(host: DocumentHost, status: int, code: str) -> None:
    host.fail("/a", status)
    assert refusal(host, "/a").reason_code == code


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "raw"])
def test_packed_answers_are_unpacked(host: DocumentHost, encoding: str) -> None:
    raw = zlib.compressobj(wbits=-15)
    packed = {
        "gzip": gzip.compress(PDF), "deflate": zlib.compress(PDF), "raw": raw.compress(PDF) + raw.flush()
    }[encoding]  # fmt: skip
    host.serve("/a", packed, encoding="gzip" if encoding == "gzip" else "deflate")
    fetched = get(host, "/a")
    assert isinstance(fetched, Fetched)
    assert fetched.read() == PDF


def bomb(layers: int = 1) -> bytes:
    data = b"\0" * 50_000_000
    for _ in range(layers):
        data = gzip.compress(data, 1)
    return data


LIES = {
    "a shorter body": (b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nabc", "download_cut"),
    "no body at all": (b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n", "download_cut"),
    "two lengths": (b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", "download_cut"),
    "a length that is no number": (b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nabcd", "download_cut"),
    "a length in other digits": ("HTTP/1.1 200 OK\r\nContent-Length: ٣\r\n\r\nabc".encode(), "download_cut"),
    "a length over the limit": (b"HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\nabc", "size_limit"),
    "a broken chunk": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc", "download_cut"),
    "a chunk of nonsense": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc", "download_cut"),
    "no http": (b"SSH-2.0-OpenSSH_9.2\r\n", "download_failed"),
    "nothing": (b"", "download_failed"),
    "a header of a megabyte": (b"HTTP/1.1 200 OK\r\nX: " + b"a" * 1_000_000 + b"\r\n\r\n", "download_failed"),
    "a thousand headers": (b"HTTP/1.1 200 OK\r\n" + b"X: a\r\n" * 1_000 + b"\r\n", "download_failed"),
    "an unknown encoding": (b"HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\nabc", "download_failed"),
    "an encoding twice": (b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\n\r\n" + bomb(2), "download_failed"),
    "a bomb": (b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + bomb(), "size_limit"),
    "half a packet": (b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + gzip.compress(PDF)[:-9], "download_cut"),
    "a broken packet": (b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b" + b"x" * 99, "download_failed"),
    "an endless body": (b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 300_000, "size_limit"),
    "a redirect to nowhere": (b"HTTP/1.1 302 OK\r\nLocation:\r\n\r\n", "download_failed"),
}  # fmt: skip


@pytest.mark.parametrize("lie", LIES)
def test_lies_end_with_a_reason(host: DocumentHost, lie: str) -> None:
    answer, code = LIES[lie]
    host.script("/odd", answer)
    assert refusal(host, "/odd").reason_code == code


def test_a_bomb_takes_little_memory(host: DocumentHost) -> None:
    import tracemalloc

    host.script("/bomb", head(200, **{"Content-Encoding": "gzip"}), bomb())
    tracemalloc.start()
    refusal(host, "/bomb")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4_000_000


@pytest.mark.parametrize("part", ["head", "body"])
def test_a_drip_ends_with_the_total_time(host: DocumentHost, part: str) -> None:
    drops = [b"HTTP/1.1 200 OK\r\n"] + [b"X-%d: a\r\n" % number for number in range(60)]
    if part == "body":
        drops = [head(200, **{"Content-Length": "60"})] + [b"x"] * 60
    host.script("/drip", *drops, pause=0.1)
    started = time.monotonic()
    assert refusal(host, "/drip", FetchLimits(read=1, total=0.7)).reason_code == "download_timeout"
    assert time.monotonic() - started < 2


def test_silence_ends_sooner(host: DocumentHost) -> None:
    host.script("/silent", b"HTTP/1.1 200 OK\r\n", b"\r\n", pause=3)
    started = time.monotonic()
    assert refusal(host, "/silent", FetchLimits(read=0.3, total=9)).reason_code == "download_timeout"
    assert time.monotonic() - started < 2


def test_a_closed_port_is_a_reason(host: DocumentHost, free_port: int) -> None:
    with pytest.raises(FetchError) as caught:
        fetch(f"http://127.0.0.1:{free_port}/", allowed_hosts=parse_hosts([f"127.0.0.1:{free_port}"]), limits=QUICK)
    assert caught.value.reason_code == "download_failed"


def test_https_needs_a_server_that_can_prove_its_name(host: DocumentHost) -> None:
    host.serve("/a", b"abc")
    with pytest.raises(FetchError) as caught:
        fetch(host.url("/a").replace("http:", "https:"), allowed_hosts=parse_hosts([host.entry]), limits=QUICK)
    # A server that knows no TLS breaks the connection or waits for more, as it likes.
    assert caught.value.reason_code in {"download_failed", "download_timeout"}


def test_a_redirect_carries_no_condition_to_a_foreign_host(host: DocumentHost) -> None:
    seen: list[Asked] = []
    host.answer("/a", lambda asked: seen.append(asked) or [head(302, Location="http://other.example/")])  # type: ignore[func-returns-value]
    assert refusal(host, "/a").reason_code == "address_refused"
    assert len(seen) == 1
