//! A minimal echo bot: it joins every room and echoes messages, as a text or as the name of a picture
//! that it uploads each time. Nothing is stored or drawn, and there is no game.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use matrix_sdk::attachment::AttachmentConfig;
use matrix_sdk::config::SyncSettings;
use matrix_sdk::ruma::events::room::member::StrippedRoomMemberEvent;
use matrix_sdk::ruma::events::room::message::{
    MessageType, OriginalSyncRoomMessageEvent, RoomMessageEventContent,
};
use matrix_sdk::{Client, Room};

/// How long the server holds a sync in which nothing happens, as in the bot.
const POLL_TIMEOUT: Duration = Duration::from_secs(30);

/// A PNG to answer with.
type Picture = Option<Arc<[u8]>>;

/// Runs until it is killed. Arguments: the server's address, user, password, `once` for a loop around
/// `sync_once` or `sync` for the SDK's loop, and optionally the path of a PNG to answer with.
pub(crate) fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [server, user, password, listening, path @ ..] = arguments else {
        return Err("echo needs server, user, password, and once or sync".into());
    };
    let picture = path.first().map(std::fs::read).transpose()?.map(Arc::from);
    // Two TLS providers are built in; one has to be chosen.
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    tokio::runtime::Runtime::new()?.block_on(echo(server, user, password, listening, picture))
}

async fn echo(
    server: &str,
    user: &str,
    password: &str,
    listening: &str,
    picture: Picture,
) -> Result<(), Box<dyn Error>> {
    let client = Client::builder().homeserver_url(server).build().await?;
    client
        .matrix_auth()
        .login_username(user, password)
        .send()
        .await?;
    client.add_event_handler(join);
    client.add_event_handler(move |event: OriginalSyncRoomMessageEvent, room: Room| {
        echo_message(event, room, picture.clone())
    });
    let settings = SyncSettings::new().timeout(POLL_TIMEOUT);
    if listening == "sync" {
        client.sync(settings).await?;
        return Ok(());
    }
    loop {
        client.sync_once(settings.clone()).await?;
    }
}

async fn join(_event: StrippedRoomMemberEvent, room: Room) {
    // It may be in the room already, or the event may be about somebody else.
    let _ = room.join().await;
}

async fn echo_message(event: OriginalSyncRoomMessageEvent, room: Room, picture: Picture) {
    if event.sender == room.own_user_id() {
        return;
    }
    let MessageType::Text(text) = event.content.msgtype else {
        return;
    };
    // The measurement notices a missing answer.
    match picture {
        Some(png) => {
            let settings = AttachmentConfig::new();
            let _ = room
                .send_attachment(text.body, &mime::IMAGE_PNG, png.to_vec(), settings)
                .await;
        }
        None => {
            let content = RoomMessageEventContent::text_plain(text.body);
            let _ = room.send(content).await;
        }
    }
}
