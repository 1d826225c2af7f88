//! Names of places, as people write and paste them: `<#123>`, `#lounge`, `#room:example.org`, links.

/// Longest name of a place, in bytes: as long as Matrix lets an id be.
const LONGEST: usize = 255;

/// What ids of Matrix rooms are at least as long as that name no server.
const LONG_ID: usize = 40;

/// The name of a channel, a room or a thread, as its platform knows it; nothing if a word names none.
pub(super) fn place_name(word: &str) -> Option<String> {
    let name = linked(word).or_else(|| written(word))?;
    let is_sound = !name.is_empty() && name.len() <= LONGEST;
    is_sound.then_some(name)
}

/// The place to which a link of Discord or Matrix leads. What follows a room's name is a message, with
/// which a thread may begin.
fn linked(word: &str) -> Option<String> {
    let link = word.strip_prefix("https://")?;
    if let Some(path) = link.strip_prefix("matrix.to/#/") {
        let path = path.split('?').next().unwrap_or_default();
        let (room, message) = path.split_once('/').unwrap_or((path, ""));
        let decoded = |name: &str| {
            let coded = [("%21", "!"), ("%23", "#"), ("%24", "$"), ("%3A", ":")];
            let mut coded = coded.into_iter();
            coded.try_fold(name.to_owned(), |name, (code, sign)| {
                Some(name.replace(code, sign))
            })
        };
        let message = decoded(message)?;
        return match message.starts_with('$') {
            true => Some(message),
            false => decoded(room),
        };
    }
    let (host, path) = link.split_once("/channels/")?;
    let is_discord = host == "discord.com" || host.ends_with(".discord.com");
    let channel = path.split('/').nth(1)?;
    let is_id = channel.bytes().all(|byte| byte.is_ascii_digit());
    (is_discord && is_id).then(|| channel.to_owned())
}

/// The place that is named with its sign.
fn written(word: &str) -> Option<String> {
    let mention = word.strip_prefix("<#").and_then(|id| id.strip_suffix('>'));
    if let Some(id) = mention {
        return id
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| id.to_owned());
    }
    let is_room = |id: &str| id.contains(':') || id.len() >= LONG_ID;
    match word.split_at_checked(1)? {
        ("#", name) if name.contains(':') => Some(word.to_owned()),
        // That is the number of a game.
        ("#", name) if name.bytes().all(|byte| byte.is_ascii_digit()) => None,
        ("#", name) => Some(name.to_owned()),
        ("!" | "$", id) if is_room(id) => Some(word.to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_named_in_many_ways() {
        let room = "!n8f893n9QyMonoKxXiZ2w9KqV0bJv0C8Ibe0kEpMRvM";
        let thread = "$h29iv0s8h29iv0s8h29iv0s8h29iv0s8h29iv0s8h29";
        for (word, name) in [
            ("<#123>", "123"),
            ("#lounge", "lounge"),
            ("#club/lounge", "club/lounge"),
            ("#games:example.org", "#games:example.org"),
            ("!abc:example.org", "!abc:example.org"),
            (room, room),
            (thread, thread),
            ("https://discord.com/channels/1/23", "23"),
            ("https://canary.discord.com/channels/@me/23/456", "23"),
            (
                "https://matrix.to/#/!abc:example.org?via=example.org",
                "!abc:example.org",
            ),
            (
                "https://matrix.to/#/%23games%3Aexample.org",
                "#games:example.org",
            ),
            (
                &format!("https://matrix.to/#/{room}/{thread}?via=a"),
                thread,
            ),
        ] {
            assert_eq!(place_name(word).as_deref(), Some(name), "{word}");
        }
    }

    #[test]
    fn anything_else_names_no_place() {
        let long = format!("#{}", "x".repeat(256));
        for word in [
            "",
            "#",
            "#12",
            "12",
            "lounge",
            "!board",
            "<#lounge>",
            "<@12>",
            "https://example.org/channels/1/2",
            "https://discord.com/channels/1",
            "https://matrix.to/#/",
            "é",
            &long,
        ] {
            assert_eq!(place_name(word), None, "{word}");
        }
    }
}
