"""Tables of facts: what was found in which piece of which page. They go with their page."""

from django.db import models
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from apps.documents.models import Document, Page, Revision
from apps.graph.models.index_and_builds import Build


class Unit(models.Model):
    """A piece of one page, `page.text[start:end]`, from which facts were taken."""

    build = models.ForeignKey(Build, on_delete=models.CASCADE, related_name="units", db_index=False)
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+")
    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="+")
    page = models.ForeignKey(Page, on_delete=models.CASCADE, related_name="+")
    page_number = models.PositiveIntegerField(_("page"))
    start = models.PositiveIntegerField(_("start in the page's text"))
    end = models.PositiveIntegerField(_("end in the page's text"))
    tokens = models.PositiveIntegerField(_("tokens"))
    text_hash = models.CharField(_("hash of the text"), max_length=64)

    class Meta:
        verbose_name = _("piece of text")
        verbose_name_plural = _("pieces of text")
        constraints = [models.UniqueConstraint(fields=["build", "page", "start"], name="graph_unit_once")]

    def __str__(self) -> str:
        return f"{self.document_id}/{self.page_number}/{self.start}"


class Mention(models.Model):
    """What one piece of text says of an entity."""

    build = models.ForeignKey(Build, on_delete=models.CASCADE, related_name="+")
    unit = models.ForeignKey(Unit, on_delete=models.CASCADE, related_name="mentions")
    entity = models.ForeignKey("Entity", on_delete=models.CASCADE, related_name="mentions", verbose_name=_("entity"))
    name = models.CharField(_("name in the text"), max_length=300)
    description = models.TextField(_("description"), blank=True)

    class Meta:
        verbose_name = _("mention")
        verbose_name_plural = _("mentions")

    def __str__(self) -> str:
        return self.name


class RelationFact(models.Model):
    """What one piece of text says of two entities together."""

    build = models.ForeignKey(Build, on_delete=models.CASCADE, related_name="+")
    unit = models.ForeignKey(Unit, on_delete=models.CASCADE, related_name="relation_facts")
    relationship = models.ForeignKey(
        "Relationship", on_delete=models.CASCADE, related_name="facts", verbose_name=_("relationship")
    )
    description = models.TextField(_("description"), blank=True)
    strength = models.FloatField(_("strength"), default=1.0)

    class Meta:
        verbose_name = _("fact of a relationship")
        verbose_name_plural = _("facts of relationships")

    def __str__(self) -> str:
        return Truncator(self.description).chars(80)


class Claim(models.Model):
    """A statement about an entity that may be true, false or only suspected, with its dates."""

    build = models.ForeignKey(Build, on_delete=models.CASCADE, related_name="+")
    unit = models.ForeignKey(Unit, on_delete=models.CASCADE, related_name="claims")
    entity = models.ForeignKey("Entity", on_delete=models.CASCADE, related_name="claims", verbose_name=_("entity"))
    object = models.CharField(_("about whom else"), max_length=300, blank=True)
    kind = models.CharField(_("kind"), max_length=100, blank=True)
    status = models.CharField(_("status"), max_length=20, blank=True)
    begins = models.CharField(_("begins"), max_length=40, blank=True)
    ends = models.CharField(_("ends"), max_length=40, blank=True)
    description = models.TextField(_("description"))

    class Meta:
        verbose_name = _("claim")
        verbose_name_plural = _("claims")

    def __str__(self) -> str:
        return Truncator(self.description).chars(80)
