"""Labels that the built-in models come with: rows keep them, readers see them in their language until renamed."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

EXCERPTS, SPELLINGS, MEANING = "Offline (Auszüge)", "Offline (Buchstabenfolgen)", "Offline (Bedeutung)"
LABELS: dict[str, Promise] = {
    EXCERPTS: _("Offline (excerpts)"),
    SPELLINGS: _("Offline (sequences of letters)"),
    MEANING: _("Offline (meaning)"),
}


def display_label(stored: str, *, is_built_in: bool) -> str:
    """A label that somebody gave stays as it is."""
    return str(LABELS.get(stored, stored)) if is_built_in else stored
