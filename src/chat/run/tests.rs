//! Tests of a run: how it begins, and how it ends.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::platforms::Chat;
use super::*;
use crate::host::{
    DatabaseLocation, DeliveryError, Incoming, Input, Platform, RenderedReply, Transport,
};
use crate::session::{Addressing, Person, Settings, TableKey};

/// A transport that reports each delivery and never finishes it.
struct Stuck(mpsc::UnboundedSender<()>);

impl Transport for Stuck {
    fn deliver<'a>(
        &'a self,
        _: &'a RenderedReply,
    ) -> BoxFuture<'a, Result<Option<String>, DeliveryError>> {
        self.0.send(()).unwrap();
        Box::pin(std::future::pending())
    }
}

fn chat(
    transport: Stuck,
    listen: impl FnOnce(Host) -> BoxFuture<'static, Result<(), RunError>> + 'static,
) -> Chat {
    Chat {
        platform: Platform {
            name: "test".to_owned(),
            bot: Person::new("bot", "Ringleader"),
            settings: Settings::default(),
            transport: Arc::new(transport),
            throttled: false,
        },
        reconfigure: Box::new(|_| {}),
        listen: Box::new(|host, stop| {
            let listening = listen(host);
            Box::pin(async move {
                tokio::select! {
                    ended = listening => ended,
                    () = stop.cancelled() => Ok(()),
                }
            })
        }),
    }
}

async fn run_with(chats: Vec<Chat>, stop: impl AsyncFnMut()) -> Result<(), RunError> {
    run_within(chats, stop, StopLimits::USUAL).await
}

async fn run_within(
    chats: Vec<Chat>,
    stop: impl AsyncFnMut(),
    limits: StopLimits,
) -> Result<(), RunError> {
    let config = Config::default();
    let store = open_store(&DatabaseLocation::Memory).await.unwrap();
    let platforms = chats.into_iter().map(|chat| ConfiguredPlatform {
        name: "test",
        connect: Box::new(|_| Box::pin(async { Ok(chat) })),
    });
    let signals = Signals {
        stop,
        reload: async || std::future::pending().await,
    };
    let served = serve(
        store,
        platforms.collect(),
        Role::Platforms,
        config,
        None,
        signals,
        limits,
    );
    timeout(Duration::from_secs(300), served).await.unwrap()
}

#[test]
fn targets_with_tokens_are_not_logged() {
    use tracing::Level;
    let most: tracing_subscriber::filter::Targets = MOST_LOGGED.parse().unwrap();
    for (target, level, logged) in [
        ("ringleader::chat::discord::rest", Level::TRACE, true),
        ("sqlx::query", Level::DEBUG, true),
        ("serenity::gateway::ws", Level::WARN, false),
        ("serenity::http::client", Level::DEBUG, false),
        ("tungstenite::protocol", Level::TRACE, false),
        ("h2::codec::framed_write", Level::DEBUG, false),
        ("hyper_util::client::legacy::pool", Level::DEBUG, false),
        ("reqwest::connect", Level::DEBUG, false),
    ] {
        assert_eq!(
            most.would_enable(target, &level),
            logged,
            "{target} {level}"
        );
    }
}

#[tokio::test]
async fn a_platform_that_fails_ends_the_run_with_its_reason() {
    let (sender, _receiver) = mpsc::unbounded_channel();
    let broken = chat(Stuck(sender.clone()), |_| {
        Box::pin(async { Err(RunError::Runtime(io::Error::other("broken"))) })
    });
    let error = run_with(vec![broken], async || std::future::pending().await)
        .await
        .unwrap_err();
    assert_eq!(error.to_string(), "cannot start: broken");
}

