"""Fingerprints of visitors' addresses under a salt that lives for a day, and how many questions each has asked."""

import hashlib
import secrets
from datetime import date
from functools import lru_cache
from ipaddress import ip_network

from django.conf import settings
from django.db import connection, models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.outbound_network.parse_hosts_and_ip_addresses import network_of_client, parse_client_ip


def new_salt() -> str:
    return secrets.token_hex(32)


class DailySalt(models.Model):
    """The salt without which nobody, not even with database and keys, finds the address behind a fingerprint."""

    day = models.DateField(primary_key=True)
    salt = models.CharField(max_length=64, default=new_salt)

    class Meta:
        verbose_name = _("salt of a day")
        verbose_name_plural = _("salts of days")

    def __str__(self) -> str:
        return self.day.isoformat()


class VisitorDay(models.Model):
    """How many questions a visitor has asked on a day."""

    visitor = models.CharField(max_length=32)
    day = models.DateField()
    questions = models.PositiveIntegerField(_("questions"), default=0)

    class Meta:
        verbose_name = _("visitor's day")
        verbose_name_plural = _("visitors' days")
        constraints = [models.UniqueConstraint(fields=["day", "visitor"], name="visitor_day_once")]

    def __str__(self) -> str:
        return f"{self.day:%Y-%m-%d} {self.visitor[:6]}"


def visitor_fingerprint(address: str) -> str:
    """The fingerprint under which today's limits of this address are counted. A query on the first call of a day.

    The address itself is kept nowhere.
    """
    salt = salt_of(timezone.localdate())
    return hashlib.blake2b(network_of_address(address).encode(), key=salt, digest_size=16).hexdigest()


@lru_cache(maxsize=2)
def salt_of(day: date) -> bytes:
    row, made = DailySalt.objects.get_or_create(day=day)
    if made:
        DailySalt.objects.filter(day__lt=day).delete()
        VisitorDay.objects.filter(day__lt=day).delete()
    return bytes.fromhex(row.salt)


def count_question(visitor: str) -> int:
    """Counts a question of today and says how many there are with it. One statement, exact between processes."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO chat_visitorday (visitor, day, questions) VALUES (%s, %s, 1)"
            " ON CONFLICT (day, visitor) DO UPDATE SET questions = chat_visitorday.questions + 1 RETURNING questions",
            [visitor, timezone.localdate()],
        )
        return int(cursor.fetchone()[0])


@lru_cache(maxsize=1_024)
def is_rate_limited_address(address: str) -> bool:
    """False for addresses that stand for many people or for the machine itself (UNLIMITED_ADDRESSES)."""
    ip = parse_client_ip(address)
    return ip is None or not any(ip in ip_network(network, strict=False) for network in settings.UNLIMITED_ADDRESSES)


def network_of_address(address: str) -> str:
    ip = parse_client_ip(address)
    return address[:100] if ip is None else network_of_client(ip)
