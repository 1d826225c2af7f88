//! Tests of the configuration.

mod discord;
mod matrix;

use std::collections::HashMap;
use std::time::Duration;

use proptest::prelude::*;
use rstest::rstest;
use secrecy::ExposeSecret;

use super::*;

const EXAMPLE: &str = include_str!("../../config.example.toml");

/// A complete section.
const MATRIX: &str = r#"
[matrix]
homeserver = "https://matrix.example.org"
user = "@bot:example.org"
password = "S3CRET-1"
store = "store"
store_passphrase = "S3CRET-2"
"#;

/// Reads a configuration in a temporary folder, which `DIR` in it stands for, with these files and
/// environment variables.
fn read_with(
    text: &str,
    files: &[(&str, &[u8])],
    variables: &[(&str, &str)],
) -> Result<Config, ConfigError> {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    let path = folder.path().join("config.toml");
    let text = text.replace("DIR", folder.path().to_str().unwrap());
    std::fs::write(&path, text).unwrap();
    let variables: HashMap<_, _> = variables.iter().copied().collect();
    Config::read(&path, &|name| variables.get(name).map(Into::into))
}

fn read(text: &str) -> Result<Config, ConfigError> {
    read_with(text, &[], &[])
}

/// [`MATRIX`] with a line replaced or added.
fn with_line(line: &str) -> String {
    let key = line.split(' ').next().unwrap();
    let others = MATRIX
        .lines()
        .filter(|other| !other.starts_with(&format!("{key} =")));
    others
        .chain([line])
        .map(|line| format!("{line}\n"))
        .collect()
}

fn without(keys: &[&str]) -> String {
    let kept = MATRIX
        .lines()
        .filter(|line| !keys.iter().any(|key| line.starts_with(&format!("{key} ="))));
    kept.map(|line| format!("{line}\n")).collect()
}

fn matrix(text: &str) -> Matrix {
    read(text).unwrap().matrix.unwrap()
}

#[rstest]
#[case::unknown_key("[http]\nlisten = '127.0.0.1:1'\nport = 1", "http.port: unknown field")]
#[case::missing("[http]", "http.listen: is missing")]
#[case::name(
    "[http]\nlisten = 'localhost:9464'",
    "http.listen: \"localhost:9464\" is not"
)]
#[case::no_port("[http]\nlisten = '127.0.0.1'", "http.listen: \"127.0.0.1\" is not")]
#[case::bad_port("[http]\nlisten = '127.0.0.1:99999'", "http.listen: ")]
#[case::no_section("http = '127.0.0.1:9464'", "http: ")]
#[case::format("[log]\nformat = 'xml'", "log.format: \"xml\" is neither")]
#[case::level("[log]\nlevel = 'info'", "log.level: unknown field")]
fn what_operators_cannot_set_is_refused(#[case] text: &str, #[case] reason: &str) {
    let told = told(&read(text).unwrap_err());
    assert!(told.starts_with(reason), "{told}");
}

#[test]
fn the_program_listens_and_logs_as_it_is_told() {
    let default = read("").unwrap();
    assert_eq!((default.http, default.log), (None, LogFormat::Text));
    let set = read("[http]\nlisten = '[::1]:80'\n[log]\nformat = 'json'").unwrap();
    assert_eq!(set.http.unwrap().listen.to_string(), "[::1]:80");
    assert_eq!(set.log, LogFormat::Json);
}

/// The error message without the file's name.
fn told(error: &ConfigError) -> String {
    let told = error.to_string();
    told.split_once("config.toml: ").unwrap().1.to_owned()
}

