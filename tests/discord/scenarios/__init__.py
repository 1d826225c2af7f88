"""All scenarios: importing this makes them known to the frame."""

from . import (  # noqa: F401
    answers,
    choices,
    connection,
    games,
    ground,
    hostile,
    independent,
    isolation,
    limits,
    menus,
    messages,
    personal,
    places,
    privacy,
    settings,
    several_games,
    silence,
    timed,
)
