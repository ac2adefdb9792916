"""“Say it simply” reaches what rewrites texts, with its label, and says why when it cannot."""

import pytest

from apps.chat.channels.simplify_hook import simplify_hook
from apps.simplify.rewriting.rewrite_outcome import DRAFT_LABEL


@pytest.mark.django_db(transaction=True)
async def test_a_message_is_rewritten_below_its_label() -> None:
    simplify = simplify_hook()
    assert simplify is not None
    text = await simplify("Die Gebühr ist innerhalb von 14 Tagen zu entrichten.", "de")
    assert text.startswith(f"{DRAFT_LABEL}\n\n")
    assert "14 Tagen" in text


@pytest.mark.django_db(transaction=True)
async def test_what_cannot_be_rewritten_is_named_in_a_sentence() -> None:
    simplify = simplify_hook()
    assert simplify is not None
    with pytest.raises(ValueError, match=r"\w"):
        await simplify("   ", "de")
