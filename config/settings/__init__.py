"""All settings: what operators change comes from the environment, what editors change lives in the admin.

One file for each subject; Django reads this one, which has all of them.
May import from this app: its root, api, http, localdb, oauth.
"""

from config.settings.access_and_channels import *
from config.settings.applications import *
from config.settings.databases import *
from config.settings.https import *
from config.settings.installation import *
from config.settings.languages import *
from config.settings.metrics_and_log import *
from config.settings.model_servers import *
from config.settings.sign_in import *
from config.settings.sources import *
from config.settings.static_files import *
