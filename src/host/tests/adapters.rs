//! What adapters rely on: signs of choices, reply targets, typing notices, undecrypted messages.

use tracing_subscriber::filter::LevelFilter;

use super::*;

fn reacted(channel: &str, event: &str, author: &str, message: &str, sign: Sign) -> Incoming {
    let of = ChoicesOf::Message(message.to_owned());
    Incoming {
        reply_target: Some(message.to_owned().into()),
        input: Input::Choice {
            of,
            pick: Pick::Sign(sign),
        },
        ..said(channel, event, author, "")
    }
}

#[tokio::test]
async fn a_sign_picks_its_choice_and_any_other_sign_is_talk() {
    let mut bot = test_host().await;
    bot.handle(said("a", "1", "alice", "!challenge @bob white"))
        .await;
    let message = format!("message {}", bot.quiet().await[0].id);
    for sign in [Sign::Number(1), Sign::Number(2), Sign::Number(0)] {
        let reaction = reacted("a", "2", "bob", &message, sign);
        assert_eq!(
            bot.handle(reaction).await,
            Disposition::NotForUs,
            "{sign:?}"
        );
    }
    let elsewhere = reacted("a", "2", "bob", "message 99", Sign::Yes);
    assert_eq!(bot.handle(elsewhere).await, Disposition::NotForUs);
    let own = reacted("a", "2", "alice", &message, Sign::Yes);
    assert_eq!(bot.handle(own).await, Disposition::Done);
    let told = bot.quiet().await;
    assert!(told[0].text.plain().contains("your own challenge"));
    assert_eq!(told[0].only_for, Some(Person::new("alice", "alice")));
    let yes = reacted("a", "3", "bob", &message, Sign::Yes);
    assert_eq!(bot.handle(yes.clone()).await, Disposition::Done);
    assert_eq!(bot.handle(yes).await, Disposition::Duplicate);
    assert!(bot.table("a").await.running().is_some());
    let told = bot.quiet().await;
    assert_eq!(told[0].reply_to.as_deref(), Some(message.as_str()));
}

#[tokio::test]
async fn after_a_restart_a_reply_still_stands_under_what_it_answers() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let first = test_host_at(&place, usize::MAX, later(), 0).await;
    let help = Incoming {
        reply_target: Some("reacted to".to_owned().into()),
        ..said("bad", "1", "alice", "!help")
    };
    let given = format!("{help:?}");
    first.handle(help).await;
    first.handle(said("bad", "2", "alice", "!rules")).await;
    first.host.shutdown().await;
    let mut second = test_host_at(&place, 0, later(), 0).await;
    let seen = second.quiet().await;
    let replies_to: Vec<_> = seen.iter().map(|one| one.reply_to.as_deref()).collect();
    assert_eq!(replies_to, [Some("reacted to"), Some("2")]);
    // It may contain a secret, which must not be logged.
    for shown in [given, format!("{seen:?}")] {
        assert!(
            shown.contains("alice") && !shown.contains("reacted to"),
            "{shown}"
        );
    }
}

#[tokio::test]
async fn a_message_leads_to_the_table_whose_choices_it_shows() {
    let mut bot = test_host().await;
    let thread = TableKey {
        thread: Some("thread".to_owned()),
        ..table("a")
    };
    let challenge = Incoming {
        table: thread.clone(),
        ..said("a", "1", "alice", "!challenge @bob")
    };
    bot.handle(challenge).await;
    let message = format!("message {}", bot.quiet().await[0].id);
    bot.handle(said("a", "2", "alice", "!help")).await;
    let help = format!("message {}", bot.quiet().await[0].id);
    for (platform, channel, message, found) in [
        ("test", "a", &message, Some(thread)),
        ("test", "b", &message, None),
        ("other", "a", &message, None),
        // That reply has no choices.
        ("test", "a", &help, None),
    ] {
        let led = bot.host.table_of_message(platform, channel, message).await;
        assert_eq!(led.unwrap(), found, "{platform} {channel} {message}");
    }
}

