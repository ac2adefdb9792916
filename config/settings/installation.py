"""Where this installation lies, its name, its hosts and its key."""

import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from config.env import env_bool, env_list, env_secret, env_str

BASE_DIR = Path(__file__).resolve().parent.parent.parent
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
