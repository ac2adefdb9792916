"""POST /api/v1/search: what the command `search` says."""

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from apps.chat.admission.admit_question import NotAdmitted, apply_personal_data_rule
from apps.chat.models.service_settings import load_service_rules
from apps.database.async_access import wait_without_connection
from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.retrieval.preparation.active_retrieval_profile import NoActiveProfile
from apps.retrieval.preparation.load_search_inputs import MOST_DOCUMENTS
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.search.search import search
from apps.retrieval.search.search_result import SearchResult
from config.api.openapi.lazy_extend_schema import lazy_extend_schema
from config.api.openapi.response_schemas import SEARCH_RESULT
from config.api.protocol.api_view import ApiView, validated_body
from config.api.protocol.errors import ApiError
from config.api.protocol.strict_fields import WholeNumberField
from config.api.resources.question_body import QuestionBody, check_readable
from config.api.tokens.scopes import Scope


class SearchBody(QuestionBody):
    limit = WholeNumberField(
        required=False, allow_null=True, min_value=1, max_value=MOST_DOCUMENTS, help_text="Documents."
    )


class SearchView(ApiView):
    scopes: ClassVar = {"POST": Scope.SEARCH}

    @lazy_extend_schema(
        operation_id="search",
        summary="Search the documents",
        description="Documents with their passages, best first, and each step of the search. Asks no language model.",
        tags=["answers"],
        request=SearchBody,
        responses={200: SEARCH_RESULT},
    )
    def post(self, request: Request) -> Response:
        return Response(search_as_caller(request, validated_body(request, SearchBody)).as_json())


def search_as_caller(request: Request, question: dict[str, Any]) -> SearchResult:
    """What a search for the fields of `SearchBody` finds for the caller. Asks the embedder, reads the database, writes
    the ledger. Raises ApiError."""
    user = check_readable(request, question)
    ledger = Ledger()
    text = text_without_personal_data(question["question"])
    wanted = SearchRequest(
        user=user,
        collections=question.get("collections"),
        algorithm=question.get("algorithm"),
        limit=question.get("limit"),
        filters=question["filters"],
    )
    try:
        return wait_without_connection(search, text, wanted, ledger=ledger)
    except NoActiveProfile:
        message = _("The search is not set up yet: no profile is active.")
        raise ApiError("not_configured", message, 503) from None
    except ModelError as error:
        message = _("The search cannot be reached at the moment. Please try again in a minute.")
        raise ApiError("search_unavailable", message, 503, error.retry_after) from None
    finally:
        ledger.save("search")


def text_without_personal_data(question: str) -> str:
    """Removes personal data: a model may turn the question into a vector. Raises ApiError."""
    try:
        return apply_personal_data_rule(question, load_service_rules())
    except NotAdmitted as refused:
        raise ApiError(refused.code, str(refused)) from None
