"""Property tests give the same cases in every run and keep none."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "paperwiki",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("paperwiki")
