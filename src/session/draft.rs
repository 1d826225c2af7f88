//! Drafts: what a handler wants done and said, before the table's own part is added; and the
//! outcome that a draft becomes.

use jiff::Timestamp;

use super::adjourned::Continuation;
use super::archive::Report;
use super::coach::hint;
use super::context::Context;
use super::event::{Entry, Event};
use super::follow_ups::follow_up;
use super::holiday::Holiday;
use super::moderation::Moderation;
use super::person::Person;
use super::present::{board, choices, turn_lines};
use super::puzzled::PuzzleTry;
use super::quiet::reschedule;
use super::refusal::Refusal;
use super::reply::{BoardForm, Choice, File, Keep, Phrase, Reply, Tally, Visual};
use super::settings::{Scope, SettingsChange};
use super::table::Table;
use super::training::{OwnMistake, Trained};
use crate::game::Point;

/// What follows from a command or another trigger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// An adjourned game that is continued: its entries go before the new ones.
    pub continues: Option<Continuation>,
    /// New entries of the table's log, in order.
    pub entries: Vec<Entry>,
    /// What is said once they are written.
    pub replies: Vec<Reply>,
    /// What those who watch are told, each in private.
    pub watched: Vec<Reply>,
    /// The table with the new entries.
    pub table: Table,
    /// A note for the moderators.
    pub report: Option<Report>,
    /// What the author sets, and for whom.
    pub setting: Option<(Scope, SettingsChange)>,
    /// The author's first try of a puzzle.
    pub puzzle: Option<PuzzleTry>,
    /// Mistakes that people can learn from.
    pub mistakes: Vec<(Person, OwnMistake)>,
    /// The author's first try of one of their own mistakes.
    pub trained: Option<Trained>,
    /// The holiday that the author takes or ends.
    pub holiday: Option<Holiday>,
    /// What a command of a moderator, or a block, changes.
    pub moderation: Moderation,
    /// The author has their data deleted: who takes their place.
    pub forgotten: Option<Person>,
}

impl Outcome {
    /// Nothing happens, and nothing is said.
    #[must_use]
    pub fn nothing(table: &Table) -> Self {
        Self {
            continues: None,
            entries: Vec::new(),
            replies: Vec::new(),
            watched: Vec::new(),
            table: table.clone(),
            report: None,
            setting: None,
            puzzle: None,
            mistakes: Vec::new(),
            trained: None,
            holiday: None,
            moderation: Moderation::default(),
            forgotten: None,
        }
    }
}

/// What of the game is shown with a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Show {
    /// Nothing: the reply is not about the game.
    Nothing,
    /// Whose turn it is, and what can be chosen; or how the game ended.
    Turn,
    /// The same for a game in progress; nothing for one that is over.
    TurnIfRunning,
    /// The turn, and the board, with the targets of the ring on a point.
    Board(BoardForm, Option<Point>),
}

impl Show {
    /// The turn, and the board as a picture.
    pub(super) const PICTURE: Self = Self::Board(BoardForm::Picture, None);
}

