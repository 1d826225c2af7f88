//! Autocompletion of slash commands: the points that are legal, the words of commands, and the names
//! of other programs.

use serde_json::{Value, json};
use serenity::all::{CommandDataOptionValue, CommandInteraction, GuildId};

use super::context::DiscordContext;
use super::inbound::person;
use super::interaction::suggest;
use crate::game::Point;
use crate::host::Host;
use crate::session::{COMMANDS, Kind};

/// Most suggestions: <https://discord.com/developers/docs/interactions/application-commands>.
const MOST: usize = 25;

/// Answers a request for suggestions.
pub(super) async fn answer(context: &DiscordContext, host: &Host, typed: &CommandInteraction) {
    let found = suggestions(context, host, typed).await.unwrap_or_default();
    suggest(&context.rest, typed.id.get(), &typed.token, found).await;
}

async fn suggestions(
    context: &DiscordContext,
    host: &Host,
    typed: &CommandInteraction,
) -> Option<Vec<Value>> {
    let guild = typed.guild_id.map(GuildId::get);
    let channel = typed.channel_id.get();
    let table = match guild {
        None => DiscordContext::table_in(channel, None),
        Some(_) => context.table(channel).await.ok()?,
    };
    let only_answers = context.answer_places.contains(channel);
    let plays_here = only_answers && context.plays_everywhere()
        || context.plays_in_guild(guild) && (guild.is_none() || context.plays_at(&table));
    if !plays_here {
        return None;
    }
    let spec = COMMANDS.find(&typed.data.name)?;
    let mut focused = None;
    let mut point = None;
    for option in &typed.data.options {
        match &option.value {
            CommandDataOptionValue::Autocomplete { value, .. } => {
                focused = Some((option.name.as_str(), value.as_str()));
            }
            // The point that was chosen before.
            CommandDataOptionValue::String(value) => point = value.trim().parse().ok().or(point),
            _ => {}
        }
    }
    let (name, begun) = focused?;
    let option = spec.options.iter().find(|option| option.name == name)?;
    match option.kind {
        Kind::Command => Some(commands(begun)),
        Kind::Program => Some(programs(&host.programs(), begun)),
        Kind::Point(legal) => {
            let person = person(&typed.user, None);
            let private = guild.is_none() && !only_answers;
            let position = host.position_for(&table, &person, private).await;
            let points = legal(&position.ok()??, point);
            Some(shown(&points, begun))
        }
        _ => None,
    }
}

/// The commands that begin with what is typed, as many as fit.
fn commands(begun: &str) -> Vec<Value> {
    let begun = begun.trim().to_lowercase();
    COMMANDS
        .iter()
        .filter(|spec| spec.word.starts_with(&begun))
        .take(MOST)
        .map(|spec| json!({ "name": spec.word, "value": spec.word }))
        .collect()
}

/// Programs whose names start with what has been typed so far.
fn programs(names: &[String], begun: &str) -> Vec<Value> {
    let begun = begun.trim().to_lowercase();
    names
        .iter()
        .filter(|name| name.starts_with(&begun))
        .take(MOST)
        .map(|name| json!({ "name": name, "value": name }))
        .collect()
}

/// The points that begin with what is typed; their letters only, if they are too many.
fn shown(points: &[Point], begun: &str) -> Vec<Value> {
    let begun = begun.trim().to_uppercase();
    let names: Vec<String> = points
        .iter()
        .map(ToString::to_string)
        .filter(|name| name.starts_with(&begun))
        .collect();
    if names.len() <= MOST {
        return names
            .iter()
            .map(|name| json!({ "name": name, "value": name }))
            .collect();
    }
    let mut letters: Vec<&str> = names.iter().filter_map(|name| name.get(..1)).collect();
    letters.dedup();
    letters
        .iter()
        .map(|letter| json!({ "name": format!("{letter} …"), "value": letter }))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_suggested_by_how_they_begin() {
        assert_eq!(commands("").len(), MOST.min(COMMANDS.len()));
        let value = json!({ "name": "place", "value": "place" });
        assert_eq!(commands(" PLAC"), [value]);
        assert!(commands("nothing").is_empty());
    }

    #[test]
    fn programs_are_suggested_by_how_they_begin() {
        let names = ["old-timer".to_owned(), "rival".to_owned()];
        assert_eq!(programs(&names, "").len(), 2);
        let value = json!({ "name": "rival", "value": "rival" });
        assert_eq!(programs(&names, " RI"), [value]);
    }

    fn suggested(position: &str, word: &str, option: &str, from: &str, begun: &str) -> String {
        let position = position.parse().unwrap();
        let spec = COMMANDS.find(word).unwrap();
        let options = spec.options.iter();
        let legal = options
            .filter(|one| one.name == option)
            .find_map(|option| match option.kind {
                Kind::Point(legal) => Some(legal),
                _ => None,
            });
        let points = legal.unwrap()(&position, from.parse().ok());
        let shown = shown(&points, begun);
        assert!(shown.len() <= MOST);
        let values: Vec<&str> = shown
            .iter()
            .map(|one| one["value"].as_str().unwrap())
            .collect();
        values.join(" ")
    }

    #[test]
    fn letters_first_then_what_is_legal() {
        let start = "4/7/8/9/10/9/10/9/8/7/4 w w place 0-0 normal";
        assert_eq!(
            suggested(start, "place", "point", "", ""),
            "A B C D E F G H I J K"
        );
        assert_eq!(suggested(start, "place", "point", "", "a"), "A2 A3 A4 A5");
        assert_eq!(suggested(start, "place", "point", "", "A5"), "A5");
        assert_eq!(suggested(start, "place", "point", "", "L"), "");
        assert_eq!(suggested(start, "move", "from", "", ""), "");
        let moving = "4/7/2R3r1/5r3/7R2/1R5r1/1r1R6/4r4/5R2/7/4 w w move 0-0 normal";
        assert_eq!(suggested(moving, "move", "from", "", ""), "C3 E8 F3 G5 I9");
        assert_eq!(suggested(moving, "moves", "point", "", "c"), "C3");
        assert!(suggested(moving, "move", "to", "C3", "").contains("C4"));
        let all = suggested(moving, "move", "to", "", "");
        assert!(all.starts_with("A B"), "{all}");
        assert_eq!(suggested(moving, "place", "point", "", ""), "");
    }
}
