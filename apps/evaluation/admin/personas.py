"""Personas in the admin, and the criteria that answers are compared by."""

from django.contrib import admin

from apps.evaluation.models import Criterion, Persona


@admin.register(Persona)
class PersonaAdmin(admin.ModelAdmin[Persona]):
    list_display = ["name", "slug", "position", "is_active"]
    prepopulated_fields = {"slug": ["name"]}


@admin.register(Criterion)
class CriterionAdmin(admin.ModelAdmin[Criterion]):
    list_display = ["slug", "meaning", "position", "is_active"]
