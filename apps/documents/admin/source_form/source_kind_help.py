"""What each kind of source is for, with an example of its address, and what its options mean."""

from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Option = tuple[Promise, Promise | str]
RECHECK: Option = (
    _("Ask for every file again in each run"),
    _("For servers that change files without saying so; slow."),
)
FULL_LIST: Option = (_("Days between complete lists"), _("In between only what changed is asked for."))
INCLUDE: Option = (
    _("Only addresses or paths with one of these parts"),
    _("One in each line, such as /rathaus/; empty = all."),
)
EXCLUDE: Option = (_("None with one of these parts"), _("One in each line, such as /archiv/."))
VARIABLE = _("The name of a variable of the operator that begins with SOURCE_, never the secret itself.")


@dataclass(frozen=True, slots=True)
class SourceKindHelp:
    """`example` is an address as it may look; `options` names label and help of each option of the connector."""

    purpose: Promise
    example: str
    address: Promise
    hosts: str = ""
    """Hosts that this kind needs beside that of the address, separated by spaces."""
    options: dict[str, Option] = field(default_factory=dict)


SOURCE_KIND_HELP: dict[str, SourceKindHelp] = {
    "cms": SourceKindHelp(
        _("Pages of your website, from its sitemap, a JSON feed or a single page."),
        "https://www.musterstadt.example/sitemap.xml",
        _("Address of the sitemap or page"),
        options={
            "include": INCLUDE,
            "exclude": EXCLUDE,
            "pages": (_("Further pages"), _("One address in each line.")),
        },
    ),
    "folder": SourceKindHelp(
        _("A folder of this server: what is put in becomes a document."),
        "inbox",
        _("Folder"),
        options={
            "settle_seconds": (
                _("Seconds a file must be unchanged"),
                _("A file that is still being copied waits for the next run."),
            ),
        },
    ),
    "oparl": SourceKindHelp(
        _("Papers and meetings of a council information system."),
        "https://ris.musterstadt.example/oparl/v1.1/system",
        _("Address of the interface"),
        options={
            "bodies": (_("Only these bodies"), _("Names or ids, one in each line; empty = all.")),
            "papers": (_("Papers"), ""),
            "meetings": (_("Meetings"), ""),
            "full_list_days": FULL_LIST,
            "recheck_files": RECHECK,
        },
    ),
    "webdav": SourceKindHelp(
        _("A folder of a file share, such as Nextcloud."),
        "https://cloud.musterstadt.example/remote.php/dav/files/AUSKUNFT/Satzungen",
        _("Address of the folder"),
        options={
            "user": (_("User name"), ""),
            "password_variable": (_("Variable with the password"), VARIABLE),
            "include": INCLUDE,
            "exclude": EXCLUDE,
            "readers_from_shares": (
                _("Readers as in Nextcloud"),
                _("Only whom a file or its folder is shared with may read it: groups and people, told by their names."),
            ),
            "recheck_files": RECHECK,
        },
    ),
    "s3": SourceKindHelp(
        _("A bucket of an object store, or a folder in it."),
        "https://s3.musterstadt.example/bucket/folder",
        _("Address of the bucket"),
        options={
            "access_key": (_("Access key (its name)"), _("Empty = the bucket is open.")),
            "secret_variable": (_("Variable with the secret key"), VARIABLE),
            "region": (_("Region"), ""),
            "bucket_in_host": (_("The bucket's name is part of the host"), "https://bucket.s3.musterstadt.example"),
            "include": INCLUDE,
            "exclude": EXCLUDE,
            "recheck_files": RECHECK,
        },
    ),
    "graph": SourceKindHelp(
        _("A document library of SharePoint or OneDrive."),
        "https://graph.microsoft.com/v1.0/drives/ID/root",
        _("Address of the library"),
        hosts="login.microsoftonline.com *.sharepoint.com",
        options={
            "tenant": (_("Tenant (directory id)"), ""),
            "client_id": (_("Application id"), ""),
            "secret_variable": (_("Variable with the application's secret"), VARIABLE),
            "login": (_("Server for signing in"), ""),
            "include": INCLUDE,
            "exclude": EXCLUDE,
            "readers_from_permissions": (
                _("Readers as in SharePoint"),
                _("Only groups and people whom SharePoint lets read it may read a file; each run lists all. Slow."),
            ),
            "permissions_in_changes": (
                _("Permissions by changes"),
                _("Faster, once a day everything. The application needs the right Sites.FullControl.All for it."),
            ),
            "full_list_days": FULL_LIST,
            "recheck_files": RECHECK,
        },
    ),
    "imap": SourceKindHelp(
        _("Mails of one folder of a mail server, with what was attached to them."),
        "imaps://mail.musterstadt.example/INBOX",
        _("Address of the folder"),
        options={
            "user": (_("User name"), ""),
            "password_variable": (_("Variable with the password"), VARIABLE),
            "attachments": (_("Attachments as documents of their own"), ""),
            "full_list_days": FULL_LIST,
        },
    ),
    "confluence": SourceKindHelp(
        _("Pages of Confluence, in the cloud or on a server of your own."),
        "https://musterstadt.atlassian.net/wiki",
        _("Address of the wiki"),
        options={
            "user": (_("User name"), _("Empty = the variable holds a personal access token.")),
            "password_variable": (_("Variable with the password or token"), VARIABLE),
            "spaces": (_("Only these spaces"), _("Their keys, one in each line; empty = all.")),
            "readers_from_restrictions": (
                _("Readers as in Confluence"),
                _("Only groups and people whom all restrictions on and above a page name; each run lists everything."),
            ),
            "full_list_days": FULL_LIST,
        },
    ),
    "xwiki": SourceKindHelp(
        _("Pages of a wiki of XWiki."),
        "https://wiki.musterstadt.example/xwiki/rest/wikis/xwiki",
        _("Address of the wiki's interface"),
        options={
            "user": (_("User name"), ""),
            "password_variable": (_("Variable with the password or token"), VARIABLE),
            "spaces": (_("Only these spaces"), _("With what lies in them, one in each line; empty = all.")),
            "without_spaces": (_("None of these spaces"), _("With what lies in them, one in each line.")),
            "recheck_files": RECHECK,
        },
    ),
    "feed": SourceKindHelp(
        _("News and announcements from RSS or Atom."),
        "https://www.musterstadt.example/aktuelles/rss.xml",
        _("Address of the feed"),
        options={
            "fetch_pages": (
                _("Fetch the linked pages"),
                _("Also where the feed carries the whole text."),
            ),
        },
    ),
    "oai-pmh": SourceKindHelp(
        _("Records of a library or repository."),
        "https://publikationen.musterstadt.example/oai",
        _("Address of the interface"),
        options={
            "set": (_("Only this set"), _("Empty = all.")),
            "full_list_days": FULL_LIST,
            "recheck_files": RECHECK,
        },
    ),
    "dip": SourceKindHelp(
        _("Printed papers and minutes of Bundestag and Bundesrat."),
        "https://search.dip.bundestag.de/api/v1",
        _("Address of the interface"),
        hosts="dserver.bundestag.de",
        options={
            "resources": (_("What is fetched"), _("One in each line: drucksache, plenarprotokoll.")),
            "electoral_term": (_("Electoral term"), _("0 = all.")),
            "publisher": (_("Publisher"), "BT, BR"),
            "document_types": (_("Only these types"), _("One in each line, such as Kleine Anfrage; empty = all.")),
            "key_variable": (_("Variable with the key of the interface"), VARIABLE),
            "full_list_days": FULL_LIST,
            "recheck_files": RECHECK,
        },
    ),
    "pardok-xml": SourceKindHelp(
        _("The XML export of a parliament's documentation."),
        "https://www.parlament-berlin.de/opendata/pardok-wp19.xml",
        _("Address of the export"),
        hosts="pardok.parlament-berlin.de",
        options={
            "document_types": (_("Only these types"), _("As the export names them, one in each line; * = all.")),
            "recheck_files": RECHECK,
        },
    ),
    "pardok-api": SourceKindHelp(
        _("The papers of a parliament's committee, from its JSON interface."),
        "https://www.parlament-berlin.de/api/v1/ausschuesse/vorgaenge",
        _("Address of the interface"),
        options={
            "electoral_term": (_("Electoral term"), ""),
            "committee": (_("Committee, as the interface names it"), "haupt-ausschuss.nsf"),
            "committee_name": (_("Name of the committee"), ""),
            "status": (_("Only with this state"), ""),
            "document_type": (_("Type that is stored"), ""),
            "recheck_files": RECHECK,
        },
    ),
}
"""In the order in which towns need them."""
