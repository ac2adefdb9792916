"""PostgreSQL with its standbys, the cache and the queue."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from config import localdb
from config.env import env_database, env_databases, env_int, env_secret, env_str
from config.settings.installation import AUSKUNFT_DATA

# A host that is cut off says nothing; without these a query waits for it until the system gives up, after 15 minutes.
# Seconds, but for tcp_user_timeout; sockets of this machine ignore them. A query that takes long is answered meanwhile.
NOTICING_DEAD_HOSTS: dict[str, Any] = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}


def add_server_options(database: dict[str, Any], *, connect_timeout: int) -> dict[str, Any]:
    """The entry of a server, with what all of them have in common. `connect_timeout` in seconds."""
    database["ENGINE"] = "apps.database.postgresql"
    options = NOTICING_DEAD_HOSTS | dict(database.get("OPTIONS") or {})
    options.setdefault("connect_timeout", connect_timeout)
    # Server-side binding lets PostgreSQL take vectors as binary parameters and keep prepared statements.
    options.setdefault("server_side_binding", True)
    # Compiling (jit) is for long queries; ours are short.
    options.setdefault(
        "options",
        "-c statement_timeout=120000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=60000 -c jit=off",
    )
    database["OPTIONS"] = options
    if env_str("AUSKUNFT_PROCESS") == "web":
        # Threads of the web process come and go with requests and turns: a pool spares each of them the connecting.
        # Only there: a pool's threads do not survive the forks of the queue cluster.
        options.setdefault("pool", pool_options())
        database["CONN_MAX_AGE"] = 0
    else:
        database["CONN_MAX_AGE"] = 60
    return database


LEAST_CONNECTIONS = 2
DATABASE_POOL = env_int("DATABASE_POOL", 16, least=LEAST_CONNECTIONS)


def pool_options() -> dict[str, Any]:
    """Left to itself the pool would wait twice as long after each failure to connect, up to minutes; it tries every two
    seconds, so that who waits for a connection has one soon after another server leads."""
    from psycopg_pool import ConnectionPool  # for the web process only, which others are spared to import

    size = {"min_size": LEAST_CONNECTIONS, "max_size": DATABASE_POOL}
    return {**size, "timeout": 10, "reconnect_timeout": 2, "reconnect_failed": ConnectionPool.check}


def primary_database() -> dict[str, Any]:
    """DATABASE_URL when it is set, the embedded server in the data folder otherwise."""
    database = env_database("DATABASE_URL")
    if database:
        # Of several servers the one that leads; where a proxy stands before them, never one that has just ceased to.
        database.setdefault("OPTIONS", {}).setdefault("target_session_attrs", "read-write")
    else:
        database = localdb.connection_settings(AUSKUNFT_DATA)
    database["TEST"] = {"NAME": env_str("TEST_DATABASE_NAME", "test_auskunft"), "TEMPLATE": "template0"}
    return add_server_options(database, connect_timeout=5)


DATABASES = {"default": primary_database()}
# Hot standbys, from which searches read (apps/database/read_from_standby.py). Nobody waits long for one that is gone.
for number, standby in enumerate(env_databases("DATABASE_REPLICA_URLS")):
    DATABASES[f"standby{number}"] = add_server_options(standby, connect_timeout=2) | {"TEST": {"MIRROR": "default"}}
# Megabytes that building a vector index may take: a million vectors of 1,024 numbers need 3,400.
INDEX_MEMORY = env_int("INDEX_MEMORY", 1_024, least=1)
# Processes of the database that help the one that builds it. They share that memory, of which containers have little.
INDEX_BUILDERS = min(16, env_int("INDEX_BUILDERS", 0))
# Megabytes of the log by which a standby may be behind the primary and still be asked.
DATABASE_REPLICA_LAG = env_int("DATABASE_REPLICA_LAG", 16)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env_secret("REDIS_URL")
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "config.processes.optional_redis_cache.OptionalRedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
    }
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# The queue only wakes workers: ids travel, our own rows decide what is done (see docs/architecture.md).
QUEUE_WORKERS = env_int("QUEUE_WORKERS", 2, least=1)
Q_CLUSTER = {
    "name": "auskunft",
    "orm": "default",
    "broker_class": "config.queue.queue_broker.ReconnectingBroker",
    "workers": QUEUE_WORKERS,
    "timeout": 600,
    "retry": 2400,
    "max_attempts": 3,
    "queue_limit": 1,
    "bulk": 1,
    "ack_failures": True,
    "catch_up": False,
    "poll": 1,
    "recycle": 200,
    "max_rss": 900_000,
    "save_limit": 250,
    # What is due is put into the queue by the database's clock instead (config/queue/enqueue_due_schedules.py).
    "scheduler": False,
    "label": _("Work queue"),
}
