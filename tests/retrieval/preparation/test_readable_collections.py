import pytest
from django.contrib.auth.models import AnonymousUser, Group, User

from apps.documents.models import Collection, Readers
from apps.documents.models.reader_access_filter import reader_of
from apps.retrieval.preparation.readable_collections import readable_collections
from tests import factories


@pytest.mark.django_db
def test_what_a_search_knows_of_collections_is_what_the_database_says_who_may_read() -> None:
    ours, theirs = Group.objects.create(name="Kasse"), Group.objects.create(name="Archiv")
    member, both, named = (User.objects.create(username=name) for name in ("member", "both", "named"))
    for readers, groups, people in [
        ("public", [], []), ("staff", [], []), ("groups", [ours], []), ("groups", [theirs], [named]),
        ("groups", [], []),
        ("groups", [ours], [named, member]), ("groups", [], [both]), ("staff", [], [named]),
    ]:  # fmt: skip
        name = f"c{Collection.objects.count()}"
        factories.collection(name, readers=Readers(readers), groups=groups, people=people)
    member.groups.add(ours)
    both.groups.add(ours, theirs)
    others = [User.objects.create(username="nobody"), User.objects.create(username="root", is_superuser=True)]
    counts = set()
    for user in (None, AnonymousUser(), member, both, named, *others):
        known = set(readable_collections(user, reader_of(user)))
        assert known == set(Collection.objects.readable_by(user).values_list("slug", flat=True)), user
        counts.add(len(known))
    assert len(counts) > 4  # they differ at all
