"""Resolves the names by which people are known (user name, mail address, directory) to accounts, and back."""

from collections.abc import Collection, Iterable, Sequence

from django.utils.translation import gettext as _

from apps.database.execute_batch_sql import fetch_rows

# Rows of (account, name, whether upper and lower case are the same). A user name of an account here is none but itself:
# two may differ by their case alone. Layers above add what their directory calls people.
ACCOUNT_NAME_QUERIES: dict[str, str] = {
    "user name": "SELECT id AS account, username AS name, false AS any_case FROM auth_user",
    "mail": "SELECT id, email, true FROM auth_user WHERE email <> ''",
}
ACCOUNTS = """
    SELECT matched.name, account.id, account.is_active
    FROM (
        SELECT name, account FROM unnest(%(names)s::text[]) AS said(name) JOIN known USING (name)
        UNION
        SELECT said.name, account FROM unnest(%(names)s::text[]) AS said(name)
        JOIN known ON lower(known.name) = lower(said.name) WHERE known.any_case
    ) AS matched
    JOIN auth_user AS account ON account.id = matched.account
    ORDER BY 2
"""


class UnknownPeople(ValueError):  # noqa: N818 - an answer to the person who typed the names
    """Names the people who have no account, or those whose name several accounts have."""

    def __init__(self, names: Sequence[str], *, are_several: bool) -> None:
        super().__init__(", ".join(names))
        self.names = names
        self.are_several = are_several

    @property
    def sentence(self) -> str:
        if self.are_several:
            said = _("Several accounts are called '%(name)s'. Use another name of the person.")
        else:
            said = _("Nobody here has the user name, mail address or identifier '%(name)s'. Correct it.")
        return said % {"name": self.names[0]}


def account_names_sql() -> str:
    """A subquery for `known`, which statements join."""
    return " UNION ALL ".join(ACCOUNT_NAME_QUERIES.values())


def accounts_by_name(names: Collection[str]) -> dict[str, list[int]]:
    """The accounts of each name that somebody has. A deactivated account counts where nobody else has the name. One
    query."""
    found: dict[str, dict[bool, list[int]]] = {}
    statement = f"WITH known AS NOT MATERIALIZED ({account_names_sql()}) {ACCOUNTS}"
    rows = fetch_rows(statement, {"names": [name for name in names if "\0" not in name]}) if names else []
    for name, account, is_active in rows:
        found.setdefault(name, {}).setdefault(is_active, []).append(account)
    return {name: by_state.get(True) or by_state[False] for name, by_state in found.items()}


def names_of_accounts(ids: Collection[int]) -> list[str]:
    """Returns for each account a name that a person knows and nobody else has: the mail address before the user name.

    Accounts that are gone have none. Three queries.
    """
    rows = fetch_rows("SELECT id, email, username FROM auth_user WHERE id = ANY(%s) ORDER BY username", [list(ids)])
    accounts = accounts_by_name({name for _pk, *names in rows for name in names if name})
    return [next((name for name in names if accounts.get(name) == [pk]), names[-1]) for pk, *names in rows]


def resolve_account_ids(names: Iterable[str]) -> list[int]:
    """The accounts of these user names, mail addresses or identifiers of the directory, each once.

    Raises UnknownPeople.
    """
    unique = list(dict.fromkeys(names))
    known = accounts_by_name(unique)
    if missing := [name for name in unique if name not in known]:
        raise UnknownPeople(missing, are_several=False)
    if several := [name for name in unique if len(known[name]) > 1]:
        raise UnknownPeople(several, are_several=True)
    return list(dict.fromkeys(known[name][0] for name in unique))
