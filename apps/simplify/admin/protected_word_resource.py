"""Protected words as rows of a CSV or XLSX file: list, word, further forms, note."""

from import_export import fields, resources, widgets

from apps.simplify.models import ProtectedWord, WordList


class FormsWidget(widgets.SimpleArrayWidget):  # type: ignore[misc]  # import-export has no types
    """abgeholfen, abhilft: blanks around the commas do not count."""

    def clean(self, value: object, row: object = None, **kwargs: object) -> list[str]:
        return [form.strip() for form in super().clean(value, row, **kwargs) if form.strip()]


class ProtectedWordResource(resources.ModelResource):  # type: ignore[misc]  # import-export has no types
    """A row changes the word of that list or adds it; nothing is ever removed by an import."""

    word_list = fields.Field("word_list", "word_list", widgets.ForeignKeyWidget(WordList, "name"))
    forms = fields.Field("forms", "forms", FormsWidget(separator=","), default=list)

    class Meta:
        model = ProtectedWord
        fields = ("word_list", "term", "forms", "note")
        import_id_fields = ("word_list", "term")
        clean_model_instances = True
        skip_unchanged = True
        report_skipped = True
        use_transactions = True
