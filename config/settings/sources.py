"""Settings of sources: hosts and folders that imports may read from, and hosts that secrets and webhooks may go to."""

from apps.outbound_network.host_allowlist import parse_host, parse_host_of_variable
from config.env import env_entries, env_list
from config.settings.installation import AUSKUNFT_DATA

# Where sources may fetch from beside their own hosts, where their secrets may go, and which folders they may read. Only
# operators can allow private networks and folders of the machine, because only they know what else is there.
HOSTS = "use hosts such as www.example.org, 10.0.0.5:8080 and intranet.example.org@10.0.0.0/8"
IMPORT_HOSTS = env_entries("IMPORT_HOSTS", parse_host, HOSTS)
SOURCE_SECRET_HOSTS = env_entries(
    "SOURCE_SECRET_HOSTS", parse_host_of_variable, "use entries such as SOURCE_SHARE_PASSWORD@cloud.example.org"
)
# Where signed words of changed answers and events may be sent to.
WEBHOOK_HOSTS = env_entries("WEBHOOK_HOSTS", parse_host, HOSTS)
IMPORT_FOLDERS = env_list("IMPORT_FOLDERS", [str(AUSKUNFT_DATA / "inbox")])
