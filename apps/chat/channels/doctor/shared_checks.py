"""Checks that both platforms share: are we reachable from outside, is our clock right, has anything come."""

import time
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from apps.chat.channels.doctor.check_results import CheckResult
from apps.chat.models.platform_rooms_and_people import Interaction, Platform

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

MOST_SECONDS_OFF = 120
LOCAL = ("localhost", "127.0.0.1", "::1")


def check_clock(date_header: str) -> CheckResult:
    """Our clock against the platform's, by the header of one of its answers."""
    try:
        off = time.time() - parsedate_to_datetime(date_header).timestamp()
    except (ValueError, TypeError, OverflowError):
        return CheckResult("clock", "unknown", _("The platform has not said what time it is."))
    if abs(off) > MOST_SECONDS_OFF:
        return CheckResult(
            "clock",
            "problem",
            _("This machine's clock is %(seconds)s seconds off."),
            _("Switch on time synchronisation (NTP); requests that are five minutes off are refused."),
            (("seconds", f"{off:.0f}"),),
        )
    return CheckResult("clock", "ok", _("This machine's clock is right."))


def check_events(platform: Platform, nothing_yet: "_StrOrPromise", advice: "_StrOrPromise") -> CheckResult:
    """Whether anything has come. What the platform would send us, it tells nobody. One query."""
    newest = Interaction.objects.filter(platform=platform).order_by("-created_at").first()
    if newest is None:
        return CheckResult("events", "unknown", nothing_yet, advice)
    when = f"{localtime(newest.created_at):%Y-%m-%d %H:%M}"
    return CheckResult("events", "ok", _("The last question came on %(when)s."), values=(("when", when),))


async def check_reachability(path: str, expected: tuple[int, ...]) -> CheckResult:
    """Asks our own address the way a stranger would: a refusal shows that the way to us is open."""
    from aiohttp import ClientError

    address = f"{settings.SITE_URL}{path}"
    if urlsplit(address).scheme != "https" or urlsplit(address).hostname in LOCAL:
        return unreachable_result(
            _("%(address)s cannot be reached by the platform."),
            _("Set SITE_URL to the https address of this installation, or use Slack's Socket Mode."),
            address=address,
        )
    try:
        status = await anonymous_request_status(address)
    except (ClientError, TimeoutError, ValueError) as error:
        return unreachable_result(
            _("%(address)s does not answer (%(error)s)."),
            _("Check name, certificate and firewall; the platform calls this address from outside."),
            address=address,
            error=type(error).__name__,
        )
    if status not in expected:
        return unreachable_result(
            _("%(address)s answers with status %(status)s, which is not ours."),
            _("Let the proxy pass this path on unchanged, with all headers and the body as it came."),
            address=address,
            status=str(status),
        )
    return CheckResult("reachable", "ok", _("%(address)s can be reached."), values=(("address", address),))


async def anonymous_request_status(address: str) -> int:
    """Network. Raises ClientError, TimeoutError, ValueError."""
    from aiohttp import ClientSession, ClientTimeout

    async with (
        ClientSession(timeout=ClientTimeout(total=10), trust_env=True) as session,
        session.post(address, data=b"{}", allow_redirects=False) as response,
    ):
        return response.status


def unreachable_result(message: "_StrOrPromise", fix: "_StrOrPromise", **values: str) -> CheckResult:
    return CheckResult("reachable", "problem", message, fix, tuple(values.items()))


def missing_settings(names: tuple[str, ...]) -> list[str]:
    return [name for name in names if not getattr(settings, name)]


def check_settings(missing: list[str], all_of_them: tuple[str, ...], where: "_StrOrPromise") -> CheckResult:
    """`where` stays lazy: a finding is said in both languages."""
    values = (("names", ", ".join(missing)),)
    if len(missing) == len(all_of_them):
        return CheckResult("settings", "off", _("Not connected: %(names)s are not set."), where, values)
    if missing:
        return CheckResult("settings", "problem", _("%(names)s is not set."), where, values)
    return CheckResult("settings", "ok", _("All settings are there."))
