"""The bot's own account: settings, logins, devices, keys."""

import contextlib
import json
import re
import shutil
import sqlite3
import time

from aiohttp import web
from frame import check, pause, scenario, until
from olm.utility import ed25519_verify
from program import CONFIGURATION
from proxy import Proxy

from .table import begin, begun, check_board, play

# As the specification writes it: 48 letters and digits that cannot be mistaken, in fours.
RECOVERY_KEY = re.compile(r"\bEs[1-9A-HJ-NP-Za-km-z]{2}(?: ?[1-9A-HJ-NP-Za-km-z]{4}){11}\b")


def canonical(signed):
    """What a signature of a JSON object is made over."""
    bare = {key: value for key, value in signed.items() if key not in ("signatures", "unsigned")}
    return json.dumps(bare, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def signed_by(signed, user, key):
    """Whether this key of a user has signed the object; checked, not believed."""
    signature = signed.get("signatures", {}).get(user, {}).get(f"ed25519:{key}")
    if not signature:
        return False
    ed25519_verify(key, canonical(signed), signature)
    return True


async def identity(player, bot):
    """The bot's devices and master key, as another user sees them; its devices are verified by
    its own keys."""
    answer = await player.api("POST", "/_matrix/client/v3/keys/query", {"device_keys": {bot.id: []}})
    devices = answer["device_keys"].get(bot.id, {})
    master = answer.get("master_keys", {}).get(bot.id)
    signing = answer.get("self_signing_keys", {}).get(bot.id)
    check(devices and master and signing, f"the bot has not set up cross-signing: {answer}")
    (master_key,), (signing_key,) = master["keys"].values(), signing["keys"].values()
    check(signed_by(signing, bot.id, master_key), "the self-signing key is not signed by the master key")
    verified = {name for name, device in devices.items() if signed_by(device, bot.id, signing_key)}
    return set(devices), verified, master_key, devices


async def until_verified(player, bot, seconds=60):
    """The bot's identity, once all of its devices are verified."""
    end = time.monotonic() + seconds
    while True:
        try:
            devices, verified, master, told = await identity(player, bot)
            check(devices == verified, f"of the devices {devices} only {verified} are verified")
            return devices, master, told
        except AssertionError:
            if time.monotonic() > end:
                raise
        await pause(0.3)


@scenario()
async def restart_keeps_device_verification_and_games(world):
    bot, alice, bob, room, game = await begun(world, 4, encrypted=True)
    devices, master, told = await until_verified(alice, bot)
    check(len(devices) == 1, f"the bot has the devices {devices}")
    name = next(iter(told.values())).get("unsigned", {}).get("device_display_name")
    check(name in (None, "Ringleader"), f"the device is called {name}")
    for again in range(2):
        if again:
            bot.kill()
            bot.start()
        else:
            await bot.restart()
        await play(world, bot, room, game, alice, bob, first=4 + 2 * again, last=6 + 2 * again)
        now = await until_verified(alice, bot)
        check(now[:2] == (devices, master), f"after a restart the bot is {now[:2]} and not {devices, master}")
    keys = RECOVERY_KEY.findall(bot.log())
    check(len(keys) == 1, f"the recovery key was shown {len(keys)} times")
    # The owner logs in elsewhere: secret storage and a backup of the room keys are there.
    login = {"type": "m.login.password", "identifier": {"type": "m.id.user", "user": bot.id},
             "password": bot.matrix["password"]}
    token = (await alice.api("POST", "/_matrix/client/v3/login", login))["access_token"]
    path = f"/_matrix/client/v3/user/{bot.id}/account_data/m.secret_storage.default_key"
    check((await alice.api("GET", path, token=token)).get("key"), "no secret storage")
    backup = await alice.api("GET", "/_matrix/client/v3/room_keys/version", token=token)
    check(backup["algorithm"] == "m.megolm_backup.v1.curve25519-aes-sha2", f"the backup is {backup}")
    check(backup["count"] > 0, f"no key is in the backup: {backup}")


@scenario()
async def a_lost_store_is_recovered(world):
    bot, alice, bob, room, game = await begun(world, 4, encrypted=True)
    _, master, _ = await until_verified(alice, bot)
    key, = RECOVERY_KEY.findall(bot.log())
    await bot.end()
    # A wrong key is refused by its name.
    shutil.rmtree(bot.store)
    await bot.refused("recovery_key", recovery_key="EsTd nope nope nope")
    shutil.rmtree(bot.store, ignore_errors=True)
    # Said while it had no keys; the backup cannot know it, whoever said it can send it again.
    bot.start(recovery_key=key)
    await play(world, bot, room, game, alice, bob, first=4, last=6)
    end = time.monotonic() + 60
    while True:
        devices, verified, now, _ = await identity(alice, bot)
        if verified and now == master:
            break
        check(time.monotonic() < end, f"the new device is not verified: {devices}, {verified}, {now == master}")
        await pause(0.3)
    check(len(RECOVERY_KEY.findall(bot.log())) == 1, "a second recovery key was made")


@scenario()
async def a_lost_database_is_told_of(world):
    bot = await world.bot()
    alice, = await world.users("Alice")
    room = await world.table(bot, alice)
    await world.ask(alice, bot, room, "!help")

    def told():
        return [line for line in bot.warnings() if "the database knows nothing of this account" in line]

    def reads():
        with contextlib.closing(sqlite3.connect(bot.database, timeout=10)) as base:
            return base.execute("SELECT 1 FROM sqlite_master WHERE name = 'marks'").fetchall() and base.execute(
                "SELECT 1 FROM marks").fetchall()

    await bot.restart()
    await world.ask(alice, bot, room, "!help")
    check(not told(), f"told of a database that is there: {told()}")
    await bot.end()
    for file in bot.folder.glob("games.db*"):
        file.unlink()
    for _ in range(2):
        bot.start()
        await until(lambda: bot.database.exists() and reads(), "it begins to read")
        await world.ask(alice, bot, room, "!help")
        check(len(told()) == 1, f"told {len(told())} times:\n{bot.tail()}")
        check(bot.database.stat().st_mode & 0o777 == 0o600, "the database is open to others")
        await bot.end()


@scenario()
async def an_identity_arrives_once_and_in_the_end(world):
    alice, = await world.users("Alice")
    path = "/keys/device_signing/upload"
    async with Proxy(world.url) as proxy:
        bot = await world.bot(start=False, homeserver=proxy.url)
        # Made and kept, but it never gets there; the bot is killed over it.
        proxy.meddle = lambda _, asked: asked.endswith(path) and 502
        bot.start()
        await until(lambda: proxy.failed, "the bot brings its identity to the server")
        await pause(0.5)
        bot.kill()
        proxy.meddle = lambda method, asked: None
        bot.start()
        room = await world.table(bot, alice, encrypted=True)
        await world.ask(alice, bot, room, "!help")
        _, master, _ = await until_verified(alice, bot)

        def brought():
            return sum(asked.endswith(path) for _, asked in proxy.asked)

        before = brought()
        check(before, "verified by nothing")
        for _ in range(2):
            told = bot.log().count("device is verified")
            await bot.restart()
            await until(lambda told=told: bot.log().count("device is verified") > told, "the bot is verified again")
            await world.ask(alice, bot, room, "!help")
        check(brought() == before, f"it was brought {brought() - before} times more after restarts")
        check((await until_verified(alice, bot))[1] == master, "another identity")
        await bot.end()


@scenario()
async def settings_that_cannot_be_are_refused(world):
    bot = await world.bot(start=False)
    alice, = await world.users("Alice")
    await bot.refused("password", password="wrong")
    await bot.refused("password", password=None)
    await bot.refused("homeserver", homeserver=None)
    await bot.refused("homeserver", homeserver="not an address")
    await bot.refused("user", user=None)
    await bot.refused("user", user="@two words:localhost")
    await bot.refused("prefixx", prefixx="!")
    await bot.refused("prefix", prefix="")
    await bot.refused("store_passphrase", store_passphrase=None)
    await bot.refused("password_file", password=None, password_file="/nowhere/at/all")
    await bot.refused("invite_from", invite_from=["alice"])
    await bot.refused("recovery_key", recovery_key="no key at all")
    await bot.refused("device_id", password=None, access_token="abc")
    # With a store that is there.
    bot.start()
    room = await world.table(bot, alice)
    await world.ask(alice, bot, room, "!help")
    await bot.end()
    await bot.refused("store_passphrase", store_passphrase="another passphrase")
    await bot.refused("store_passphrase", store_passphrase=None)
    bot.start()
    await world.ask(alice, bot, room, "!help")


@scenario()
async def secrets_from_files_and_the_environment(world):
    bot = await world.bot(start=False)
    alice, = await world.users("Alice")
    secrets = bot.folder / "secrets"
    secrets.mkdir(mode=0o700)
    for name in ("password", "store_passphrase"):
        (secrets / name).write_text(bot.matrix[name] + "\n")
        (secrets / name).chmod(0o600)
    # The full id instead of the local part, too.
    bot.start(user=bot.id, password=None, password_file=str(secrets / "password"), store_passphrase=None,
              store_passphrase_file=str(secrets / "store_passphrase"))
    room = await world.table(bot, alice, encrypted=True)
    await world.ask(alice, bot, room, "!help")
    devices, _, _ = await until_verified(alice, bot)
    await bot.end()
    bot.start({"RINGLEADER_MATRIX_PASSWORD": bot.matrix["password"],
               "RINGLEADER_MATRIX_STORE_PASSPHRASE": bot.matrix["store_passphrase"]},
              password=None, store_passphrase=None)
    await world.ask(alice, bot, room, "!help")
    check((await until_verified(alice, bot))[0] == devices, "another device")
    for secret in (bot.matrix["password"], bot.matrix["store_passphrase"]):
        check(secret not in bot.log(), "a secret stands in the log")


@scenario()
async def login_by_access_token(world):
    bot = await world.bot(start=False)
    alice, bob = await world.users("Alice", "Bob")
    login = {"type": "m.login.password", "identifier": {"type": "m.id.user", "user": bot.id},
             "password": bot.matrix["password"]}
    made = await alice.api("POST", "/_matrix/client/v3/login", login)
    bot.matrix |= {"password": None, "access_token": made["access_token"], "device_id": made["device_id"]}
    bot.start()
    room = await world.table(bot, alice, bob, encrypted=True)
    start = await begin(world, bot, room, alice, bob)
    await play(world, bot, room, world.game("blitz"), alice, bob, last=4, answer=start)
    await bot.restart()
    await play(world, bot, room, world.game("blitz"), alice, bob, first=4, last=6)
    devices, _, _, _ = await identity(alice, bot)
    check(devices == {made["device_id"]}, f"the bot has made devices of its own: {devices}")
    # The server ends that session, and there is no password to begin another with.
    await alice.api("POST", "/_matrix/client/v3/logout", {}, token=made["access_token"])
    await until(lambda: not bot.alive(), "the bot ends when its session is over for good", 60)
    check(bot.process.returncode == CONFIGURATION, f"it ends with status {bot.process.returncode}")
    check("access_token" in bot.log() or "session" in bot.log(), f"it does not say why:\n{bot.tail()}")


class OAuthServer(Proxy):
    """A homeserver whose tokens an OAuth server renews, with the tokens of the homeserver behind it."""

    def __init__(self, server, client):
        super().__init__(server)
        self.client, self.renewed = client, 0

    async def pass_on(self, request):
        if request.path.endswith("/auth_metadata"):
            ends = {f"{one}_endpoint": f"{self.url}/oauth2/{one}" for one in
                    ("authorization", "token", "revocation", "registration")}
            return web.json_response(ends | {
                "issuer": f"{self.url}/", "response_types_supported": ["code"], "response_modes_supported": ["query", "fragment"],
                "grant_types_supported": ["authorization_code", "refresh_token"],
                "code_challenge_methods_supported": ["S256"]})
        if request.path == "/oauth2/token":
            form = await request.post()
            if form["grant_type"] != "refresh_token" or form["client_id"] != self.client:
                return web.json_response({"error": "invalid_client"}, status=401)
            async with self.http.post(f"{self.server}/_matrix/client/v3/refresh",
                                      json={"refresh_token": form["refresh_token"]}) as answer:
                if answer.status != 200:
                    return web.json_response({"error": "invalid_grant"}, status=400)
                told = await answer.json()
            self.renewed += 1
            return web.json_response({
                "access_token": told["access_token"], "refresh_token": told["refresh_token"],
                "token_type": "Bearer", "expires_in": 4})
        if request.path.endswith("/refresh"):
            return web.json_response({"errcode": "M_UNRECOGNIZED", "error": "not here"}, status=404)
        return await super().pass_on(request)


@scenario()
async def tokens_that_expire_are_renewed(world):
    world.own_server("short tokens")
    admin = await world.user("Admin", admin=True)
    alice, = await world.users("Alice")
    async with OAuthServer(world.url, "01CLIENT") as oauth:
        for client in (None, "01CLIENT"):
            bot = await world.bot(start=False)
            login = {"type": "m.login.password", "identifier": {"type": "m.id.user", "user": bot.id},
                     "password": bot.matrix["password"], "refresh_token": True}
            made = await alice.api("POST", "/_matrix/client/v3/login", login)
            bot.matrix |= {
                "password": None, "access_token": made["access_token"], "device_id": made["device_id"],
                "refresh_token": made["refresh_token"], "user": bot.id}
            if client:
                # There the homeserver renews nothing itself.
                await bot.refused("client_id", client_id=client)
                bot.matrix["homeserver"] = oauth.url
                await bot.refused("refresh_token", client_id="02OTHER")
                bot.matrix["client_id"] = client
            await bot.refused("refresh_token", refresh_token="syr_nonsense")
            bot.start()
            room = await world.table(bot, alice, encrypted=True)
            # It is not only renewed at the start, and what was renewed outlives the process.
            for ending in (None, bot.kill, bot.end):
                if ending == bot.kill:
                    bot.kill()
                elif ending:
                    await bot.end()
                await pause(6)
                if ending:
                    bot.start()
                await world.ask(alice, bot, room, "!help")
            devices, _, _, _ = await identity(alice, bot)
            check(devices == {made["device_id"]}, f"the bot has made devices of its own: {devices}")
            check(bool(oauth.renewed) == bool(client), f"the OAuth server has renewed {oauth.renewed} times")
            for secret in ("access_token", "refresh_token"):
                check(made[secret] not in bot.log(), "a token stands in the log")
            # Its session is over for good.
            path = f"/_synapse/admin/v2/users/{bot.id}/delete_devices"
            await admin.api("POST", path, {"devices": [made["device_id"]]})
            await until(lambda bot=bot: not bot.alive(), "the bot ends when its session is over for good", 60)
            check(bot.process.returncode == CONFIGURATION, f"it ends with status {bot.process.returncode}")


@scenario()
async def an_ended_session_is_renewed(world):
    bot = await world.bot()
    admin = await world.user("Admin", admin=True)
    alice, bob = await world.users("Alice", "Bob")
    plain = await world.table(bot, alice, bob)
    secret = await world.table(bot, alice, bob, encrypted=True)
    game = world.game("blitz")
    starts = {room: await begin(world, bot, room, alice, bob) for room in (plain, secret)}
    done = 0
    for running in (True, False):
        if not running:
            await bot.end()
        devices, _, _, _ = await identity(alice, bot)
        path = f"/_synapse/admin/v2/users/{bot.id}/delete_devices"
        await admin.api("POST", path, {"devices": list(devices)})
        step = game.steps[done]
        if not running:
            # Said to a bot that has to become another device before it can hear it.
            await {"white": alice, "black": bob}[step["who"]].say(plain, "!status")
            early = await {"white": alice, "black": bob}[step["who"]].say(plain, "!board")
            bot.start()
            await alice.answer(plain, bot.id, early, picture=True, seconds=90)
        # Until it is back on a device of which others know, nobody can send it a key.
        end = time.monotonic() + 90
        while not (now := (await admin.api("GET", f"/_synapse/admin/v2/users/{bot.id}/devices"))["devices"]):
            check(time.monotonic() < end and bot.alive(), f"the bot does not log in again:\n{bot.tail()}")
            await pause(0.3)
        check({one["device_id"] for one in now} != devices, "the same device")
        await until(lambda now=now: any(device.id == now[0]["device_id"] for device in
                                        alice.client.device_store.active_user_devices(bot.id)),
                    "alice knows the bot's new device", 60)
        await until(lambda now=now: any(device.id == now[0]["device_id"] for device in
                                        bob.client.device_store.active_user_devices(bot.id)),
                    "bob knows the bot's new device", 60)
        for room in (plain, secret):
            player = {"white": alice, "black": bob}[step["who"]]
            answer = await world.ask(player, bot, room, step["command"], picture=True)
            check_board(answer, step["position"])
        done += 1
    check(starts, "begun")
    aside = list(bot.folder.glob("store.ended-*"))
    check(len(aside) == 1, f"of the stores of ended devices these are left: {aside}")
