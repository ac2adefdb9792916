"""MCP prompts for the common questions: what people choose from a menu of their assistant."""

from collections.abc import Callable
from dataclasses import dataclass

from rest_framework.request import Request

from apps.documents.models import Collection
from config.api.protocol.api_view import calling_user
from config.api.protocol.json_parser import JsonObject
from config.api.protocol.permissions import may_use_scope
from config.api.tokens.scopes import Scope
from config.mcp.protocol.json_rpc_messages import INVALID_PARAMS, Result, RpcError, text_parameter

LONGEST_ARGUMENT = 20_000
EXAMPLES_OF_COLLECTION = 5
MOST_EXAMPLES = 50


@dataclass(frozen=True, slots=True)
class MenuPrompt:
    """`text` is what is said for the person, made of the arguments."""

    title: str
    description: str
    text: Callable[[dict[str, str]], str]
    arguments: tuple[tuple[str, str], ...] = ()


def ask_instruction(question: str) -> str:
    return (
        f"{question}\n\nUse the tool `ask`. Give its answer with the address behind each number, and say of every "
        "sentence that is neither `verbatim` nor `checked` that the documents do not prove it."
    )


PROMPTS: dict[str, MenuPrompt] = {
    "ask_documents": MenuPrompt(
        "Ask the documents",
        "An answer from the documents, with the pages that prove it.",
        lambda given: ask_instruction(given["question"]),
        (("question", "What you want to know."),),
    ),
    "check_quotes": MenuPrompt(
        "Check quotes",
        "Whether the quotes of a text stand in the documents.",
        lambda given: (
            "Find every quote and every figure in the text below that names a document as its source. Look for the "
            "document with `search`, hold each quote against it with `verify_quote`, and list which were found, with "
            f"their addresses, and which were not.\n\n{given['text']}"
        ),
        (("text", "A text with quotes."),),
    ),
    "plain_language": MenuPrompt(
        "Plain language",
        "A text in plain language, with what was left as it was.",
        lambda given: (
            "Rewrite the text below with the tool `simplify` and show its result unchanged. Name the sentences that it "
            f"asks to be read again.\n\n{given['text']}"
        ),
        (("text", "The text."),),
    ),
}


def list_prompts(request: Request, params: JsonObject) -> Result:
    prompts = PROMPTS | example_questions(request)
    return {
        "prompts": [prompt_as_json(name, prompt) for name, prompt in prompts.items()],
        "ttlMs": 0,
        "cacheScope": "private",
    }


def get_prompt(request: Request, params: JsonObject) -> Result:
    """Raises RpcError."""
    name = text_parameter(params, "name")
    prompt = (PROMPTS | example_questions(request)).get(name)
    if prompt is None:
        raise RpcError(INVALID_PARAMS, f"There is no prompt '{name[:50]}'.")
    given = params.get("arguments") or {}
    if not isinstance(given, dict):
        raise RpcError(INVALID_PARAMS, "'arguments' must be an object.")
    values = {argument: text_parameter(given, argument)[:LONGEST_ARGUMENT] for argument, _about in prompt.arguments}
    said = {"role": "user", "content": {"type": "text", "text": prompt.text(values)}}
    return {"description": prompt.description, "messages": [said]}


def example_questions(request: Request) -> dict[str, MenuPrompt]:
    """Questions that editors have written beside the collections that the caller may read; none without the scope."""
    if not may_use_scope(request, Scope.SEARCH):
        return {}
    readable = Collection.objects.filter(pk__in=Collection.objects.readable_by(calling_user(request))).order_by("slug")
    found = [
        (f"{collection.slug}-{number}", example_prompt(collection, str(question)))
        for collection in readable
        for number, question in enumerate(collection.example_questions[:EXAMPLES_OF_COLLECTION], start=1)
    ]
    return dict(found[:MOST_EXAMPLES])


def example_prompt(collection: Collection, question: str) -> MenuPrompt:
    return MenuPrompt(question, collection.name, lambda _given: ask_instruction(question))


def prompt_as_json(name: str, prompt: MenuPrompt) -> JsonObject:
    arguments = [{"name": argument, "description": about, "required": True} for argument, about in prompt.arguments]
    return {"name": name, "title": prompt.title, "description": prompt.description, "arguments": arguments}
