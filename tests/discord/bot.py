"""The bot with an account on a server."""

from program import Program


class Bot(Program):
    """The bot by its id on the server."""

    def __init__(self, binary, folder, url, token, id, discord=None, top=None):
        self.id = id
        account = {"token": token, "api_base": url, "prefix": "!", "greeting": False} | (discord or {})
        super().__init__(binary, folder, "discord", account, top)
