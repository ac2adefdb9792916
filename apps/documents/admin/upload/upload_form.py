"""The upload form: files, and an existing or new collection; a new one is for staff unless the form says otherwise."""

from typing import Any

from django import forms
from django.contrib.auth.models import AnonymousUser, User
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from apps.documents.models import Collection, Readers
from apps.documents.uploads.refuse_files import ACCEPTED


class ManyFiles(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files, each checked as a single one would be."""

    widget = ManyFiles(attrs={"accept": ",".join(sorted(ACCEPTED))})

    def clean(self, data: object, initial: object = None) -> object:
        files = data if isinstance(data, list | tuple) else [data]
        return [super(FilesField, self).clean(each, initial) for each in files]


class CollectionField(forms.ModelChoiceField):  # type: ignore[type-arg]  # generic in its stubs alone
    """Lists each collection with its readers: a file in the wrong one is public at once."""

    def label_from_instance(self, obj: Collection) -> str:
        return f"{obj.name} ({obj.get_readers_display()})"


class UploadForm(forms.Form):
    collection = CollectionField(Collection.objects.none(), label=_("collection"), required=False)
    new_collection = forms.CharField(label=_("Name of the new collection"), max_length=200, required=False)
    readers = forms.ChoiceField(
        label=_("who may read it"),
        choices=[(Readers.STAFF, Readers.STAFF.label), (Readers.PUBLIC, Readers.PUBLIC.label)],
        initial=Readers.STAFF,
        widget=forms.RadioSelect,
        required=False,
    )
    # An empty file is a document with that reason, here as in every import.
    file = FilesField(label=_("files"), allow_empty_file=True)

    def __init__(self, *args: Any, user: User | AnonymousUser, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["collection"].queryset = Collection.objects.readable_by(user)  # type: ignore[attr-defined]
        if not user.has_perm("documents.add_collection"):
            del self.fields["new_collection"], self.fields["readers"]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if bool(given.get("collection")) == bool(given.get("new_collection")):
            self.add_error("collection", _("Choose a collection, or name a new one."))
        return given

    def target(self) -> Collection:
        """The collection that was chosen, or the new one, saved; its short name is made of its name."""
        chosen: Collection | None = self.cleaned_data["collection"]
        if chosen is not None:
            return chosen
        name = self.cleaned_data["new_collection"]
        readers = self.cleaned_data["readers"] or Readers.STAFF
        return Collection.objects.create(name=name, slug=free_slug(name), readers=readers)


def free_slug(name: str) -> str:
    """Makes a slug of a name, "Amt für Soziales" -> "amt-fur-soziales", with a number where it is taken."""
    base = slugify(name)[:40] or "sammlung"
    taken = set(Collection.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    numbered = (f"{base}-{number}" for number in range(2, len(taken) + 3))
    return next(slug for slug in (base, *numbered) if slug not in taken)
