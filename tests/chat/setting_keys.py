"""Every key of the settings at every level, by those who may and those who may not."""

from patience import Failed

OWN, PLACES, ALL = ("",), ("channel", "server"), ("", "channel", "server")

# A value of each key, how it is shown, and where it can be set.
KEYS = {
    "prefix": ("y!", "y!", PLACES),
    "language": ("en", "English", ALL),
    "theme": ("dark", "dark", ALL),
    "view": ("black", "black", ALL),
    "clock": ("3d", "3d", PLACES),
    "rated": ("on", "on", PLACES),
    "hints": ("off", "off", PLACES),
    "reviews": ("off", "off", PLACES),
    "challenges": ("nobody", "nobody", ALL),
    "play": ("off", "off", PLACES),
    "remind": ("off", "off", ALL),
    "auto": ("on", "on", OWN),
    "tips": ("off", "off", ALL),
    "quiet": ("22:00-08:00", "22:00-08:00 UTC", ALL),
    "games": ("threads", "in threads", PLACES),
    "announcements": ("off", "off", PLACES),
    "announceto": ("here", "", PLACES),
    "daily": ("here", "", PLACES),
}

PLACE = {"channel": "this channel", "server": "the whole server"}


def expected(key, shown, where, scope, may):
    """What the answer says to somebody who sets a key, or resets it if nothing is shown."""
    if scope not in where:
        return "is everybody's own" if scope else "can only be set for a channel or a server"
    if not scope:
        return f"For you, {key} is what it is for everybody again." if shown is None else f"For you, {key} is {shown} from now on."
    if not may:
        return f"Only those who manage this {scope} can set that for everybody."
    return f"reset {key} for {PLACE[scope]}" if shown is None else f"set {key} to {shown}"


async def every_key(ask, people):
    """`ask(person, text)` gives the words of the answer; `people` are pairs of a person and the levels at which
    they may set what holds for everybody."""
    prefix = "!"
    for key, (value, shown, where) in KEYS.items():
        for said, shows in ((value, shown), ("default", None)):
            for scope in ALL:
                # Whoever may not set it may not reset it either, and anyone sets their own.
                asked = [one for one in people if scope in one[1] or not scope and one == people[0]]
                for person, levels in people if shows is not None and scope else asked:
                    words = await ask(person, " ".join(f"{prefix}set {scope} {key} {said}".split()))
                    wanted = expected(key, shows, where, scope, scope in levels)
                    if wanted not in words:
                        raise Failed(f"{key} for {scope or 'oneself'}, {levels}: “{wanted}” is not in “{words}”")
                    if key == "prefix" and scope in levels:
                        prefix = value if shows or scope == "channel" else "!"
    return len(KEYS)