#[tokio::test]
async fn a_platform_that_cannot_be_reached_holds_up_no_other() {
    let (sender, _receiver) = mpsc::unbounded_channel();
    let (begun, mut beginnings) = mpsc::unbounded_channel();
    let reached = chat(Stuck(sender), move |_| {
        begun.send(()).unwrap();
        Box::pin(std::future::pending())
    });
    let away = ConfiguredPlatform {
        name: "away",
        connect: Box::new(|_| Box::pin(std::future::pending())),
    };
    let reached = ConfiguredPlatform {
        name: "test",
        connect: Box::new(|_| Box::pin(async { Ok(reached) })),
    };
    let store = open_store(&DatabaseLocation::Memory).await.unwrap();
    let signals = Signals {
        stop: async || match beginnings.recv().await {
            Some(()) => {}
            None => std::future::pending().await,
        },
        reload: async || std::future::pending().await,
    };
    let config = Config::default();
    let limits = StopLimits::USUAL;
    let served = serve(
        store,
        vec![away, reached],
        Role::Platforms,
        config,
        None,
        signals,
        limits,
    );
    let ended = timeout(Duration::from_secs(300), served).await.unwrap();
    ended.unwrap();
}

#[tokio::test]
async fn a_signal_ends_the_run() {
    let (sender, _receiver) = mpsc::unbounded_channel();
    let listening = chat(Stuck(sender), |_| Box::pin(std::future::pending()));
    let (signal, mut signals) = mpsc::unbounded_channel();
    signal.send(()).unwrap();
    run_with(vec![listening], async || signals.recv().await.unwrap())
        .await
        .unwrap();
}

/// A platform on which somebody asks for help.
fn asked_for_help(delivering: mpsc::UnboundedSender<()>) -> Chat {
    chat(Stuck(delivering), |host| {
        Box::pin(async move {
            let said = Incoming {
                table: TableKey::channel("test", "room"),
                server: None,
                community: None,
                private: false,
                author: Person::new("alice", "alice"),
                event: "1".to_owned(),
                reply_target: None,
                input: Input::Text {
                    text: "!help".to_owned(),
                    addressing: Addressing::Open,
                },
                people: Vec::new(),
                attachment: None,
                language: None,
                cursor: None,
            };
            host.handle(said).await.unwrap();
            std::future::pending().await
        })
    })
}

#[tokio::test]
async fn a_delivery_that_does_not_end_is_abandoned() {
    let (sender, mut delivering) = mpsc::unbounded_channel();
    let limits = StopLimits {
        platforms: Duration::from_millis(50),
        drain: Duration::from_millis(100),
        ..StopLimits::USUAL
    };
    let mut asked = 0;
    let heard = asked_for_help(sender);
    let stop = async || {
        asked += 1;
        match asked {
            1 => delivering.recv().await.unwrap(),
            _ => std::future::pending().await,
        }
    };
    run_within(vec![heard], stop, limits).await.unwrap();
}

#[tokio::test]
async fn a_platform_that_does_not_end_is_abandoned() {
    let (sender, _receiver) = mpsc::unbounded_channel();
    let deaf = Chat {
        listen: Box::new(|_, _| Box::pin(std::future::pending())),
        ..chat(Stuck(sender), |_| Box::pin(std::future::pending()))
    };
    let limits = StopLimits {
        platforms: Duration::from_millis(50),
        ..StopLimits::USUAL
    };
    let (signal, mut signals) = mpsc::unbounded_channel();
    signal.send(()).unwrap();
    let stop = async || match signals.recv().await {
        Some(()) => {}
        None => std::future::pending().await,
    };
    drop(signal);
    run_within(vec![deaf], stop, limits).await.unwrap();
}

#[tokio::test]
async fn a_second_signal_does_not_wait_for_work_in_progress() {
    let (sender, mut delivering) = mpsc::unbounded_channel();
    let heard = asked_for_help(sender);
    let mut asked = 0;
    let ended = run_with(vec![heard], async || {
        asked += 1;
        if asked == 1 {
            delivering.recv().await.unwrap();
        }
    })
    .await;
    assert!(matches!(ended, Err(RunError::Aborted)), "{ended:?}");
}
