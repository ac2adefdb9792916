"""HTTPS: encryption, cookies, headers and the limits of forms."""

import re

from django.conf import global_settings
from django.core.exceptions import ImproperlyConfigured

from config.env import env_bool, env_str

# Cookies are marked secure where the site is served by https, which the operator says by HTTPS=True.
HTTPS = env_bool("HTTPS", False)
SECURE_SSL_REDIRECT = HTTPS
# Load balancers, the supervisor and Prometheus ask each process itself, by plain http.
HEALTH_PATH = env_str("HEALTH_PATH").strip("/")
if not re.fullmatch(r"[\w./~-]*", HEALTH_PATH, re.ASCII):
    raise ImproperlyConfigured(f"HEALTH_PATH is '{HEALTH_PATH}', use letters, digits, '-', '.' and '/'.")
HEALTH_MESSAGE = env_str("HEALTH_MESSAGE", "ok")
SECURE_REDIRECT_EXEMPT = [
    r"^healthz$",
    r"^readyz$",
    r"^metrics$",
    *([f"^{re.escape(HEALTH_PATH)}$"] if HEALTH_PATH else []),
]
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
# Only programs on people's own machines are sent back to without encryption (config/oauth/redirect_uris.py).
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
# From strangers fewer, where a form comes in parts.
FILE_UPLOAD_HANDLERS = ["config.http.bodies.form_part_limit.FormPartLimit", *global_settings.FILE_UPLOAD_HANDLERS]
