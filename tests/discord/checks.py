"""What every message of the bot has to meet, whatever the test is about."""

import re

import gif
import png
from rules import PICTURED


def faults_of_attachment(attachment, data):
    """What is wrong with a picture or a file."""
    wrong = []
    if attachment.get("size") != len(data):
        wrong.append(f"size is {attachment.get('size')} and not {len(data)}")
    ending = attachment["filename"].rpartition(".")[2]
    if ending not in ("png", "gif"):
        return wrong
    description = attachment.get("description") or ""
    # A position, or ratings.
    if not re.search(PICTURED, description):
        wrong.append(f"the description {description!r} does not tell what is shown")
    if len(description) > 1024:
        wrong.append(f"the description has {len(description)} characters")
    try:
        size = {"png": png, "gif": gif}[ending].size(data)
    except Exception as error:  # whatever it is, it is a fault of this picture
        return [*wrong, f"cannot be opened: {error!r}"]
    told = (attachment.get("width"), attachment.get("height"))
    if told != size:
        wrong.append(f"is told as {told} and is {size}")
    if attachment.get("content_type") != f"image/{ending}":
        wrong.append(f"is a {attachment.get('content_type')}")
    return wrong


async def faults(witness, bot, asked):
    """Everything that is wrong with what the bot has said, as far as the witness saw it. `asked`
    has the texts of people by the ids of their messages."""
    wrong, seen = [], {}
    for said in witness.said():
        if said.author != bot:
            continue
        found = []
        if not said.content.strip() and not said.attachments and not said.loading:
            found.append("says nothing")
        if said.loading:
            found.append("was promised and never came")
        if len(said.content) > 2000:
            found.append("is too long")
        if said.message.get("mention_everyone"):
            found.append("calls everyone")
        if said.message.get("embeds"):
            found.append("has embeds")
        if re.search(r"(?<!u)\{\$?\w+\}|⁨|⁩|Unknown localization", said.content):
            found.append("has gaps that were not filled")
        for attachment in said.attachments:
            # The picture of every step is decoded once, however often it is looked at.
            key = attachment["id"]
            if key not in seen:
                seen[key] = faults_of_attachment(attachment, await witness.fetch(attachment))
            found += [f"{attachment['filename']} {fault}" for fault in seen[key]]
        if said.answers in asked and (said.channel, said.answers, said.content) in seen:
            found.append("is said twice")
        seen[said.channel, said.answers, said.content] = True
        wrong += [f"{fault}: {said}" for fault in found]
    return wrong
