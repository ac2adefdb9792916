"""Checks of Teams: extra, login, keys, clock, reachability. Calls the network."""

from importlib import metadata

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from apps.chat.channels.doctor import shared_checks
from apps.chat.channels.doctor.build_app_manifests import teams_manifest
from apps.chat.channels.doctor.check_results import CheckResult, PlatformReport
from apps.chat.channels.interface.reply_sender import RefusedError, UnavailableError
from apps.chat.channels.teams import connector
from apps.chat.channels.teams.incoming import verify_token
from apps.chat.models.platform_rooms_and_people import Platform
from apps.database.async_access import run_in_database

NAMES = ("TEAMS_APP_ID", "TEAMS_APP_SECRET", "TEAMS_TENANT_ID")
WHERE = _(
    "Register a bot in Azure (single tenant), set its messaging endpoint to SITE_URL/teams/messages, and set "
    "TEAMS_APP_ID, TEAMS_APP_SECRET and TEAMS_TENANT_ID."
)
NOTHING_YET = _("No question has come from Teams yet.")
WRITE_TO_IT = _(
    "Write to the bot. If nothing comes: check the messaging endpoint and the channel Teams of the bot in Azure."
)


async def check_teams() -> PlatformReport:
    missing = shared_checks.missing_settings(NAMES)
    settings_found = shared_checks.check_settings(missing, NAMES, WHERE)
    findings = [settings_found]
    if settings_found.state != "off":
        findings.append(check_teams_package())
        if connector.is_installed():
            findings += [await check_keys(), *await check_login()]
            findings.append(await shared_checks.check_reachability("/teams/messages", (403,)))
        findings.append(await run_in_database(shared_checks.check_events, Platform.TEAMS, NOTHING_YET, WRITE_TO_IT))
    return PlatformReport("teams", settings_found.state == "ok", tuple(findings), teams_manifest())


def check_teams_package() -> CheckResult:
    if not connector.is_installed():
        return CheckResult(
            "extra",
            "problem",
            _("The package microsoft-teams-apps is missing."),
            _("Install what requirements.lock names (make run does) and start again."),
        )
    version = metadata.version("microsoft-teams-apps")
    if int(version.split(".")[0]) < 2:
        return CheckResult(
            "extra",
            "problem",
            _("microsoft-teams-apps is version %(version)s, 2 or newer is needed."),
            _("Install what requirements.lock names (make run does) and start again."),
            (("version", version),),
        )
    return CheckResult(
        "extra", "ok", _("microsoft-teams-apps %(version)s is installed."), values=(("version", version),)
    )


async def check_keys() -> CheckResult:
    try:
        keys, _endorsements = await verify_token.fetch_published_keys(settings.TEAMS_OPENID_METADATA_URL)
    except verify_token.BadTokenError as error:
        return CheckResult(
            "keys",
            "problem",
            _("Microsoft's signing keys cannot be fetched (%(error)s)."),
            _("Allow this machine to connect to login.botframework.com."),
            (("error", str(error)),),
        )
    return CheckResult("keys", "ok", _("%(count)s signing keys were fetched."), values=(("count", str(len(keys))),))


async def check_login() -> list[CheckResult]:
    try:
        await connector.BotToken().get(connector.SCOPE, None)
    except (RefusedError, UnavailableError) as error:
        return [
            CheckResult(
                "login",
                "problem",
                _("The bot cannot sign in (%(error)s)."),
                _("Check TEAMS_APP_ID, TEAMS_APP_SECRET (the value, not its id; not expired) and TEAMS_TENANT_ID."),
                (("error", str(error)),),
            )
        ]
    return [CheckResult("login", "ok", _("The bot signs in.")), await check_microsoft_clock()]


async def check_microsoft_clock() -> CheckResult:
    import httpx

    try:
        async with httpx.AsyncClient(timeout=10) as client:
            response = await client.get(settings.TEAMS_OPENID_METADATA_URL)
    except httpx.HTTPError:
        return shared_checks.check_clock("")
    return shared_checks.check_clock(response.headers.get("Date", ""))
