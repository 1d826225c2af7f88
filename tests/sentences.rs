//! Random sentences in each language, and all commands, at tables in each stage: nothing panics, what
//! is for the bot is answered, what is not for it is not, and no answer is over a limit of the
//! platforms.
//!
//! `cargo test` says a few; `tests/README.md` tells how to say all.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod play;
#[path = "sentences/stages.rs"]
mod stages;
#[path = "sentences/texts.rs"]
mod texts;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Once};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::RngExt;
use proptest::test_runner::TestRng;
use ringleader::config::Config;
use ringleader::host::{
    ChoicesOf, DeliveryError, Disposition, Host, HostOptions, Incoming, Input, ManualClock, Pick,
    Platform, RenderedBoard, RenderedReply, Sources, Transport, WallClock,
};
use ringleader::session::{Addressing, Person, Phrase, Rights, Settings, TableKey};
use ringleader::store::{DatabaseLocation, SqlStore};
use ringleader::words::{Words, commands};
use stages::Stage;
use texts::{Fate, LANGUAGES, Sentence, Way, all_commands, sentence};

/// Sentences in each language, if all are said.
const SENTENCES: usize = 5_000;

/// Sentences in each stage that are said between two notes of how far the run is.
const AT_ONCE: usize = 50;

/// Sentences in each stage and language, if a few are said.
const FEW: usize = 4;

/// One out of so many uses of commands is tried, if a few are.
const ONE_OF: usize = 190;

/// Discord's limits: what is longer than three messages comes as a file, and a picture's alternative
/// text is cut. A label of a button is cut as well.
const LONGEST_TEXT: usize = 3 * 2000;
const LONGEST_LABEL: usize = 80;
const MOST_CHOICES: usize = 5 * 25;
const LONGEST_ALT: usize = 1000;

/// Panics so far.
static PANICS: AtomicUsize = AtomicUsize::new(0);

/// A platform that keeps what it is given.
#[derive(Default)]
struct Hearing {
    heard: Mutex<Vec<RenderedReply>>,
    draws: AtomicBool,
}

impl Hearing {
    fn keep(&self, reply: &RenderedReply) -> BoxFuture<'_, Result<Option<String>, DeliveryError>> {
        self.heard.lock().unwrap().push(reply.clone());
        let message = format!("message {}", reply.id);
        async { Ok(Some(message)) }.boxed()
    }
}

impl Transport for Hearing {
    fn deliver<'a>(
        &'a self,
        reply: &'a RenderedReply,
    ) -> BoxFuture<'a, Result<Option<String>, DeliveryError>> {
        self.keep(reply)
    }

    fn deliver_privately<'a>(
        &'a self,
        reply: &'a RenderedReply,
    ) -> BoxFuture<'a, Result<Option<String>, DeliveryError>> {
        self.keep(reply)
    }

    fn rights<'a>(
        &'a self,
        _: &'a TableKey,
        _: Option<&'a str>,
        person: &'a Person,
    ) -> BoxFuture<'a, Result<Rights, String>> {
        let is_moderator = person.name == "mona";
        async move {
            Ok(Rights {
                channel: is_moderator,
                server: is_moderator,
            })
        }
        .boxed()
    }

    fn shows_pictures(&self) -> bool {
        self.draws.load(Ordering::Relaxed)
    }
}

/// A bot, and the table at which things are said.
struct Bot {
    host: Host,
    hearing: Arc<Hearing>,
    clock: ManualClock,
    stage: Stage,
    language: &'static str,
    /// Number of the table: each has people of its own.
    table: usize,
    events: usize,
    words: Words,
}

impl Bot {
    async fn new(stage: Stage, language: &'static str) -> Self {
        let clock = ManualClock::new("2026-03-02T12:00:00Z".parse::<Timestamp>().unwrap());
        let hearing = Arc::new(Hearing::default());
        let platform = Platform {
            name: "test".to_owned(),
            bot: Person::new("bot", "Ringleader"),
            settings: Settings::default(),
            transport: hearing.clone(),
            throttled: false,
        };
        let mut options = HostOptions::new(&Config::default());
        options.picture_size = 400;
        options.engine.threads = 1;
        options.engine.hash = 1 << 20;
        options.engine.time = Duration::from_millis(100);
        options.engine.pause = Duration::ZERO;
        options.stepwise = true;
        options.sources = Sources {
            clock: WallClock::Manual(clock.clone()),
            random: Arc::new(|| 4),
        };
        let store = Arc::new(SqlStore::open(&DatabaseLocation::Memory).await.unwrap());
        let host = Host::start(store, vec![platform], options).await.unwrap();
        host.catch_up().await.unwrap();
        let mut bot = Self {
            host,
            hearing,
            clock,
            stage,
            language,
            table: 0,
            events: 0,
            words: Words::new("!", "Ringleader"),
        };
        bot.prepare().await;
        bot
    }

