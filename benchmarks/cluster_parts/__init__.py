"""Several hosts on this machine, with PostgreSQL led by Patroni, for failover.py and hosts.py."""
