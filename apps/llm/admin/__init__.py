"""The admin of models: endpoints, chat models, prices, prompts and the ledger.

Each file registers its own classes; importing this package registers all of them.

May import from this app: doctor, its root, models, offline, prompt_definitions, prompts, transport.
"""

from apps.llm.admin import endpoints_models_and_calls, prompts

__all__ = ["endpoints_models_and_calls", "prompts"]
