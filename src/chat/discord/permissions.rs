//! The permissions that the bot needs, and the link that grants them.

use serenity::all::Permissions;

/// What the bot cannot do without.
pub(super) const NEEDED: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::SEND_MESSAGES)
    .union(Permissions::ATTACH_FILES)
    .union(Permissions::READ_MESSAGE_HISTORY)
    .union(Permissions::CREATE_PUBLIC_THREADS)
    .union(Permissions::SEND_MESSAGES_IN_THREADS);

/// What the link grants, and nothing else. `docs/discord.md` says what each is needed for.
const GRANTED: Permissions = NEEDED.union(Permissions::ADD_REACTIONS);

/// The page on which a bot is added to a server:
/// <https://discord.com/developers/docs/topics/oauth2#bot-authorization-flow>.
const AUTHORIZE: &str = "https://discord.com/oauth2/authorize";

/// The link that adds the bot to a server with its commands and all that it needs. Opened for a server
/// where the bot is already, it grants what is missing. With a server there is no other to choose.
pub(super) fn install_link(application: u64, guild: Option<u64>) -> String {
    let bits = GRANTED.bits();
    let mut link = format!(
        "{AUTHORIZE}?client_id={application}&scope=bot+applications.commands&permissions={bits}"
    );
    if let Some(guild) = guild {
        link.push_str(&format!("&guild_id={guild}&disable_guild_select=true"));
    }
    link
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// The link and the table of the guide for operators.
    fn guide() -> String {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/discord.md");
        std::fs::read_to_string(file).unwrap()
    }

    #[test]
    fn the_guide_has_the_link_and_every_permission() {
        let guide = guide();
        let link = install_link(0, None).replace("client_id=0", "client_id=ID");
        assert!(guide.lines().any(|line| line == link), "{link}");
        let told: Vec<(&str, u64)> = guide
            .lines()
            .skip_while(|line| !line.starts_with("| permission | bit |"))
            .skip(2)
            .map_while(|line| {
                let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
                Some((cells.next()?, cells.next()?.parse().ok()?))
            })
            .collect();
        let mut rest = GRANTED;
        for (name, bit) in told {
            let permission = Permissions::from_bits(bit).unwrap();
            assert!(rest.contains(permission), "{name} is one too many");
            // As Discord calls it, but for capital letters.
            let known = permission.get_permission_names().join(" ");
            assert_eq!(name.to_lowercase(), known.to_lowercase());
            rest.remove(permission);
        }
        assert_eq!(rest, Permissions::empty(), "not in the guide");
    }

    #[test]
    fn the_link_of_a_server_leaves_no_choice() {
        assert_eq!(
            install_link(17, Some(9)),
            "https://discord.com/oauth2/authorize?client_id=17&scope=bot+applications.commands\
             &permissions=309237746752&guild_id=9&disable_guild_select=true"
        );
    }
}
