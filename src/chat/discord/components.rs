//! Choices as message components: buttons and select menus.

use serde_json::{Value, json};

use crate::host::RenderedChoice;
use crate::session::{Sign, Tone};

/// Choices shown as buttons, five a row: more are clearer as a menu.
const MOST_BUTTONS: usize = 10;

/// Limits of buttons in a row, of options in a menu, and of rows in a message:
/// <https://discord.com/developers/docs/components/reference>.
const ROW: usize = 5;
const SELECT: usize = 25;
const MOST_ROWS: usize = 5;

/// Length limits, in characters: of a button's label, an option's label, and what stands on a menu as
/// long as nothing is picked.
const LONGEST_LABEL: usize = 80;
const LONGEST_OPTION: usize = 100;
const LONGEST_PLACEHOLDER: usize = 150;

/// The prefixes of the ids of our buttons and menus: of a reply, and of a step to a decision.
const OURS: &str = "choice";
const STEP: &str = "step";

/// Component types.
const ACTION_ROW: u8 = 1;
const BUTTON: u8 = 2;
const STRING_SELECT: u8 = 3;

/// Button styles.
const PRIMARY: u8 = 1;
const SECONDARY: u8 = 2;
const SUCCESS: u8 = 3;
const DANGER: u8 = 4;

/// The rows of components that offer the choices of a reply. From the 126th on they have to be
/// typed.
///
/// What leads to other choices stands in a row of its own below them.
pub(super) fn rows(reply: i64, choices: &[RenderedChoice], is_step: bool) -> Vec<Value> {
    let of = match is_step {
        true => format!("{STEP}:{reply}"),
        false => format!("{OURS}:{reply}"),
    };
    let all = choices.iter().enumerate();
    let (controls, asked): (Vec<_>, Vec<_>) =
        all.partition(|(_, choice)| matches!(choice.sign, Sign::More | Sign::Back));
    let mut rows = match asked.len() {
        ..=MOST_BUTTONS => buttons(&of, &asked),
        _ => menus(&of, &asked, MOST_ROWS - usize::from(!controls.is_empty())),
    };
    rows.extend(buttons(&of, &controls));
    rows
}

/// Choices, each with its index among all of its reply.
type Indexed<'a> = (usize, &'a RenderedChoice);

