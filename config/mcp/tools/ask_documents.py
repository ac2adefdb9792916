"""The MCP tool `ask`: answers a question from the documents, exactly as POST /api/v1/ask does."""

from rest_framework.request import Request

from apps.chat.turn_state.turn_events import TurnFailed
from config.api.openapi.response_schemas import ANSWER
from config.api.protocol.errors import ApiError
from config.api.protocol.json_parser import JsonObject
from config.api.resources.ask import STATUS_BY_CODE, AskBody, question_from_request, wait_for_answer
from config.api.tokens.scopes import Scope
from config.mcp.tools.readable_documents_and_pages import make_urls_absolute
from config.mcp.tools.types import Tool


def call(request: Request, arguments: JsonObject) -> JsonObject:
    """Raises ApiError for a question that was not answered."""
    event = wait_for_answer(question_from_request(request, arguments), may_come_back=bool(arguments.get("id")))
    if isinstance(event, TurnFailed):
        raise ApiError(event.code, event.message, STATUS_BY_CODE.get(event.code, 503), event.retry_after)
    return make_urls_absolute(request, event.as_json())


TOOL = Tool(
    name="ask",
    title="Ask the documents",
    description=(
        "Answers a question from the documents. `citations` carry the quote and the address of the page on which it "
        "is marked; `sentences` say how well each sentence is proved: `verbatim` and `checked` follow from the quote, "
        "`quoted` has a quote that does not fully prove it, `contradicted` and `without_source` must not be passed on "
        "as facts. `refused` means that the documents do not answer. Give `conversation` to ask on."
    ),
    scope=Scope.ASK,
    arguments=AskBody,
    output=ANSWER,
    call=call,
    only_reads=False,
)