    fn key(&self) -> TableKey {
        TableKey::channel("test", format!("table {}", self.table))
    }

    fn person(&self, name: &str) -> Person {
        Person::new(format!("{name}-{}", self.table), name)
    }

    /// Brings another table to the stage.
    async fn prepare(&mut self) {
        self.table += 1;
        for (who, text) in self.stage.lines() {
            let way = Way::Said(Addressing::Open);
            let (done, replies) = self.hear(who, way, &text).await;
            let told = replies.iter().map(|reply| reply.text.plain());
            let told = told.collect::<Vec<_>>().join("\n");
            assert_eq!(done, Disposition::Done, "{who}: {text}: {told}");
        }
        for days in self.stage.days() {
            let to = self.clock.now() + SignedDuration::from_hours(24 * days);
            self.host.move_clock(to).await.unwrap();
        }
        self.host.settle_all().await;
        self.hearing.heard.lock().unwrap().clear();
    }

    /// Says something. What became of it, and what is said then.
    async fn hear(&mut self, who: &str, way: Way, text: &str) -> (Disposition, Vec<RenderedReply>) {
        self.events += 1;
        let author = self.person(who);
        let (table, private) = match way {
            Way::Private => (TableKey::channel("test", format!("@{}", author.id)), true),
            _ => (self.key(), false),
        };
        let input = match way {
            Way::Said(addressing) => Input::Text {
                text: text.to_owned(),
                addressing,
            },
            Way::Private => Input::Text {
                text: text.to_owned(),
                addressing: Addressing::Bot,
            },
            Way::Command => Input::Command(text.to_owned()),
            Way::Press(index) => Input::Choice {
                of: ChoicesOf::Latest,
                pick: Pick::Index(index),
            },
        };
        let place = (!private).then(|| "club".to_owned());
        let incoming = Incoming {
            table,
            private,
            server: place.clone(),
            community: place,
            author,
            event: self.events.to_string(),
            reply_target: None,
            input,
            people: ["alice", "bob", "carol", "mona"]
                .map(|name| self.person(name))
                .to_vec(),
            attachment: None,
            language: Some(self.language.to_owned()),
            cursor: None,
        };
        let done = self.host.handle(incoming).await.unwrap();
        self.host.settle_all().await;
        let heard = std::mem::take(&mut *self.hearing.heard.lock().unwrap());
        (done, heard)
    }

    /// What is wrong with an answer.
    fn faults(&self, reply: &RenderedReply) -> Vec<String> {
        let text = reply.text.plain();
        let mut faults = Vec::new();
        let length = text.chars().count();
        if length > LONGEST_TEXT {
            faults.push(format!("{length} characters"));
        }
        if text.trim().is_empty() && reply.board.is_none() && reply.file.is_none() {
            faults.push("says nothing".to_owned());
        }
        let gaps = ["{$", "{ $", "\u{2068}", "\u{2069}", "Unknown localization"];
        // Some people say such things themselves, and are quoted.
        let quoted = ["{$name}"];
        let unquoted = quoted
            .iter()
            .fold(text.clone(), |text, one| text.replace(one, ""));
        if gaps.iter().any(|gap| unquoted.contains(gap)) {
            faults.push("gaps".to_owned());
        }
        for language in LANGUAGES {
            let broken = self
                .words
                .sentence(&Phrase::new("internal-error"), Some(language));
            if text.contains(&broken) {
                faults.push("an internal error".to_owned());
            }
        }
        for choice in &reply.choices {
            let length = choice.label.chars().count();
            if length == 0 || length > LONGEST_LABEL {
                faults.push(format!("a label of {length} characters: {}", choice.label));
            }
        }
        if reply.choices.len() > MOST_CHOICES {
            faults.push(format!("{} choices", reply.choices.len()));
        }
        if let Some(RenderedBoard::Picture { alt, caption, .. }) = &reply.board {
            let length = alt.chars().count();
            if length > LONGEST_ALT || alt.is_empty() || caption.is_empty() {
                faults.push(format!("an alternative text of {length} characters"));
            }
        }
        faults
    }

    /// Says something, and checks what becomes of it. Whether it was answered.
    async fn check(&mut self, who: &str, said: &Sentence) -> bool {
        let before = self.host.table(&self.key()).await.unwrap().next();
        let (done, replies) = self.hear(who, said.way, &said.text).await;
        let told = || {
            let texts = replies.iter().map(|reply| reply.text.plain());
            format!(
                "{:?}, {}, {who} {:?}: {:?}\n→ {done:?} {}",
                self.stage,
                self.language,
                said.way,
                said.text.chars().take(300).collect::<String>(),
                texts.collect::<Vec<_>>().join("\n→ ")
            )
        };
        assert_eq!(PANICS.load(Ordering::SeqCst), 0, "{}", told());
        let answered = match done {
            Disposition::Done => true,
            Disposition::NotForUs => false,
            Disposition::Duplicate | Disposition::Throttled => panic!("{}", told()),
        };
        assert_eq!(answered, !replies.is_empty(), "{}", told());
        match said.fate {
            Fate::Answer => assert!(answered, "unanswered: {}", told()),
            Fate::Silence => assert!(!answered, "not for it: {}", told()),
            Fate::Any => {}
        }
        for reply in &replies {
            let faults = self.faults(reply);
            assert!(faults.is_empty(), "{faults:?}: {}", told());
        }
        let after = self.host.table(&self.key()).await.unwrap().next();
        if answered && who == "mona" {
            // They may have set another prefix.
            *self = Self::new(self.stage, self.language).await;
        } else if after != before || said.text.contains("forget") {
            self.prepare().await;
        }
        answered
    }
}

