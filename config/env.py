"""Reads settings from the environment; every secret may also stand in the file that NAME_FILE names."""

import os
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

TRUE = {"true", "1", "yes", "on"}
FALSE = {"false", "0", "no", "off", ""}
POSTGRESQL_PORT = "5432"


def env_str(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def env_bool(name: str, default: bool) -> bool:
    """Raises ImproperlyConfigured for a word that is neither true nor false."""
    value = os.environ.get(name)
    if value is None:
        return default
    word = value.strip().lower()
    if word in TRUE:
        return True
    if word in FALSE:
        return False
    raise ImproperlyConfigured(f"{name} is '{value}', use 'True' or 'False'.")


def env_int(name: str, default: int, least: int = 0) -> int:
    """Raises ImproperlyConfigured for a value that is no whole number, or a smaller one than `least`."""
    value = env_str(name)
    if not value:
        return default
    try:
        number = int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} is '{value}', use a whole number such as {default}.") from None
    if number < least:
        raise ImproperlyConfigured(f"{name} is '{value}', use a whole number from {least} on, such as {default}.")
    return number


def env_list(name: str, default: list[str] | None = None) -> list[str]:
    """Comma-separated values, blanks around them removed."""
    value = env_str(name)
    if not value:
        return list(default or [])
    return [item.strip() for item in value.split(",") if item.strip()]


def env_address(name: str, default: str, example: str = "", *, may_query: bool = False) -> str:
    """Reads the address of a site or a page, without a slash at its end. Raises ImproperlyConfigured for what no
    browser would open and what nothing can be put behind (a #, without `may_query` a question mark); the sentence names
    `example`, else the default."""
    address = env_str(name, default).rstrip("/")
    try:
        parts = urlsplit(address)
        names = (parts.hostname or "").removesuffix(".").split(".")
        # Asking for the port raises ValueError where there is no such port.
        opens = (
            parts.scheme in ("http", "https") and all(names) and parts.port != 0 and is_plain_url(address, may_query)
        )
    except ValueError:
        opens = False
    if not opens:
        raise ImproperlyConfigured(f"{name} is '{address}', use an address such as {example or default}.")
    return address


def is_plain_url(address: str, may_query: bool) -> bool:
    """Whether it has no white space, backslashes and fragment, and a query only where it may have one."""
    return address.isprintable() and not set(address) & set(" \\#" if may_query else " \\?#")


def env_words(name: str, known: list[str]) -> list[str]:
    """Some of the known words, all of them by default; `none` alone for an empty list. Raises ImproperlyConfigured."""
    written = env_list(name, known)
    if written == ["none"]:
        return []
    for word in written:
        if word not in known:
            raise ImproperlyConfigured(f"{name} names '{word}', use some of {', '.join(known)}, or none.")
    return written


def env_networks(name: str, default: list[str]) -> list[str]:
    """Networks and addresses, as they were written. Raises ImproperlyConfigured for what is neither."""
    needed = "use networks such as 10.0.0.0/8 and addresses such as 10.0.0.5"
    return env_entries(name, lambda entry: ip_network(entry, strict=False), needed, default)


def env_entries(name: str, parse: Callable[[str], object], needed: str, default: list[str] | None = None) -> list[str]:
    """Comma-separated values, as they were written. Raises ImproperlyConfigured for one that `parse` refuses with
    ValueError, so that a mistyped one is noticed at the start and not with its first use."""
    written = env_list(name, default)
    for entry in written:
        try:
            parse(entry)
        except ValueError:
            raise ImproperlyConfigured(f"{name} names '{entry}', {needed}.") from None
    return written


def env_secret(name: str, default: str = "") -> str:
    """The variable NAME, or the content of the file that NAME_FILE names.

    Raises ImproperlyConfigured when NAME_FILE names a file that cannot be read, or holds no text.
    """
    value = os.environ.get(name, "").strip()
    if value:
        return value
    path = env_str(f"{name}_FILE")
    if not path:
        return default
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ImproperlyConfigured(f"{name}_FILE names '{path}', which cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ImproperlyConfigured(f"{name}_FILE names '{path}', which is no text in UTF-8.") from None


def env_database(name: str) -> dict[str, Any]:
    """Django's entry for the database at this address; empty when there is none. Raises ImproperlyConfigured."""
    address = env_secret(name)
    return parse_database_url(address, name) if address else {}


def env_databases(name: str) -> list[dict[str, Any]]:
    """Reads several databases' addresses, with commas between them. Raises ImproperlyConfigured."""
    return [parse_database_url(address.strip(), name) for address in env_secret(name).split(",") if address.strip()]


def parse_database_url(address: str, name: str) -> dict[str, Any]:
    """Several hosts may stand in it, as PostgreSQL's own programs take them: `one:5432,two:5432`.

    Raises ImproperlyConfigured, with a sentence that shows nothing of the address: a password stands in it.
    """
    # The parser knows one host only.
    single, several = split_hosts(address)
    try:
        found = dict(dj_database_url.parse(single))
    except ValueError:
        found = {}
    if found.get("ENGINE") != "django.db.backends.postgresql":
        raise ImproperlyConfigured(
            f"{name} is no address of a PostgreSQL: use postgres://user:password@host:5432/database, "
            "with %40 for an @ in the password and the like."
        )
    return found | several


def split_hosts(address: str) -> tuple[str, dict[str, str]]:
    """The address with one host in place of several, and these as libpq wants them; nothing where it names one."""
    scheme, _, rest = address.partition("://")
    authority, slash, path = rest.partition("/")
    user, at, hosts = authority.rpartition("@")
    if "," not in hosts:
        return address, {}
    places = [parse_host_and_port(place) for place in hosts.split(",")]
    entry = {"HOST": ",".join(host for host, _ in places), "PORT": ",".join(port for _, port in places)}
    return f"{scheme}://{user}{at}host{slash}{path}", entry


def parse_host_and_port(place: str) -> tuple[str, str]:
    """An address of version 6 has colons of its own, inside of brackets."""
    host, colon, port = place.rpartition(":")
    if not colon or "]" in port:
        return place.strip("[]"), POSTGRESQL_PORT
    return host.strip("[]"), port
