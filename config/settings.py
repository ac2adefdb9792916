"""All settings: what operators change comes from the environment, what editors change lives in the admin."""

import re
import secrets
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import django_stubs_ext
from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config import localdb
from config.api.settings import REST_FRAMEWORK as REST_FRAMEWORK
from config.api.settings import SPECTACULAR_SETTINGS as SPECTACULAR_SETTINGS
from config.env import env_bool, env_database, env_databases, env_int, env_list, env_secret, env_str
from config.http.static_headers import static_headers
from config.oauth.settings import OAUTH2_PROVIDER as OAUTH2_PROVIDER
from config.oauth.settings import OAUTH_REGISTRATION as OAUTH_REGISTRATION

# Lets classes such as ModelAdmin[Document] name their model at run time, as the type checker wants it.
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent
AUSKUNFT_DATA = Path(env_str("AUSKUNFT_DATA", str(BASE_DIR / "var"))).resolve()

DEBUG = env_bool("DEBUG", False)
# What people read in the header, the browser tab and the welcome.
SITE_NAME = env_str("SITE_NAME", "Auskunft")

ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")


def generated_secret_key() -> str:
    """A key made on the first start and kept in the data folder, so that one command needs no configuration."""
    path = AUSKUNFT_DATA / "secret-key.txt"
    if not path.exists():
        AUSKUNFT_DATA.mkdir(parents=True, exist_ok=True)
        candidate = path.with_name(f"secret-key.{secrets.token_hex(4)}")
        candidate.touch(mode=0o600)
        candidate.write_text(secrets.token_urlsafe(64), encoding="utf-8")
        try:
            # Several processes may start at once: the first link wins, the others read its key.
            path.hardlink_to(candidate)
        except FileExistsError:
            pass
        finally:
            candidate.unlink()
    return path.read_text(encoding="utf-8")


try:
    SECRET_KEY = env_secret("SECRET_KEY") or generated_secret_key()
except OSError as error:
    raise ImproperlyConfigured(
        f"AUSKUNFT_DATA is '{AUSKUNFT_DATA}', where nothing can be written: {error.strerror}. Name a folder that can."
    ) from None
if len(SECRET_KEY) < 50:
    raise ImproperlyConfigured(f"SECRET_KEY has {len(SECRET_KEY)} characters, use at least 50 random ones.")

INSTALLED_APPS = [
    "config.apps.ConfigConfig",
    "apps.evaluation",
    "apps.chat",
    "apps.simplify",
    "apps.retrieval",
    "apps.graph",
    "apps.conflicts",
    "apps.documents",
    "apps.llm",
    "config.console.site.ConsoleConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "django_q",
    "rest_framework",
    "drf_spectacular",
    "oauth2_provider",
]

