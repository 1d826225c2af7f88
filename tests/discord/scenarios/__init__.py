"""All scenarios: importing this makes them known to the frame."""

from . import choices, connection, games, ground, independent, isolation, limits, messages, places  # noqa: F401
