"""Permission by scope: each method of each resource names one; what names none is closed."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from config.api.tokens.find_token_by_secret import Token
from config.api.tokens.scopes import REQUIRED_PERMISSIONS, Scope, is_public_scope

if TYPE_CHECKING:
    # Views import their permissions.
    from rest_framework.views import APIView


class HasScope(BasePermission):
    """The view's `scopes` say what a method needs. Raises NotAuthenticated and PermissionDenied with their reason."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        method = "GET" if request.method == "HEAD" else str(request.method)
        if method.lower() not in view.http_method_names or not hasattr(view, method.lower()):
            # Answered with 405 in a moment, to everybody alike.
            return True
        scopes: dict[str, Scope] = getattr(view, "scopes", {})
        scope = scopes.get(method)
        if scope is None:
            return False
        require_scope(request, scope)
        return True


class ScopeTooSmall(PermissionDenied):
    """The token is valid, and does not hold the `scope` that this needs."""

    def __init__(self, scope: Scope) -> None:
        super().__init__(_("The token does not have the scope '%(scope)s'.") % {"scope": scope.value})
        self.scope = scope


class HasToken(BasePermission):
    """Only callers with a token; what it may be used for is asked where that is known (`require_scope`)."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        # Without one DRF answers 401, because a way to authenticate is named.
        return isinstance(request.auth, Token)


def may_use_scope(request: Request, scope: Scope) -> bool:
    """Whether `require_scope` would let the request pass."""
    try:
        require_scope(request, scope)
    except (NotAuthenticated, PermissionDenied):
        return False
    return True


def require_scope(request: Request, scope: Scope) -> None:
    """Raises NotAuthenticated, ScopeTooSmall, PermissionDenied."""
    token = request.auth
    if not isinstance(token, Token):
        if is_public_scope(scope):
            return
        raise NotAuthenticated(_("This needs a token with the scope '%(scope)s'.") % {"scope": scope.value})
    if not token.allows(scope):
        raise ScopeTooSmall(scope)
    right = REQUIRED_PERMISSIONS.get(scope)
    if right and not token.user.has_perm(right):
        raise PermissionDenied(_("The owner of the token does not have the right for this."))
