"""Every way to another host than the listed ones that we know of, and each is refused before a byte is sent."""

from collections.abc import Iterator

import pytest

from apps.documents.fetching import FetchError, FetchLimits, fetch, parse_hosts
from apps.documents.fetching.parse_url import parse_address
from apps.outbound_network.host_allowlist import is_public, parse_host
from tests.fakes.document_host import DocumentHost

QUICK = FetchLimits(connect=1, read=1, total=2)
SPELLINGS = [
    # Other schemes.
    "file:///etc/passwd", "ftp://www.example.org/a", "gopher://www.example.org/", "dict://www.example.org:11211/",
    "data:text/html,hi", "javascript:alert(1)", "jar:http://www.example.org!/", "//www.example.org/", "www.example.org",
    "", "http:www.example.org", "http:/www.example.org", "http:///a", "http://", "https://?a", "unix:///run/x.sock",
    # A second host before or behind the listed one.
    "http://www.example.org@127.0.0.1/", "http://127.0.0.1@www.example.org/", "http://www.example.org:80@127.0.0.1/",
    "http://www.example.org\\@127.0.0.1/", "http://127.0.0.1\\.www.example.org/", "http://www.example.org%00.evil.example/",
    "http://www.example.org%2f@127.0.0.1/", "http://www.example.org\t.evil.example/",
    "http://www.example.org\r\nHost: a/",
    "http://www.example.org .evil.example/", "http://www.example.org\u2028.evil/", "http://www.example.org\u3000/",
    "http://www.example.org.evil.example/", "http://evilwww.example.org/", "http://example.org/", "http://www.example.org./",
    "http://www.example.org:8080/", "http://www.example.org:22/", "http://www.example.org:0/", "http://www.example.org:/",
    "http://www.example.org:99999/", "http://www.example.org:80a/", "http://www.example.org:-80/",
    # Numbers that somebody reads as an address.
    "http://127.0.0.1/", "http://127.1/", "http://127.0.1/", "http://2130706433/", "http://0x7f000001/", "http://0x7f.1/",
    "http://017700000001/", "http://0177.0.0.1/", "http://127.0.0.1./", "http://0/", "http://0.0.0.0/", "http://0x0/",
    "http://１２７.０.０.１/", "http://127。0。0。1/", "http://①②⑦.⓪.⓪.①/", "http://[::1]/", "http://[::]/",
    "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/", "http://[0:0:0:0:0:ffff:127.0.0.1]/", "http://[fe80::1%25eth0]/",
    "http://[64:ff9b::7f00:1]/", "http://[2002:7f00:1::]/", "http://[::127.0.0.1]/", "http://[fd00::1]/", "http://[::1",
    "http://169.254.169.254/latest/meta-data/", "http://[fd00:ec2::254]/", "http://10.0.0.1/", "http://192.168.0.1/",
    "http://172.16.0.1/", "http://100.64.0.1/", "http://localhost/", "http://LOCALHOST/", "http://localhost.localdomain/",
    "http://metadata.google.internal/", "http://" + "a" * 300 + ".example/", "http://www.example.org/" + "a" * 2_000,
    "http://www.example.org/" + "ü" * 700,
]  # fmt: skip


def never(host: str, port: int) -> list[str]:
    raise AssertionError(f"{host} was looked up")


@pytest.mark.parametrize("url", SPELLINGS)
def test_a_spelling_is_refused_before_anybody_is_asked(url: str) -> None:
    with pytest.raises(FetchError) as caught:
        fetch(url, allowed_hosts=parse_hosts(["www.example.org"]), limits=QUICK, resolve=never)
    assert caught.value.reason_code == "address_refused"


PRIVATE = [
    "127.0.0.1", "127.8.8.8", "10.1.2.3", "172.31.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
    "0.0.0.0",  # noqa: S104 - read, not bound
    "168.63.129.16",
    "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::7f00:1",
    "2002:7f00:1::", "2001::1", "fe80::1", "fec0::1", "fc00::1", "fd12::1", "ff02::1", "2001:db8::1", "fe80::1%eth0",
]  # fmt: skip


