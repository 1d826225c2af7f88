"""Which function does what a request asks for."""

import re

# Patterns of “METHOD /path”, and what is done.
ROUTES = []


def route(pattern):
    """Marks a function as what a request METHOD /path/{with}/{gaps} does."""
    gaps = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", pattern)

    def mark(function):
        ROUTES.append((re.compile(gaps + "$"), function))
        return function
    return mark