/// Somebody: a player, the other player, a spectator, a moderator.
fn somebody(random: &mut TestRng) -> &'static str {
    ["alice", "alice", "bob", "bob", "carol", "mona"][random.random_range(0..6)]
}

/// Counts panics from now on.
fn count_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let tell = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            PANICS.fetch_add(1, Ordering::SeqCst);
            tell(panic);
        }));
    });
}

/// So many random sentences at a table in this stage. How many were answered.
async fn say(stage: Stage, language: &'static str, part: usize, count: usize) -> usize {
    count_panics();
    let seed = part * 1000 + Stage::ALL.iter().position(|one| *one == stage).unwrap() * 10;
    let tongue = LANGUAGES.iter().position(|one| *one == language).unwrap();
    let random = &mut play::random((seed + tongue) as u64);
    let mut bot = Bot::new(stage, language).await;
    let mut answered = 0;
    for _ in 0..count {
        // Pictures take long, and their alternative texts are few.
        let draws = random.random_ratio(1, 8);
        bot.hearing.draws.store(draws, Ordering::Relaxed);
        let said = sentence(language, random);
        answered += usize::from(bot.check(somebody(random), &said).await);
    }
    bot.host.shutdown().await;
    answered
}

/// Each use of a command at a table in this stage, or one out of so many. How many there were.
async fn command(stage: Stage, language: &'static str, one_of: usize) -> usize {
    count_panics();
    let mut bot = Bot::new(stage, language).await;
    let people = ["alice", "bob", "carol", "mona"];
    let uses = all_commands(language);
    let all = people
        .iter()
        .flat_map(|who| uses.iter().map(move |said| (who, said)));
    let offset = Stage::ALL.iter().position(|one| *one == stage).unwrap() * 7 + language.len();
    let mut count = 0;
    for (who, said) in all.skip(offset % one_of).step_by(one_of) {
        bot.check(who, said).await;
        count += 1;
    }
    bot.host.shutdown().await;
    count
}

#[tokio::test]
async fn a_few_random_sentences_are_answered_or_left_alone() {
    for language in LANGUAGES {
        let (mut answered, mut said) = (0, 0);
        for stage in Stage::ALL {
            answered += say(stage, language, 0, FEW).await;
            said += FEW;
        }
        println!("{language}: {answered} of {said} sentences were answered");
        assert!(answered > said / 2 && answered < said);
    }
}

#[tokio::test]
async fn some_commands_are_answered_in_each_stage() {
    for language in LANGUAGES {
        let mut count = 0;
        for stage in Stage::ALL {
            count += command(stage, language, ONE_OF).await;
        }
        println!("{language}: {count} uses of commands");
        assert!(count > commands().len());
    }
}

#[tokio::test]
#[ignore = "takes long: RINGLEADER_SENTENCES=FOLDER, and goes on there if it is started again"]
async fn all_sentences_and_commands() {
    let folder = std::env::var_os("RINGLEADER_SENTENCES").map(PathBuf::from);
    let folder = folder.expect("RINGLEADER_SENTENCES names a folder");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("done.txt");
    let before = fs::read_to_string(&path).unwrap_or_default();
    let before: BTreeSet<&str> = before.lines().collect();
    let mut done = fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(&path)
        .unwrap();
    let mut note = |line: String| {
        println!("{line}");
        writeln!(done, "{line}").unwrap();
    };
    let parts = SENTENCES.div_ceil(AT_ONCE * Stage::ALL.len());
    for part in 0..parts {
        for stage in Stage::ALL {
            for language in LANGUAGES {
                let name = format!("{language} {stage:?} sentences {part}:");
                if before.iter().any(|line| line.starts_with(&name)) {
                    continue;
                }
                let answered = say(stage, language, part + 1, AT_ONCE).await;
                note(format!("{name} {answered} of {AT_ONCE} answered"));
            }
        }
    }
    for language in LANGUAGES {
        for stage in Stage::ALL {
            let name = format!("{language} {stage:?} commands:");
            if !before.iter().any(|line| line.starts_with(&name)) {
                let count = command(stage, language, 1).await;
                note(format!("{name} {count} uses answered"));
            }
        }
    }
}
