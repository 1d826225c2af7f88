//! The bracket of a knockout tournament: who met whom in each round, and who went on.

use ab_glyph::FontRef;
use image::{Rgb, RgbImage};

use super::assets::{Assets, assets};
use super::chart_parts::{area, caption_bar, finish};
use super::draw::Picture;
use super::error::DrawError;
use super::geometry::{Layout, Rect, Vec2};
use super::nameplate::Sign;
use super::shape::{RoundedBox, Shape};
use super::text::{Fitted, fit, font, is_lost, write_left};
use super::theme::{Style, Theme};
use super::tint::{Ink, Tint, mix};
use yinsh::game::Color;

/// What a bracket shows.
///
/// Matches `2 * i` and `2 * i + 1` of a round feed match `i` of the next one. The number of matches
/// in the first round, rounded up to a power of two, sets the places in all rounds. Nothing is
/// drawn in a place that has no match yet; matches and rounds without a place are left out.
///
/// The picture is made for phones. Five columns side by side would be too narrow for names, so from
/// the second round on the columns overlap. This works because each match stands half-way between
/// the two that feed it, which puts all matches of these rounds at different heights. The largest
/// bracket is about twice as tall as it is wide, which fits a phone's screen.
#[derive(Debug, Clone)]
pub struct Bracket {
    /// The rounds from the first one to the final; the first has at most
    /// [`MOST_MATCHES`](Self::MOST_MATCHES) matches.
    pub rounds: Vec<BracketRound>,
    /// Whether a blank slot in the first round is a bye. Otherwise its player is not known yet, as in
    /// later rounds.
    pub byes: bool,
    /// One sentence below the bracket.
    pub caption: String,
    /// How it looks.
    pub theme: Theme,
    /// Width of the picture in pixels; drawing clamps it as it does for a [`super::Scene`].
    pub size: u32,
}

impl Bracket {
    /// The maximum number of first-round matches drawn.
    pub const MOST_MATCHES: usize = 16;
}

/// A round of a [`Bracket`].
#[derive(Debug, Clone)]
pub struct BracketRound {
    /// What the round is called, such as “Semi-finals”.
    pub title: String,
    /// The matches, from the top.
    pub matches: Vec<BracketMatch>,
}

/// A match of a [`BracketRound`].
#[derive(Debug, Clone, Default)]
pub struct BracketMatch {
    /// Who plays: the upper and the lower.
    ///
    /// If one slot of a match in a first round with [`Bracket::byes`] is blank, the other player has
    /// a bye; if both are, the match is not drawn. Any other blank slot is one whose player is not
    /// known yet.
    pub players: [BracketSlot; 2],
}

/// A player in a [`BracketMatch`]. The default is blank.
#[derive(Debug, Clone, Default)]
pub struct BracketSlot {
    /// The person's name, of any length and in any script; empty if the slot is blank.
    pub name: String,
    /// What stands in place of a name of which nothing can be drawn.
    pub id: String,
    /// The person's points, such as “1½”; empty if there are none to show.
    pub score: String,
    /// Whether the person goes on to the next round or, in the final, wins the tournament.
    pub advances: bool,
}

impl BracketSlot {
    fn is_blank(&self) -> bool {
        self.name.trim().is_empty() && self.score.trim().is_empty()
    }
}

// All measures below are thousandths of the picture's width.

/// Distance between the picture's border and what stands nearest to it, and between the parts.
const MARGIN: f32 = 22.0;
/// Height of the bar with the caption.
const BAR: f32 = 64.0;
/// The left and right ends of the columns.
const COLUMNS: (f32, f32) = (2.0 * MARGIN, 1000.0 - 2.0 * MARGIN);
/// Height of a player's line: a match has two.
const LINE: f32 = 42.0;
/// Height of a round's title, which stands above the round's first match. As overlapping columns
/// leave it no other place, it is also the gap between matches.
const TITLE: f32 = 36.0;
/// Distance between matches of the first round, from middle to middle. Matches of later rounds,
/// taken together, are never closer than this.
const PITCH: f32 = 2.0 * LINE + TITLE;
/// Room above the first title.
const ABOVE: f32 = 8.0;
/// Radius of the corners of connectors.
const BEND: f32 = 9.0;
/// Room for the connectors between the first two columns, the only ones that never overlap.
const GAP: f32 = 32.0;
/// Width of a match where columns overlap: most names fit, and each column still stands out far
/// enough for a connector.
const WIDTH: f32 = 300.0;
/// The room before a name, which holds the mark of who goes on.
const BEFORE: f32 = 26.0;
/// The room after a score, and between a name and its score.
const AFTER: f32 = 14.0;
/// The most room of a score.
const SCORE: f32 = 90.0;
/// The room of the winner's crown.
const CROWN: f32 = 44.0;
/// Size of names and scores.
const TEXT: f32 = 34.0;
/// Radius of the corners of matches.
const CORNER: f32 = 13.0;

