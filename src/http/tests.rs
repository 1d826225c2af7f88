//! Tests of the HTTP server: what it answers, and that strangers cannot hold it up.

use std::sync::atomic::{AtomicBool, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::Instant;

use super::*;

#[derive(Default)]
struct Told {
    hangs: AtomicBool,
    lacks: AtomicBool,
}

impl Status for Told {
    fn is_alive(&self) -> bool {
        !self.hangs.load(Ordering::Relaxed)
    }

    fn lacks(&self) -> Vec<(String, String)> {
        match self.lacks.load(Ordering::Relaxed) {
            true => vec![("matrix".to_owned(), "not connected".to_owned())],
            false => Vec::new(),
        }
    }

    fn metrics(&self) -> String {
        "a_metric 1\n".to_owned()
    }
}

/// A server, its address, and its end.
async fn served(status: &Arc<Told>) -> (SocketAddr, CancellationToken) {
    let server = HttpServer::bind(([127, 0, 0, 1], 0).into()).await.unwrap();
    let (address, stop) = (server.address().unwrap(), CancellationToken::new());
    tokio::spawn(server.serve(Arc::clone(status) as Arc<dyn Status>, stop.clone()));
    (address, stop)
}

/// What comes back until the connection is closed.
async fn said(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // It may be refused before it was read to the end.
    let _ = stream.write_all(request).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8(answer).unwrap()
}

async fn asked(address: SocketAddr, path: &str) -> String {
    said(
        address,
        format!("GET {path} HTTP/1.1\r\nHost: bot\r\n\r\n").as_bytes(),
    )
    .await
}

#[tokio::test]
async fn it_tells_how_the_program_is() {
    let status = Arc::new(Told::default());
    let (address, stop) = served(&status).await;
    let answer = asked(address, "/healthz").await;
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.ends_with("\r\n\r\nalive\n"), "{answer}");
    let answer = asked(address, "/readyz").await;
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    status.lacks.store(true, Ordering::Relaxed);
    status.hangs.store(true, Ordering::Relaxed);
    let answer = asked(address, "/readyz").await;
    assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
    assert!(
        answer.ends_with("\r\n\r\nmatrix: not connected\n"),
        "{answer}"
    );
    let answer = asked(address, "/healthz").await;
    assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
    let answer = asked(address, "/metrics").await;
    assert!(
        answer.contains("content-type: text/plain; version=0.0.4"),
        "{answer}"
    );
    assert!(answer.ends_with("\r\n\r\na_metric 1\n"), "{answer}");
    stop.cancel();
}

#[tokio::test]
async fn everything_else_is_refused() {
    let (address, _stop) = served(&Arc::default()).await;
    for (request, told) in [
        (
            "GET / HTTP/1.1\r\nHost: bot\r\n\r\n".to_owned(),
            "HTTP/1.1 404 ",
        ),
        (
            "POST /metrics HTTP/1.1\r\nHost: bot\r\nContent-Length: 99999999999\r\n\r\n".to_owned(),
            "HTTP/1.1 405 ",
        ),
        (
            "DELETE /healthz HTTP/1.1\r\nHost: bot\r\n\r\n".to_owned(),
            "HTTP/1.1 405 ",
        ),
        (
            format!(
                "GET /{} HTTP/1.1\r\nHost: bot\r\n\r\n",
                "x".repeat(HEAD_SIZE)
            ),
            "HTTP/1.1 4",
        ),
        (
            format!(
                "GET /healthz HTTP/1.1\r\n{}\r\n",
                "a: b\r\n".repeat(HEADERS + 1)
            ),
            "HTTP/1.1 431 ",
        ),
        (
            "\u{1}\u{2}\u{3} nonsense\r\n\r\n".to_owned(),
            "HTTP/1.1 400 ",
        ),
    ] {
        let answer = said(address, request.as_bytes()).await;
        let begins: String = request.chars().take(40).collect();
        assert!(answer.starts_with(told), "{begins:?}: {answer}");
    }
    // One request for each connection.
    let twice = "GET /healthz HTTP/1.1\r\nHost: bot\r\n\r\n".repeat(2);
    let answer = said(address, twice.as_bytes()).await;
    assert_eq!(answer.matches("HTTP/1.1").count(), 1, "{answer}");
}

#[tokio::test]
async fn those_who_send_nothing_are_dropped_and_hold_up_nobody_for_long() {
    let (address, _stop) = served(&Arc::default()).await;
    let mut silent = Vec::new();
    for _ in 0..CONNECTIONS {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET /healthz HT").await.unwrap();
        silent.push(stream);
    }
    let begun = Instant::now();
    let answer = asked(address, "/healthz").await;
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    // It waited until they were dropped.
    assert!(begun.elapsed() >= HEAD_TIMEOUT / 2);
    for mut stream in silent {
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest).await;
    }
}

#[tokio::test]
async fn an_address_in_use_is_refused() {
    let first = HttpServer::bind(([127, 0, 0, 1], 0).into()).await.unwrap();
    let address = first.address().unwrap();
    let refused = HttpServer::bind(address).await.unwrap_err().to_string();
    assert!(
        refused.starts_with(&format!("http.listen: cannot listen at {address}: ")),
        "{refused}"
    );
}
