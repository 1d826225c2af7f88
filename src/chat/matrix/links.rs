//! Links to tables: to their rooms, or to the messages that began their threads.

use std::collections::HashMap;

use matrix_sdk::Client;
use matrix_sdk::ruma::{OwnedEventId, OwnedRoomId, OwnedServerName};

use super::error::plain;
use crate::session::TableKey;
use crate::words::{Rich, Span};

/// What the links of a text need to know.
#[derive(Debug, Default)]
pub struct Links {
    /// Servers that know a room, for rooms whose ids name none.
    via: HashMap<OwnedRoomId, Vec<OwnedServerName>>,
}

impl Links {
    /// For the tables that a text names.
    pub(super) async fn in_text(text: &Rich, client: &Client) -> Self {
        let mut links = Self::default();
        for span in text.lines.iter().flatten() {
            if let Span::Place(table) = span
                && let Ok(id) = OwnedRoomId::try_from(table.channel.as_str())
                && id.server_name().is_none()
                && let Some(room) = client.get_room(&id)
            {
                match room.route().await {
                    Ok(servers) => {
                        links.via.insert(id, servers);
                    }
                    Err(error) => {
                        tracing::debug!(room = %id, reason = plain(&error), "no servers for a link");
                    }
                }
            }
        }
        links
    }

    /// The link to a table.
    pub(super) fn to(&self, table: &TableKey) -> Option<String> {
        let room = OwnedRoomId::try_from(table.channel.as_str()).ok()?;
        let via = self.via.get(&room).cloned().unwrap_or_default();
        let Some(thread) = &table.thread else {
            return Some(room.matrix_to_uri_via(via).to_string());
        };
        let event = OwnedEventId::try_from(thread.as_str()).ok()?;
        Some(room.matrix_to_event_uri_via(event, via).to_string())
    }
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::server_name;

    use super::*;

    #[test]
    fn rooms_without_a_server_are_found_by_way_of_others() {
        let room = "!n8f893n9QyMonoKxXiZ2w9KqV0bJv0C8Ibe0kEpMRvM";
        let thread = "$h29iv0s8h29iv0s8h29iv0s8h29iv0s8h29iv0s8h29";
        let id = OwnedRoomId::try_from(room).unwrap();
        let servers = ["a.example", "b.example"].map(|name| name.try_into().unwrap());
        let links = Links {
            via: HashMap::from([(id, servers.to_vec())]),
        };
        let mut table = TableKey::channel("matrix", room);
        let via = "?via=a.example&via=b.example";
        let link = format!("https://matrix.to/#/{room}{via}");
        assert_eq!(links.to(&table), Some(link));
        table.thread = Some(thread.to_owned());
        let link = format!("https://matrix.to/#/{room}/{thread}{via}");
        assert_eq!(links.to(&table), Some(link));
        let named = format!("!room:{}", server_name!("c.example"));
        let link = format!("https://matrix.to/#/{named}");
        assert_eq!(links.to(&TableKey::channel("matrix", named)), Some(link));
        assert_eq!(links.to(&TableKey::channel("matrix", "main")), None);
    }
}
