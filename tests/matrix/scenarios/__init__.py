"""All scenarios: importing this makes them known to the frame."""

from . import accounts, encryption, games, hostile, limits, messages, outages, rooms  # noqa: F401
