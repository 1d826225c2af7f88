//! Simuls at the table where they are opened.

use tournament::Outcome;

use super::Room;
use crate::game::Color;
use crate::session::{
    PairedGame, Person, Renaming, Reply, Table, TournamentResult, Trigger, handle,
};

impl Room {
    /// A room in which these people have joined a simul of alice's.
    fn with_simul(terms: &str, guests: &[&str]) -> Self {
        let mut room = Self::new();
        room.threads = true;
        room.say("alice", &format!("!simul {terms}"));
        for guest in guests {
            room.say(guest, "!tournament join");
        }
        room
    }

    /// Starts the simul, and gives its games.
    fn start_simul(&mut self) -> Vec<PairedGame> {
        let replies = self.try_say("alice", "!tournament start").unwrap();
        let games = replies.iter().filter_map(|reply| reply.begins.as_deref());
        games.cloned().collect()
    }

    /// Reports how a game of the simul has ended, and gives what is said.
    fn report_of_simul(&mut self, game: &PairedGame, outcome: Outcome) -> String {
        let results = Trigger::Results(vec![TournamentResult {
            game: game.game.clone(),
            outcome,
        }]);
        let outcome = handle(&self.table, &results, &self.context(&[])).unwrap();
        let replies: Vec<Reply> = self.take(outcome);
        let texts: Vec<_> = replies.iter().map(|reply| self.text(reply)).collect();
        texts.join("\n")
    }
}

#[test]
fn one_player_meets_everybody_at_once() {
    let mut room = Room::with_simul("2d blitz rated", &["bob", "carol", "dave"]);
    let reply = room.say("zoe", "!tournament");
    let text = room.text(&reply);
    assert!(
        text.contains("alice plays everyone at once in a simul, with white on every board"),
        "{text}"
    );
    assert!(text.contains("a rated blitz game (2d a turn)"), "{text}");
    assert!(
        text.contains("3 players so far: bob, carol, dave."),
        "{text}"
    );
    let games = room.start_simul();
    let pairs: Vec<_> = games
        .iter()
        .map(|game| (&*game.white.id, &*game.black.id))
        .collect();
    assert_eq!(
        pairs,
        [("alice", "bob"), ("alice", "carol"), ("alice", "dave")]
    );
    let mut thread = Room::new();
    let begins = Trigger::Paired(Box::new(games[0].clone()));
    let outcome = handle(&thread.table, &begins, &thread.context(&[])).unwrap();
    let replies = thread.take(outcome);
    let text = thread.text(&replies[0]);
    assert!(
        text.contains("alice – bob: board 1 of the simul."),
        "{text}"
    );
    let reply = room.say("zoe", "!tournament");
    let text = room.text(&reply);
    assert!(
        text.starts_with("Simul of alice: no game has ended yet."),
        "{text}"
    );
    assert!(text.contains("3. alice – dave: still playing"), "{text}");
    // Whoever forfeits has no further games to be taken out of.
    let text = room.report_of_simul(&games[1], Outcome::WhiteWinsByForfeit);
    assert!(
        text.contains("carol forfeits.") && !text.contains("out of"),
        "{text}"
    );
    let text = room.report_of_simul(&games[0], Outcome::Draw);
    assert_eq!(text, "1. alice – bob  ½–½");
    let reply = room.say("zoe", "!tournament");
    let text = room.text(&reply);
    assert!(
        text.starts_with("Simul of alice: 1½ out of 2 so far."),
        "{text}"
    );
    // A result can be changed, by a moderator: whoever gives the simul plays all the games.
    assert!(
        room.refused("alice", "!score 2 draw")
            .contains("play in that game")
    );
    let text = room.report_of_simul(&games[2], Outcome::BlackWins);
    assert!(
        text.ends_with(
            "The simul is over. alice scored 1½ out of 3.\n\
             Won against alice: dave. Congratulations!\n\
             Draws: bob."
        ),
        "{text}"
    );
    assert_eq!(room.table.tournament_id(), None);
    let reply = room.say("zoe", "!tournament");
    let text = room.text(&reply);
    assert!(text.contains("The last simul here is over."), "{text}");
    assert!(text.contains("3. alice – dave  0–1"), "{text}");
    room.check_log();
}

#[test]
fn whoever_gives_a_simul_may_have_black() {
    let mut room = Room::with_simul("2d black", &["bob", "carol"]);
    let reply = room.say("zoe", "!tournament");
    assert!(room.text(&reply).contains("with black on every board"));
    let games = room.start_simul();
    assert!(games.iter().all(|game| game.black.id == "alice"));
    assert_eq!(games[1].white.id, "carol");
    room.report_of_simul(&games[0], Outcome::BlackWins);
    let text = room.report_of_simul(&games[1], Outcome::WhiteWinsByForfeit);
    assert!(text.contains("alice forfeits."), "{text}");
    assert!(text.contains("alice scored 1 out of 2."), "{text}");
    assert!(text.contains("Won against alice: carol."), "{text}");
    room.check_log();
}

#[test]
fn simuls_are_bounded() {
    let mut room = Room::new();
    assert!(room.refused("alice", "!simul 2d").contains("open threads"));
    room.threads = true;
    let text = room.refused("alice", "!simul");
    assert!(
        text.contains("need a clock") && text.contains("!simul 2d"),
        "{text}"
    );
    let reply = room.say("alice", "!simul 2d random");
    assert!(
        room.refused("bob", "!tournament swiss 2d")
            .contains("There's a simul here already")
    );
    assert!(
        room.refused("bob", "!simul 2d")
            .contains("There's a simul here already")
    );
    assert!(
        room.refused_choice("alice", &reply, 0)
            .contains("no need to join")
    );
    assert!(
        room.refused("alice", "!tournament leave")
            .contains("haven't joined")
    );
    let joined = room.choose("player0", &reply, 0);
    assert!(room.text(&joined).contains("player0 has joined"));
    assert!(
        room.refused("alice", "!tournament start")
            .contains("At least 2 players")
    );
    for number in 1..63 {
        room.say(&format!("player{number}"), "!tournament join");
    }
    assert!(
        room.refused("zoe", "!tournament join")
            .contains("All 63 places")
    );
    room.say("player1", "!tournament leave");
    room.say("alice", "!tournament remove @player2");
    let games = room.start_simul();
    assert_eq!(games.len(), 61);
    let refused = room.refused("player3", "!tournament leave");
    assert!(refused.contains("To give yours up"), "{refused}");
    let refused = room.refused("alice", "!tournament remove @player3");
    assert!(refused.contains("already begun"), "{refused}");
    let question = room.say("alice", "!tournament stop");
    assert!(room.text(&question).contains("call the simul off?"));
    let stopped = room.choose("alice", &question, 0);
    assert_eq!(room.text(&stopped), "The simul has been called off.");
    room.check_log();
    room.say("bob", "!simul 2d");
    let replies = room.wait(31 * 24 * 3600);
    assert!(room.text(&replies[0]).contains("Nobody started the simul"));
}

#[test]
fn a_simul_needs_whoever_gives_it() {
    let mut room = Room::with_simul("2d", &["bob", "carol"]);
    let mut renaming = Renaming::new(&Person::new("alice", "alice"), &Person::forgotten(1));
    room.log.iter_mut().for_each(|entry| renaming.entry(entry));
    room.table = Table::replay(room.table.key().clone(), 0, &room.log).unwrap();
    let text = room.refused("bob", "!tournament start");
    assert!(
        text.contains("is gone") && text.contains("!tournament stop"),
        "{text}"
    );
    assert_eq!(room.table.tournament().unwrap().color, Some(Color::White));
}