#[tokio::test]
async fn a_message_that_could_not_be_decrypted_is_answered_once() {
    let mut bot = test_host().await;
    let lost = Incoming {
        input: Input::Unreadable,
        ..said("a", "lost:1", "alice", "")
    };
    assert_eq!(bot.handle(lost.clone()).await, Disposition::Done);
    assert_eq!(bot.handle(lost).await, Disposition::Duplicate);
    let told = bot.quiet().await;
    assert_eq!(told.len(), 1);
    assert!(
        told[0].text.plain().contains("couldn't decrypt"),
        "{told:?}"
    );
    assert_eq!(told[0].author, Some(Person::new("alice", "alice")));
    assert_eq!(bot.table("a").await.next(), 0);
}

#[tokio::test]
async fn thinking_is_told_when_it_begins_and_when_it_ends() {
    let told = |on| ("a".to_owned(), on);
    let mut bot = test_host().await;
    bot.handle(said("a", "1", "alice", "!play black")).await;
    bot.quiet().await;
    assert_eq!(bot.thoughts(), [told(true), told(false)]);
    bot.handle(said("a", "2", "alice", "!board")).await;
    bot.handle(said("a", "3", "alice", "!resign yes")).await;
    bot.quiet().await;
    assert_eq!(bot.thoughts(), [], "a person has to decide, or nobody");

    // A search ends with its game.
    let held = bot.hold();
    for (event, text) in [
        ("4", "!play black"),
        ("5", "!resign yes"),
        ("6", "!play black"),
    ] {
        bot.handle(said("a", event, "alice", text)).await;
    }
    assert_eq!(bot.next().await.reply_to.as_deref(), Some("4"));
    drop(held);
    bot.quiet().await;
    let twice = [told(true), told(false), told(true), told(false)];
    assert_eq!(bot.thoughts(), twice);

    // Shutdown during a search.
    bot.handle(said("a", "7", "alice", "!resign yes")).await;
    let held = bot.hold();
    bot.handle(said("a", "8", "alice", "!play black")).await;
    while bot.next().await.reply_to.as_deref() != Some("8") {}
    let transport = Arc::clone(&bot.transport);
    bot.host.shutdown().await;
    drop(held);
    assert_eq!(
        *transport.thoughts.lock().unwrap(),
        [told(true), told(false)]
    );
}

#[tokio::test]
async fn an_adapter_that_cannot_tell_of_thinking_holds_nothing_up() {
    let mut bot = test_host().await;
    bot.handle(said("panics", "1", "alice", "!play black"))
        .await;
    bot.quiet().await;
    assert_eq!(bot.table("panics").await.next(), 2, "started, and placed");
}

