"""`python -m auskunft_client`."""

import sys

from auskunft_client.main import main

sys.exit(main())
