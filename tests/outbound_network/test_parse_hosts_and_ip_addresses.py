"""Where a link leads, so that people see it before they go there."""

import pytest

from apps.outbound_network.parse_hosts_and_ip_addresses import readable_host


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://www.stadt.example/satzung.pdf", "www.stadt.example"),
        ("HTTPS://WWW.STADT.EXAMPLE:443/", "www.stadt.example"),
        ("http://www.stadt.example:8443/", "www.stadt.example:8443"),
        ("http://[::1]:8000/", "[::1]:8000"),
        ("https://www.stadt.example@evil.example/", "evil.example"),
        # Browsers go there, whatever stands behind.
        (r"https://evil.example\@www.stadt.example/", "evil.example"),
        ("https://ev\til.example/", "evil.example"),
        ("https://müller.example/", "müller.example"),
        ("https://xn--mller-kva.example/", "müller.example"),
        ("https://straße.example/", "straße.example"),
        # Cyrillic, Greek and phonetic letters that look like those of everyday.
        ("https://st\u0430dt.example/", "xn--stdt-63d.example"),
        ("https://xn--stdt-63d.example/", "xn--stdt-63d.example"),
        ("https://st\u0251dt.example/", "xn--stdt-r5b.example"),
        ("https://stadt\u3002example/", "stadt.example"),
        ("https://xn--stadt-.example/", "xn--stadt-.example"),
        ("https://xn--\u00e9.example/", "xn--\\xe9.example"),
        # Browsers decode it before they look the name up.
        ("https://stadt%2Eexample.evil.example/", "stadt.example.evil.example"),
        ("https://%53tadt.example/", "stadt.example"),
        ("https://m%C3%BCller.example/", "müller.example"),
        # Nor do they go to a name with signs that separate the parts of an address.
        ("https://www.stadt.example%2F.evil.example/", ""),
        ("https://www.stadt.example%EF%BC%8F.evil.example/", ""),
        ("https://www.stadt.example%3A80/", ""),
        ("https://www.stadt%20.example/", ""),
        ("https://www.stadt%252Eexample/", ""),
        ("http://www.stadt.example:99999/", ""),
        ("/satzung.pdf", ""),
        ("javascript:alert(1)", ""),
        ("", ""),
    ],
)
def test_the_host_is_the_one_that_browsers_go_to(address: str, host: str) -> None:
    assert readable_host(address) == host
