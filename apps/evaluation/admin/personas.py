"""Personas in the admin."""

from django.contrib import admin

from apps.evaluation.models import Persona


@admin.register(Persona)
class PersonaAdmin(admin.ModelAdmin[Persona]):
    list_display = ["name", "slug", "position", "is_active"]
    prepopulated_fields = {"slug": ["name"]}
