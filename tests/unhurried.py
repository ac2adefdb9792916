"""Settings of hypothesis: what is asked is whether it always holds, not how soon, whatever else the machine does."""

from hypothesis import HealthCheck, settings

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
