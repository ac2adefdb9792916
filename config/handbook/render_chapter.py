"""Renders a chapter as HTML: Markdown with its links and pictures led to where they are served, then sanitised."""

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from config.handbook.chapters import Chapter

if TYPE_CHECKING:
    from nh3 import Cleaner

TAGS = {
    "a", "blockquote", "br", "code", "em", "h2", "h3", "hr", "img", "li", "ol", "p", "pre", "strong", "table", "tbody",
    "td", "th", "thead", "tr", "ul",
}  # fmt: skip
ATTRIBUTES = {"a": {"href"}, "h2": {"id"}, "h3": {"id"}, "img": {"src", "alt"}}
TO_CHAPTER = re.compile(r"\]\(([a-z-]+)\.md(#[^)\s]{0,100})?\)")
TO_PICTURE = re.compile(r"\]\(\.\./pictures/([a-z]+/[a-z-]+\.webp)\)")


@lru_cache(maxsize=64)
def render_chapter(chapter: Chapter) -> SafeString:
    """The body without the title. The text is our own; it is sanitised all the same, as all Markdown here is."""
    # Only people who open the handbook pay for loading it.
    from markdown import Markdown
    from markdown.extensions.toc import TocExtension, slugify_unicode

    parser = Markdown(extensions=["sane_lists", "tables", TocExtension(slugify=slugify_unicode)])
    return mark_safe(html_cleaner().clean(parser.convert(resolve_links(chapter.body))))  # noqa: S308 - sanitised


def resolve_links(text: str) -> str:
    """Links between files lead to pages here, so that the same file can be read in the repository, too."""
    text = TO_CHAPTER.sub(lambda found: f"]({reverse('help-chapter', args=[found[1]])}{found[2] or ''})", text)
    return TO_PICTURE.sub(lambda found: f"]({static('handbook/' + found[1])})", text)


@lru_cache(maxsize=1)
def html_cleaner() -> "Cleaner":
    from nh3 import Cleaner

    return Cleaner(
        tags=TAGS,
        attributes=ATTRIBUTES,
        # What is scrolled on a narrow page must be within reach of the keyboard.
        set_tag_attribute_values={"pre": {"tabindex": "0"}},
        url_schemes={"http", "https"},
        link_rel=None,
    )
