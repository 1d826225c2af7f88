//! Nothing private is said in public: whom somebody has blocked, what they plan, notes for moderators,
//! private games. Everybody gives each command where all read along.

use ringleader::words::commands;

use super::privacy::game;
use super::{Room, Talk};

/// Commands that end the game in which something is planned, drop the plan or make the bot silent. They
/// tell nothing of anybody.
const ENDING: [&str; 11] = [
    "abort",
    "accept",
    "adjudicate",
    "draw",
    "forget-me",
    "mute",
    "pause",
    "resign",
    "resume",
    "seat",
    "standin",
];

/// Commands that take what goes on in the game.
const DECISIONS: [&str; 7] = ["place", "move", "row", "ring", "pass", "tap", "undo"];

/// What stands in the channel of a console's answer: replies in private chats are left out, files are
/// read.
fn public(room: &Room, answer: &str) -> String {
    let mut text = String::new();
    let mut is_public = true;
    for line in answer.lines() {
        if let Some((head, _)) = line.split_once(" Ringleader:") {
            is_public = !head.contains(" #@");
        }
        if is_public {
            text.push_str(line);
            text.push('\n');
            if let Some((_, path)) = line.split_once("[file] ") {
                text.push_str(&std::fs::read_to_string(room.folder.path().join(path)).unwrap());
            }
        }
    }
    text
}

#[test]
fn no_command_tells_in_public_what_is_private() {
    let room = Room::new();
    let mut console = room.console();
    console.args(["--clock", "2026-03-01T12:00:00Z", "--moderator", "mona"]);
    let mut talk = Talk::with(console.arg("--no-pictures"));
    let played = game("main", "alice", "bob", "3d", 20);
    let secrets = [
        "zelda: !status",
        "#@bob !if #1 E7 I7 then D5 H9",
        "#@bob !block @zelda",
        "#@zelda !block @bob",
        "carol: !report quartz is what they say",
        "#@bob !play 1",
    ];
    for line in played.iter().map(String::as_str).chain(secrets) {
        talk.say(line);
    }
    let plan = |talk: &mut Talk| talk.say("#@bob !if #2");
    let blocks = |talk: &mut Talk| talk.say("#@bob !block");
    let (planned, blocked) = (plan(&mut talk), blocks(&mut talk));
    let line = planned.lines().find_map(|line| line.split_once("1. "));
    let (_, line) = line.expect(&planned);
    assert!(line.to_uppercase().contains("H9"), "{planned}");
    assert!(blocked.contains("You have blocked zelda."), "{blocked}");
    let mut said = 0;
    for who in ["alice", "bob", "carol", "mona"] {
        for spec in commands().iter().filter(|one| !ENDING.contains(&one.word)) {
            for tail in ["", " #1", " 2", " all", " clear", " E7 I7 then A1 A2"] {
                // What would go on in the game, and end the plan.
                let decides = DECISIONS.contains(&spec.word);
                if decides && !tail.is_empty() || spec.word == "if" && tail == " clear" {
                    continue;
                }
                let told = talk.say(&format!("{who}: !{}{tail}", spec.word));
                let public = public(&room, &told);
                for secret in ["zelda", "quartz", "#@bob", line, "ringleader-my-data"] {
                    assert!(
                        !public.contains(secret),
                        "{who}: {} {tail}: {public}",
                        spec.word
                    );
                }
                said += 1;
            }
        }
        // Nobody is told why, and by whom.
        for channel in ["main", "lounge"] {
            let refused = talk.say(&format!("#{channel} zelda: !challenge @bob"));
            let told = "bob isn't available for that";
            assert!(refused.contains(told), "{refused}");
        }
    }
    assert!(said > 500);
    // The secrets are still there to be told.
    assert_eq!(
        plan(&mut talk)
            .split_once("1. ")
            .map(|(_, told)| told.lines().next()),
        planned
            .split_once("1. ")
            .map(|(_, told)| told.lines().next())
    );
    let again = blocks(&mut talk);
    assert!(again.contains("You have blocked zelda."), "{again}");
    let mut notes = (1..=4).map(|page| talk.say(&format!("mona: !reports {page}")));
    assert!(notes.any(|notes| notes.contains("quartz")));
    talk.end();
}
