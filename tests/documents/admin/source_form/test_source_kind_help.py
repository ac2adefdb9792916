"""Every kind of source and each of its options is explained to whoever sets one up."""

import pytest

from apps.documents.admin.source_form.form import option_fields
from apps.documents.admin.source_form.source_kind_help import SOURCE_KIND_HELP
from apps.documents.models import Source, SourceKind
from apps.documents.sources.connector_registry import CONNECTORS
from apps.documents.sources.validate_source import check_source


def test_every_kind_is_described() -> None:
    assert set(SOURCE_KIND_HELP) == set(CONNECTORS) == set(SourceKind)


@pytest.mark.parametrize("kind", CONNECTORS)
def test_every_option_of_a_kind_has_a_field_and_no_other(kind: str) -> None:
    assert set(SOURCE_KIND_HELP[kind].options) == set(CONNECTORS[kind].options)
    assert len(option_fields(kind)) == len(CONNECTORS[kind].options)


@pytest.mark.parametrize("kind", [kind for kind in CONNECTORS if kind != "folder"])
def test_the_example_of_a_kind_would_be_accepted(kind: str) -> None:
    check_source(Source(kind=kind, location=SOURCE_KIND_HELP[kind].example, hosts=SOURCE_KIND_HELP[kind].hosts.split()))
