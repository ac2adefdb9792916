"""Renders Markdown that staff write for readers, such as the notice on the page; sanitised.

Answers of models and pages of documents are rendered elsewhere, with markdown-it-py: its tokens are changed before they
become HTML (links, headings, the mark of a quote), and it keeps to CommonMark whatever foreign text holds.
"""

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

TAGS = {"a", "blockquote", "br", "code", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "strong", "ul"}
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
SCHEMES = {"http", "https", "mailto", "tel"}


@register.filter
def staff_markdown(text: str) -> SafeString:
    """Safe HTML: no pictures, no scripts, headings below those of the page. A line end stays a line end."""
    import nh3
    from markdown import markdown

    extensions = ["nl2br", "sane_lists", "toc"]
    html = markdown(text, extensions=extensions, extension_configs={"toc": {"baselevel": 3}})
    cleaned = nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel="noopener noreferrer")
    return mark_safe(cleaned)  # noqa: S308 - sanitised
