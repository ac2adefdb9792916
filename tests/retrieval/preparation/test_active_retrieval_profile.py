import pytest
from django.core.exceptions import ValidationError

from apps.retrieval.algorithms import ALGORITHMS
from apps.retrieval.models import Profile
from apps.retrieval.preparation.active_retrieval_profile import (
    BEST_MEASURED,
    OWN,
    NoActiveProfile,
    active_profile,
    create_default_profiles,
)

pytestmark = pytest.mark.django_db


def test_an_installation_starts_with_a_profile_for_each_algorithm_and_the_best_one_active() -> None:
    assert set(Profile.objects.values_list("algorithm", flat=True)) == set(ALGORITHMS)
    assert active_profile().algorithm == BEST_MEASURED


def test_all_start_with_the_same_candidate_pool() -> None:
    assert Profile.objects.exclude(algorithm__in=OWN).values("chunk_limit", "summary_limit").distinct().count() == 1


def test_defaults_change_nothing_that_is_there() -> None:
    Profile.objects.filter(algorithm=BEST_MEASURED).update(chunk_limit=5, is_active=False)
    other = Profile.objects.exclude(algorithm=BEST_MEASURED).first()
    assert other
    Profile.objects.filter(pk=other.pk).update(is_active=True)
    create_default_profiles()
    assert active_profile() == other
    assert Profile.objects.get(algorithm=BEST_MEASURED).chunk_limit == 5


def test_an_algorithm_whose_profiles_are_gone_gets_one_again() -> None:
    Profile.objects.all().delete()
    create_default_profiles()
    assert active_profile().algorithm == BEST_MEASURED
    assert Profile.objects.count() == len(ALGORITHMS)


def test_without_an_active_profile_a_sentence_says_where_to_choose_one() -> None:
    Profile.objects.update(is_active=False)
    with pytest.raises(NoActiveProfile, match="Choose one in the admin"):
        active_profile()


def test_the_threshold_is_that_of_the_embedding_model_unless_the_profile_has_one() -> None:
    profile = active_profile()
    assert profile.limits(0.35).threshold == 0.35
    profile.threshold = 0.0
    assert profile.limits(0.35).threshold == 0.0


@pytest.mark.parametrize(
    ("field", "value"),
    [("document_limit", 41), ("chunk_limit", 0), ("summary_limit", 65), ("threshold", 1.1), ("algorithm", "best")],
)
def test_values_out_of_range_are_refused(field: str, value: float) -> None:
    profile = active_profile()
    setattr(profile, field, value)
    with pytest.raises(ValidationError) as error:
        profile.full_clean()
    assert set(error.value.message_dict) == {field}