/// Draws a bracket.
///
/// ```
/// use yinsh_picture::{
///     Bracket, BracketMatch, BracketRound, BracketSlot, Theme, draw_bracket,
/// };
/// let slot = |name: &str, score: &str| BracketSlot {
///     name: name.to_owned(),
///     id: format!("@{name}:example.org"),
///     score: score.to_owned(),
///     advances: score == "1",
/// };
/// let semi_finals = BracketRound {
///     title: "Semi-finals".to_owned(),
///     matches: vec![
///         BracketMatch { players: [slot("alice", "1"), slot("bob", "0")] },
///         BracketMatch { players: [slot("carol", ""), slot("dave", "")] },
///     ],
/// };
/// let last = BracketRound {
///     title: "Final".to_owned(),
///     matches: vec![BracketMatch { players: [slot("alice", ""), BracketSlot::default()] }],
/// };
/// let picture = draw_bracket(&Bracket {
///     rounds: vec![semi_finals, last],
///     byes: true,
///     caption: "Winter cup, round 1".to_owned(),
///     theme: Theme::Classic,
///     size: 1000,
/// })?;
/// assert_eq!(picture.width, 1000);
/// # Ok::<(), yinsh_picture::DrawError>(())
/// ```
///
/// # Errors
///
/// [`DrawError`], which no bracket causes.
pub fn draw_bracket(bracket: &Bracket) -> Result<Picture, DrawError> {
    finish(&paint(bracket)?, bracket.theme)
}

/// Paints a bracket in full colour.
fn paint(bracket: &Bracket) -> Result<RgbImage, DrawError> {
    let font = font().map_err(|_| DrawError::Font)?;
    let layout = Layout::new(bracket.size, Color::White);
    let style = bracket.theme.style();
    let plan = Plan::of(bracket);
    let cards = plan.cards(bracket);
    let height = plan.height();
    let painter = Painter {
        plan,
        milli: layout.milli,
        style,
        assets: &assets(bracket.theme, &layout, Color::White, font),
        font,
    };
    let pixels = (height * layout.milli).round() as u32;
    let mut canvas = RgbImage::from_pixel(layout.width, pixels, Rgb(style.page));
    let bar = Sides {
        left: MARGIN,
        top: height - MARGIN - BAR,
        right: 1000.0 - MARGIN,
        bottom: height - MARGIN,
    };
    let panel = Sides {
        top: MARGIN,
        bottom: bar.top - MARGIN,
        ..bar
    };
    let bar = painter.area(bar);
    let room = caption_bar(&mut canvas, bar, layout.milli, style, painter.assets);
    let fitted = fit(font, &bracket.caption, 42.0 * layout.milli, room.width);
    write_left(&mut canvas, font, &fitted, room, style.text);
    RoundedBox::new(30.0 * layout.milli).paint(&mut canvas, painter.area(panel), style.plate);
    painter.connectors(&mut canvas, &cards);
    painter.titles(&mut canvas, &bracket.rounds);
    painter.cards(&mut canvas, &cards);
    Ok(canvas)
}

