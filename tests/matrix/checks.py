"""What every event of the bot has to meet, whatever the test is about."""

import re
from html.parser import HTMLParser

import gif
import png
from players import HTML
from rules import PICTURED

# What the specification lets clients show; anything else would be dropped, or worse.
TAGS = {
    "a", "b", "blockquote", "br", "caption", "code", "del", "details", "div", "em", "h1", "h2", "h3", "h4", "h5", "h6",
    "hr", "i", "img", "li", "ol", "p", "pre", "s", "span", "strong", "sub", "summary", "sup", "table", "tbody", "td",
    "th", "thead", "tr", "u", "ul"}
EMPTY = {"br", "hr", "img"}


class Page(HTMLParser):
    """Reads HTML strictly: what is opened is closed, and in order."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.faults, self.text, self.links = [], [], [], []

    def handle_starttag(self, tag, attrs):
        if tag not in TAGS:
            self.faults.append(f"<{tag}> is not allowed")
        if tag == "a":
            self.links.append(dict(attrs).get("href", ""))
        extra = [name for name, _ in attrs if (tag, name) not in {("a", "href"), ("code", "class"), ("ol", "start")}]
        if extra:
            self.faults.append(f"<{tag}> has {extra}")
        if tag not in EMPTY:
            self.open.append(tag)
        if tag in {"br", "p", "li", "div"}:
            self.text.append("\n")

    def handle_endtag(self, tag):
        if tag in EMPTY:
            return
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")

    def handle_data(self, data):
        self.text.append(data)

    def handle_comment(self, data):
        self.faults.append(f"a comment: {data}")

    handle_decl = handle_pi = unknown_decl = handle_comment


def page(text):
    """Faults, words and links of a piece of HTML."""
    reader = Page()
    reader.feed(text)
    reader.close()
    left = [f"<{tag}> is not closed" for tag in reader.open]
    return reader.faults + left, "".join(reader.text), reader.links


async def faults_of_picture(witness, said):
    """What is wrong with a picture."""
    content, info, wrong = said.content, said.content.get("info") or {}, []
    if "file" in content and "url" in content:
        wrong.append("both file and url")
    name = content.get("filename")
    ending = (name or "").rpartition(".")[2]
    if info.get("mimetype") != f"image/{ending}":
        wrong.append(f"mimetype {info.get('mimetype')}")
    if ending not in ("png", "gif"):
        wrong.append(f"file name {name!r}")
    if not said.body or said.body == name or not re.search(PICTURED, said.body):
        wrong.append(f"body {said.body!r} does not tell the position, ratings or chances")
    try:
        data = await witness.media(said)
        size = (gif if ending == "gif" else png).size(data)
    except Exception as error:  # whatever it is, it is a fault of this picture
        return [*wrong, f"cannot be opened: {error!r}"]
    if (info.get("w"), info.get("h")) != size:
        wrong.append(f"w, h are {info.get('w')}, {info.get('h')} and not {size}")
    if info.get("size") != len(data):
        wrong.append(f"size is {info.get('size')} and not {len(data)}")
    return wrong


async def faults_of_file(witness, said):
    """What is wrong with a file that is no picture."""
    data = await witness.media(said)
    info = said.content.get("info") or {}
    wrong = [] if info.get("size") == len(data) else [f"size is {info.get('size')} and not {len(data)}"]
    if not said.content.get("filename"):
        wrong.append("no file name")
    return wrong


def faults_of_text(said):
    """What is wrong with a text."""
    content, wrong = said.content, []
    called = (content.get("m.mentions") or {}).get("user_ids") or []
    if said.msgtype != ("m.text" if called else "m.notice"):
        wrong.append(f"{said.msgtype}, calling {called}")
    if not said.body.strip():
        wrong.append("says nothing")
    if content.get("format") != HTML:
        return [*wrong, f"format {content.get('format')!r}"]
    faults, words, links = page(content.get("formatted_body") or "")
    wrong += faults
    if not words.strip():
        wrong.append("its HTML says nothing")
    # Body and HTML say the same in the same words.
    plain = "".join(filter(str.isalnum, said.body))
    missing = [word for word in words.split() if "".join(filter(str.isalnum, word)) not in plain]
    if missing:
        wrong.append(f"in the HTML only: {missing}")
    for link in links:
        # To people, and to rooms with games.
        if not link.startswith(("https://matrix.to/#/@", "https://matrix.to/#/!")):
            wrong.append(f"a link to {link}")
    return wrong


def faults_of_relation(said, told, bot):
    """What is wrong with what the event refers to. `told` has all events by id."""
    if said.relates.get("rel_type") == "m.replace":
        edited = told.get(said.relates["event_id"])
        return [] if edited is not None and edited.sender == bot else [f"edits {edited}"]
    if said.reply_to is None:
        return [] if not said.relates else [f"refers to {said.relates} and replies to nothing"]
    command = told.get(said.reply_to)
    if command is None:
        return [f"replies to {said.reply_to}, which nobody has seen"]
    wrong = []
    if command.msgtype == "m.notice" and command.sender != bot:
        wrong.append("answers a notice")
    if command.relates.get("rel_type") == "m.replace":
        wrong.append("answers an edit")
    if command.type == "m.reaction":
        command = told.get(command.relates.get("event_id"), command)
    # Or the command begins one.
    if said.thread not in (command.thread, said.reply_to):
        wrong.append(f"stands in the thread {said.thread}, its command in {command.thread}")
    return wrong


async def faults(witness, room, bot):
    """Everything that is wrong with what the bot has said in a room, as the witness saw it."""
    # A copy: the witness hears on while pictures are fetched.
    log, wrong = list(witness.room(room)), []
    told = {one.id: one for one in log}
    encrypted, answered = False, {}
    for said in log:
        if said.type == "m.room.encryption" and said.state_key == "":
            encrypted = True
        if said.sender != bot or said.state_key is not None or said.type == "m.room.redaction":
            continue
        # What a verification consists of is checked by who verifies.
        if said.type.startswith("m.key.verification."):
            continue
        found = []
        if said.type == "m.reaction":
            target = told.get(said.relates.get("event_id"))
            # What is not its own is a vote that was understood.
            if target is None or target.sender != bot and said.key != "✅":
                found.append("reacts to what is not its own")
            if said.encrypted:
                found.append("an encrypted reaction, which nobody shows")
        else:
            if not said.readable:
                found.append("cannot be decrypted")
            elif said.type != "m.room.message":
                found.append(f"a {said.type}")
            else:
                if encrypted and not said.encrypted:
                    found.append("in the clear in an encrypted room")
                if encrypted and "url" in said.content:
                    found.append("a file in the clear in an encrypted room")
                mentions = said.content.get("m.mentions")
                if not isinstance(mentions, dict):
                    found.append("no m.mentions")
                elif mentions.get("room"):
                    found.append("calls the whole room")
                found += faults_of_relation(said, told, bot)
                if said.msgtype == "m.image":
                    found += await faults_of_picture(witness, said)
                elif said.msgtype == "m.file":
                    found += await faults_of_file(witness, said)
                else:
                    found += faults_of_text(said)
                command = told.get(said.reply_to)
                # A choice may be answered under the message that offers it, which may be the bot's.
                if command is not None and command.sender != bot:
                    kind = said.msgtype if said.msgtype in ("m.image", "m.file") else "text"
                    if said.body.startswith(("I'm reviewing ", "I'm drawing ")):
                        kind = "announcement"
                    if (said.reply_to, kind) in answered:
                        found.append(f"says it twice: {answered[said.reply_to, kind]}")
                    answered[said.reply_to, kind] = said
        wrong += [f"{fault}: {said}" for fault in found]
    return wrong
