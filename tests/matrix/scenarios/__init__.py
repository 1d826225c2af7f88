"""All scenarios: importing this makes them known to the frame."""

from . import (  # noqa: F401
    accounts,
    encryption,
    games,
    greetings,
    hostile,
    limits,
    messages,
    monitoring,
    outages,
    privacy,
    processes,
    rooms,
    screens,
    setup,
    several_games,
    tapping,
    timed,
    tutorial,
    verification,
    watching,
)