/// The bounds of a box.
#[derive(Debug, Clone, Copy)]
struct Sides {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

/// Where the matches of a bracket stand.
#[derive(Debug, Clone, Copy)]
struct Plan {
    /// Places for matches in the first round: none, or a power of two.
    places: usize,
    /// Number of rounds that the places make, the final included.
    rounds: usize,
    /// Width of a match.
    width: f32,
    /// Distance between the columns from the second round on.
    step: f32,
}

impl Plan {
    fn of(bracket: &Bracket) -> Self {
        let first = bracket
            .rounds
            .first()
            .map_or(0, |first| first.matches.len());
        let places = match first.min(Bracket::MOST_MATCHES) {
            0 => 0,
            matches => matches.next_power_of_two(),
        };
        let rounds = places.checked_ilog2().map_or(0, |log| log as usize + 1);
        let room = COLUMNS.1 - COLUMNS.0;
        let width = match rounds {
            0 | 1 => room,
            2 => 0.5 * (room - GAP),
            _ => WIDTH,
        };
        let overlapping = rounds.saturating_sub(2).max(1) as f32;
        Self {
            places,
            rounds,
            width,
            step: (room - 2.0 * width - GAP) / overlapping,
        }
    }

    /// Height of the picture.
    fn height(self) -> f32 {
        4.0 * MARGIN + ABOVE + BAR + self.places.max(1) as f32 * PITCH
    }

    /// The left end of a round's matches.
    fn left(self, round: usize) -> f32 {
        match round.checked_sub(1) {
            None => COLUMNS.0,
            Some(beyond) => COLUMNS.0 + self.width + GAP + beyond as f32 * self.step,
        }
    }

    /// The height at which a match has its middle.
    fn middle(self, round: usize, at: usize) -> f32 {
        let halves = ((2 * at + 1) << round) - 1;
        MARGIN + ABOVE + TITLE + LINE + 0.5 * halves as f32 * PITCH
    }

    /// Where a round's title stands: left of a connector that comes from above.
    fn title(self, round: usize) -> Sides {
        let left = self.left(round);
        let connector = match round {
            0 | 1 => 0.0,
            _ => 0.5 * self.step + 10.0,
        };
        let bottom = self.middle(round, 0) - LINE;
        Sides {
            left: left + 4.0,
            top: bottom - TITLE,
            right: left + self.width - connector,
            bottom,
        }
    }

    /// The matches that are drawn.
    fn cards(self, bracket: &Bracket) -> Vec<Card<'_>> {
        let rounds = bracket.rounds.iter().enumerate().take(self.rounds);
        let cards = rounds.flat_map(|(round, BracketRound { matches, .. })| {
            let matches = matches.iter().enumerate().take(self.places >> round);
            matches.map(move |(at, BracketMatch { players })| Card {
                round,
                at,
                slots: match players
                    .each_ref()
                    .map(|slot| bracket.byes && round == 0 && slot.is_blank())
                {
                    [true, true] => &[],
                    [false, true] => &players[..1],
                    [true, false] => &players[1..],
                    [false, false] => players,
                },
                left: self.left(round),
                right: self.left(round) + self.width,
                middle: self.middle(round, at),
            })
        });
        cards.filter(|card| !card.slots.is_empty()).collect()
    }
}

/// A match in its place.
#[derive(Debug, Clone, Copy)]
struct Card<'a> {
    round: usize,
    at: usize,
    /// One of them if the player has a bye.
    slots: &'a [BracketSlot],
    left: f32,
    right: f32,
    /// Half-way between its top and its bottom.
    middle: f32,
}

impl Card<'_> {
    fn sides(&self) -> Sides {
        let half = 0.5 * LINE * self.slots.len() as f32;
        Sides {
            left: self.left,
            top: self.middle - half,
            right: self.right,
            bottom: self.middle + half,
        }
    }

    /// The line of a player.
    fn line(&self, slot: usize) -> Sides {
        let whole = self.sides();
        let top = whole.top + slot as f32 * LINE;
        let bottom = top + LINE;
        Sides {
            top,
            bottom,
            ..whole
        }
    }

    /// Whether it is known who goes on.
    fn is_decided(&self) -> bool {
        self.slots.len() == 1 || self.slots.iter().any(|slot| slot.advances)
    }

    /// Whether the winner goes on to the other match.
    fn feeds(&self, next: &Self) -> bool {
        (next.round, next.at) == (self.round + 1, self.at / 2)
    }

    /// The line to the match that the winner goes on to. In overlapping columns it ends at the top
    /// or the bottom of that match, and runs to the right of all matches between the two.
    fn way_to(&self, next: &Self) -> Vec<Vec2> {
        let from = Vec2::new(self.right, self.middle);
        if self.round == 0 {
            let x = 0.5 * (self.right + next.left);
            let corners = [Vec2::new(x, self.middle), Vec2::new(x, next.middle)];
            vec![
                from,
                corners[0],
                corners[1],
                Vec2::new(next.left, next.middle),
            ]
        } else {
            let x = 0.5 * (self.right + next.right);
            vec![from, Vec2::new(x, self.middle), Vec2::new(x, next.middle)]
        }
    }
}

