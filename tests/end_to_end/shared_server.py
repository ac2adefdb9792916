"""A server for all modules of a package: to start one for each would take 6 seconds of the processor.

The `conftest` of a package imports it, so that it ends with the package. What a module has it tell is made and removed
by the fixture `site`. A module that needs another server has its own.
"""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from pytest_django import DjangoDbBlocker

from tests.end_to_end.conftest import running_server


@pytest.fixture(scope="package")
def server(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Its address."""
    with django_db_blocker.unblock():
        # It remembers the keys of groups and content types, which are others after the first time.
        call_command("flush", verbosity=0, interactive=False)
        with running_server(tmp_path_factory.mktemp("server")) as address:
            yield address
