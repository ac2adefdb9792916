"""From a yellow sentence to a synonym in force: proposed by one person, tried, decided on by another."""

from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from apps.evaluation.second_reader_calibration.labelled_cases import LabelledCase
from apps.evaluation.synonym_review.validate_synonym import try_synonym
from apps.simplify.models import Synonym, SynonymState
from apps.simplify.rewriting.load_rewrite_setup import load_accepted_synonyms
from apps.text.entailment import AcceptedSynonym

BEFORE = "Der Wohnungsgeber hat den Einzug binnen zwei Wochen zu bestätigen."
AFTER = "Der Vermieter muss den Einzug innerhalb von zwei Wochen bestätigen."
PROPOSAL = {"language": "de", "official": "Wohnungsgeber", "plain": "Vermieter", "original": BEFORE, "rewrite": AFTER}

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def proposed(editor: User) -> Synonym:
    return Synonym.objects.create(**PROPOSAL, proposed_by=editor)


def act(user: User, action: str, synonym: Synonym) -> str:
    client = Client()
    client.force_login(user)
    data = {"action": action, "_selected_action": [synonym.pk]}
    return client.post(reverse("admin:simplify_synonym_changelist"), data, follow=True).content.decode()


def test_an_editor_proposes_with_the_form_that_the_sentence_has_filled_in(editor: User) -> None:
    client = Client()
    client.force_login(editor)
    address = reverse("admin:simplify_synonym_add")
    form = client.get(f"{address}?{urlencode({'official': 'Wohnungsgeber', 'original': BEFORE})}").content.decode()
    assert 'value="Wohnungsgeber"' in form
    assert BEFORE in form
    client.post(address, PROPOSAL)
    synonym = Synonym.objects.get()
    assert (synonym.state, synonym.proposed_by) == (SynonymState.PROPOSED, editor)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"official": "hat", "plain": "muss"}, "No synonym may change that"),
        ({"official": "Vermieterin"}, "must stand in their sentences"),
        ({"rewrite": BEFORE.replace("Wohnungsgeber", "Vermieter").replace("zwei", "drei")}, "says something else"),
        ({"rewrite": AFTER.replace("bestätigen", "melden")}, "alone does not explain"),
    ],
)
def test_a_proposal_that_no_trial_would_pass_is_refused_with_its_reason(
    editor: User, change: dict[str, str], sentence: str
) -> None:
    client = Client(headers={"accept-language": "en"})
    client.force_login(editor)
    page = client.post(reverse("admin:simplify_synonym_add"), PROPOSAL | change).content.decode()
    assert sentence in page
    assert not Synonym.objects.exists()


def test_nobody_decides_on_a_proposal_of_their_own(administrator: User, proposed: Synonym) -> None:
    Synonym.objects.update(proposed_by=administrator)
    act(administrator, "put_in_force", proposed)
    proposed.refresh_from_db()
    assert proposed.state == SynonymState.PROPOSED


def test_editors_do_not_decide(editor: User, proposed: Synonym) -> None:
    Synonym.objects.update(proposed_by=None)
    act(editor, "put_in_force", proposed)
    proposed.refresh_from_db()
    assert proposed.state == SynonymState.PROPOSED


def test_an_evaluator_puts_it_in_force_and_it_counts_from_then_on(evaluator: User, proposed: Synonym) -> None:
    assert load_accepted_synonyms("de") == ()
    act(evaluator, "put_in_force", proposed)
    proposed.refresh_from_db()
    assert (proposed.state, proposed.decided_by) == (SynonymState.IN_FORCE, evaluator)
    assert str(try_synonym(proposed).cases) in proposed.finding
    assert load_accepted_synonyms("de") == (AcceptedSynonym("Wohnungsgeber", "Vermieter"),)
    assert load_accepted_synonyms("en") == ()


def test_the_page_of_a_proposal_lets_others_decide_and_says_whose_it_is(
    editor: User, evaluator: User, proposed: Synonym
) -> None:
    address = reverse("admin:simplify_synonym_change", args=[proposed.pk])
    client = Client(headers={"accept-language": "en"})
    pages = {}
    for user in (editor, evaluator):
        client.force_login(user)
        pages[user] = client.get(address).content.decode()
    assert "put_in_force" not in pages[editor]
    assert 'value="put_in_force"' in pages[evaluator]
    assert f'name="_selected_action" value="{proposed.pk}"' in pages[evaluator]
    assert str(editor) in pages[evaluator]
    Synonym.objects.update(proposed_by=evaluator)
    own = client.get(address).content.decode()
    assert "somebody else puts it in force" in own
    assert 'value="put_in_force"' not in own


def test_one_that_is_rejected_later_counts_no_more(evaluator: User, proposed: Synonym) -> None:
    act(evaluator, "put_in_force", proposed)
    act(evaluator, "reject", proposed)
    assert load_accepted_synonyms("de") == ()


def test_a_synonym_that_would_prove_a_labelled_lie_is_refused_with_that_lie(
    evaluator: User, proposed: Synonym, monkeypatch: pytest.MonkeyPatch
) -> None:
    quotes = ("Der Wohnungsgeber zahlt die Gebühr.",)
    lie = LabelledCase("Der Vermieter zahlt die Gebühr.", quotes, "de", is_supported=False)
    monkeypatch.setattr(
        "apps.evaluation.synonym_review.validate_synonym.collect_labelled_cases", lambda language: [lie]
    )
    assert lie.claim in try_synonym(proposed).objection
    act(evaluator, "put_in_force", proposed)
    proposed.refresh_from_db()
    assert proposed.state == SynonymState.PROPOSED
    assert lie.claim in proposed.finding