/// What is needed to paint a bracket.
struct Painter<'a> {
    plan: Plan,
    milli: f32,
    style: &'static Style,
    assets: &'a Assets,
    font: &'static FontRef<'static>,
}

impl Painter<'_> {
    fn area(&self, sides: Sides) -> Rect {
        let Sides {
            left,
            top,
            right,
            bottom,
        } = sides;
        area(self.milli, left, top, right, bottom)
    }

    fn titles(&self, canvas: &mut RgbImage, rounds: &[BracketRound]) {
        let rounds = rounds.iter().enumerate().take(self.plan.rounds);
        for (round, BracketRound { title, .. }) in rounds {
            let room = self.area(self.plan.title(round));
            let fitted = fit(self.font, title, 30.0 * self.milli, room.width);
            write_left(canvas, self.font, &fitted, room, self.style.label);
        }
    }

    fn connectors(&self, canvas: &mut RgbImage, cards: &[Card]) {
        let pen = (5.0 * self.milli).max(2.0);
        let open = mix(self.style.plate, self.style.line, 0.5);
        // Two lines into one match share their end: the stronger one goes on top.
        for (decided, tint) in [(false, open), (true, self.style.line)] {
            for card in cards.iter().filter(|card| card.is_decided() == decided) {
                let Some(next) = cards.iter().find(|next| card.feeds(next)) else {
                    continue;
                };
                let way = rounded(&card.way_to(next), BEND);
                let way: Vec<Vec2> = way.iter().map(|spot| spot.times(self.milli)).collect();
                way.windows(2)
                    .fold(Shape::new(), |way, ends| {
                        way.round_line(ends[0], ends[1], pen)
                    })
                    .paint(canvas, Ink::solid(tint));
            }
        }
    }

    fn cards(&self, canvas: &mut RgbImage, cards: &[Card]) {
        let corners = RoundedBox::new(CORNER * self.milli);
        // One width for all, so that a name looks the same in each round.
        let slots = cards.iter().flat_map(|card| card.slots);
        let widths = slots.filter(|slot| !slot.score.trim().is_empty());
        let widths = widths.map(|slot| self.fitted_score(slot).width);
        let scores = widths.fold(0.0, f32::max) / self.milli;
        for card in cards {
            self.card(canvas, card, &corners, scores);
        }
    }

    fn card(&self, canvas: &mut RgbImage, card: &Card, corners: &RoundedBox, scores: f32) {
        let style = self.style;
        let unknown = card.slots.iter().all(BracketSlot::is_blank);
        let fill = match unknown {
            true => mix(style.plate, style.page, 0.4),
            false => style.page,
        };
        let whole = self.area(card.sides());
        corners.paint(canvas, whole, fill);
        if card.slots.len() > 1 {
            // Whole pixels, as a blurred line would look uneven.
            let divider = Rect {
                top: self.area(card.line(1)).top,
                height: (2.0 * self.milli).round().max(1.0),
                ..whole
            };
            RoundedBox::new(0.0).paint(canvas, divider, style.plate);
        }
        let is_final = card.round + 1 == self.plan.rounds;
        let is_over = card.slots.iter().any(|slot| slot.advances);
        for (i, slot) in card.slots.iter().enumerate() {
            let line = card.line(i);
            let wins = is_final && slot.advances;
            let ink = if wins {
                corners.paint(canvas, self.area(line), style.lit.0);
                style.lit.1
            } else if is_over && !slot.advances {
                mix(fill, style.text, 0.6)
            } else {
                style.text
            };
            if slot.advances && !wins {
                self.mark(canvas, line);
            }
            self.slot(canvas, slot, line, scores, (wins, ink));
        }
    }

    /// Marks the line of a player who goes on.
    fn mark(&self, canvas: &mut RgbImage, line: Sides) {
        let x = line.left + 0.5 * BEFORE;
        let ends = [line.top + 13.0, line.bottom - 13.0].map(|y| Vec2::new(x, y).times(self.milli));
        Shape::new()
            .round_line(ends[0], ends[1], 6.0 * self.milli)
            .paint(canvas, Ink::solid(self.style.lit.0));
    }

    /// Writes a player's name and score, and draws a crown between them.
    fn slot(
        &self,
        canvas: &mut RgbImage,
        slot: &BracketSlot,
        line: Sides,
        scores: f32,
        (crowned, ink): (bool, Tint),
    ) {
        let size = TEXT * self.milli;
        let mut end = line.right - AFTER;
        if scores > 0.0 {
            let mut room = self.area(Sides {
                left: end - scores,
                right: end,
                ..line
            });
            let fitted = self.fitted_score(slot);
            room.left += (room.width - fitted.width).max(0.0);
            room.width = room.width.min(fitted.width);
            write_left(canvas, self.font, &fitted, room, ink);
            end -= scores + AFTER;
        }
        if crowned {
            let middle = Vec2::new(end - 0.4 * CROWN, 0.5 * (line.top + line.bottom));
            if let Some(crown) = Sign::Winner.shape(middle.times(self.milli), 0.8 * self.milli) {
                crown.paint(canvas, Ink::solid(ink));
            }
            end -= CROWN;
        }
        let name = match is_lost(self.font, &slot.name) {
            true => &slot.id,
            false => &slot.name,
        };
        let room = self.area(Sides {
            left: line.left + BEFORE,
            right: end,
            ..line
        });
        let fitted = fit(self.font, name, size, room.width);
        write_left(canvas, self.font, &fitted, room, ink);
    }

    fn fitted_score(&self, slot: &BracketSlot) -> Fitted {
        let room = SCORE * self.milli;
        fit(self.font, &slot.score, TEXT * self.milli, room)
    }
}

