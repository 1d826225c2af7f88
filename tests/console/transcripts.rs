//! Transcripts: what is said in `data/transcripts/NAME.txt`, on a clock that stands still, gets the
//! answers in `NAME.out`, to the byte, on every run.
//!
//! A line `--clock TIME` begins a run of the program on the same database, so what lies between the
//! end of one run and the beginning of the next is time in which the program was down.
//! `RENEW_TRANSCRIPTS=1` writes the answers anew; read them before you commit.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use super::Room;

/// What stands before the time at which a run begins.
const RUN: &str = "--clock ";

/// Who may set what holds for channels and servers.
const MODERATOR: &str = "mona";

/// The answers to a script, and all files that were written.
fn played(script: &str) -> (String, BTreeMap<String, Vec<u8>>) {
    let room = Room::new();
    let mut answers = String::new();
    for run in script.split(RUN).skip(1) {
        let (time, lines) = run.split_once('\n').unwrap();
        let mut console = room.console();
        console.args(["--clock", time, "--moderator", MODERATOR]);
        writeln!(answers, "{RUN}{time}").unwrap();
        answers.push_str(&Room::said(&mut console, lines.as_bytes()));
    }
    let files = std::fs::read_dir(room.folder.path().join("pictures")).unwrap();
    let files = files.map(|file| {
        let file = file.unwrap();
        let name = file.file_name().into_string().unwrap();
        (name, std::fs::read(file.path()).unwrap())
    });
    (answers, files.collect())
}

fn check(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/transcripts");
    let script = std::fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
    let (answers, files) = played(&script);
    let (again, files_again) = played(&script);
    assert_eq!(answers, again);
    assert_eq!(
        files.keys().collect::<Vec<_>>(),
        files_again.keys().collect::<Vec<_>>()
    );
    assert!(files == files_again, "the same files have other contents");
    let expected = folder.join(format!("{name}.out"));
    if std::env::var_os("RENEW_TRANSCRIPTS").is_some() {
        std::fs::write(&expected, &answers).unwrap();
    }
    let expected = std::fs::read_to_string(expected).unwrap_or_default();
    for (number, (answer, expected)) in answers.lines().zip(expected.lines()).enumerate() {
        assert_eq!(answer, expected, "line {} of {name}.out", number + 1);
    }
    assert_eq!(answers, expected, "{name}");
}

#[test]
fn challenges_lapse_when_their_time_is_up() {
    check("challenges");
}

#[test]
fn games_end_when_their_time_is_up() {
    check("clocks");
}

#[test]
fn settings_are_made_by_those_who_may() {
    check("settings");
}

#[test]
fn tips_are_left_out_where_they_are_turned_off() {
    check("tips");
}

#[test]
fn the_tutorial_is_walked_through() {
    check("tutorial");
}

#[test]
fn puzzles_are_tried() {
    check("puzzle");
}

#[test]
fn mistakes_that_a_review_finds_are_trained() {
    check("train");
}

#[test]
fn races_last_three_minutes() {
    check("race");
}

#[test]
fn openings_are_told_of_every_stage_but_in_rated_games() {
    check("opening");
}

#[test]
fn the_puzzle_of_the_day_is_posted_where_that_is_set() {
    check("daily");
}

#[test]
fn turns_are_shown_and_lead_to_others() {
    check("show");
}

#[test]
fn quiet_hours_are_kept() {
    check("quiet");
}

#[test]
fn weekends_do_not_count_where_that_was_agreed() {
    check("weekends");
}

#[test]
fn the_clocks_of_those_on_holiday_stand() {
    check("holidays");
}

#[test]
fn rooms_are_tables_of_their_own() {
    check("rooms");
}

#[test]
fn the_bot_plays_the_same_on_every_run() {
    check("bot");
}

#[test]
fn a_clock_that_is_set_back_leaves_as_much_time() {
    check("set_back");
}

#[test]
fn time_in_which_the_program_was_down_does_not_count() {
    check("outages");
}

/// Two timed games, and then the answers of a run that begins at this time, after runs that were
/// ended there by failpoints.
fn after_broken_starts(time: &str, broken: &[&str]) -> String {
    let room = Room::new();
    let console = |time| {
        let mut console = room.console();
        console.args(["--clock", time, "--moderator", MODERATOR]);
        console
    };
    let games = "\
#one alice: !challenge @bob white 1h
#one bob: !accept
+10m
#two alice: !challenge @bob white 2h
#two bob: !accept
+10m
carol: !challenge anyone
";
    Room::said(&mut console("2026-03-01T12:00:00Z"), games.as_bytes());
    for point in broken {
        let mut console = console(time);
        let ended = console.env("FAILPOINTS", point).output().unwrap();
        assert!(!ended.status.success(), "{point}");
    }
    let questions = b"#one !status\n#two !status\n!status\n+2d\n";
    Room::said(&mut console(time), questions)
}

