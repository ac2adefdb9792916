"""Replies on the pages of runs and reviews as people see them in the chat: Markdown rendered, never trusted as HTML."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from apps.chat.proof.annotate_answer import OWN_SIGNS
from apps.chat.rendering.answer_html import render_answer_html

register = template.Library()


@register.filter
def reply_html(text: str) -> SafeString:
    """Sanitised HTML; numbers of sources stay text, their pages are listed below. At most 200 ms whatever it says."""
    # nh3 has been over it: the same tags and attributes as in the chat.
    return mark_safe(render_answer_html(OWN_SIGNS.sub("", text), {}))  # noqa: S308
