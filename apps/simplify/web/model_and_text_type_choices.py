"""The models and text types that may be chosen for plain language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.database.settings_cache import use_settings_cache
from apps.llm.admin.endpoint_health import has_model
from apps.llm.model_registry import endpoint_address
from apps.llm.models import ChatModel
from apps.llm.transport.endpoint_connections import EndpointAddress
from apps.simplify.models import TextType
from apps.simplify.rewriting.load_rewrite_setup import active_text_types
from apps.simplify.rewriting.rewrite_language_models import load_rewrite_model_settings, load_rewrite_models

OFFLINE_NAME = "offline-extractive"


@dataclass(frozen=True, slots=True)
class AvailableChoices:
    models: Sequence[tuple[ChatModel, int]]
    """With the longest part in characters, first choice first."""
    text_types: Sequence[TextType]

    @property
    def endpoints(self) -> list[EndpointAddress]:
        found = {row.endpoint.pk: row.endpoint for row, _longest in self.models if row.endpoint is not None}
        return [endpoint_address(endpoint) for endpoint in found.values()]

    def as_json(self, health: Mapping[str, frozenset[str] | None] | None = None) -> dict[str, Any]:
        models: list[dict[str, Any]] = [
            {
                "name": row.name,
                "label": str(row),
                "position": position,
                "max_input_chars": longest,
                "offline": row.endpoint is None,
                **(
                    {"healthy": row.endpoint is None or has_model(health.get(row.endpoint.name), row.name)}
                    if health is not None
                    else {}
                ),
            }
            for position, (row, longest) in enumerate(self.models, 1)
        ]
        if not models:
            built_in = {
                "name": OFFLINE_NAME,
                "label": OFFLINE_NAME,
                "position": 1,
                "max_input_chars": 9_000,
                "offline": True,
            }
            models = [built_in | ({"healthy": True} if health is not None else {})]
        kinds = [{"slug": one.slug, "label": one.label, "default": one.is_default} for one in self.text_types]
        return {"models": models, "text_types": kinds}


def load_available_choices() -> AvailableChoices:
    """A few queries, one while settings are the same. No network."""
    with use_settings_cache():
        return AvailableChoices(
            [(row, load_rewrite_model_settings(row).max_input_chars) for row in load_rewrite_models()],
            active_text_types(),
        )
