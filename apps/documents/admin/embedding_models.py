"""Embedding models in the admin; kept here because switching one means new vectors for the documents."""

from typing import Any, ClassVar

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.admin_base import CountsDeleted
from apps.documents.models import Embedding
from apps.documents.vectors import write_vectors
from apps.documents.vectors.fill_missing_task import enqueue_vector_filling
from apps.documents.vectors.reembed import VectorsMissing, schedule_takeover, switch_search_model
from apps.llm.admin.endpoints_models_and_calls import show_findings
from apps.llm.doctor.check_models import check_model_rows
from apps.llm.models import EmbeddingModel


@admin.register(EmbeddingModel)
class EmbeddingModelAdmin(CountsDeleted, admin.ModelAdmin[EmbeddingModel]):
    list_display = ["__str__", "endpoint", "dimensions", "threshold", "vectors_missing", "is_default", "takes_over"]
    list_select_related = ["endpoint"]
    readonly_fields = ["is_default", "takes_over"]
    actions = ["use_for_search"]
    goes_along: ClassVar = {Embedding: "model"}

    @admin.display(description=_("texts without a vector"))
    def vectors_missing(self, row: EmbeddingModel) -> int:
        return write_vectors.chunks_without_vector(row).count()

    def get_readonly_fields(self, request: HttpRequest, obj: EmbeddingModel | None = None) -> list[Any]:
        # Vectors of another size in the same ranking would break every search: a new size is a new row.
        fixed = ["dimensions", "name", "endpoint", "passage_prefix"] if obj and obj.embeddings.exists() else []
        return ["is_default", "takes_over", *fixed]

    def get_form(self, request: HttpRequest, *args: Any, **options: Any) -> Any:
        """Prefixes may end in a blank that belongs to them."""
        form = super().get_form(request, *args, **options)
        for name in {"query_prefix", "passage_prefix"} & set(form.base_fields):
            setattr(form.base_fields[name], "strip", False)  # noqa: B010 - not every field has it
        return form

    def save_model(self, request: HttpRequest, obj: EmbeddingModel, form: Any, change: bool) -> None:
        """A model that is connected, or leads elsewhere, is asked at once how long its vectors are."""
        super().save_model(request, obj, form, change)
        if obj.endpoint and {"name", "endpoint", "dimensions"} & set(form.changed_data):
            show_findings(request, check_model_rows([obj.endpoint], [], [obj]))

    def has_delete_permission(self, request: HttpRequest, obj: EmbeddingModel | None = None) -> bool:
        return super().has_delete_permission(request, obj) and not (obj and obj.is_default)

    @admin.action(description=_("Use the selected embedding model for search"), permissions=["change"])
    def use_for_search(self, request: HttpRequest, rows: QuerySet[EmbeddingModel]) -> None:
        if rows.count() != 1:
            self.message_user(request, _("Choose exactly one embedding model."), messages.ERROR)
            return
        row = rows.get()
        try:
            switch_search_model(row)
        except VectorsMissing:
            schedule_takeover(row)
            enqueue_vector_filling()
            self.log_change(request, row, "takes over when its vectors are complete")
            said = _("“%(name)s” is used as soon as all texts have its vectors; they fill in in the background.")
            self.message_user(request, said % {"name": row}, messages.SUCCESS)
            return
        self.log_change(request, row, "used for search")
        self.message_user(request, _("“%(name)s” is used from the next question on.") % {"name": row}, messages.SUCCESS)
