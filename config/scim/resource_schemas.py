"""The schemas of SCIM users and groups: what is kept of them. Whatever else a directory sends is left out.

No post address, telephone number, manager or password is stored: nothing here needs them.
"""

from typing import Annotated, Any, ClassVar, Union

from pydantic import AfterValidator, Field
from scim2_models import (
    URN,
    AuthenticationScheme,
    Bulk,
    CaseExact,
    ChangePassword,
    ComplexAttribute,
    ETag,
    Filter,
    Mutability,
    Patch,
    Reference,
    Required,
    Resource,
    ScimPolicy,
    ScimProvider,
    ServiceProviderConfig,
    Sort,
    Uniqueness,
)

from config.user_directory.models import LONGEST_GROUP_NAME, LONGEST_NAME

MOST_RESULTS = 200
MOST_MAILS = 20


def reject_nul(text: str) -> str:
    """Raises ValueError: the database cannot hold it."""
    if "\0" in text:
        raise ValueError("A text must not contain the character U+0000.")
    return text


def limit_mail_count(values: list[Any] | None) -> list[Any] | None:
    """Raises ValueError."""
    if values and len(values) > MOST_MAILS:
        raise ValueError(f"At most {MOST_MAILS} mail addresses.")
    return values


Text = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(reject_nul)]
UserName = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(reject_nul)]
GroupName = Annotated[str, Field(min_length=1, max_length=LONGEST_GROUP_NAME), AfterValidator(reject_nul)]


class PersonName(ComplexAttribute):
    formatted: Text | None = None
    given_name: Text | None = None
    family_name: Text | None = None


class Email(ComplexAttribute):
    """Any text: directories have addresses (such as @amt.local) that a strict check refuses."""

    value: Text | None = None
    display: Text | None = None
    type: Text | None = None
    primary: bool | None = None


class Membership(ComplexAttribute):
    value: Annotated[str | None, Mutability.read_only, CaseExact.true] = None
    ref: Annotated[Reference["Group"] | None, Mutability.read_only] = Field(
        None, serialization_alias="$ref", validation_alias="$ref"
    )
    display: Annotated[str | None, Mutability.read_only] = None


class User(Resource[Any]):
    __schema__ = URN("urn:ietf:params:scim:schemas:core:2.0:User")

    user_name: Annotated[UserName | None, Uniqueness.server, Required.true] = None
    external_id: Annotated[Text | None, CaseExact.true] = None
    name: PersonName | None = None
    display_name: Text | None = None
    active: bool | None = None
    emails: Annotated[list[Email] | None, AfterValidator(limit_mail_count)] = None
    groups: Annotated[list[Membership] | None, Mutability.read_only] = None

    Name: ClassVar[type[ComplexAttribute]] = PersonName
    Emails: ClassVar[type[ComplexAttribute]] = Email
    Groups: ClassVar[type[ComplexAttribute]] = Membership


class Member(ComplexAttribute):
    value: Annotated[str | None, Mutability.immutable, CaseExact.true] = None
    ref: Annotated[Reference[Union["User", "Group"]] | None, Mutability.immutable] = Field(
        None, serialization_alias="$ref", validation_alias="$ref"
    )
    display: Annotated[str | None, Mutability.read_only] = None


class Group(Resource[Any]):
    __schema__ = URN("urn:ietf:params:scim:schemas:core:2.0:Group")

    display_name: Annotated[GroupName | None, Uniqueness.server, Required.true] = None
    external_id: Annotated[Text | None, CaseExact.true] = None
    members: list[Member] | None = None

    Members: ClassVar[type[ComplexAttribute]] = Member


CONFIG = ServiceProviderConfig(
    patch=Patch(supported=True),
    bulk=Bulk(supported=False, max_operations=0, max_payload_size=0),
    filter=Filter(supported=True, max_results=MOST_RESULTS),
    change_password=ChangePassword(supported=False),
    sort=Sort(supported=False),
    etag=ETag(supported=True),
    authentication_schemes=[
        AuthenticationScheme(
            type=AuthenticationScheme.Type.oauthbearertoken,
            name="API token",
            description="A token with the scope 'scim', which a superuser makes in the console.",
            primary=True,
        )
    ],
)
# Entra ID removes members by a value beside the path, writes to addresses that do not exist yet, and sends attributes
# of schemas that were never announced.
TOLERANT = ScimPolicy(
    unknown=ScimPolicy.Unknown.ignore,
    remove_value_as_filter=ScimPolicy.RemoveValue.apply,
    unmatched_path_filter=ScimPolicy.UnmatchedPathFilter.create,
)
PROVIDER = ScimProvider(models=[User, Group], config=CONFIG, policy=TOLERANT)
