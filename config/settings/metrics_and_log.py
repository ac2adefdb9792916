"""Metrics, traces and the log."""

from importlib.util import find_spec
from urllib.parse import unquote

from django.core.exceptions import ImproperlyConfigured

from config.env import env_int, env_secret, env_str
from config.settings.applications import MIDDLEWARE

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

LOG_LEVEL = env_str("LOG_LEVEL", "INFO").upper()
if LOG_LEVEL not in ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"):
    raise ImproperlyConfigured(f"LOG_LEVEL is '{LOG_LEVEL}', use DEBUG, INFO, WARNING, ERROR or CRITICAL.")
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