/// A log kept in memory.
#[derive(Clone, Default)]
struct LogBuffer(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for LogBuffer {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn an_outage_is_told_once_a_reply_and_so_is_its_end() {
    // With a single subscriber, a line that another test reaches first would stay disabled here.
    let _second = tracing::Dispatch::new(tracing_subscriber::registry());
    let buffer = LogBuffer::default();
    let written = buffer.clone();
    let log = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_max_level(LevelFilter::DEBUG)
        .with_writer(move || buffer.clone())
        .finish();
    // All tasks of a test run on its thread.
    let _guard = tracing::subscriber::set_default(log);
    let mut bot = test_host_at(&place().await, 4, later(), 0).await;
    bot.handle(said("bad", "1", "alice", "!help")).await;
    bot.handle(said("bad", "2", "alice", "!help")).await;
    // The delays between five attempts add up to fifteen seconds.
    timeout(3 * LONG, bot.host.settle_all()).await.unwrap();
    assert_eq!(bot.quiet().await.len(), 2);
    let log = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
    let levels: Vec<&str> = log
        .lines()
        .filter(|line| line.contains("host::outbox"))
        .filter_map(|line| line.split_whitespace().nth(1))
        // Whether debug lines are enabled depends on other tests.
        .filter(|level| *level != "DEBUG")
        .collect();
    assert_eq!(levels, ["WARN", "INFO"], "{log}");
}

#[tokio::test]
async fn a_command_that_nobody_else_saw_is_refused_to_its_author_alone() {
    let mut bot = test_host().await;
    let command = |event: &str, text: &str| Incoming {
        input: Input::Command(text.to_owned()),
        ..said("a", event, "alice", "")
    };
    for (event, text) in [("1", "place E4"), ("2", "place"), ("3", "plaice E4")] {
        assert_eq!(
            bot.handle(command(event, text)).await,
            Disposition::Done,
            "{text}"
        );
        let told = bot.quiet().await;
        assert_eq!(
            told[0].only_for,
            Some(Person::new("alice", "alice")),
            "{text}"
        );
        assert_eq!(told[0].reply_to.as_deref(), Some(event));
    }
    bot.handle(command("4", "challenge @bob white")).await;
    assert_eq!(bot.quiet().await[0].only_for, None);
}

#[tokio::test]
async fn a_reply_names_the_message_whose_choices_it_outdates() {
    let mut bot = test_host().await;
    let message = |told: &[RenderedReply]| Some(format!("message {}", told[0].id));
    bot.handle(said("a", "1", "alice", "!challenge @bob white"))
        .await;
    let challenge = bot.quiet().await;
    assert_eq!(challenge[0].replaces, None);
    // Commands that do not concern the challenge leave it open.
    for (event, author, text) in [
        ("2", "alice", "!help"),
        ("3", "alice", "!place E4"),
        ("4", "carol", "!challenge anyone"),
    ] {
        bot.handle(said("a", event, author, text)).await;
        assert_eq!(bot.quiet().await[0].replaces, None, "{text}");
    }
    bot.handle(said("a", "5", "carol", "!withdraw")).await;
    let withdrawn = bot.quiet().await;
    assert!(withdrawn[0].replaces.is_some());
    assert_ne!(withdrawn[0].replaces, message(&challenge));
    bot.handle(said("a", "6", "bob", "!accept")).await;
    assert!(bot.quiet().await[0].replaces.is_some());
    assert_eq!(
        bot.host.table(&table("a")).await.unwrap(),
        bot.table("a").await
    );
}

#[tokio::test]
async fn a_place_is_greeted_once_and_that_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let place = lasting_place(&folder).await;
    let greeting = |channel: &str, language: Option<&str>| Greeting {
        table: table(channel),
        community: Some("club".to_owned()),
        language: language.map(str::to_owned),
        mark: SyncCursor {
            name: format!("greeted:{channel}"),
            value: "done".to_owned(),
        },
    };
    let mut first = test_host_at(&place, 0, later(), 0).await;
    first.host.greet(greeting("a", Some("pl"))).await.unwrap();
    let said = first.quiet().await;
    assert_eq!(said.len(), 1);
    assert!(said[0].text.plain().starts_with("Cześć!"));
    assert!(said[0].silent && said[0].reply_to.is_none() && said[0].board.is_none());
    let mark = first.host.cursor("greeted:a").await.unwrap();
    assert_eq!(mark.as_deref(), Some("done"));
    first.host.greet(greeting("a", None)).await.unwrap();
    assert!(first.quiet().await.is_empty());
    first.host.shutdown().await;
    // Said before a stop, it is not said again after it.
    let mut second = test_host_at(&place, 0, later(), 60).await;
    second.host.greet(greeting("a", None)).await.unwrap();
    second.host.greet(greeting("b", None)).await.unwrap();
    let said = second.quiet().await;
    assert_eq!(said.len(), 1);
    assert_eq!(said[0].table.channel, "b");
    assert!(said[0].text.plain().starts_with("Hi!"));
}