/// A path with its corners rounded.
fn rounded(path: &[Vec2], radius: f32) -> Vec<Vec2> {
    let mut rounded: Vec<Vec2> = path.first().copied().into_iter().collect();
    for corner in path.windows(3) {
        let [before, at, after] = [corner[0], corner[1], corner[2]];
        let [back, on] = [before, after].map(|end| end.minus(at).unit().times(radius));
        // A quadratic curve, which is as good as an arc at this size.
        rounded.extend((0..=6_u8).map(|i| {
            let part = f32::from(i) / 6.0;
            let (back, on) = (back.times((1.0 - part).powi(2)), on.times(part.powi(2)));
            at.plus(back).plus(on)
        }));
    }
    rounded.extend(path.last());
    rounded
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::geometry::{LARGEST, SMALLEST};
    use crate::tests::{differ_inside, text};

    fn slot(name: &str) -> BracketSlot {
        BracketSlot {
            name: name.to_owned(),
            id: format!("@{name}:example.org"),
            ..BracketSlot::default()
        }
    }

    /// A bracket in which nothing has been played.
    fn bracket(first: usize) -> Bracket {
        let rounds = (0..=first.ilog2()).map(|round| BracketRound {
            title: format!("Round {}", round + 1),
            matches: (0..first >> round)
                .map(|at| BracketMatch {
                    players: [0, 1].map(|i| match round {
                        0 => slot(&format!("player{}", 2 * at + i)),
                        _ => BracketSlot::default(),
                    }),
                })
                .collect(),
        });
        Bracket {
            rounds: rounds.collect(),
            byes: true,
            caption: "Winter cup".to_owned(),
            theme: Theme::Classic,
            size: SMALLEST,
        }
    }

    /// Some box in the pixels of a picture.
    fn pixels(bracket: &Bracket, sides: Sides) -> Rect {
        let milli = Layout::new(bracket.size, Color::White).milli;
        area(milli, sides.left, sides.top, sides.right, sides.bottom)
    }

    /// Whether two boxes have a point in common.
    fn meet(one: Sides, other: Sides) -> bool {
        one.left < other.right
            && other.left < one.right
            && one.top < other.bottom
            && other.top < one.bottom
    }

    #[test]
    fn every_bracket_has_its_size() {
        for theme in Theme::ALL {
            for (first, size, height) in [
                (1, 1000, 280),
                (2, 1000, 400),
                (4, 400, 256),
                (8, 1000, 1120),
                (16, 1000, 2080),
                (16, 0, 832),
                (16, u32::MAX, 3328),
            ] {
                let bracket = Bracket {
                    theme,
                    size,
                    ..bracket(first)
                };
                let picture = draw_bracket(&bracket).unwrap();
                assert_eq!(picture.width, size.clamp(SMALLEST, LARGEST));
                assert_eq!(picture.height, height);
                let read = image::load_from_memory(&picture.bytes).unwrap();
                assert_eq!((read.width(), read.height()), (picture.width, height));
            }
        }
    }

    #[test]
    fn nothing_stands_or_runs_across_anything_else() {
        for first in [1, 2, 4, 8, 16] {
            let bracket = bracket(first);
            let plan = Plan::of(&bracket);
            let cards = plan.cards(&bracket);
            assert_eq!(cards.len(), 2 * first - 1);
            let titles: Vec<Sides> = (0..plan.rounds).map(|round| plan.title(round)).collect();
            let lines = cards.iter().flat_map(|card| {
                let next = cards.iter().find(|next| card.feeds(next));
                let way = next.map_or(Vec::new(), |next| card.way_to(next));
                let spans = way.windows(2).map(|ends| Sides {
                    left: ends[0].x.min(ends[1].x) - 2.5,
                    top: ends[0].y.min(ends[1].y) - 2.5,
                    right: ends[0].x.max(ends[1].x) + 2.5,
                    bottom: ends[0].y.max(ends[1].y) + 2.5,
                });
                let own = [Some(card), next].map(|end| end.map(|end| (end.round, end.at)));
                spans.map(move |span| (own, span)).collect::<Vec<_>>()
            });
            for (own, line) in lines {
                for card in &cards {
                    let is_end = own.contains(&Some((card.round, card.at)));
                    assert!(
                        is_end || !meet(line, card.sides()),
                        "{first}: {line:?} {card:?}"
                    );
                }
                assert!(
                    titles.iter().all(|&title| !meet(line, title)),
                    "{first}: {line:?}"
                );
            }
            for (i, card) in cards.iter().enumerate() {
                let sides = card.sides();
                assert!(sides.left >= COLUMNS.0 && sides.right <= COLUMNS.1 + 0.01);
                assert!(sides.top >= MARGIN + TITLE);
                assert!(sides.bottom <= plan.height() - 3.0 * MARGIN - BAR + 0.01);
                let others = cards[i + 1..].iter().map(Card::sides);
                let mut around = others.chain(titles.iter().copied());
                assert!(around.all(|other| !meet(sides, other)), "{first}: {card:?}");
            }
        }
    }

    #[test]
    fn who_goes_on_differs_from_who_is_out() {
        for theme in Theme::ALL {
            for round in 0..3 {
                let mut bracket = Bracket {
                    theme,
                    // Letters with pixels that are all ink.
                    size: 1000,
                    ..bracket(4)
                };
                let open = bracket.clone();
                let players = &mut bracket.rounds[round].matches[0].players;
                // Two who would otherwise look the same.
                players.fill(slot("alice"));
                players[1].advances = true;
                let canvas = paint(&bracket).unwrap();
                let card = Plan::of(&bracket).cards(&bracket)[[0, 4, 6][round]];
                let lines = [0, 1].map(|i| {
                    let line = pixels(&bracket, card.line(i));
                    let (left, top) = (line.left as u32, line.top as u32);
                    let rows = 4..line.height as u32 - 4;
                    let rows = rows.map(move |y| top + y);
                    let all = rows.flat_map(|y| (0..line.width as u32).map(move |x| (left + x, y)));
                    all.map(|(x, y)| canvas.get_pixel(x, y).0)
                        .collect::<Vec<_>>()
                });
                let lit = |line: &[Tint]| line.contains(&theme.style().lit.0);
                assert!(!lit(&lines[0]) && lit(&lines[1]), "{theme}, round {round}");
                let strong = match round {
                    2 => theme.style().lit.1,
                    _ => theme.style().text,
                };
                assert!(
                    !lines[0].contains(&theme.style().text),
                    "{theme}, round {round}"
                );
                assert!(lines[1].contains(&strong), "{theme}, round {round}");
                assert_ne!(canvas, paint(&open).unwrap());
            }
        }
    }

    #[test]
    fn a_bye_is_a_single_line() {
        let mut bracket = bracket(4);
        let matches = &mut bracket.rounds[0].matches;
        matches[0].players[0] = BracketSlot::default();
        matches[1].players[1].name = " ".to_owned();
        matches[2].players = Default::default();
        let cards = Plan::of(&bracket).cards(&bracket);
        let names = |at: usize| {
            let card = cards.iter().find(|card| (card.round, card.at) == (0, at));
            card.map(|card| card.slots.iter().map(|slot| slot.name.as_str()).collect())
        };
        assert_eq!(names(0), Some(vec!["player1"]));
        assert_eq!(names(1), Some(vec!["player2"]));
        assert_eq!(names(2), None);
        assert_eq!(names(3), Some(vec!["player6", "player7"]));
        assert_eq!(cards.iter().filter(|card| card.round > 0).count(), 3);
        assert!(cards[0].is_decided() && !cards[2].is_decided());
        // Without byes, they are players who are not known yet.
        bracket.byes = false;
        let cards = Plan::of(&bracket).cards(&bracket);
        assert_eq!(cards.len(), 7);
        assert!(cards.iter().all(|card| card.slots.len() == 2));
    }

    #[test]
    fn what_has_no_place_is_left_out() {
        let whole = draw_bracket(&bracket(16)).unwrap();
        let mut more = bracket(16);
        for round in &mut more.rounds {
            round.matches.push(BracketMatch {
                players: ["eve", "mallory"].map(slot),
            });
        }
        more.rounds.push(more.rounds[0].clone());
        assert_eq!(draw_bracket(&more).unwrap(), whole);

        let mut fewer = bracket(4);
        fewer.rounds.truncate(2);
        fewer.rounds[0].matches.pop();
        fewer.rounds[1].matches.pop();
        let drawn = Plan::of(&fewer).cards(&fewer).len();
        assert_eq!(drawn, 4);
        let height = draw_bracket(&bracket(4)).unwrap().height;
        assert_eq!(draw_bracket(&fewer).unwrap().height, height);
    }

    #[test]
    fn an_id_stands_in_place_of_a_lost_name() {
        let mut bracket = bracket(2);
        bracket.rounds[0].matches[0].players[0].name = "王小明".to_owned();
        let lost = paint(&bracket).unwrap();
        let player = &mut bracket.rounds[0].matches[0].players[0];
        player.name = player.id.clone();
        assert_eq!(lost, paint(&bracket).unwrap());
    }

    fn any_slot() -> impl Strategy<Value = BracketSlot> {
        let slot = (text(), text(), text(), any::<bool>());
        slot.prop_map(|(name, id, score, advances)| BracketSlot {
            name,
            id,
            score,
            advances,
        })
    }

    fn any_rounds() -> impl Strategy<Value = Vec<BracketRound>> {
        let players = [any_slot(), any_slot()];
        let one = players.prop_map(|players| BracketMatch { players });
        let matches = proptest::collection::vec(one, 0..20);
        let round = (text(), matches).prop_map(|(title, matches)| BracketRound { title, matches });
        proptest::collection::vec(round, 0..7)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn any_bracket_can_be_drawn(
            rounds in any_rounds(),
            byes: bool,
            caption in text(),
            theme in proptest::sample::select(&Theme::ALL[..]),
        ) {
            let bracket = Bracket { rounds, byes, caption, theme, size: SMALLEST };
            prop_assert_eq!(draw_bracket(&bracket).unwrap().width, SMALLEST);
        }

        #[test]
        fn texts_stay_in_their_places(
            first in proptest::sample::select(&[1, 2, 4, 8, 16][..]),
            name in text(),
            score in text(),
            title in text(),
        ) {
            let mut bracket = bracket(first);
            // As wide as scores can be, or the names would move.
            bracket.rounds[0].matches[0].players[0].score = "W".repeat(40);
            let before = paint(&bracket).unwrap();
            let last = bracket.rounds.len() - 1;
            bracket.rounds[last].title = title;
            let player = &mut bracket.rounds[last].matches[0].players[1];
            (player.name, player.score) = (name, score);
            player.advances = true;
            let plan = Plan::of(&bracket);
            let cards = plan.cards(&bracket);
            let areas = [cards[cards.len() - 1].sides(), plan.title(last)];
            let areas = areas.map(|sides| pixels(&bracket, sides));
            differ_inside(&before, &paint(&bracket).unwrap(), &areas);
        }
    }
}
