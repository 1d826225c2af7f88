//! The console with its games on a PostgreSQL server.

use std::process::Stdio;

use super::postgres::{database, server};
use super::{Room, Talk, ended};

#[tokio::test]
async fn games_on_a_server_outlive_the_program() {
    let Some(server) = server() else {
        return;
    };
    let address = database(&server).await;
    let room = Room::new();
    let console = || {
        let mut console = room.console_at(&address);
        // A password that is not asked for, and must not be told.
        console.env("PGPASSWORD", "secret");
        console
    };
    let mut first = Talk::with(&mut console());
    first.say("alice: !challenge @bob white");
    let accepted = first.say("bob: !accept");
    assert!(accepted.contains("bob accepted"), "{accepted}");
    let (status, refused) = ended(console().stdin(Stdio::null()).spawn().unwrap());
    assert_eq!(status, Some(1));
    assert!(
        refused.contains("is in use by another program"),
        "{refused}"
    );
    first.child.kill().unwrap();
    let (_, told) = ended(first.child);
    assert_eq!(told, "");

    let mut next = Talk::with(&mut console());
    let placed = next.say("alice: !place E4");
    assert!(placed.contains("white ring on E4"), "{placed}");
    next.end();
}

#[test]
fn the_password_of_a_server_that_cannot_be_reached_is_not_told() {
    let room = Room::new();
    for address in [
        "postgres://bot:secret@127.0.0.1:1/yinsh",
        "postgres:///yinsh?host=/nowhere&password=secret",
        "postgres://bot:sec/ret@127.0.0.1/yinsh",
        "postgres://bot@127.0.0.1/yinsh?pasword=secret",
    ] {
        let mut console = room.console_at(address);
        console.env("RUST_LOG", "trace").stdin(Stdio::null());
        let (status, told) = ended(console.spawn().unwrap());
        assert_eq!(status, Some(1), "{told}");
        for part in ["secret", "sec/", "ret@"] {
            assert!(!told.contains(part), "{told}");
        }
    }
}
