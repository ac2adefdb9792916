import pytest

from apps.documents.models import Collection, Readers
from apps.llm.call_ledger import Ledger
from apps.retrieval.preparation.load_search_inputs import load_search_setup
from apps.retrieval.preparation.search_request import SearchRequest
from tests.factories import collection, document


@pytest.mark.django_db
def test_documents_are_looked_up_beforehand_only_where_the_choice_leaves_some_out() -> None:
    document(["Bewohnerparkausweise gelten ein Jahr."], title="Parken")
    names = list(Collection.objects.values_list("slug", flat=True))
    collection("elsewhere", readers=Readers.STAFF)
    assert not load_search_setup(SearchRequest(collections=names * 2), Ledger()).may_be_few
    collection("other")
    setup = load_search_setup(SearchRequest(collections=names * 2), Ledger())
    assert setup.may_be_few
    assert len(setup.query.collection_ids) == len(names)
