"""Tables of a build's graph: entities, relationships, communities on several levels, and their reports."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from pgvector.django import HalfVectorField

from apps.graph.models.index_and_builds import Build, GraphIndex
from apps.llm.models import EmbeddingModel


class Entity(models.Model):
    """A thing that documents speak of, by name and type; `key` is both of them folded (entity_keys.py)."""

    build = models.ForeignKey(Build, on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(_("normalised name and type"), max_length=400)
    name = models.CharField(_("name"), max_length=300)
    type = models.CharField(_("type"), max_length=100, blank=True)
    description = models.TextField(_("description"), blank=True)
    # Of what is embedded: the key to its vector.
    text_hash = models.CharField(max_length=64)
    mention_count = models.PositiveIntegerField(_("mentions"), default=0)
    degree = models.PositiveIntegerField(_("relationships"), default=0)

    class Meta:
        verbose_name = _("entity")
        verbose_name_plural = _("entities")
        ordering = ["-degree", "name"]
        constraints = [models.UniqueConstraint(fields=["build", "key"], name="graph_entity_once")]
        indexes = [
            models.Index(fields=["build", "degree"], name="graph_entity_by_degree"),
            models.Index(fields=["build", "text_hash"], name="graph_entity_by_text"),
        ]

    def __str__(self) -> str:
        return self.name


class EntityVector(models.Model):
    """The vector of a text about an entity by one embedding model. It outlives builds: no text is paid twice."""

    index = models.ForeignKey(GraphIndex, on_delete=models.CASCADE, related_name="+", db_index=False)
    model = models.ForeignKey(EmbeddingModel, on_delete=models.CASCADE, related_name="+", db_index=False)
    text_hash = models.CharField(max_length=64)
    vector = HalfVectorField()

    class Meta:
        verbose_name = _("vector of an entity")
        verbose_name_plural = _("vectors of entities")
        constraints = [models.UniqueConstraint(fields=["index", "model", "text_hash"], name="graph_vector_once")]

    def __str__(self) -> str:
        return f"{self.text_hash[:12]} by {self.model_id}"


class Relationship(models.Model):
    """Undirected for the communities; `source` and `target` are in the order in which the texts name them most."""

    build = models.ForeignKey(Build, on_delete=models.CASCADE, related_name="+", db_index=False)
    source = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="outgoing", verbose_name=_("source"))
    target = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="incoming", verbose_name=_("target"))
    description = models.TextField(_("description"), blank=True)
    weight = models.FloatField(_("weight"), help_text=_("Between 0 and 1; 1 is the strongest of the graph."))
    # Sum of the degrees of both ends: what comes first in reports and in search.
    rank = models.PositiveIntegerField(_("rank"), default=0)

    class Meta:
        verbose_name = _("relationship")
        verbose_name_plural = _("relationships")
        ordering = ["-rank", "pk"]
        constraints = [models.UniqueConstraint(fields=["build", "source", "target"], name="graph_relationship_once")]

    def __str__(self) -> str:
        return f"{self.source_id} - {self.target_id}"


class Community(models.Model):
    """Entities that belong together. One that is not divided further stands for itself on all levels below its own.

    The communities with level <= n <= last_level are a partition of all entities, for every level n.
    """

    build = models.ForeignKey(Build, on_delete=models.CASCADE, related_name="communities", db_index=False)
    number = models.PositiveIntegerField(_("number"))
    level = models.PositiveSmallIntegerField(_("level"))
    last_level = models.PositiveSmallIntegerField(_("last level"))
    parent = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="parts", verbose_name=_("part of")
    )
    size = models.PositiveIntegerField(_("entities"))
    is_island = models.BooleanField(
        _("several small parts"), default=False, help_text=_("They have nothing to do with each other.")
    )

    class Meta:
        verbose_name = _("community")
        verbose_name_plural = _("communities")
        ordering = ["level", "number"]
        constraints = [models.UniqueConstraint(fields=["build", "number"], name="graph_community_once")]

    def __str__(self) -> str:
        return f"{self.level}.{self.number}"


class CommunityMember(models.Model):
    """An entity is a member of one community on each level: of its smallest one and of all that hold it."""

    community = models.ForeignKey(Community, on_delete=models.CASCADE, related_name="members", db_index=False)
    entity = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="memberships")

    class Meta:
        verbose_name = _("member of a community")
        verbose_name_plural = _("members of communities")
        constraints = [models.UniqueConstraint(fields=["community", "entity"], name="graph_member_once")]

    def __str__(self) -> str:
        return f"{self.entity_id} in {self.community_id}"


class ReportMethod(models.TextChoices):
    MODEL = "model", _("written by a model")
    EXTRACTIVE = "extractive", _("sentences of the documents")


class Report(models.Model):
    """What is to be said of a community. Each finding names the pieces of text that bear it out."""

    build = models.ForeignKey(Build, on_delete=models.CASCADE, related_name="+")
    community = models.OneToOneField(
        Community, on_delete=models.CASCADE, related_name="report", verbose_name=_("community")
    )
    title = models.CharField(_("title"), max_length=500)
    summary = models.TextField(_("summary"))
    rating = models.FloatField(_("rating"), default=0.0)
    rating_explanation = models.TextField(_("why this rating"), blank=True)
    # [{"summary", "explanation", "units": [ids of the pieces of text]}]
    findings = models.JSONField(_("findings"), default=list)
    method = models.CharField(_("method"), max_length=12, choices=ReportMethod)
    tokens = models.PositiveIntegerField(_("tokens"))
    is_stale = models.BooleanField(
        _("to be written anew"), default=False, help_text=_("A document that it was made from has left.")
    )

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")

    def __str__(self) -> str:
        return self.title
