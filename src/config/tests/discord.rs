//! Tests of the section `[discord]`.

use super::*;
use crate::store::ShardChoice;

#[rstest]
#[case::no_text("token = 17", "discord.token: has to be a text")]
#[case::empty("token = ''", "discord.token: must not be empty")]
#[case::two_words(
    "token = 'Bot S3CRET-5'",
    "discord.token: has to be the bot's token alone"
)]
#[case::twice(
    "token = 'S3CRET-5'\ntoken_file = 'nowhere'",
    "discord.token: is given together with"
)]
#[case::missing(
    "",
    "discord.token: is missing: give it, or token_file, or RINGLEADER_DISCORD_TOKEN"
)]
#[case::letters("token = 'S3CRET-5'\nprefix = 'yinsh'", "discord.prefix: ")]
#[case::name(
    "token = 'S3CRET-5'\nguilds = ['my server']",
    "discord.guilds: \"my server\""
)]
#[case::zero("token = 'S3CRET-5'\nchannels = [0]", "discord.channels: \"0\"")]
#[case::negative("token = 'S3CRET-5'\nchannels = [7, -1]", "discord.channels[1]: an id")]
#[case::no_list("token = 'S3CRET-5'\nchannels = 7", "discord.channels: ")]
#[case::path(
    "token = 'S3CRET-5'\napi_base = 'https://example.org/api'",
    "discord.api_base: "
)]
#[case::no_address("token = 'S3CRET-5'\napi_base = 'localhost'", "discord.api_base: ")]
#[case::password(
    "token = 'S3CRET-5'\napi_base = 'http://a:S3CRET-6@example.org'",
    "discord.api_base: "
)]
#[case::no_range(
    "token = 'S3CRET-5'\nshards = '0..3'",
    "discord.shards: \"0..3\" is neither \"auto\" nor a range"
)]
#[case::backwards(
    "token = 'S3CRET-5'\nshards = '3-1'",
    "discord.shards: \"3-1\" ends before"
)]
#[case::too_many(
    "token = 'S3CRET-5'\nshards = '0-5000000000'",
    "discord.shards: \"0-5000000000\" is"
)]
#[case::no_texts("token = 'S3CRET-5'\nshards = [0, 1]", "discord.shards: ")]
#[case::alone(
    "token = 'S3CRET-5'\nshards = '0-3'",
    "discord.shards: needs processes.several"
)]
#[case::unknown("token = 'S3CRET-5'\nintents = 3", "discord.intents: unknown field")]
fn a_wrong_discord_key_is_refused_by_name(#[case] lines: &str, #[case] begins: &str) {
    let error = read(&format!("[discord]\n{lines}")).unwrap_err();
    let told = told(&error);
    assert!(told.starts_with(begins), "{told}");
    assert!(
        !format!("{error} {error:?}").contains("S3CRET"),
        "{error:?}"
    );
}

#[rstest]
#[case::unsaid("", ShardChoice::Auto)]
#[case::auto("shards = 'auto'", ShardChoice::Auto)]
#[case::range("shards = '0-15'", ShardChoice::Range(0..=15))]
#[case::one("shards = '3'", ShardChoice::Range(3..=3))]
#[case::number("shards = 3", ShardChoice::Range(3..=3))]
fn discord_takes_a_range_of_shards(#[case] line: &str, #[case] shards: ShardChoice) {
    let text = format!(
        "database = 'postgres://ringleader@db.example/ringleader'\n[processes]\nseveral = true\n\
         [discord]\ntoken = 'S3CRET-5'\n{line}"
    );
    assert_eq!(read(&text).unwrap().discord.unwrap().shards, shards);
}

#[test]
fn discord_takes_ids_of_both_kinds_and_no_prefix() {
    let config = read_with(
        "prefix = '?'\n[discord]\nguilds = ['81384788765712384', 7]\nchannels = [9]\n\
         token_file = 'DIR/token'\nprefix = ''\napi_base = 'http://127.0.0.1:3001/'\n[matrix]\n\
         homeserver = 'https://example.org'\nuser = 'bot'\npassword = 'p'\nstore = 's'\n\
         store_passphrase = 'p'",
        &[("token", b"S3CRET-5\n")],
        &[],
    )
    .unwrap();
    let discord = config.discord.unwrap();
    assert_eq!(discord.token.expose_secret(), "S3CRET-5");
    assert_eq!(discord.guilds, [81_384_788_765_712_384, 7]);
    assert_eq!(discord.channels, [9]);
    assert_eq!(discord.prefix, "");
    assert_eq!(discord.api_base.unwrap(), "http://127.0.0.1:3001");
    assert_eq!(config.matrix.unwrap().prefix, "?");

    let variables = [("RINGLEADER_DISCORD_TOKEN", "from outside")];
    let told = told(&read_with("[discord]", &[], &variables).unwrap_err());
    assert!(told.starts_with("discord.token: has to be"), "{told}");
    let variables = [("RINGLEADER_DISCORD_TOKEN", "outside")];
    let config = read_with("prefix = '?'\n[discord]", &[], &variables).unwrap();
    let discord = config.discord.unwrap();
    assert_eq!(discord.token.expose_secret(), "outside");
    assert_eq!(discord.prefix, "?");
    assert!(!format!("{discord:?}").contains("outside"));
}