/// The keys of a section, as the error for an unknown key lists them.
fn keys(section: &str) -> Vec<String> {
    let told = told(&read(&format!("{section}\nno-such-key = 1")).unwrap_err());
    assert!(told.contains("unknown field `no-such-key`"), "{told}");
    told.split('`')
        .skip(3)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_example_holds_every_key_and_the_defaults() {
    let from_example = read(EXAMPLE).unwrap();
    assert_eq!(
        format!("{from_example:?}"),
        format!("{:?}", Config::default())
    );

    for section in [
        "",
        "[challenges]",
        "[pictures]",
        "[engine]",
        "[players.rival]",
        "[backup]",
        "[http]",
        "[log]",
        "[console]",
        "[discord]",
        "[matrix]",
    ] {
        let keys = keys(section);
        assert!(!keys.is_empty());
        let start = EXAMPLE.find(section).unwrap();
        for key in keys {
            let named = EXAMPLE[start..].lines().any(|line| {
                let line = line.trim_start_matches(['#', ' ']);
                line.starts_with(&format!("{key} ="))
                    || line.starts_with(&format!("[{key}]"))
                    || line.starts_with(&format!("[{key}."))
            });
            assert!(named, "{section} {key}");
        }
    }
}

#[test]
fn the_example_without_its_comment_signs_is_whole() {
    let bare: String = EXAMPLE
        .lines()
        .map(|line| match line.strip_prefix('#') {
            Some(setting) if !setting.is_empty() && !setting.starts_with(' ') => setting,
            _ => line,
        })
        .map(|line| format!("{line}\n"))
        .collect();
    let config = read(&bare).unwrap();
    let backup = config.backup.unwrap();
    assert_eq!(backup.directory, PathBuf::from("ringleader-backups"));
    assert_eq!(backup.every, SignedDuration::from_hours(24));
    assert_eq!(backup.keep, KeepBackups::Number(7));
    assert_eq!(config.http.unwrap().listen, ([127, 0, 0, 1], 9464).into());
    let discord = config.discord.unwrap();
    assert_eq!(discord.token.expose_secret(), "change-me");
    assert_eq!(discord.prefix, config.settings.command_prefix());
    assert!(discord.guilds.is_empty() && discord.channels.is_empty());
    assert!(discord.api_base.is_none());
    assert!(discord.greeting);
    let matrix = config.matrix.unwrap();
    assert!(matrix.greeting);
    assert_eq!(matrix.homeserver, "https://matrix.example.org");
    assert_eq!(matrix.user, "@ringleader:example.org");
    assert!(
        matches!(matrix.login, Login::Password(secret) if secret.expose_secret() == "change me")
    );
    assert_eq!(matrix.store, PathBuf::from("ringleader-matrix"));
    assert_eq!(matrix.store_passphrase.expose_secret(), "change me too");
    assert!(matrix.recovery_key.is_none());
    assert_eq!(matrix.invite_from, ["@*:example.org"]);

    // Keys that are left out have the example's values.
    let sparse = self::matrix(MATRIX);
    assert_eq!(matrix.prefix, sparse.prefix);
    assert_eq!(matrix.device_name, sparse.device_name);
    assert!(sparse.invite_from.is_empty());
    assert_eq!(matrix.verify_with, sparse.verify_with);
}

#[test]
fn the_settings_of_the_readme_are_whole() {
    let readme = include_str!("../../README.md");
    let (_, settings) = readme.split_once("```toml\n").unwrap();
    let (settings, _) = settings.split_once("```").unwrap();
    let settings = settings.replace("_file = \"", "_file = \"DIR/");
    let files: [(&str, &[u8]); 3] = [
        ("password", b"S3CRET-3\n"),
        ("store-passphrase", b"S3CRET-4\n"),
        ("recovery-key", b"EsTb 2Kq9\n"),
    ];
    let matrix = read_with(&settings, &files, &[]).unwrap().matrix.unwrap();
    assert!(matches!(matrix.login, Login::Password(_)));
    assert!(matrix.recovery_key.is_none());
    let later = settings.replace("# recovery", "recovery");
    let matrix = read_with(&later, &files, &[]).unwrap().matrix.unwrap();
    assert_eq!(matrix.recovery_key.unwrap().expose_secret(), "EsTb 2Kq9");

    let (_, settings) = readme.split_once("[discord]\n").unwrap();
    let (settings, _) = settings.split_once("```").unwrap();
    let settings = settings.replace("_file = \"", "_file = \"DIR/");
    for settings in [settings.clone(), settings.replace("# ", "")] {
        let text = format!("[discord]\n{settings}");
        let config = read_with(&text, &[("discord-token", b"S3CRET-5\n")], &[]).unwrap();
        let discord = config.discord.unwrap();
        assert_eq!(discord.token.expose_secret(), "S3CRET-5");
        assert_eq!(discord.guilds.len(), usize::from(text.contains("\nguilds")));
    }
}

#[test]
fn what_cannot_be_is_refused_with_its_key() {
    for (text, begins) in [
        ("prefx = '!'", "prefx: unknown field"),
        ("prefix = ''", "prefix: "),
        ("prefix = 'yinsh'", "prefix: "),
        ("prefix = 3", "prefix: "),
        ("database = ''", "database: "),
        ("database = 1", "database: "),
        (
            "database = 'postgres://bot:secret@host'",
            "database: an address looks like postgres://",
        ),
        (
            "database = 'postgres://host/yinsh'\n[backup]\ndirectory = 'backups'\nevery = '1d'",
            "backup: the database postgres://host/yinsh is on a server",
        ),
        (
            "database = ':memory:'\n[backup]\ndirectory = 'backups'\nevery = '1d'",
            "backup: a database in memory is gone when the program ends",
        ),
        ("[pictures]\nsize = 399", "pictures.size: 399 is not"),
        ("[pictures]\nsize = -1", "pictures.size: "),
        ("[pictures]\ntheme = 'neon'", "pictures.theme: "),
        ("[challenges]\nlast = 'long'", "challenges.last: "),
        ("[challenges]\nlast = '0s'", "challenges.last: "),
        (
            "[challenges]\ntime = '3'",
            "challenges.time: \"3\": not a time such as",
        ),
        (
            "[challenges]\ntime = '40d'",
            "challenges.time: \"40d\": can be 30 days",
        ),
        ("[challenges]\nlast = '9000h'", "challenges.last: "),
        ("[console]\ndatabase = ''", "console.database: "),
        ("[consul]", "consul: unknown field"),
        ("console = 'x'", "console: "),
        ("prefix = '!'\n\n  no toml", "line 3, column 6: "),
    ] {
        let told = told(&read(text).unwrap_err());
        assert!(told.starts_with(begins), "{text}: {told}");
    }
    let config = read(
        "[pictures]\ntheme = 'contrast'\n[challenges]\nlast = '90m'\nrated = true\ntime = '5d+12h'",
    )
    .unwrap();
    assert_eq!(config.settings.theme.as_deref(), Some("contrast"));
    assert_eq!(config.policy.challenge_lasts, SignedDuration::from_mins(90));
    assert_eq!(config.settings.default_clock().to_string(), "5d+12h");
    assert!(config.settings.rated_by_default());
}

#[test]
fn the_engine_takes_what_it_is_given() {
    let text = "[engine]\nthreads = 2\nhash = 10\ntime = '500ms'";
    let engine = read(text).unwrap().engine;
    let short = Duration::from_millis(500);
    assert_eq!((engine.threads, engine.hash), (2, 10 << 20));
    assert_eq!((engine.time, engine.pause), (short, short));
    let engine = read("[engine]\npause = '0s'").unwrap().engine;
    assert_eq!(engine.pause, Duration::ZERO);
}

#[test]
fn data_are_kept_for_days() {
    let kept = read("[retention]\ngames = 365").unwrap().retention;
    let days = |number: i64| SignedDuration::from_hours(24 * number);
    assert_eq!((kept.games, kept.moderation), (Some(days(365)), days(30)));
    for (lines, reason) in [
        ("games = 0", "retention.games: 0 is not a number of days"),
        ("games = -1", "retention.games: "),
        ("games = '1d'", "retention.games: "),
        ("moderation = 40000", "retention.moderation: "),
        ("days = 3", "retention.days: unknown field"),
    ] {
        let error = read(&format!("[retention]\n{lines}")).unwrap_err();
        assert!(error.to_string().contains(reason), "{error}");
    }
}

#[rstest]
#[case::no_thread("threads = 0", "engine.threads: 0 is not between 1 and 256")]
#[case::too_many_threads("threads = 257", "engine.threads: ")]
#[case::text("threads = 'two'", "engine.threads: ")]
#[case::negative("threads = -1", "engine.threads: ")]
#[case::too_little("threads = 4\nhash = 3", "engine.hash: 3 is not between 4 ")]
#[case::too_much("hash = 2000000", "engine.hash: ")]
#[case::too_short("time = '99ms'", "engine.time: ")]
#[case::too_long("time = '61s'", "engine.time: ")]
#[case::no_time("time = 'soon'", "engine.time: \"soon\" is not a time span")]
#[case::negative_time("time = '-1s'", "engine.time: ")]
#[case::number("time = 3", "engine.time: ")]
#[case::slower_than_allowed("time = '1s'\npause = '2s'", "engine.pause: ")]
#[case::unknown("level = 3", "engine.level: unknown field")]
fn a_wrong_engine_is_refused_by_name(#[case] lines: &str, #[case] reason: &str) {
    let error = read(&format!("[engine]\n{lines}")).unwrap_err();
    assert!(told(&error).starts_with(reason), "{error}");
}

#[test]
fn prefixes_come_from_the_top_unless_a_chat_has_its_own() {
    let config = read(&format!("prefix = '?'\n{MATRIX}")).unwrap();
    assert_eq!(config.settings.command_prefix(), "?");
    assert_eq!(config.matrix.unwrap().prefix, "?");
    let config = read(&format!("prefix = '?'\n{}", with_line("prefix = 'y!'"))).unwrap();
    assert_eq!(config.settings.command_prefix(), "?");
    assert_eq!(config.matrix.unwrap().prefix, "y!");
}

#[rstest]
#[case::newline(b"S3CRET-3\n")]
#[case::windows(b"S3CRET-3\r\n")]
#[case::bare(b"S3CRET-3")]
fn secrets_come_from_files(#[case] content: &[u8]) {
    let text = format!("{}password_file = 'DIR/secret'", without(&["password"]));
    let config = read_with(&text, &[("secret", content)], &[]).unwrap();
    let login = config.matrix.unwrap().login;
    assert!(matches!(login, Login::Password(secret) if secret.expose_secret() == "S3CRET-3"));
}

#[rstest]
#[case::empty(b"\n".to_vec())]
#[case::no_text(b"S3CRET\xff".to_vec())]
#[case::long(vec![b'x'; 70_000])]
fn faulty_secret_files_are_refused(#[case] content: Vec<u8>) {
    let text = format!("{}password_file = 'DIR/secret'", without(&["password"]));
    let error = read_with(&text, &[("secret", content.as_slice())], &[]).unwrap_err();
    assert!(
        told(&error).starts_with("matrix.password_file: "),
        "{error}"
    );
    assert!(
        !format!("{error} {error:?}").contains("S3CRET"),
        "{error:?}"
    );
}

#[test]
fn secrets_come_from_the_environment_first() {
    let variables = [
        ("RINGLEADER_MATRIX_PASSWORD", "from outside"),
        ("RINGLEADER_MATRIX_STORE_PASSPHRASE", ""),
        ("RINGLEADER_MATRIX_RECOVERY_KEY", "key"),
    ];
    for text in [
        MATRIX.to_owned(),
        without(&["password"]),
        format!("{}password_file = 'DIR/none'", without(&["password"])),
    ] {
        let matrix = read_with(&text, &[], &variables).unwrap().matrix.unwrap();
        assert!(
            matches!(matrix.login, Login::Password(secret) if secret.expose_secret() == "from outside")
        );
        // An empty variable counts as unset.
        assert_eq!(matrix.store_passphrase.expose_secret(), "S3CRET-2");
        assert_eq!(matrix.recovery_key.unwrap().expose_secret(), "key");
    }
    // Without the section, its secrets are ignored.
    assert!(read_with("", &[], &variables).unwrap().matrix.is_none());
}

#[test]
fn settings_show_no_secrets() {
    let text = with_line("recovery_key = 'S3CRET-3'");
    let shown = format!("{:?}", read(&text).unwrap());
    assert!(shown.contains("example.org"));
    assert!(!shown.contains("S3CRET"), "{shown}");
}

proptest! {
    /// Whatever is wrong in the file, the message contains no secret.
    #[test]
    fn no_refusal_shows_a_secret(
        place in 0..400_usize,
        removed in 0..12_usize,
        put in "[\"'=\\[\\]{},.# \n\\\\a0]{0,3}",
    ) {
        let mut text = with_line("recovery_key = 'S3CRET-3'");
        text.push_str("access_token_file = 'x'\n");
        let start = place.min(text.len());
        let end = (start + removed).min(text.len());
        // The secrets themselves stay unchanged, so that they can be searched for.
        prop_assume!(text[start..end].find("S3CRET").is_none());
        text.replace_range(start..end, &put);
        let shown = match read(&text) {
            Ok(config) => format!("{config:?}"),
            Err(error) => format!("{error} {error:?}"),
        };
        prop_assert!(!shown.contains("S3CRET"), "{}\n{}", text, shown);
    }
}

#[test]
fn openings_are_those_of_the_program_or_of_a_file() {
    assert!(Config::default().policy.openings.len() > 100);
    let file = |text: &'static str| [("openings.txt", text.as_bytes())];
    let read = |text| read_with("openings = \"DIR/openings.txt\"", &file(text), &[]);
    assert_eq!(read(";;f6 3 1 1").unwrap().policy.openings.len(), 1);
    for (text, reason) in [
        ("# nothing", "there is no opening in it"),
        (";;f6 3 1", "line 1: a placement is POINT GAMES WHITE DRAWS"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(
            error.contains("openings") && error.contains(reason),
            "{error}"
        );
    }
    let missing = read_with("openings = \"DIR/none\"", &[], &[]).unwrap_err();
    assert!(missing.to_string().contains("openings"), "{missing}");
}

#[rstest]
#[case("", "backup.directory: is missing")]
#[case("directory = ''", "backup.directory: must not be empty")]
#[case(
    "directory = 'DIR/config.toml'",
    "backup.directory: DIR/config.toml is not a directory"
)]
#[case(
    "directory = 'b'\nevery = '30s'",
    "backup.every: \"30s\" is not between a minute"
)]
#[case(
    "directory = 'b'\nevery = 'daily'",
    "backup.every: \"daily\" is not a time span"
)]
#[case(
    "directory = 'b'\nkeep = 0",
    "backup.keep: 0 is not a number between 1 and"
)]
#[case(
    "directory = 'b'\nkeep = '20000d'",
    "backup.keep: \"20000d\" is not between"
)]
#[case("directory = 'b'\nkeep = true", "backup.keep: ")]
#[case("directory = 'b'\nfolder = 'c'", "backup.folder: unknown field")]
fn wrong_backups_are_refused(#[case] section: &str, #[case] reason: &str) {
    let told = told(&read(&format!("[backup]\n{section}")).unwrap_err());
    // The folder is another one each time.
    let shown = reason.split("DIR").all(|part| told.contains(part));
    assert!(shown, "{reason}: {told}");
}

