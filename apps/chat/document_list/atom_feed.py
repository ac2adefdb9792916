"""A list of documents as an Atom feed (RFC 4287)."""

from collections.abc import Callable, Sequence

from django.conf import settings
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from apps.chat.document_list.find_documents import DocumentEntry
from apps.text.strip_unstorable_characters import strip_forbidden_in_xml

# Characters that XML 1.0 does not know; titles of files hold them at times.


def atom_feed(documents: Sequence[DocumentEntry], absolute: Callable[[str], str], listed_at: str) -> str:
    """`absolute` makes addresses absolute; `listed_at` is the path of the list for people. In the language in force."""
    feed = Atom1Feed(
        title=strip_forbidden_in_xml(f"{settings.SITE_NAME}: {_('All documents')}"),
        link=absolute(listed_at),
        description=None,
        language=get_language(),
        feed_url=absolute(listed_at.replace("?", "feed?", 1)),
    )
    for each in documents:
        document = each.document
        feed.add_item(
            title=strip_forbidden_in_xml(str(document)),
            link=absolute(each.url),
            description=strip_forbidden_in_xml(each.summary),
            # The page that fits best depends on the search; the entry does not.
            unique_id=absolute(f"/documents/{document.pk}/"),
            categories=[strip_forbidden_in_xml(tag) for tag in each.tags],
            pubdate=document.created_at,
            updateddate=document.updated_at,
            author_name=strip_forbidden_in_xml(", ".join(document.authors)) or None,
        )
    return str(feed.writeString("utf-8"))
