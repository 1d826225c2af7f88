"""The bot with an account on the homeserver."""

from program import Program


class Bot(Program):
    """One account of the bot, with its folder, in which its store is, too."""

    def __init__(self, binary, folder, server, local, password, matrix=None):
        self.local, self.id = local, f"@{local}:localhost"
        self.store = folder / "store"
        self.matrix = {
            "homeserver": server, "user": local, "password": password, "store": str(self.store),
            "store_passphrase": "a passphrase of the tests", "invite_from": ["@*:localhost"], "prefix": "!",
            "device_name": "Ringleader", "greeting": False} | (matrix or {})
        super().__init__(binary, folder, "matrix", self.matrix)