#[test]
fn backups_are_kept_by_number_or_age() {
    let read = |line: &str| {
        let text = format!("[backup]\ndirectory = 'b'\nevery = '2d'\n{line}");
        read(&text).unwrap().backup.unwrap()
    };
    assert_eq!(read("").every, SignedDuration::from_hours(48));
    assert_eq!(read("keep = 3").keep, KeepBackups::Number(3));
    let month = SignedDuration::from_hours(30 * 24);
    assert_eq!(read("keep = '30d'").keep, KeepBackups::Age(month));
}

#[test]
fn other_programs_are_players() {
    let config = read(
        "[players.rival]\ncommand = ['rival', 'ugi']\ntime = '2s'\noptions = { Hash = 64, Style = 'b' }\n\
         [players.old-timer]\ncommand = ['old']",
    );
    let config = config.unwrap();
    assert_eq!(config.policy.programs, ["old-timer", "rival"]);
    let rival = &config.players[1];
    assert_eq!(rival.command, ["rival", "ugi"]);
    assert_eq!(rival.time, Duration::from_secs(2));
    let options = [("Hash", "64"), ("Style", "b")];
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(rival.options, options);
    assert_eq!(config.players[0].time, Duration::from_secs(3));
}

#[rstest]
#[case(
    "rival",
    "command = []",
    "players.rival.command: has to name a program"
)]
#[case(
    "rival",
    "command = ['']",
    "players.rival.command: has to name a program"
)]
#[case(
    "rival",
    "command = ['r', \"a\\nquit\"]",
    "players.rival: must not contain line breaks"
)]
#[case(
    "rival",
    "command = ['r']\ntime = '2m'",
    "players.rival.time: has to be between"
)]
#[case("rival", "command = ['r']\nspeed = 7", "speed")]
#[case(
    "Rival",
    "command = ['r']",
    "players.Rival: a name has lower-case letters"
)]
#[case("7up", "command = ['r']", "players.7up: a name has lower-case letters")]
#[case(
    "blitz",
    "command = ['r']",
    "players.blitz: this word means something else"
)]
#[case(
    "czarne",
    "command = ['r']",
    "players.czarne: this word means something else"
)]
fn a_wrong_player_is_refused(#[case] name: &str, #[case] lines: &str, #[case] reason: &str) {
    let error = read(&format!("[players.{name}]\n{lines}")).unwrap_err();
    assert!(error.to_string().contains(reason), "{error}");
}