#[test]
fn an_outage_counts_once_wherever_the_start_was_killed() {
    for time in ["2026-03-01T20:00:00Z", "2026-03-01T08:00:00Z"] {
        let expected = after_broken_starts(time, &[]);
        assert!(expected.contains("white 40m, black 1h"), "{expected}");
        let steps = [
            "outage-stored=panic",
            "outage-tell=panic",
            "outage-tell=1*off->panic",
            "outage-told=panic",
        ];
        for step in steps {
            assert_eq!(after_broken_starts(time, &[step]), expected, "{step}");
        }
        assert_eq!(after_broken_starts(time, &steps), expected);
    }
}

#[test]
fn a_holiday_is_told_once_wherever_the_program_was_killed() {
    let told = |point: Option<&str>| {
        let room = Room::new();
        let console = |time| {
            let mut console = room.console();
            console.args(["--clock", time, "--moderator", MODERATOR]);
            console
        };
        let games = "\
#one alice: !challenge @bob white 1d
#one bob: !accept
#two carol: !challenge @alice white 1d
#two alice: !accept
";
        let time = "2026-03-01T12:00:00Z";
        Room::said(&mut console(time), games.as_bytes());
        let mut said = String::new();
        if let Some(point) = point {
            let mut console = console(time);
            console.env("FAILPOINTS", point);
            let mut child = console.spawn().unwrap();
            let mut input = child.stdin.take().unwrap();
            input.write_all(b"alice: !holiday 5d\n").unwrap();
            drop(input);
            let output = child.wait_with_output().unwrap();
            assert!(!output.status.success(), "{point}");
            said.push_str(&String::from_utf8(output.stdout).unwrap());
        } else {
            said.push_str(&Room::said(&mut console(time), b"alice: !holiday 5d\n"));
        }
        let questions = b"#one !status\n#two !status\n+5d\n";
        said.push_str(&Room::said(&mut console(time), questions));
        said
    };
    let expected = told(None);
    assert_eq!(expected.matches("and their clock").count(), 3);
    assert_eq!(expected.matches("alice is back from holiday").count(), 1);
    for point in [
        "holiday-tell=panic",
        "holiday-tell=1*off->panic",
        "holiday-told=panic",
    ] {
        assert_eq!(told(Some(point)), expected, "{point}");
    }
}

#[test]
fn what_falls_due_on_the_way_happens_in_order() {
    check("several_due");
}

#[test]
fn what_cannot_be_done_is_refused_with_what_can() {
    check("refusals");
}

#[test]
fn every_transcript_is_checked() {
    let source = include_str!("transcripts.rs");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/transcripts");
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(source.contains(&format!("check(\"{name}\")")), "{name}");
    }
}

#[test]
fn finished_games_are_found_by_number() {
    check("results");
}

#[test]
fn reminders_go_where_a_person_wants_them() {
    check("remind");
}

#[test]
fn what_has_no_alternative_is_played_for_those_who_want_that() {
    check("auto");
}

#[test]
fn silent_games_are_put_aside() {
    check("silence");
}

#[test]
fn a_person_finds_all_their_games() {
    check("games");
}

#[test]
fn conditional_moves_are_planned_in_private_and_played_at_once() {
    check("conditions");
}

#[test]
fn seats_change_hands() {
    check("seats");
}

#[test]
fn moderators_decide_and_people_keep_to_themselves() {
    check("moderation");
}

#[test]
fn people_get_their_data_and_have_them_deleted() {
    check("privacy");
}

#[test]
fn every_key_is_set_by_those_who_may_and_by_no_others() {
    check("every_key");
}

#[test]
fn settings_are_picked_from_choices() {
    check("choices");
}

#[test]
fn settings_are_said_and_read_in_four_languages() {
    check("words");
}

#[test]
fn games_are_seen_from_elsewhere() {
    check("elsewhere");
}

#[test]
fn those_who_watch_are_told_of_each_turn() {
    check("watch");
}

#[test]
fn games_are_seen_again() {
    check("replay");
}

#[test]
fn results_are_announced_where_that_is_set() {
    check("announcements");
}

#[test]
fn places_say_who_may_challenge_and_where_the_bot_plays() {
    check("places");
}
