"""Responses to requests that are refused before they get further than their connection."""

REASONS = {
    408: "Request Timeout",
    413: "Content Too Large",
    414: "URI Too Long",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large",
}
SENTENCES = {
    408: "The request took too long to arrive.",
    413: "The body of the request comes in too many tiny parts.",
    414: "The address of the request is too long.",
    429: "Too many connections of your address, or requests on one of them. Please close some.",
    431: "The headers of the request are too large.",
}


def plain_text_refusal(status: int) -> bytes:
    sentence = SENTENCES[status].encode()
    head = (
        f"HTTP/1.1 {status} {REASONS[status]}\r\ncontent-type: text/plain; charset=utf-8\r\n"
        f"content-length: {len(sentence)}\r\nconnection: close\r\n\r\n"
    )
    return head.encode() + sentence
