"""Teams' check-up: extra, login, keys, clock, reachability. Calls the network."""

from importlib import metadata

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from apps.chat.channels.contract.sender import RefusedError, UnavailableError
from apps.chat.channels.doctor import common
from apps.chat.channels.doctor.findings import Finding, Report
from apps.chat.channels.doctor.manifests import teams_manifest
from apps.chat.channels.teams import connector
from apps.chat.channels.teams.incoming import token_check
from apps.chat.models.platforms import Platform
from apps.database.async_access import in_database

NAMES = ("TEAMS_APP_ID", "TEAMS_APP_SECRET", "TEAMS_TENANT_ID")
WHERE = _(
    "Register a bot in Azure (single tenant), set its messaging endpoint to SITE_URL/teams/messages, and set "
    "TEAMS_APP_ID, TEAMS_APP_SECRET and TEAMS_TENANT_ID."
)
NOTHING_YET = _("No question has come from Teams yet.")
WRITE_TO_IT = _(
    "Write to the bot. If nothing comes: check the messaging endpoint and the channel Teams of the bot in Azure."
)


async def report() -> Report:
    missing = common.missing_settings(NAMES)
    settings_found = common.settings_finding(missing, NAMES, WHERE)
    findings = [settings_found]
    if settings_found.state != "off":
        findings.append(extra_finding())
        if connector.is_installed():
            findings += [await keys_finding(), *await login_findings()]
            findings.append(await common.reachable("/teams/messages", (403,)))
        findings.append(await in_database(common.events, Platform.TEAMS, NOTHING_YET, WRITE_TO_IT))
    return Report("teams", settings_found.state == "ok", tuple(findings), teams_manifest())


def extra_finding() -> Finding:
    if not connector.is_installed():
        return Finding(
            "extra",
            "problem",
            _("The part for Teams is not installed."),
            _("Install it with pip install 'auskunft[teams]' and start again."),
        )
    version = metadata.version("microsoft-teams-apps")
    if int(version.split(".")[0]) < 2:
        return Finding(
            "extra",
            "problem",
            _("microsoft-teams-apps is version %(version)s, 2 or newer is needed."),
            _("Install it anew with pip install 'auskunft[teams]'."),
            (("version", version),),
        )
    return Finding("extra", "ok", _("microsoft-teams-apps %(version)s is installed."), values=(("version", version),))


async def keys_finding() -> Finding:
    try:
        keys, _endorsements = await token_check.published_keys(settings.TEAMS_OPENID_METADATA_URL)
    except token_check.BadTokenError as error:
        return Finding(
            "keys",
            "problem",
            _("Microsoft's signing keys cannot be fetched (%(error)s)."),
            _("Allow this machine to connect to login.botframework.com."),
            (("error", str(error)),),
        )
    return Finding("keys", "ok", _("%(count)s signing keys were fetched."), values=(("count", str(len(keys))),))


async def login_findings() -> list[Finding]:
    try:
        await connector.BotToken().get(connector.SCOPE, None)
    except (RefusedError, UnavailableError) as error:
        return [
            Finding(
                "login",
                "problem",
                _("The bot cannot sign in (%(error)s)."),
                _("Check TEAMS_APP_ID, TEAMS_APP_SECRET (the value, not its id; not expired) and TEAMS_TENANT_ID."),
                (("error", str(error)),),
            )
        ]
    return [Finding("login", "ok", _("The bot signs in.")), await clock_finding()]


async def clock_finding() -> Finding:
    import httpx

    try:
        async with httpx.AsyncClient(timeout=10) as client:
            response = await client.get(settings.TEAMS_OPENID_METADATA_URL)
    except httpx.HTTPError:
        return common.clock("")
    return common.clock(response.headers.get("Date", ""))
