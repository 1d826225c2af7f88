"""All scenarios: importing this makes them known to the frame."""

from . import choices, connection, games, ground, independent, limits, messages, places  # noqa: F401
