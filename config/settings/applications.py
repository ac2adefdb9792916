"""Installed apps, middleware, templates, and the settings of third-party packages."""

from importlib.util import find_spec
from pathlib import Path

import django_stubs_ext
from django.core.exceptions import ImproperlyConfigured

from config.api.settings import REST_FRAMEWORK as REST_FRAMEWORK
from config.api.settings import SPECTACULAR_SETTINGS as SPECTACULAR_SETTINGS
from config.oauth.settings import OAUTH2_PROVIDER as OAUTH2_PROVIDER
from config.oauth.settings import OAUTH_REGISTRATION as OAUTH_REGISTRATION
from config.settings.installation import BASE_DIR

# Lets classes such as ModelAdmin[Document] name their model at run time, as the type checker wants it.
django_stubs_ext.monkeypatch()

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
    "config.console.admin_site.ConsoleConfig",
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
    "config.http.reject_unstorable_values.UnanswerableRequestMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.http.interface_language.InterfaceLanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "config.error_responses.FormAddressMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"


def package_folder(package: str) -> Path:
    """Finds where an installed package lies, without importing it."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ImproperlyConfigured(f"The package '{package}' is not installed.")
    return Path(spec.origin).parent


# As an app it would be imported by every process, with 20 MB of spreadsheet libraries. So only its files are named
# here, and its code is loaded by whoever imports or exports words
# (apps/simplify/admin/protected_word_import_export.py).
IMPORT_EXPORT = package_folder("import_export")

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
