"""Personas in the admin, and the criteria that answers are compared by."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from apps.evaluation.models import Criterion, Persona
from apps.evaluation.templatetags.metric_names import LABELS


@admin.register(Persona)
class PersonaAdmin(admin.ModelAdmin[Persona]):
    list_display = ["name", "slug", "position", "is_active"]
    prepopulated_fields = {"slug": ["name"]}


@admin.register(Criterion)
class CriterionAdmin(admin.ModelAdmin[Criterion]):
    list_display = ["named", "meaning", "position", "is_active"]

    @admin.display(description=_("name"), ordering="slug")
    def named(self, criterion: Criterion) -> str:
        return str(LABELS.get(criterion.slug, criterion.slug))
