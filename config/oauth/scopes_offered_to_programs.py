"""The scopes that a program may ask for: those of API tokens except the directory's."""

from oauth2_provider.scopes import BaseScopes

from config.api.tokens.scopes import PERSONAL_SCOPES, Scope


class OfferedScopes(BaseScopes):
    def get_all_scopes(self) -> dict[str, str]:
        return {scope.value: str(scope.label) for scope in PERSONAL_SCOPES}

    def get_available_scopes(self, application: object = None, request: object = None) -> list[str]:
        return [scope.value for scope in PERSONAL_SCOPES]

    def get_default_scopes(self, application: object = None, request: object = None) -> list[str]:
        """Offers a program that names none to ask and to search."""
        return [Scope.ASK.value, Scope.SEARCH.value]
