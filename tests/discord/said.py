"""What is said on a server of either kind, in the form in which Discord documents messages."""

from patience import Failed, until

EPHEMERAL, LOADING = 1 << 6, 1 << 7

# How the names of pictures end; a GIF is one that moves.
PICTURE = (".png", ".gif")


class Said:
    """One message. It changes when the message is edited."""

    def __init__(self, message):
        self.message = message

    @property
    def id(self):
        return self.message["id"]

    @property
    def channel(self):
        return self.message["channel_id"]

    @property
    def author(self):
        return self.message["author"]["id"]

    @property
    def content(self):
        return self.message.get("content") or ""

    @property
    def attachments(self):
        return self.message.get("attachments") or []

    @property
    def pictures(self):
        return [one for one in self.attachments if one["filename"].endswith(PICTURE)]

    @property
    def files(self):
        return [one for one in self.attachments if not one["filename"].endswith(PICTURE)]

    @property
    def answers(self):
        """Id of the message or the interaction that this answers."""
        for key in ("interaction_metadata", "interaction"):
            if self.message.get(key):
                return self.message[key]["id"]
        return (self.message.get("message_reference") or {}).get("message_id")

    @property
    def private(self):
        """Only the one who asked can see it."""
        return bool((self.message.get("flags") or 0) & EPHEMERAL)

    @property
    def loading(self):
        """It says only that an answer will come. YEPCord leaves the flag on what has come."""
        return bool((self.message.get("flags") or 0) & LOADING) and not self.content and not self.attachments

    @property
    def called(self):
        return [user["id"] for user in self.message.get("mentions") or []]

    @property
    def parts(self):
        """Buttons and selects, in their order."""
        return [one for row in self.message.get("components") or [] for one in row["components"]]

    @property
    def buttons(self):
        return [one for one in self.parts if one["type"] == 2 and not one.get("disabled")]

    @property
    def selects(self):
        return [one for one in self.parts if one["type"] == 3 and not one.get("disabled")]

    def button(self, label):
        """The button whose label has these words."""
        found = [one for one in self.buttons if label in (one.get("label") or "")]
        if not found:
            raise Failed(f"no button “{label}” under {self}")
        return found[0]

    def __str__(self):
        marks = "".join(mark for mark, holds in (("~", self.private), ("…", self.loading)) if holds)
        to = f" ->{self.answers[-6:]}" if self.answers else ""
        names = "".join(f" [{one['filename']}]" for one in self.attachments)
        labels = "".join(f" ({one.get('label') or 'select'})" for one in self.parts if not one.get("disabled"))
        author = self.message["author"]["username"]
        return f"{self.id[-6:]} {author:10.10} {marks:2}{to} {' / '.join(self.content.splitlines()):.220}{names}{labels}"


class Answer:
    """What the bot said to one command: one message, or several."""

    def __init__(self, messages):
        self.messages = messages
        self.text = messages[0]

    @property
    def words(self):
        return "\n".join(one.content for one in self.messages)

    @property
    def pictures(self):
        return [picture for one in self.messages for picture in one.pictures]

    @property
    def files(self):
        return [file for one in self.messages for file in one.files]

    @property
    def called(self):
        return [user for one in self.messages for user in one.called]

    @property
    def last(self):
        return self.messages[-1]


class Listener:
    """Finds answers among the messages that `said(channel)` gives."""

    async def answer(self, bot, asked, picture=False, channel=None, seconds=45):
        """The bot's answer to the message or interaction of this id; with a picture if asked."""
        def found():
            here = [one for one in self.said(channel) if one.author == bot and one.answers == asked and not one.loading]
            return here if here and (not picture or any(one.pictures for one in here)) else None

        what = "an answer with a picture" if picture else "an answer"
        return Answer(await until(found, f"{what} to {asked[-6:]}", seconds))
