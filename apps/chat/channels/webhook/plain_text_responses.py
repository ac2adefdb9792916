"""Plain-text responses of webhooks, and the error for a request that is refused."""

from django.http import HttpResponse


class BadRequestError(Exception):
    """A request that is refused with this status; the sentence names what is wrong, not what would be right."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


def text_response(status: int, text: str) -> HttpResponse:
    response = HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")
    if status == 405:
        response["Allow"] = "POST"
    return response
