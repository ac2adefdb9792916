"""Sources: where documents may come from, and where words about them may go."""

from config.env import env_list
from config.settings.installation import AUSKUNFT_DATA

# Where sources may fetch from beside their own hosts, where their secrets may go, and which folders they may read. Only
# operators can allow private networks and folders of the machine, because only they know what else is there.
IMPORT_HOSTS = env_list("IMPORT_HOSTS")
SOURCE_SECRET_HOSTS = env_list("SOURCE_SECRET_HOSTS")
# Where signed words of changed answers and events may be sent to.
WEBHOOK_HOSTS = env_list("WEBHOOK_HOSTS")
IMPORT_FOLDERS = env_list("IMPORT_FOLDERS", [str(AUSKUNFT_DATA / "inbox")])
