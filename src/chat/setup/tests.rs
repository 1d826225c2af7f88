//! Tests of the files that setup writes.

use std::fs;
use std::path::{Path, PathBuf};

use rstest::rstest;
use secrecy::ExposeSecret;

use super::draft::{FileKind, NewFile};
use super::write::{Ids, Written, files, ids_of, make_folder, replaced};
use super::*;
use crate::store::DatabaseLocation;

/// A config, as setup writes it into a folder.
fn answers(folder: &Path) -> Answers {
    Answers {
        config: folder.join("config.toml"),
        database: folder.join("data/ring\"leader\\ é.db"),
        #[cfg(feature = "discord")]
        discord: None,
        #[cfg(feature = "matrix")]
        matrix: None,
    }
}

#[cfg(feature = "discord")]
fn on_discord(sees_messages: bool, api_base: Option<&str>) -> discord::DiscordAnswers {
    discord::DiscordAnswers {
        token: "S3CRET-1".to_owned().into(),
        sees_messages,
        api_base: api_base.map(str::to_owned),
        invite: "https://example.org/invite".to_owned(),
    }
}

#[cfg(feature = "matrix")]
fn on_matrix(folder: &Path, login: matrix::MatrixLogin) -> matrix::MatrixAnswers {
    matrix::MatrixAnswers {
        homeserver: "https://matrix.example.org".to_owned(),
        user: "@ringleader:example.org".to_owned(),
        login,
        recovery_key: Some("S3CRET-3".to_owned().into()),
        store: folder.join("store"),
        passphrase: "S3CRET-4".to_owned().into(),
        invite_from: vec!["@*:example.org".to_owned(), "@a:b.c".to_owned()],
    }
}

/// Writes the files and reads the config, without any environment. Also its text.
fn written(answers: &Answers) -> (Config, String) {
    let draft = answers.draft();
    files(&draft.files()).unwrap();
    let text = fs::read_to_string(&answers.config).unwrap();
    assert!(!text.contains("S3CRET"), "{text}");
    assert!(text.lines().all(|line| line.len() <= 120), "{text}");
    (Config::read(&answers.config, &|_| None).unwrap(), text)
}

#[cfg(feature = "discord")]
#[rstest]
#[case(true, None)]
#[case(false, Some("http://127.0.0.1:3001"))]
fn what_is_written_for_discord_is_read(#[case] sees_messages: bool, #[case] base: Option<&str>) {
    let folder = tempfile::tempdir().unwrap();
    let mut answers = answers(folder.path());
    answers.discord = Some(on_discord(sees_messages, base));
    let (config, _) = written(&answers);
    let discord = config.discord.unwrap();
    assert_eq!(
        config.database,
        DatabaseLocation::File(answers.database.clone())
    );
    assert_eq!(discord.token.expose_secret(), "S3CRET-1");
    assert_eq!(discord.prefix, if sees_messages { "!" } else { "" });
    assert_eq!(discord.api_base.as_deref(), base);
    assert!(config.matrix.is_none());
}

#[cfg(feature = "matrix")]
#[rstest]
fn what_is_written_for_matrix_is_read(#[values(true, false)] with_password: bool) {
    use crate::config::Login;

    let folder = tempfile::tempdir().unwrap();
    let secret = || secrecy::SecretString::from(" S3CRET-2 \"#");
    let login = match with_password {
        true => matrix::MatrixLogin::Password(secret()),
        false => matrix::MatrixLogin::Token {
            access_token: secret(),
            device: "RINGLEADER".to_owned(),
        },
    };
    let mut answers = answers(folder.path());
    answers.matrix = Some(on_matrix(folder.path(), login));
    let (config, _) = written(&answers);
    let matrix = config.matrix.unwrap();
    assert_eq!(matrix.homeserver, "https://matrix.example.org");
    assert_eq!(matrix.user, "@ringleader:example.org");
    assert_eq!(matrix.store, folder.path().join("store"));
    assert_eq!(matrix.invite_from, ["@*:example.org", "@a:b.c"]);
    assert_eq!(matrix.recovery_key.unwrap().expose_secret(), "S3CRET-3");
    assert_eq!(matrix.store_passphrase.expose_secret(), "S3CRET-4");
    let given = match matrix.login {
        Login::Password(password) => password,
        Login::Token {
            access_token,
            device_id,
            ..
        } => {
            assert_eq!(device_id, "RINGLEADER");
            access_token
        }
    };
    assert_eq!(given.expose_secret(), secret().expose_secret());
}

#[cfg(feature = "matrix")]
#[test]
fn names_of_homeservers_are_addresses() {
    for (given, address) in [
        (" matrix.example.org ", "https://matrix.example.org"),
        ("http://localhost:8008", "http://localhost:8008"),
    ] {
        assert_eq!(matrix::address(given).unwrap(), address);
    }
    for wrong in ["", "ftp://example.org", "https://a:b@example.org", "a b"] {
        assert!(matrix::address(wrong).is_err(), "{wrong}");
    }
}

