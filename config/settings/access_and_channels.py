"""Public access and limits, chat platforms (Slack, Teams) and mail."""

from config.env import env_address, env_bool, env_int, env_list, env_networks, env_secret, env_str, env_words

# What of the interface may be open without a token; reading and writing documents and accounts never is.
OPEN_SCOPES = ["ask", "search", "simplify", "conversations"]
# What of it is open. Collections that are not public stay closed to it.
API_PUBLIC_SCOPES = env_words("API_PUBLIC_SCOPES", OPEN_SCOPES)
# Addresses that stand for many people, such as an office's gateway: the limits of a single visitor do not fit them.
# This machine is one of them, because a proxy that hands on no addresses would make all visitors one.
UNLIMITED_ADDRESSES = env_networks("UNLIMITED_ADDRESSES", ["127.0.0.0/8", "::1"])
# Websockets open at once in one process; below the limit of the web server, so that we can say why.
MOST_SOCKETS = env_int("MOST_SOCKETS", 7_000)
MOST_SOCKETS_OF_ADDRESS = env_int("MOST_SOCKETS_OF_ADDRESS", 50)
# Calls of the interface that one process works on at once: as many as two a second are, each of which takes 16 seconds.
MOST_CALLS_OF_TOKEN = env_int("MOST_CALLS_OF_TOKEN", 32, least=1)
MOST_CALLS_OF_PROGRAM = env_int("MOST_CALLS_OF_PROGRAM", 128, least=1)

# The address under which people reach this site: links in Slack and Teams lead there.
SITE_URL = env_address("SITE_URL", "http://localhost:8000", "https://auskunft.example.org")

# Chat platforms; docs/operations.md says where each value is found.
SLACK_BOT_TOKEN = env_secret("SLACK_BOT_TOKEN")
SLACK_SIGNING_SECRET = env_secret("SLACK_SIGNING_SECRET")
SLACK_APP_TOKEN = env_secret("SLACK_APP_TOKEN")
SLACK_API_URL = env_str("SLACK_API_URL", "https://slack.com/api").rstrip("/") + "/"
# How much of Slack's rate limits one process may use: 50 where two answer.
SLACK_RATE_PERCENT = env_int("SLACK_RATE_PERCENT", 100, least=1)
TEAMS_APP_ID = env_str("TEAMS_APP_ID")
TEAMS_APP_SECRET = env_secret("TEAMS_APP_SECRET")
TEAMS_TENANT_ID = env_str("TEAMS_TENANT_ID")
TEAMS_OPENID_METADATA_URL = env_address(
    "TEAMS_OPENID_METADATA_URL",
    "https://login.botframework.com/v1/.well-known/openidconfiguration",
    may_query=True,
)
TEAMS_LOGIN_URL = env_address("TEAMS_LOGIN_URL", "https://login.microsoftonline.com")
# Only there our token goes, whatever an activity says.
TEAMS_SERVICE_HOSTS = env_list(
    "TEAMS_SERVICE_HOSTS", ["smba.trafficmanager.net", "*.botframework.com", "*.teams.microsoft.com"]
)

# Mail goes out for alarms and to people who subscribed to an answer, and only where a server is named.
EMAIL_HOST = env_str("EMAIL_HOST")
EMAIL_PORT = env_int("EMAIL_PORT", 587 if env_bool("EMAIL_USE_TLS", False) else 25, least=1)
EMAIL_HOST_USER = env_str("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env_secret("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = env_bool("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = env_bool("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env_str("DEFAULT_FROM_EMAIL", "auskunft@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
ALARM_ADDRESSES = env_list("ALARM_ADDRESSES")
