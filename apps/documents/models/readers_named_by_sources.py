"""Readers of documents as sources name them, before they have an account.

A source names people who have no account yet. So a document holds ids of names, and whoever has such a name when a
question is asked reads it (NAMES_OF, asked by reader_of): from the first sign-in on, and no longer once the directory
calls somebody else so.
"""

from collections.abc import Iterable

from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

LONGEST_NAME = 254
# Not with OR, which no index answers.
NAMES_OF = """
    SELECT named.id FROM known JOIN documents_namedreader AS named ON named.name = known.name
    WHERE known.account = %(user)s
    UNION
    SELECT named.id FROM known JOIN documents_namedreader AS named ON lower(named.name) = lower(known.name)
    WHERE known.account = %(user)s AND known.any_case
"""


class NamedReader(models.Model):
    """A user name, a mail address or the directory's identifier, exactly as a source writes it."""

    name = models.CharField(max_length=LONGEST_NAME)

    class Meta:
        verbose_name = _("reader named by a source")
        verbose_name_plural = _("readers named by sources")
        constraints = [models.UniqueConstraint(fields=["name"], name="named_reader_once")]
        indexes = [models.Index(Lower("name"), name="named_reader_any_case")]

    def __str__(self) -> str:
        return self.name


def named_ids(names: Iterable[str]) -> dict[str, int]:
    """The ids of these names, made where there are none. Three statements at most, none without a name.

    What no column holds, a name that is too long or has a NUL in it, is nobody's name.
    """
    wanted = sorted({name for name in names if len(name) <= LONGEST_NAME and "\0" not in name})
    if not wanted:
        return {}
    known = dict(NamedReader.objects.filter(name__in=wanted).values_list("name", "pk"))
    if missing := [NamedReader(name=name) for name in wanted if name not in known]:
        NamedReader.objects.bulk_create(missing, ignore_conflicts=True)
        known = dict(NamedReader.objects.filter(name__in=wanted).values_list("name", "pk"))
    return known
