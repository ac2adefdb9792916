"""Simplifies a message on request: written once, kept until it is sent, and approved where a room wants that."""

from django.utils import translation
from django.utils.translation import gettext as _

from apps.chat.channels.simplify_hook import simplify_hook
from apps.chat.models.platform_rooms_and_people import Interaction
from apps.database.async_access import run_in_database
from apps.llm.errors import ModelError


class NotSimplifiedError(Exception):
    """Raised without a text in plain language; the message tells the asker why."""


async def simplify_interaction_text(interaction: Interaction, language: str) -> str:
    """The text in plain language, the same for every attempt. Calls models. Raises NotSimplifiedError."""
    if not interaction.draft:
        interaction.draft = await rewrite_text(interaction.text, language)
        await run_in_database(Interaction.objects.filter(pk=interaction.pk).update, draft=interaction.draft)
    return interaction.draft


async def rewrite_text(text: str, language: str) -> str:
    simplify = simplify_hook()
    with translation.override(language):
        if simplify is None:
            raise NotSimplifiedError(_("Plain language is not available here."))
        try:
            return await simplify(text, language)
        except ValueError as error:
            raise NotSimplifiedError(str(error)) from error
        except ModelError as error:
            sentence = _("The text cannot be simplified at the moment. Please try again in a minute.")
            raise NotSimplifiedError(sentence) from error
