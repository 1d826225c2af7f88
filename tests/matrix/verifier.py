"""Verification by emoji, as a client does it that is not ours: made from libolm and the specification.

It begins a verification with another user, between devices or in a room, and goes through it step
by step, checking whatever the other side sends.
"""

import base64
import hashlib
import json
import time
import uuid
from urllib.parse import quote

import nio
from nio.crypto import Sas
from olm.pk import PkSigning
from olm.sas import Sas as Secret
from patience import check, until

METHOD = "m.sas.v1"
MAC = "hkdf-hmac-sha256.v2"


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def bare(emoji):
    """Without the sign that some write after an emoji, and some do not."""
    return emoji.replace("\ufe0f", "")


def unpadded(data):
    return base64.b64encode(data).decode().rstrip("=")


async def cross_sign(player):
    """Makes a cross-signing identity of the player, which signs its device. Its master key."""
    seeds = {use: PkSigning(PkSigning.generate_seed()) for use in ("master", "self_signing", "user_signing")}
    master = seeds["master"]

    def signed(value, signer):
        signature = signer.sign(canonical(value))
        return {**value, "signatures": {player.id: {f"ed25519:{signer.public_key}": signature}}}

    keys = {}
    for use, signer in seeds.items():
        key = {"user_id": player.id, "usage": [use], "keys": {f"ed25519:{signer.public_key}": signer.public_key}}
        keys[f"{use}_key"] = key if use == "master" else signed(key, master)
    await player.api("POST", "/_matrix/client/v3/keys/device_signing/upload", keys)
    told = await player.api("POST", "/_matrix/client/v3/keys/query", {"device_keys": {player.id: []}})
    device = told["device_keys"][player.id][player.device]
    bare = {key: value for key, value in device.items() if key not in ("signatures", "unsigned")}
    await player.api("POST", "/_matrix/client/v3/keys/signatures/upload",
                     {player.id: {player.device: signed(bare, seeds["self_signing"])}})
    return master.public_key


class Verifier:
    """One verification of `other` by a player: in `room`, or between devices."""

    def __init__(self, player, other, room=None, master=None):
        self.player, self.other, self.room, self.master = player, other, room, master
        self.secret = Secret()
        self.flow, self.device, self.begun = None, None, None
        self.heard = {}
        player.client.add_to_device_callback(self._hear, (nio.KeyVerificationEvent, nio.UnknownToDeviceEvent))

    # -- both ways

    def _hear(self, event):
        content = event.source.get("content", {})
        if event.sender == self.other and content.get("transaction_id") == self.flow:
            self.heard.setdefault(event.source["type"].removeprefix("m.key.verification."), content)

    def _look(self):
        for said in self.player.room(self.room) if self.room else ():
            if said.sender == self.other and said.relates.get("event_id") == self.flow:
                self.heard.setdefault(said.type.removeprefix("m.key.verification."), said.content)

    async def _send(self, step, content):
        kind = f"m.key.verification.{step}"
        if self.room:
            content |= {"m.relates_to": {"rel_type": "m.reference", "event_id": self.flow}}
            await self.player.send(self.room, content, kind)
            return content
        content |= {"transaction_id": self.flow}
        path = f"/_matrix/client/v3/sendToDevice/{quote(kind)}/{uuid.uuid4().hex}"
        await self.player.api("PUT", path, {"messages": {self.other: {self.device: content}}})
        return content

    async def heard_of(self, *steps):
        """The first of these that the other side sends."""
        def found():
            self._look()
            return next(((step, self.heard[step]) for step in steps if step in self.heard), None)

        return await until(found, f"{self.other} sends {' or '.join(steps)}")

    # -- step by step

    async def request(self, device=None):
        """Asks for a verification, and waits until it is accepted."""
        self.device = device
        if self.room:
            self.flow = await self.player.send(self.room, {
                "msgtype": "m.key.verification.request", "body": "Verify me.", "to": self.other,
                "from_device": self.player.device, "methods": [METHOD]})
        else:
            self.flow = uuid.uuid4().hex
            await self._send("request", {"from_device": self.player.device, "methods": [METHOD],
                                         "timestamp": int(time.time() * 1000)})
        _, ready = await self.heard_of("ready")
        check(METHOD in ready["methods"], f"ready: {ready}")
        self.device = ready["from_device"]

    async def exchange(self):
        """Starts, and exchanges keys. The emoji."""
        self.begun = await self._send("start", {
            "from_device": self.player.device, "method": METHOD, "hashes": ["sha256"],
            "key_agreement_protocols": ["curve25519-hkdf-sha256"], "message_authentication_codes": [MAC],
            "short_authentication_string": ["decimal", "emoji"]})
        _, accept = await self.heard_of("accept")
        check(accept["message_authentication_code"] == MAC, f"accept: {accept}")
        await self._send("key", {"key": self.secret.pubkey})
        _, key = await self.heard_of("key")
        committed = hashlib.sha256((key["key"] + canonical(self.begun)).encode()).digest()
        check(unpadded(committed) == accept["commitment"], "the other side's key is not what it has committed to")
        self.secret.set_their_pubkey(key["key"])
        info = "|".join(["MATRIX_KEY_VERIFICATION_SAS", self.player.id, self.player.device, self.secret.pubkey,
                         self.other, self.device, key["key"], self.flow])
        bits = "".join(f"{byte:08b}" for byte in self.secret.generate_bytes(info, 6))
        return [bare(Sas.emoji[int(bits[6 * one:6 * one + 6], 2)][0]) for one in range(7)]

    def _mac(self, value, key, by, to):
        info = "MATRIX_KEY_VERIFICATION_MAC" + "".join((*by, *to)) + self.flow + key
        return self.secret.calculate_mac_fixed_base64(value, info)

    async def confirm(self):
        """Confirms, and waits until the other side has. Its keys that are verified by that."""
        ours, theirs = (self.player.id, self.player.device), (self.other, self.device)
        keys = {f"ed25519:{self.player.device}": self.player.client.olm.account.identity_keys["ed25519"]}
        if self.master:
            keys[f"ed25519:{self.master}"] = self.master
        await self._send("mac", {
            "mac": {key: self._mac(value, key, ours, theirs) for key, value in keys.items()},
            "keys": self._mac(",".join(sorted(keys)), "KEY_IDS", ours, theirs)})
        _, mac = await self.heard_of("mac")
        listed = ",".join(sorted(mac["mac"]))
        check(mac["keys"] == self._mac(listed, "KEY_IDS", theirs, ours), "the list of keys is not authentic")
        told = await self.player.api("POST", "/_matrix/client/v3/keys/query", {"device_keys": {self.other: []}})
        known = dict(told["device_keys"][self.other][self.device]["keys"])
        known |= told.get("master_keys", {}).get(self.other, {}).get("keys", {})
        for key, value in mac["mac"].items():
            check(value == self._mac(known[key], key, theirs, ours), f"{key} is not authentic")
        await self._send("done", {})
        await self.heard_of("done")
        return set(mac["mac"])

    async def cancel(self):
        await self._send("cancel", {"code": "m.user", "reason": "I have seen enough."})