/// What a handler wants done and said.
#[derive(Debug)]
pub(super) struct Draft {
    /// An adjourned game that is continued; the events follow its own.
    pub(super) continues: Option<Continuation>,
    pub(super) events: Vec<Event>,
    pub(super) text: Vec<Phrase>,
    pub(super) show: Show,
    /// What can be chosen; what the table offers by itself if there is nothing.
    pub(super) choices: Vec<Choice>,
    pub(super) file: Option<File>,
    /// A chart, or a board other than the table's.
    pub(super) visual: Option<Visual>,
    /// A note for the moderators.
    pub(super) report: Option<Report>,
    /// What the author sets, and for whom.
    pub(super) setting: Option<(Scope, SettingsChange)>,
    /// The author's first try of a puzzle.
    pub(super) puzzle: Option<PuzzleTry>,
    /// Mistakes that people can learn from.
    pub(super) mistakes: Vec<(Person, OwnMistake)>,
    /// The author's first try of one of their own mistakes.
    pub(super) trained: Option<Trained>,
    /// The holiday that the author takes or ends.
    pub(super) holiday: Option<Holiday>,
    /// What a command of a moderator, or a block, changes.
    pub(super) moderation: Moderation,
    /// Whether the reply is one of several steps to a decision.
    pub(super) is_step: bool,
    /// Whether the reply has nothing to do with the table's game.
    pub(super) apart: bool,
    /// The author has their data deleted: who takes their place.
    pub(super) forgotten: Option<Person>,
    /// What is said at the table beside what the author is told in private.
    pub(super) beside: Option<Phrase>,
    /// What is kept of the reply once it is delivered.
    pub(super) keep: Keep,
    /// The one person who needs to see the reply.
    pub(super) only_for: Option<Person>,
    /// Whether it is sent to that person as a private message.
    pub(super) private: bool,
    /// Which reminder of the turn it is, counted from 1, if it is one.
    pub(super) reminder: Option<usize>,
    /// Whether the reply only acknowledges what the author said.
    pub(super) acknowledges: bool,
    /// Which tally of a vote the reply is, if it is one.
    pub(super) tally: Option<Tally>,
    /// Further messages, sent after the reply.
    pub(super) further: Vec<Reply>,
}

impl Draft {
    /// No events, and no text of its own.
    pub(super) const fn silent(show: Show) -> Self {
        Self {
            continues: None,
            events: Vec::new(),
            text: Vec::new(),
            show,
            choices: Vec::new(),
            file: None,
            visual: None,
            report: None,
            setting: None,
            puzzle: None,
            mistakes: Vec::new(),
            trained: None,
            holiday: None,
            moderation: Moderation {
                audit: None,
                mute: None,
                block: None,
            },
            is_step: false,
            apart: false,
            forgotten: None,
            beside: None,
            keep: Keep::Usual,
            only_for: None,
            private: false,
            reminder: None,
            acknowledges: false,
            tally: None,
            further: Vec::new(),
        }
    }

    /// No events, and one sentence.
    pub(super) fn say(phrase: Phrase, show: Show) -> Self {
        Self {
            text: vec![phrase],
            ..Self::silent(show)
        }
    }

    /// The same with one more event.
    pub(super) fn event(mut self, event: Event) -> Self {
        self.events.push(event);
        self
    }