@pytest.mark.parametrize("ip", PRIVATE)
def test_a_listed_name_that_leads_into_a_private_network_is_refused(ip: str) -> None:
    with pytest.raises(FetchError) as caught:
        fetch(
            "https://www.example.org/", allowed_hosts=parse_hosts(["www.example.org", "*.example.org"]), limits=QUICK,
            resolve=lambda host, port: [ip],
        )  # fmt: skip
    assert caught.value.reason_code == "address_refused"


def test_one_private_address_among_public_ones_is_enough_to_refuse() -> None:
    with pytest.raises(FetchError) as caught:
        fetch(
            "http://www.example.org/", allowed_hosts=parse_hosts(["www.example.org"]), limits=QUICK,
            resolve=lambda host, port: ["93.184.216.34", "127.0.0.1"],
        )  # fmt: skip
    assert caught.value.reason_code == "address_refused"


@pytest.fixture
def host() -> Iterator[DocumentHost]:
    with DocumentHost() as running:
        running.serve("/secret", b"secret")
        yield running


def test_the_name_is_looked_up_once_and_that_address_is_used(host: DocumentHost) -> None:
    answers = iter([["127.0.0.1"], ["10.0.0.1"]])
    asked: list[str] = []

    def rebinding(name: str, port: int) -> list[str]:
        asked.append(name)
        return next(answers)

    allowed = parse_hosts([f"intranet.example.org:{host.port}@127.0.0.0/8"])
    fetch(f"http://intranet.example.org:{host.port}/secret", allowed_hosts=allowed, limits=QUICK, resolve=rebinding)
    assert asked == ["intranet.example.org"]
    assert host.asked[0].headers["host"] == f"intranet.example.org:{host.port}"


REDIRECTS = [
    "http://127.0.0.1/", "http://127.0.0.1:22/", "http://localhost/", "http://[::1]/", "file:///etc/passwd",
    "//evil.example/",
    "http://169.254.169.254/", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "http://evil.example/", "http://0x7f000001/",
    "http://user@127.0.0.1/", "http://www.example.org/", "\\\\evil.example\\", "http://ev il.example/", "javascript:x",
]  # fmt: skip


@pytest.mark.parametrize("location", REDIRECTS)
def test_a_redirect_is_checked_like_an_address(host: DocumentHost, location: str) -> None:
    host.redirect("/away", location)
    with pytest.raises(FetchError) as caught:
        fetch(host.url("/away"), allowed_hosts=parse_hosts([host.entry]), limits=QUICK, resolve=never)
    assert caught.value.reason_code == "address_refused"
    assert len(host.asked) == 1


def test_nothing_is_fetched_without_a_list(host: DocumentHost) -> None:
    with pytest.raises(FetchError):
        fetch(host.url("/secret"), allowed_hosts=[], limits=QUICK)
    assert host.asked == []


@pytest.mark.parametrize(
    "entry", ["", "*", "*.", "a b", "http://a", "a/b", "a:0", "a:99999", "0x7f.1", "127.1", "a@b", "a@1/x", "[::1"]
)
def test_entries_that_cannot_be_read_are_refused(entry: str) -> None:
    with pytest.raises(ValueError):
        parse_host(entry)


def test_ordinary_addresses_are_read_as_everybody_reads_them() -> None:
    address = parse_address("HTTPS://WWW.Bücher.example:443/a b".replace(" ", "%20") + "?q=ä&r=1#part")
    assert str(address) == "https://www.xn--bcher-kva.example/a%20b?q=%C3%A4&r=1"
    assert parse_host("*.bücher.example").admits(address)
    assert all(
        is_public(ip) for ip in [parse_address(f"http://{text}/").ip for text in ("8.8.8.8", "[2606:4700::1]")] if ip
    )
