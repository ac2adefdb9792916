"""The consent page, on which a person lets a program act for them, or not."""

from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.http import HttpRequest, HttpResponse
from oauth2_provider.exceptions import FatalClientError, OAuthToolkitError
from oauth2_provider.settings import oauth2_settings
from oauth2_provider.views import AuthorizationView
from oauthlib.oauth2.rfc6749.errors import CustomOAuth2Error, InvalidClientIdError, InvalidRequestError

from config.api.tokens.protected_resources import is_own_resource
from config.http.content_security_policy import POLICY
from config.oauth.redirect_uris import form_action_source, is_loopback_uri
from config.oauth.user_pages.client_programs import Program

OWN_FORMS = "form-action 'self'"


class ConsentPage(AuthorizationView):
    """Every time a person is asked: a program on a machine cannot prove that it is the one that was allowed before."""

    template_name = "oauth/consent.html"

    def get(self, request: HttpRequest, *args: Any, **values: Any) -> HttpResponse:
        # The toolkit lets a program ask for the page to be left out by this.
        asked = request.GET.copy()
        asked.pop("approval_prompt", None)
        request.GET = asked  # type: ignore[assignment]
        answer: HttpResponse = super().get(request, *args, **values)
        return answer

    def validate_authorization_request(self, request: HttpRequest) -> Any:
        """Raises OAuthToolkitError."""
        scopes, credentials = super().validate_authorization_request(request)
        if credentials.get("code_challenge_method") != "S256":
            error = InvalidRequestError("Use the code_challenge_method S256.", state=credentials["state"])
            raise refusal_error(error, credentials)
        check_resources(request, request.GET.getlist("resource"), credentials)
        return scopes, credentials

    def form_valid(self, form: Any) -> HttpResponse:
        """The toolkit takes it that the program in the form exists, which only the page before it has looked up."""
        named = form.cleaned_data["client_id"]
        if not Program.objects.filter(client_id=named).exists():
            unknown: HttpResponse = self.error_response(FatalClientError(error=InvalidClientIdError()), None)
            return unknown
        answer: HttpResponse = super().form_valid(form)
        return answer

    def create_authorization_response(
        self, request: HttpRequest, scopes: str, credentials: dict[str, Any], allow: bool
    ) -> Any:
        """What the form carried is asked for again: its fields may come from anywhere. Raises OAuthToolkitError."""
        check_resources(request, credentials.get("resource", []), credentials)
        return super().create_authorization_response(request, scopes, credentials, allow)

    def redirect(self, redirect_to: str, application: Any) -> HttpResponse:
        """RFC 9207: who answers stands in refusals, too; the toolkit says it with codes alone."""
        issuer = oauth2_settings.oauth2_authorization_server_issuer(self.request)
        address = urlsplit(redirect_to)
        said = [pair for pair in parse_qsl(address.query, keep_blank_values=True) if pair[0] != "iss"]
        named = address._replace(query=urlencode([*said, ("iss", issuer)])).geturl()
        answer: HttpResponse = super().redirect(named, application)
        return answer

    def get_context_data(self, **values: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**values)
        back = context.get("redirect_uri", "")
        return {**context, "on_this_machine": is_loopback_uri(back), "back_to": form_action_source(back)}

    def render_to_response(self, context: dict[str, Any], **values: Any) -> HttpResponse:
        answer: HttpResponse = super().render_to_response(context, **values)
        if "back_to" in context:
            answer["Content-Security-Policy"] = POLICY.replace(OWN_FORMS, f"{OWN_FORMS} {context['back_to']}")
        return answer


def check_resources(request: HttpRequest, named: list[str], credentials: dict[str, Any]) -> None:
    """RFC 8707. Raises OAuthToolkitError for what is no resource of this service."""
    foreign = [resource for resource in named if not is_own_resource(resource, request)]
    if foreign:
        state = credentials.get("state")
        raise refusal_error(
            CustomOAuth2Error("invalid_target", f"Unknown resource '{foreign[0]}'.", state=state), credentials
        )


def refusal_error(error: Exception, credentials: dict[str, Any]) -> OAuthToolkitError:
    """Told to the program, whose address has been checked by then."""
    return OAuthToolkitError(error=error, redirect_uri=credentials["redirect_uri"])
