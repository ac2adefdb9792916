"""What people call the built-in models; rows, exports and interfaces keep the short names."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.llm.offline import language_model, spelling_embedder

BUILT_IN: dict[str, Promise] = {
    language_model.NAME: _("built-in: sentences of the documents"),
    spelling_embedder.NAME: _("built-in: spellings"),
    "multilingual-e5-small": _("built-in: meaning"),
}
"""The last one is named in words, because its package need not be installed."""


def model_display_name(name: str) -> str:
    """A model of a server keeps the name that its server knows it by."""
    return str(BUILT_IN.get(name, name))