MIDDLEWARE = [
    "config.monitoring.request_counter.RequestCounterMiddleware",
    "django.middleware.security.SecurityMiddleware",
    # Before the one that serves files: the policy is theirs, too.
    "config.http.content_security_policy.ContentSecurityPolicyMiddleware",
    "config.http.unanswerable_requests.UnanswerableRequestMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.http.interface_language.InterfaceLanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"


def folder_of(package: str) -> Path:
    """Where an installed package lies, without importing it."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ImproperlyConfigured(f"The package '{package}' is not installed.")
    return Path(spec.origin).parent


# As an app it would be imported by every process, with 20 MB of spreadsheet libraries. So only its files are named
# here, and its code is loaded by whoever imports or exports words (apps/simplify/admin/protected_word_import.py).
IMPORT_EXPORT = folder_of("import_export")

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates", IMPORT_EXPORT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "libraries": {"import_export_tags": "import_export.templatetags.import_export_tags"},
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]


# A host that is cut off says nothing; without these a query waits for it until the system gives up, after 15 minutes.
# Seconds, but for tcp_user_timeout; sockets of this machine ignore them. A query that takes long is answered meanwhile.
NOTICING_DEAD_HOSTS: dict[str, Any] = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}


def with_options(database: dict[str, Any], *, connect_timeout: int) -> dict[str, Any]:
    """The entry of a server, with what all of them have in common. `connect_timeout` in seconds."""
    database["ENGINE"] = "apps.database.postgresql"
    options = NOTICING_DEAD_HOSTS | dict(database.get("OPTIONS") or {})
    options.setdefault("connect_timeout", connect_timeout)
    # Server-side binding lets PostgreSQL take vectors as binary parameters and keep prepared statements.
    options.setdefault("server_side_binding", True)
    # Compiling (jit) is for long queries; ours are short.
    options.setdefault(
        "options",
        "-c statement_timeout=120000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=60000 -c jit=off",
    )
    database["OPTIONS"] = options
    if env_str("AUSKUNFT_PROCESS") == "web":
        # Threads of the web process come and go with requests and turns: a pool spares each of them the connecting.
        # Only there: a pool's threads do not survive the forks of the queue cluster.
        options.setdefault("pool", pool_options())
        database["CONN_MAX_AGE"] = 0
    else:
        database["CONN_MAX_AGE"] = 60
    return database


def pool_options() -> dict[str, Any]:
    """Left to itself the pool would wait twice as long after each failure to connect, up to minutes; it tries every two
    seconds, so that who waits for a connection has one soon after another server leads."""
    from psycopg_pool import ConnectionPool  # for the web process only, which others are spared to import

    size = {"min_size": 2, "max_size": env_int("DATABASE_POOL", 16)}
    return {**size, "timeout": 10, "reconnect_timeout": 2, "reconnect_failed": ConnectionPool.check}


def primary() -> dict[str, Any]:
    """DATABASE_URL when it is set, the embedded server in the data folder otherwise."""
    database = env_database("DATABASE_URL")
    if database:
        # Of several servers the one that leads; where a proxy stands before them, never one that has just ceased to.
        database.setdefault("OPTIONS", {}).setdefault("target_session_attrs", "read-write")
    else:
        database = localdb.connection_settings(AUSKUNFT_DATA)
    database["TEST"] = {"NAME": env_str("TEST_DATABASE_NAME", "test_auskunft"), "TEMPLATE": "template0"}
    return with_options(database, connect_timeout=5)


DATABASES = {"default": primary()}
# Hot standbys, from which searches read (apps/database/standbys.py). Nobody waits long for one that is gone.
for number, standby in enumerate(env_databases("DATABASE_REPLICA_URLS")):
    DATABASES[f"standby{number}"] = with_options(standby, connect_timeout=2) | {"TEST": {"MIRROR": "default"}}
# Megabytes that building a vector index may take: a million vectors of 1,024 numbers need 3,400.
INDEX_MEMORY = env_int("INDEX_MEMORY", 1_024)
# Processes of the database that help the one that builds it. They share that memory, of which containers have little.
INDEX_BUILDERS = min(16, max(0, env_int("INDEX_BUILDERS", 0)))
# Megabytes of the log by which a standby may be behind the primary and still be asked.
DATABASE_REPLICA_LAG = env_int("DATABASE_REPLICA_LAG", 16)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env_secret("REDIS_URL")
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "config.processes.redis_cache.DispensableRedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
    }
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# The queue only wakes workers: ids travel, our own rows decide what is done (see docs/architecture.md).
QUEUE_WORKERS = env_int("QUEUE_WORKERS", 2)
Q_CLUSTER = {
    "name": "auskunft",
    "orm": "default",
    "broker_class": "config.queue.queue_broker.PatientBroker",
    "workers": QUEUE_WORKERS,
    "timeout": 600,
    "retry": 2400,
    "max_attempts": 3,
    "queue_limit": 1,
    "bulk": 1,
    "ack_failures": True,
    "catch_up": False,
    "poll": 1,
    "recycle": 200,
    "max_rss": 900_000,
    "save_limit": 250,
    # What is due is put into the queue by the database's clock instead (config/queue/schedules.py).
    "scheduler": False,
    "label": _("Work queue"),
}

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

LANGUAGE_CODE = "de"
# By their own names. Staff pages are in German and English only (config/http/interface_language.py).
LANGUAGES = [
    ("de", "Deutsch"),
    ("de-simple", "Einfache Sprache"),
    ("ar", "العربية"),
    ("en", "English"),
    ("es", "Español"),
    ("fr", "Français"),
    ("it", "Italiano"),
    ("pl", "Polski"),
    ("ro", "Română"),
    ("ru", "Русский"),
    ("tr", "Türkçe"),
    ("uk", "Українська"),
]
# Plain German, "Einfache Sprache"; `simple` is the registered variant for it (BCP 47). Texts it lacks are German.
LANG_INFO["de-simple"] = {
    "bidi": False,
    "code": "de-simple",
    "name": "Plain German",
    "name_local": "Einfache Sprache",
}
# What Django and the queue lack in German stands in a catalogue of its own: makemessages knows only our texts.
THIRD_PARTY_LOCALE = BASE_DIR / "locale" / "third_party"
LOCALE_PATHS = [BASE_DIR / "locale", THIRD_PARTY_LOCALE, IMPORT_EXPORT / "locale"]
TIME_ZONE = env_str("TIME_ZONE", "Europe/Berlin")
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = AUSKUNFT_DATA / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
HANDBOOK_PICTURES = ("handbook", BASE_DIR / "docs" / "handbook" / "pictures")
STATICFILES_DIRS = [BASE_DIR / "static", IMPORT_EXPORT / "static", HANDBOOK_PICTURES]
# Files are served from the sources: one command needs no collectstatic. A proxy may serve STATIC_ROOT in production.
WHITENOISE_USE_FINDERS = True
# Other sites load one file of ours, the script that embeds the chat; whitenoise would let them read all of them.
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_ADD_HEADERS_FUNCTION = static_headers

# Cookies are marked secure where the site is served by https, which the operator says by HTTPS=True.
HTTPS = env_bool("HTTPS", False)
SECURE_SSL_REDIRECT = HTTPS
# Load balancers and the supervisor ask by plain http.
HEALTH_PATH = env_str("HEALTH_PATH").strip("/")
if not re.fullmatch(r"[\w./~-]*", HEALTH_PATH, re.ASCII):
    raise ImproperlyConfigured(f"HEALTH_PATH is '{HEALTH_PATH}', use letters, digits, '-', '.' and '/'.")
HEALTH_MESSAGE = env_str("HEALTH_MESSAGE", "ok")
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", *([f"^{re.escape(HEALTH_PATH)}$"] if HEALTH_PATH else [])]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 12 * 60 * 60
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# The browsers' preload list takes a whole domain with all its names: its owner enters it, not a program on one of them.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
# Only programs on people's own machines are sent back to without encryption (config/oauth/redirect_addresses.py).
SILENCED_SYSTEM_CHECKS += ["oauth2_provider.W008"]
if not HTTPS:
    # By default this serves one machine. config/http/https_deploy_check.py says so where others are meant to reach it.
    SILENCED_SYSTEM_CHECKS += ["security.W004", "security.W008", "security.W012", "security.W016"]
if env_bool("BEHIND_PROXY", False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
# Without script the page for plain language sends three fields for each sentence of a long text.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000
FILE_UPLOAD_PERMISSIONS = 0o640
LOGIN_URL = "admin:login"

# Staff sign in with their organisation's account; off without an issuer. Endpoints come from the provider itself.
OIDC_ISSUER = env_str("OIDC_ISSUER")
OIDC_CLIENT_ID = env_str("OIDC_CLIENT_ID")
OIDC_CLIENT_SECRET = env_secret("OIDC_CLIENT_SECRET")
OIDC_SCOPES = env_str("OIDC_SCOPES", "openid email profile")
OIDC_SIGN_ALGORITHM = env_str("OIDC_SIGN_ALGORITHM", "RS256")
OIDC_GROUPS_CLAIM = env_str("OIDC_GROUPS_CLAIM", "groups")
OIDC_GROUP_PREFIX = env_str("OIDC_GROUP_PREFIX", "auskunft-")
OIDC_TIMEOUT = env_int("OIDC_TIMEOUT", 10)
# The claim that says what SCIM sends as externalId: by it a sign-in finds the account that SCIM has made.
SCIM_SUBJECT_CLAIM = env_str("SCIM_SUBJECT_CLAIM", "sub")
if OIDC_ISSUER:
    if not OIDC_CLIENT_ID:
        raise ImproperlyConfigured("OIDC_ISSUER is set, so OIDC_CLIENT_ID must name this service at the provider.")
    AUTHENTICATION_BACKENDS = [
        "django.contrib.auth.backends.ModelBackend",
        "config.single_sign_on.backend.SingleSignOnBackend",
    ]

# Models: used to create the first rows; afterwards the admin rules.
OPENAI_BASE_URL = env_str("OPENAI_BASE_URL")
OPENAI_API_KEY = env_secret("OPENAI_API_KEY")
# Where endpoints of the admin may lead beside public addresses and the host of OPENAI_BASE_URL, and which variables
# hold keys for them. Administrators write those rows; what else runs in the network and stands in the environment, only
# operators know.
MODEL_HOSTS = env_list("MODEL_HOSTS")
API_KEY_VARIABLES = env_list("API_KEY_VARIABLES", ["*_API_KEY"])
# Which hosts a key may be sent to, such as MISTRAL_API_KEY@api.mistral.ai; OPENAI_API_KEY goes to OPENAI_BASE_URL.
API_KEY_HOSTS = env_list("API_KEY_HOSTS")
CHAT_MODEL = env_str("CHAT_MODEL")
# Tokens that the model takes and gives in one call; 0: what is known of the model, else few.
CHAT_CONTEXT_WINDOW = env_int("CHAT_CONTEXT_WINDOW", 0)
# Where vectors come from, when that is another server than the one that speaks.
EMBEDDING_BASE_URL = env_str("EMBEDDING_BASE_URL")
EMBEDDING_API_KEY = env_secret("EMBEDDING_API_KEY")
EMBEDDING_MODEL = env_str("EMBEDDING_MODEL")
EMBEDDING_DIMENSIONS = env_int("EMBEDDING_DIMENSIONS", 1024)
# Whether the built-in model that understands meaning is used where its package is installed.
MEANING = env_bool("MEANING", True)

# Whether "calls at once" of an endpoint holds for all processes of all machines together, or for each process.
SHARED_PLACES = env_bool("SHARED_PLACES", True)

# Files with labelled sentences of the operator, beside those that are shipped (docs/evaluation.md).
READER_CASES = env_list("READER_CASES")

# Deadlines of one model call in seconds, whole call included (docs/operations.md).
CHAT_DEADLINE = env_int("CHAT_DEADLINE", 60)
BATCH_DEADLINE = env_int("BATCH_DEADLINE", 180)
# Without any answer for so many seconds an import in the foreground leaves the rest to the worker.
MODEL_ABSENCE = env_int("MODEL_ABSENCE", 45)

# What of the interface is open without a token. Collections that are not public stay closed to it.
API_PUBLIC_SCOPES = env_list("API_PUBLIC_SCOPES", ["ask", "search", "simplify", "conversations"])
# Addresses that stand for many people, such as an office's gateway: the limits of a single visitor do not fit them.
# This machine is one of them, because a proxy that hands on no addresses would make all visitors one.
UNLIMITED_ADDRESSES = env_list("UNLIMITED_ADDRESSES", ["127.0.0.0/8", "::1"])
# Websockets open at once in one process; below the limit of the web server, so that we can say why.
MOST_SOCKETS = env_int("MOST_SOCKETS", 7_000)
MOST_SOCKETS_OF_ADDRESS = env_int("MOST_SOCKETS_OF_ADDRESS", 50)

# The address under which people reach this site: links in Slack and Teams lead there.
SITE_URL = env_str("SITE_URL", "http://localhost:8000").rstrip("/")

# Chat platforms; docs/operations.md says where each value is found.
SLACK_BOT_TOKEN = env_secret("SLACK_BOT_TOKEN")
SLACK_SIGNING_SECRET = env_secret("SLACK_SIGNING_SECRET")
SLACK_APP_TOKEN = env_secret("SLACK_APP_TOKEN")
SLACK_API_URL = env_str("SLACK_API_URL", "https://slack.com/api").rstrip("/") + "/"
# How much of Slack's rate limits one process may use: 50 where two answer.
SLACK_RATE_PERCENT = env_int("SLACK_RATE_PERCENT", 100)
TEAMS_APP_ID = env_str("TEAMS_APP_ID")
TEAMS_APP_SECRET = env_secret("TEAMS_APP_SECRET")
TEAMS_TENANT_ID = env_str("TEAMS_TENANT_ID")
TEAMS_OPENID_METADATA_URL = env_str(
    "TEAMS_OPENID_METADATA_URL", "https://login.botframework.com/v1/.well-known/openidconfiguration"
)
TEAMS_LOGIN_URL = env_str("TEAMS_LOGIN_URL", "https://login.microsoftonline.com").rstrip("/")
# Only there our token goes, whatever an activity says.
TEAMS_SERVICE_HOSTS = env_list(
    "TEAMS_SERVICE_HOSTS", ["smba.trafficmanager.net", "*.botframework.com", "*.teams.microsoft.com"]
)

# Mail goes out for alarms and to people who subscribed to an answer, and only where a server is named.
EMAIL_HOST = env_str("EMAIL_HOST")
EMAIL_PORT = env_int("EMAIL_PORT", 587 if env_bool("EMAIL_USE_TLS", False) else 25)
EMAIL_HOST_USER = env_str("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env_secret("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = env_bool("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = env_bool("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env_str("DEFAULT_FROM_EMAIL", "auskunft@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
ALARM_ADDRESSES = env_list("ALARM_ADDRESSES")

# Who may read /metrics from elsewhere; this machine may always.
METRICS_TOKEN = env_secret("METRICS_TOKEN")

# The same figures sent to an OpenTelemetry collector; names and forms are those of the OpenTelemetry specification.
OTEL_EXPORTER_OTLP_ENDPOINT = env_str("OTEL_EXPORTER_OTLP_ENDPOINT")
if OTEL_EXPORTER_OTLP_ENDPOINT and not OTEL_EXPORTER_OTLP_ENDPOINT.startswith(("http://", "https://")):
    raise ImproperlyConfigured(
        f"OTEL_EXPORTER_OTLP_ENDPOINT is '{OTEL_EXPORTER_OTLP_ENDPOINT}', use an address such as http://collector:4318."
    )
OTEL_EXPORTER_OTLP_HEADERS = {
    name.strip().lower(): unquote(value.strip())
    for name, _equals, value in (
        pair.partition("=") for pair in env_secret("OTEL_EXPORTER_OTLP_HEADERS").split(",") if "=" in pair
    )
}
try:
    OTEL_TRACES_SAMPLER_ARG = float(env_str("OTEL_TRACES_SAMPLER_ARG", "1"))
except ValueError:
    OTEL_TRACES_SAMPLER_ARG = -1.0
if not 0 <= OTEL_TRACES_SAMPLER_ARG <= 1:
    raise ImproperlyConfigured(
        f"OTEL_TRACES_SAMPLER_ARG is '{env_str('OTEL_TRACES_SAMPLER_ARG')}', use a share of traces from 0 to 1."
    )
TRACES = (
    bool(OTEL_EXPORTER_OTLP_ENDPOINT)
    and OTEL_TRACES_SAMPLER_ARG > 0
    and bool(find_spec("opentelemetry") and find_spec("opentelemetry.sdk"))
)
if TRACES:
    MIDDLEWARE.insert(0, "config.tracing.request_spans.RequestSpanMiddleware")
OTEL_METRIC_EXPORT_INTERVAL = max(1_000, env_int("OTEL_METRIC_EXPORT_INTERVAL", 60_000)) / 1_000  # seconds

# Where sources may fetch from beside their own hosts, where their secrets may go, and which folders they may read. Only
# operators can allow private networks and folders of the machine, because only they know what else is there.
IMPORT_HOSTS = env_list("IMPORT_HOSTS")
SOURCE_SECRET_HOSTS = env_list("SOURCE_SECRET_HOSTS")
# Where signed words of changed answers and events may be sent to.
WEBHOOK_HOSTS = env_list("WEBHOOK_HOSTS")
IMPORT_FOLDERS = env_list("IMPORT_FOLDERS", [str(AUSKUNFT_DATA / "inbox")])

LOG_LEVEL = env_str("LOG_LEVEL", "INFO")
LOG_FORMAT = env_str("LOG_FORMAT", "text")
if LOG_FORMAT not in ("text", "json"):
    raise ImproperlyConfigured(f"LOG_FORMAT is '{LOG_FORMAT}', use 'text' or 'json'.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "class": "config.monitoring.log_format.ServiceLogFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"class": "config.monitoring.log_format.JsonLogFormatter"},
    },
    # Standard error, because standard output belongs to the JSON of the commands.
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "json" if LOG_FORMAT == "json" else "line"}
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "apps": {"level": LOG_LEVEL},
        "config": {"level": LOG_LEVEL},
        "django-q": {"handlers": ["console"], "level": "WARNING", "propagate": False},
    },
}
