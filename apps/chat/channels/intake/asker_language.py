"""Determines the language to answer in: the room's, the person's own setting, or what the platform says of them."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from apps.chat.channels.interface.reply_sender import AmbiguousError, RefusedError, UnavailableError
from apps.chat.models.platform_rooms_and_people import Interaction, PlatformUser, Room
from apps.database.async_access import run_in_database

FRESH = timedelta(hours=1)
"""So long we take the platform's word; people change their language rarely, and a missing scope is mended some day."""
LONGEST_SECONDS = 3.0
"""An answer in the installation's language is better than a late one."""


def language_of_asker(room: Room, asker: PlatformUser) -> str:
    known = dict(settings.LANGUAGES)
    # What somebody chose may be a variant, such as plain German; what platforms say names a country.
    wanted = room.language or asker.language or asker.told_language.split("-")[0]
    return wanted if wanted in known else settings.LANGUAGE_CODE


async def set_conversation_language(
    interaction: Interaction, told: Callable[[Interaction], Awaitable[str]] | None
) -> None:
    """Sets the language of the interaction's conversation to the asker's, asking the platform where only that tells it.

    `told` is for platforms that do not say it with each message. What fails there is of no account.
    """
    if told is not None and needs_language_lookup(interaction.room, interaction.asker):
        try:
            async with asyncio.timeout(LONGEST_SECONDS):
                language = await told(interaction)
        except (UnavailableError, AmbiguousError, TimeoutError):
            pass
        except RefusedError:
            await run_in_database(store_language, interaction.asker, "")
        else:
            await run_in_database(store_language, interaction.asker, language)
    # Others may have asked in this thread since, in their language.
    language = language_of_asker(interaction.room, interaction.asker)
    if interaction.conversation.language != language:
        interaction.conversation.language = language
        await run_in_database(interaction.conversation.save, update_fields=["language"])


def needs_language_lookup(room: Room, asker: PlatformUser) -> bool:
    is_fresh = asker.told_at is not None and asker.told_at > timezone.now() - FRESH
    return not (room.language or asker.language or is_fresh)


def store_language(asker: PlatformUser, language: str) -> None:
    """Queries the database. A platform that says nothing takes nothing back."""
    asker.told_at = timezone.now()
    asker.told_language = language[:16] or asker.told_language
    asker.save(update_fields=["told_at", "told_language"])