#[cfg(feature = "matrix")]
#[test]
fn inviters_are_separated_by_blanks_or_commas() {
    let read = |text| matrix::inviters(text);
    assert_eq!(read("@*:a.b, @c:d.e @f:g").unwrap().len(), 3);
    assert!(read(" ").unwrap().is_empty());
    assert!(read("@*:a.b, everybody").unwrap_err().contains("everybody"));
}

#[test]
fn a_database_is_a_file_or_an_address_without_a_password() {
    let folder = tempfile::tempdir().unwrap();
    let read = |text: &str| database(text, folder.path());
    assert_eq!(read("a b.db").unwrap(), folder.path().join("a b.db"));
    assert_eq!(read("/srv/a.db").unwrap(), Path::new("/srv/a.db"));
    let address = "postgres:///yinsh?host=/run/postgresql";
    assert_eq!(read(address).unwrap(), Path::new(address));
    for wrong in [
        "",
        ".",
        ":memory:",
        "postgres://host",
        "postgres://bot:S3CRET@host/yinsh",
        "postgres://bot@host/yinsh?password=S3CRET",
    ] {
        let reason = read(wrong).unwrap_err();
        assert!(!reason.contains("S3CRET"), "{reason}");
    }
}

fn file(path: PathBuf, content: &str, kind: FileKind) -> NewFile {
    NewFile {
        path,
        content: content.to_owned().into(),
        kind,
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

#[test]
fn old_files_are_kept_and_lasting_ones_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let all = |text: &str| {
        vec![
            file(path("token"), text, FileKind::Secret),
            file(path("passphrase"), text, FileKind::Lasting),
            file(path("config.toml"), text, FileKind::Config),
        ]
    };
    let copies = |written: Written| written.copies;
    assert!(replaced(&all("one")).is_empty());
    assert!(copies(files(&all("one")).unwrap()).is_empty());
    // The same once more replaces nothing.
    assert!(copies(files(&all("one")).unwrap()).is_empty());
    assert_eq!(replaced(&all("two")), [path("token"), path("config.toml")]);
    assert_eq!(
        copies(files(&all("two")).unwrap()),
        [path("token.1"), path("config.toml.1")]
    );
    files(&all("three")).unwrap();
    let text = |name: &str| fs::read_to_string(path(name)).unwrap();
    for (name, expected) in [
        ("token", "three"),
        ("token.1", "one"),
        ("token.2", "two"),
        ("passphrase", "one"),
        ("config.toml", "three"),
    ] {
        assert_eq!(text(name), expected, "{name}");
    }
    assert_eq!(names(folder.path()).len(), 7);
}

#[test]
fn nothing_is_written_if_one_file_cannot_be() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let all = [
        file(path("token"), "one", FileKind::Secret),
        file(path("none/config.toml"), "one", FileKind::Config),
    ];
    let error = files(&all).unwrap_err();
    assert!(error.to_string().contains("none/config.toml"), "{error}");
    assert!(names(folder.path()).is_empty());
}

#[cfg(unix)]
#[test]
fn secrets_are_for_one_user_alone() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    // What others could read before, they cannot afterwards.
    fs::write(path("token"), "old").unwrap();
    fs::set_permissions(path("token"), fs::Permissions::from_mode(0o644)).unwrap();
    files(&[
        file(path("token"), "one", FileKind::Secret),
        file(path("passphrase"), "one", FileKind::Lasting),
        file(path("config.toml"), "one", FileKind::Config),
    ])
    .unwrap();
    make_folder(&path("data/deep")).unwrap();
    for (name, expected) in [
        ("token", 0o600),
        ("passphrase", 0o600),
        ("config.toml", 0o640),
        ("data/deep", 0o700),
    ] {
        let mode = path(name).metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, expected, "{name}");
    }
}

#[test]
fn the_services_user_is_found() {
    let users = "root:x:0:0:root:/root:/bin/bash\nringleaders:x:7:7::/:/bin/sh\n\
                 ringleader:x:998:997:Ringleader:/var/lib/ringleader:/usr/sbin/nologin\n";
    let ids = Ids {
        user: 998,
        group: 997,
    };
    assert_eq!(ids_of("ringleader", users), Some(ids));
    assert_eq!(ids_of("nobody", users), None);
    assert_eq!(ids_of("ringleader", "ringleader:x:a:b"), None);
}

#[test]
fn the_next_command_can_be_typed() {
    for (path, for_service, command) in [
        (
            "/srv/a/config.toml",
            false,
            "ringleader run --config /srv/a/config.toml",
        ),
        (
            "/a b/it's",
            false,
            r"ringleader run --config '/a b/it'\''s'",
        ),
        (
            "/var/lib/ringleader/config.toml",
            true,
            "runuser -u ringleader -- ringleader run --config /var/lib/ringleader/config.toml",
        ),
        (SERVICE_CONFIG, true, "systemctl enable --now ringleader"),
    ] {
        assert_eq!(next_command(Path::new(path), for_service), command);
    }
}
