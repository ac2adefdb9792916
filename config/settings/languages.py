"""Languages of the interface, translation catalogues and time zone."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured

from config.env import env_str
from config.settings.applications import IMPORT_EXPORT
from config.settings.installation import BASE_DIR

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
try:
    ZoneInfo(TIME_ZONE)
except (ZoneInfoNotFoundError, ValueError, OSError):
    raise ImproperlyConfigured(f"TIME_ZONE is '{TIME_ZONE}', use a name such as Europe/Berlin.") from None
USE_I18N = True
USE_TZ = True
