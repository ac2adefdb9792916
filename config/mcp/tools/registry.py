"""All tools there are, in the order in which clients list them."""

from config.api.protocol.json_parser import JsonObject
from config.mcp.tools import (
    ask_documents,
    list_collections,
    read_page,
    search_documents,
    simplify_text,
    verify_quote,
)
from config.mcp.tools.input_schemas import input_schema
from config.mcp.tools.types import Tool

TOOLS: dict[str, Tool] = {
    module.TOOL.name: module.TOOL
    for module in (search_documents, ask_documents, read_page, list_collections, verify_quote, simplify_text)
}


def tool_as_json(tool: Tool) -> JsonObject:
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": input_schema(tool.arguments),
        "outputSchema": tool.output,
        "annotations": {
            "title": tool.title,
            "readOnlyHint": tool.only_reads,
            "destructiveHint": False,
            "openWorldHint": False,
        },
    }