/// Rows of buttons.
fn buttons(of: &str, choices: &[Indexed<'_>]) -> Vec<Value> {
    choices
        .chunks(ROW)
        .map(|row| {
            let buttons: Vec<Value> = row
                .iter()
                .map(|(index, choice)| {
                    json!({
                        "type": BUTTON,
                        "style": style(choice.tone),
                        "label": label(choice, LONGEST_LABEL),
                        "custom_id": format!("{of}:{index}"),
                    })
                })
                .collect();
            json!({ "type": ACTION_ROW, "components": buttons })
        })
        .collect()
}

/// Menus, at most so many.
fn menus(of: &str, choices: &[Indexed<'_>], most: usize) -> Vec<Value> {
    choices
        .chunks(SELECT)
        .take(most)
        .map(|part| {
            let options: Vec<Value> = part
                .iter()
                .map(|(index, choice)| {
                    json!({
                        "label": label(choice, LONGEST_OPTION),
                        "value": index.to_string(),
                    })
                })
                .collect();
            let ends = [part.first(), part.last()];
            let ends = ends.map(|end| {
                end.map_or_else(String::new, |(_, choice)| label(choice, LONGEST_OPTION))
            });
            let first = part.first().map_or(0, |(index, _)| *index);
            let select = json!({
                "type": STRING_SELECT,
                "custom_id": format!("{of}:from{first}"),
                "placeholder": short(&ends.join(" … "), LONGEST_PLACEHOLDER),
                "options": options,
            });
            json!({ "type": ACTION_ROW, "components": [select] })
        })
        .collect()
}

const fn style(tone: Tone) -> u8 {
    match tone {
        Tone::Main => PRIMARY,
        Tone::Plain => SECONDARY,
        Tone::Yes => SUCCESS,
        Tone::No | Tone::Grave => DANGER,
    }
}

/// The label of a choice, with the number that stands on the picture.
fn label(choice: &RenderedChoice, longest: usize) -> String {
    match choice.sign {
        Sign::Number(number) if choice.is_drawn => {
            short(&format!("{number} · {}", choice.label), longest)
        }
        _ => short(&choice.label, longest),
    }
}

/// A text that fits, and is never empty.
fn short(text: &str, longest: usize) -> String {
    if text.trim().is_empty() {
        return "?".to_owned();
    }
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(longest - 1).collect();
    short.push('…');
    short
}

/// Whether a component belongs to a step to a decision.
pub(super) fn is_of_step(custom_id: &str) -> bool {
    matches!(custom_id.split_once(':'), Some((STEP, _)))
}

/// The reply and the choice that a component's id and the picked values stand for.
pub(super) fn picked(custom_id: &str, values: &[String]) -> Option<(i64, usize)> {
    let (OURS | STEP, of) = custom_id.split_once(':')? else {
        return None;
    };
    let (reply, index) = of.split_once(':')?;
    let index = match (index.strip_prefix("from"), values) {
        (Some(_), [value]) => value,
        (None, []) => index,
        _ => return None,
    };
    Some((reply.parse().ok()?, index.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(number: usize) -> Vec<RenderedChoice> {
        (1..=number)
            .map(|number| RenderedChoice {
                tone: Tone::Plain,
                sign: Sign::Number(number),
                is_drawn: false,
                label: format!("Row {number}"),
            })
            .collect()
    }

    #[test]
    fn choices_stand_in_rows_that_discord_takes() {
        for (number, rows_of) in [
            (0, vec![]),
            (1, vec![1]),
            (5, vec![5]),
            (6, vec![5, 1]),
            (10, vec![5, 5]),
            (11, vec![11]),
            (25, vec![25]),
            (26, vec![25, 1]),
            (200, vec![25; 5]),
        ] {
            let rows = rows(7, &choices(number), false);
            let found: Vec<usize> = rows
                .iter()
                .map(|row| {
                    let parts = row["components"].as_array().unwrap();
                    match parts[0]["options"].as_array() {
                        Some(options) => options.len(),
                        None => parts.len(),
                    }
                })
                .collect();
            assert_eq!(found, rows_of, "{number}");
        }
    }

    #[test]
    fn what_is_picked_is_what_was_offered() {
        let values = |value: &str| vec![value.to_owned()];
        let row = &rows(42, &choices(6), false)[1];
        let id = row["components"][0]["custom_id"].as_str().unwrap();
        assert_eq!(picked(id, &[]), Some((42, 5)));
        let row = &rows(42, &choices(30), false)[1];
        let id = row["components"][0]["custom_id"].as_str().unwrap();
        let value = row["components"][0]["options"][2]["value"]
            .as_str()
            .unwrap();
        assert_eq!(picked(id, &values(value)), Some((42, 27)));
        for (id, values) in [
            ("", vec![]),
            ("choice:42", vec![]),
            ("choice:42:", vec![]),
            ("choice:42:1", values("1")),
            ("choice:42:from0", vec![]),
            ("choice:x:1", vec![]),
            ("other:42:1", vec![]),
        ] {
            assert_eq!(picked(id, &values), None, "{id}");
        }
    }

    #[test]
    fn labels_fit_and_answers_have_their_colours() {
        let mut two = choices(2);
        two[0].tone = Tone::Yes;
        two[0].label = "x".repeat(200);
        two[1].tone = Tone::No;
        two[1].label = " ".to_owned();
        let row = &rows(1, &two, false)[0]["components"];
        assert_eq!(row[0]["style"], SUCCESS);
        assert_eq!(row[0]["label"].as_str().unwrap().chars().count(), 80);
        assert_eq!(row[1]["style"], DANGER);
        assert_eq!(row[1]["label"], "?");
    }

    #[test]
    fn a_step_has_its_numbers_and_what_leads_back_apart() {
        for (number, rows_of) in [(5, vec![5, 1]), (10, vec![5, 5, 1]), (28, vec![25, 3, 1])] {
            let mut step = choices(number);
            step.iter_mut().for_each(|one| one.is_drawn = true);
            step.push(RenderedChoice {
                tone: Tone::Plain,
                sign: Sign::Back,
                label: "Back".to_owned(),
                is_drawn: false,
            });
            let rows = rows(7, &step, true);
            let parts = |row: &Value| match &row["components"][0]["options"] {
                Value::Array(options) => options.clone(),
                _ => row["components"].as_array().unwrap().clone(),
            };
            let found: Vec<usize> = rows.iter().map(|row| parts(row).len()).collect();
            assert_eq!(found, rows_of, "{number}");
            assert_eq!(parts(&rows[0])[1]["label"], "2 · Row 2");
            let back = &rows.last().unwrap()["components"][0];
            assert_eq!(back["label"], "Back");
            assert_eq!(back["style"], SECONDARY);
            let id = back["custom_id"].as_str().unwrap();
            assert!(is_of_step(id) && !is_of_step("choice:7:1"));
            assert_eq!(picked(id, &[]), Some((7, number)));
        }
    }
}