    /// Folds the events into the table, and completes the reply with the table's own part.
    ///
    /// # Errors
    ///
    /// An event does not fit the table, which is a fault of the handler.
    pub(super) fn into_outcome(
        mut self,
        table: &Table,
        context: &Context<'_>,
    ) -> Result<Outcome, Refusal> {
        let mut events = self.events.iter();
        let starts =
            self.continues.is_some() || events.any(|event| matches!(event, Event::Started { .. }));
        if let Some(request) = table.review()
            && starts
        {
            // The log is read from the last start on, and the review outlasts it.
            self.events.push(Event::ReviewAsked {
                number: request.number,
                by: request.by.clone(),
                game: request.game.clone(),
            });
        }
        if starts {
            self.events.extend(table.reviewed_again());
            self.events.extend(table.tournament_again());
            self.events.extend(table.scheduled_again());
        }
        if let Some(request) = table.replay_request()
            && starts
        {
            self.events.push(Event::ReplayAsked {
                number: request.number,
                by: request.by.clone(),
                game: request.game.clone(),
            });
        }
        let mut entries: Vec<Entry> = std::mem::take(&mut self.events)
            .into_iter()
            .map(|event| Entry {
                at: context.now,
                event,
            })
            .collect();
        let mut after = table.clone();
        let continues = self.continues.take();
        let continued = continues.iter().flat_map(|one| &one.entries);
        for entry in continued.chain(&entries) {
            if after.apply(entry).is_err() {
                return Err(Phrase::new("internal-error").into());
            }
        }
        // After an action, or what held one up.
        let leads_on = |entry: &Entry| {
            matches!(
                entry.event,
                Event::Acted { .. }
                    | Event::Refused { .. }
                    | Event::Resumed
                    | Event::SeatRefused
                    | Event::Reseated { .. }
            )
        };
        if entries.iter().any(leads_on) {
            let Ok((played, text)) = follow_up(&mut after, context) else {
                return Err(Phrase::new("internal-error").into());
            };
            if !played.is_empty() {
                self.show = match self.show {
                    Show::Board(..) => self.show,
                    Show::Nothing | Show::Turn | Show::TurnIfRunning => Show::PICTURE,
                };
            }
            entries.extend(played);
            self.text.extend(text);
        }
        if let Some(event) = hint(table, &after, context) {
            let entry = Entry {
                at: context.now,
                event,
            };
            if after.apply(&entry).is_err() {
                return Err(Phrase::new("internal-error").into());
            }
            entries.push(entry);
        }
        let (report, setting) = (self.report.take(), self.setting.take());
        let (puzzle, trained, holiday) = (self.puzzle, self.trained, self.holiday);
        let mistakes = std::mem::take(&mut self.mistakes);
        let moderation = std::mem::take(&mut self.moderation);
        let forgotten = self.forgotten.take();
        let beside = self.beside.take().map(|phrase| Reply {
            version: after.version(),
            ..Reply::say(phrase)
        });
        let further = std::mem::take(&mut self.further);
        let mut replies = Vec::from_iter(beside);
        if !self.is_silent() {
            let mut reply = self.into_reply(&after, context.now);
            if entries.is_empty() && moderation.mute.is_none() {
                // Read-only commands mention nobody.
                reply.mention_nobody();
            }
            reply.keep_quiet(context);
            replies.push(reply);
        }
        for mut reply in further {
            reply.version = after.version();
            reply.keep_quiet(context);
            replies.push(reply);
        }
        if !entries.is_empty()
            && let Some(event) = reschedule(&after, context)
        {
            let entry = Entry {
                at: context.now,
                event,
            };
            if after.apply(&entry).is_err() {
                return Err(Phrase::new("internal-error").into());
            }
            entries.push(entry);
        }
        let mut watched = Vec::new();
        if let Some((event, told)) = after.tell_watchers(table, context.now) {
            let entry = Entry {
                at: context.now,
                event,
            };
            if after.apply(&entry).is_err() {
                return Err(Phrase::new("internal-error").into());
            }
            entries.push(entry);
            watched = told;
        }
        Ok(Outcome {
            continues,
            entries,
            replies,
            watched,
            table: after,
            report,
            setting,
            puzzle,
            mistakes,
            trained,
            holiday,
            moderation,
            forgotten,
        })
    }

    /// Whether nothing is said.
    fn is_silent(&self) -> bool {
        self.show == Show::Nothing && self.text.is_empty() && self.visual.is_none()
    }

    /// The reply, with the part of a table as it is after the events.
    pub(super) fn into_reply(self, table: &Table, now: Timestamp) -> Reply {
        let mut reply = Reply {
            text: self.text,
            visual: self.visual,
            file: self.file,
            choices: self.choices,
            only_for: self.only_for,
            is_step: self.is_step,
            apart: self.apart,
            private: self.private,
            silent: false,
            watched: false,
            reminder: self.reminder,
            acknowledges: self.acknowledges,
            tally: self.tally,
            begins: None,
            keep: self.keep,
            version: table.version(),
            prefix: None,
            language: None,
            reminders_from: Some(table.reminders_from()).filter(|from| *from != table.version()),
        };
        let game = match self.show {
            Show::Nothing => None,
            Show::TurnIfRunning => table.running(),
            Show::Turn | Show::Board(..) => table.game(),
        };
        if let Some(game) = game {
            reply.text.extend(turn_lines(game));
            if reply.choices.is_empty() {
                reply.choices = choices(game);
            }
            if let Show::Board(form, targets) = self.show {
                let board = board(table, game, form, targets, now);
                reply.visual = Some(Visual::Board(Box::new(board)));
            }
        }
        reply
    }
}
