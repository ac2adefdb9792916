"""Settings of the static files that browsers load: where they lie and how WhiteNoise serves them."""

from config.http.embed_script_cors_header import static_headers
from config.settings.applications import IMPORT_EXPORT
from config.settings.installation import AUSKUNFT_DATA, BASE_DIR

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
