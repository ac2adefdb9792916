"""Settings that LibreOffice starts with, so that documents run no macros and load nothing from outside."""

from pathlib import Path

SECURITY, INTERNET = "/org.openoffice.Office.Common/Security/Scripting", "/org.openoffice.Inet/Settings"
VALUES = (
    (SECURITY, "DisableMacrosExecution", "true"),
    (SECURITY, "MacroSecurityLevel", "3"),
    # Linked pictures, sections and frames, on the network and on this machine: no place is trusted, so none is read.
    (SECURITY, "BlockUntrustedRefererLinks", "true"),
    ("/org.openoffice.Office.Writer/Content/Update", "Link", "0"),
    ("/org.openoffice.Office.Calc/Content/Update", "Link", "1"),
    # By hand, to where nobody listens: not only the environment decides.
    (INTERNET, "ooInetProxyType", "2"),
    (INTERNET, "ooInetHTTPProxyName", "127.0.0.1"),
    (INTERNET, "ooInetHTTPProxyPort", "9"),
    (INTERNET, "ooInetHTTPSProxyName", "127.0.0.1"),
    (INTERNET, "ooInetHTTPSProxyPort", "9"),
    ("/org.openoffice.Office.Common/Misc", "FirstRun", "false"),
)
ITEM = '<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>'
FILE = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n{items}\n</oor:items>\n'
)


def write_settings(profile: Path) -> None:
    """Makes the profile folder."""
    user = profile / "user"
    user.mkdir(parents=True)
    items = "\n".join(ITEM.format(path=path, name=name, value=value) for path, name, value in VALUES)
    (user / "registrymodifications.xcu").write_text(FILE.format(items=items), encoding="utf-8")
