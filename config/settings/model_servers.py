"""Model servers: where they are, which keys go there, how long they may take."""

from apps.outbound_network.host_allowlist import parse_host_of_variable, parse_host_or_network
from config.env import env_bool, env_entries, env_int, env_list, env_secret, env_str

# Models: used to create the first rows; afterwards what the admin says holds.
OPENAI_BASE_URL = env_str("OPENAI_BASE_URL")
OPENAI_API_KEY = env_secret("OPENAI_API_KEY")
# Where endpoints of the admin may lead beside public addresses and the host of OPENAI_BASE_URL, and which variables
# hold keys for them. Administrators write those rows; what else runs in the network and stands in the environment, only
# operators know.
MODEL_HOSTS = env_entries(
    "MODEL_HOSTS", parse_host_or_network, "use networks such as 10.0.0.0/8 and hosts such as localhost:11434"
)
API_KEY_VARIABLES = env_list("API_KEY_VARIABLES", ["*_API_KEY"])
# Which hosts a key may be sent to, such as MISTRAL_API_KEY@api.mistral.ai; OPENAI_API_KEY goes to OPENAI_BASE_URL.
API_KEY_HOSTS = env_entries(
    "API_KEY_HOSTS", parse_host_of_variable, "use entries such as MISTRAL_API_KEY@api.mistral.ai"
)
CHAT_MODEL = env_str("CHAT_MODEL")
# Tokens that the model takes and gives in one call; 0: what is known of the model, else few.
CHAT_CONTEXT_WINDOW = env_int("CHAT_CONTEXT_WINDOW", 0)
# Where vectors come from, if that is another server than the one with the language model.
EMBEDDING_BASE_URL = env_str("EMBEDDING_BASE_URL")
EMBEDDING_API_KEY = env_secret("EMBEDDING_API_KEY")
EMBEDDING_MODEL = env_str("EMBEDDING_MODEL")
EMBEDDING_DIMENSIONS = env_int("EMBEDDING_DIMENSIONS", 1024, least=1)
# Whether the built-in model that understands meaning is used where its package is installed.
MEANING = env_bool("MEANING", True)

# Whether "calls at once" of an endpoint holds for all processes of all machines together, or for each process.
SHARED_PLACES = env_bool("SHARED_PLACES", True)

# Files with labelled sentences of the operator, beside those that are shipped (docs/evaluation.md).
READER_CASES = env_list("READER_CASES")

# Deadlines of one model call in seconds, whole call included (docs/operations.md).
CHAT_DEADLINE = env_int("CHAT_DEADLINE", 60, least=1)
BATCH_DEADLINE = env_int("BATCH_DEADLINE", 180, least=1)
# Without any answer for so many seconds an import in the foreground leaves the rest to the worker.
MODEL_ABSENCE = env_int("MODEL_ABSENCE", 45, least=1)
