"""Checks of Slack: token, scopes, events, clock, reachability. Calls the network."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from apps.chat.channels.doctor import shared_checks
from apps.chat.channels.doctor.build_app_manifests import SLACK_SCOPES, slack_manifest
from apps.chat.channels.doctor.check_results import CheckResult, PlatformReport
from apps.chat.channels.slack import web_api
from apps.chat.models.platform_rooms_and_people import Platform, SwitchedOffWorkspace
from apps.database.async_access import run_in_database

NAMES = ("SLACK_BOT_TOKEN",)
WAYS = ("SLACK_SIGNING_SECRET", "SLACK_APP_TOKEN")
WHERE = _(
    "Make an app at api.slack.com/apps from the manifest shown here, install it, and set SLACK_BOT_TOKEN and "
    "SLACK_SIGNING_SECRET (HTTP) or SLACK_APP_TOKEN (Socket Mode)."
)
NOTHING_YET = _("No question has come from Slack yet.")
WRITE_TO_IT = _("Write to the bot. If nothing comes: subscribe to the bot events of the manifest, and install again.")


async def check_slack() -> PlatformReport:
    missing = shared_checks.missing_settings(NAMES) + (
        [] if any(getattr(settings, name) for name in WAYS) else [" / ".join(WAYS)]
    )
    settings_found = shared_checks.check_settings(missing, (*NAMES, ""), WHERE)
    findings = [settings_found]
    if settings.SLACK_BOT_TOKEN:
        findings += await check_token()
        findings.append(await run_in_database(shared_checks.check_events, Platform.SLACK, NOTHING_YET, WRITE_TO_IT))
        findings += await run_in_database(check_workspaces)
    if settings.SLACK_APP_TOKEN:
        findings.append(await check_socket_mode())
    elif settings.SLACK_SIGNING_SECRET:
        findings.append(check_secret(settings.SLACK_SIGNING_SECRET))
        findings.append(await shared_checks.check_reachability("/slack/events", (401,)))
    return PlatformReport("slack", settings_found.state == "ok", tuple(findings), slack_manifest())


def check_workspaces() -> list[CheckResult]:
    """Reports each workspace that has taken the app away. One query."""
    said = _("The workspace %(workspace)s has taken the app away (%(reason)s) and is switched off.")
    advice = _("Install the app there again and set the new SLACK_BOT_TOKEN; with the next question it is on again.")
    rows = SwitchedOffWorkspace.objects.filter(platform=Platform.SLACK)
    return [
        CheckResult("workspace", "problem", said, advice, (("workspace", row.workspace), ("reason", row.reason)))
        for row in rows
    ]


async def check_token() -> list[CheckResult]:
    """auth.test tells in one call whether the token holds, what it may do, and what time it is."""
    from aiohttp import ClientError
    from slack_sdk.errors import SlackApiError, SlackClientError

    try:
        response = await web_api.slack_client().auth_test()
    except SlackApiError as error:
        return [refused_token_result(str(error.response.get("error")))]
    except (ClientError, SlackClientError, TimeoutError, OSError) as error:
        return [slack_unreachable_result(type(error).__name__)]
    headers = {name.lower(): value for name, value in dict(response.headers).items()}
    return [
        CheckResult("token", "ok", _("The token belongs to %(team)s."), values=(("team", str(response.get("team"))),)),
        check_scopes(str(headers.get("x-oauth-scopes", ""))),
        shared_checks.check_clock(str(headers.get("date", ""))),
    ]


def refused_token_result(code: str) -> CheckResult:
    return CheckResult(
        "token",
        "problem",
        _("Slack does not accept SLACK_BOT_TOKEN (%(code)s)."),
        _("Copy the bot user's token (xoxb-…) from “OAuth & Permissions” of the app; install the app again."),
        (("code", code),),
    )


def slack_unreachable_result(error: str) -> CheckResult:
    return CheckResult(
        "token",
        "problem",
        _("Slack cannot be reached (%(error)s)."),
        _("Allow this machine to connect to slack.com, by a proxy if need be (HTTPS_PROXY)."),
        (("error", error),),
    )


def check_scopes(given: str) -> CheckResult:
    granted = {scope.strip() for scope in given.split(",") if scope.strip()}
    if not granted:
        return CheckResult("scopes", "unknown", _("Slack has not said which scopes the token has."))
    missing = [scope for scope in SLACK_SCOPES if scope not in granted]
    if missing:
        return CheckResult(
            "scopes",
            "problem",
            _("The app lacks the scopes %(scopes)s."),
            _("Add %(scopes)s under “OAuth & Permissions”, “Bot Token Scopes”, and install the app again."),
            (("scopes", ", ".join(missing)),),
        )
    return CheckResult("scopes", "ok", _("The app has all scopes."))


def check_secret(secret: str) -> CheckResult:
    if len(secret) != 32 or not set(secret) <= set("0123456789abcdef"):
        return CheckResult(
            "signing_secret",
            "problem",
            _("SLACK_SIGNING_SECRET does not look like one."),
            _("Copy “Signing Secret” from “Basic Information” of the app: 32 digits and letters from a to f."),
        )
    return CheckResult("signing_secret", "ok", _("The signing secret has the right form."))


async def check_socket_mode() -> CheckResult:
    """Whether a websocket would be opened; none is."""
    from aiohttp import ClientError
    from slack_sdk.errors import SlackApiError, SlackClientError

    answered: Any
    try:
        answered = await web_api.slack_client(token="").apps_connections_open(app_token=settings.SLACK_APP_TOKEN)
    except SlackApiError as error:
        code = str(error.response.get("error"))
    except (ClientError, SlackClientError, TimeoutError, OSError) as error:
        code = type(error).__name__
    else:
        code = "" if answered.get("url") else "no url"
    if code:
        return CheckResult(
            "socket_mode",
            "problem",
            _("Socket Mode does not work (%(code)s)."),
            _("Switch on Socket Mode, make an app-level token (xapp-…) with connections:write, set SLACK_APP_TOKEN."),
            (("code", code),),
        )
    return CheckResult("socket_mode", "ok", _("Socket Mode works; manage.py slack_socket must run."))
