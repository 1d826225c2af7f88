//! `import`: shows the final position of a record.

use super::record_options::{FILE, RECORD};
use crate::game::{Color, Played};
use crate::session::draft::{Draft, Show};
use crate::session::record::read_record;
use crate::session::reply::{Arg, Board, Phrase, Visual, result_phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};

/// Most games of a record that are counted.
const MOST_COUNTED: usize = 100;

pub(super) static IMPORT: Spec = Spec {
    aliases: &["view"],
    options: &[RECORD, FILE],
    example: "import 1. f6 2. a5 3. b6",
    ..Spec::new("import", Group::More, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let (record, others) = read_record(
        call.spec,
        call.options.text(&RECORD).unwrap_or_default(),
        call.context,
    )?;
    let position = record.final_position();
    let played = Played::sequence(&record.first_position(), &record.actions);
    let result = result_phrase(record.result);
    let bare = Board::bare(position, [&record.white, &record.black]);
    let board = Board {
        caption: match record.result {
            Some(_) => result.clone(),
            None => bare.caption.clone(),
        },
        result: record.result,
        last: Played::last_turn(&played).to_vec(),
        settings: call.table.settings().clone(),
        ..bare
    };
    let mut draft = Draft::say(
        Phrase::new("imported")
            .with("white", Arg::seat(&board.seats[0]))
            .with("black", Arg::seat(&board.seats[1]))
            .with("turns", record.turns().len())
            .with("result", result)
            .with("whiterings", position.removed(Color::White))
            .with("blackrings", position.removed(Color::Black)),
        Show::Nothing,
    );
    if record.result.is_none() {
        draft
            .text
            .push(Phrase::new("imported-next").with("next", board.caption.clone()));
    }
    let games = 1 + others.take(MOST_COUNTED).count();
    if games > 1 {
        let games: Arg = match games {
            games if games > MOST_COUNTED => Phrase::new("imported-many")
                .with("games", MOST_COUNTED)
                .into(),
            games => games.into(),
        };
        draft
            .text
            .push(Phrase::new("imported-first").with("games", games));
    }
    draft.visual = Some(Visual::Board(Box::new(board)));
    Ok(draft)
}
