//! The list of all commands. Each is a [`Spec`] in a file of its own: parsing, `help`, usage
//! lines, suggestions and the platforms' own command lists derive from it.

use super::spec::Commands;

mod abort;
mod act;
mod adjudicate;
mod analyze;
mod answer;
mod archive;
mod archived;
mod audit;
mod auto;
mod better;
mod block;
mod board;
mod challenge;
mod coach;
mod conditional;
mod draw;
mod elsewhere;
mod exercise;
mod export;
mod featured;
mod flip;
mod forget_me;
mod games;
mod give_time;
mod help;
mod hint;
mod history;
mod holiday;
mod import;
mod keep;
mod moves;
mod mute;
mod my_data;
mod of_person;
mod open_exercise;
mod opening;
mod pause;
mod play;
mod predict;
mod puzzle;
mod record_options;
mod rematch;
mod remind;
mod replay;
mod report;
mod resign;
mod resume;
mod rows;
mod rules;
mod schedule;
mod seat;
mod set;
mod setting_scope;
mod settings;
mod show;
mod simul;
mod stats;
mod status;
mod tap;
mod terms;
mod theme;
mod top;
mod tournament;
mod tutorial;
mod undo;
mod versus;
mod vote_game;
mod votes;
mod watch;

pub(super) use act::{MOVE, engine_turn};
pub(super) use help::HELP;
pub(super) use open_exercise::in_exercise;
pub(super) use puzzle::daily_post;
pub use rules::RULES_TOPICS;
pub use versus::is_program_name;

/// All commands, in the order in which `help` lists them.
pub static COMMANDS: Commands = Commands::new(&[
    &challenge::CHALLENGE,
    &answer::ACCEPT,
    &answer::DECLINE,
    &answer::WITHDRAW,
    &play::PLAY,
    &versus::VERSUS,
    &vote_game::VOTE_GAME,
    &tournament::TOURNAMENT,
    &simul::SIMUL,
    &rematch::REMATCH,
    &tutorial::TUTORIAL,
    &puzzle::PUZZLE,
    &puzzle::DAILY,
    &puzzle::TRAIN,
    &puzzle::RACE,
    &act::PLACE,
    &act::MOVE,
    &act::ROW,
    &act::RING,
    &act::PASS,
    &tap::TAP,
    &conditional::IF,
    &hint::HINT,
    &coach::COACH,
    &board::BOARD,
    &moves::MOVES,
    &rows::ROWS,
    &status::STATUS,
    &games::GAMES,
    &games::NEXT,
    &history::HISTORY,
    &show::SHOW,
    &replay::REPLAY,
    &better::BETTER,
    &opening::OPENING,
    &watch::WATCH,
    &featured::FEATURED,
    &predict::PREDICT,
    &votes::VOTES,
    &undo::UNDO,
    &draw::DRAW,
    &pause::PAUSE,
    &resume::RESUME,
    &give_time::GIVE_TIME,
    &keep::KEEP,
    &seat::STANDIN,
    &seat::SEAT,
    &resign::RESIGN,
    &abort::ABORT,
    &adjudicate::ADJUDICATE,
    &tournament::SCORE,
    &schedule::SCHEDULE,
    &mute::MUTE,
    &mute::UNMUTE,
    &audit::AUDIT,
    &audit::REPORTS,
    &export::EXPORT,
    &import::IMPORT,
    &analyze::ANALYZE,
    &archive::ARCHIVE,
    &stats::STATS,
    &top::TOP,
    &report::REPORT,
    &block::BLOCK,
    &block::UNBLOCK,
    &remind::REMIND,
    &holiday::HOLIDAY,
    &my_data::MY_DATA,
    &forget_me::FORGET_ME,
    &auto::AUTO,
    &settings::SETTINGS,
    &set::SET,
    &theme::THEMES,
    &flip::FLIP,
    &rules::RULES,
    &help::HELP,
]);
