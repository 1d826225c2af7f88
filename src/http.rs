//! The HTTP server for operators: `/healthz`, `/readyz` and `/metrics`.
//!
//! It knows neither platforms nor databases: a [`Status`] tells what it answers. What strangers can
//! send is bounded: the size of a request, the time that it may take, and the number of connections.
//! Each connection is for one request.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{Method, Request, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

/// Connections at a time; more wait. A few programs ask every few seconds.
const CONNECTIONS: usize = 16;

/// How long the head of a request may take to arrive.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a connection may take in all.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(10);

/// Largest head of a request, in bytes: the least that the library takes.
const HEAD_SIZE: usize = 8192;

/// Most headers of a request.
const HEADERS: usize = 64;

/// Wait before connections are accepted again after that failed, for lack of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);

/// The content type of metrics.
const METRICS_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What the server tells.
pub(crate) trait Status: Send + Sync + 'static {
    /// Whether the program goes on.
    fn is_alive(&self) -> bool;

    /// What is not ready, and why.
    fn lacks(&self) -> Vec<(String, String)>;

    /// What was measured, as a text for Prometheus.
    fn metrics(&self) -> String;
}

/// The address cannot be listened at.
#[derive(Debug, Error)]
#[error("http.listen: cannot listen at {address}: {reason}")]
pub struct ListenError {
    address: SocketAddr,
    reason: io::Error,
}

/// A server that does not answer yet.
#[derive(Debug)]
pub(crate) struct HttpServer(TcpListener);

impl HttpServer {
    /// Takes the address.
    pub(crate) async fn bind(address: SocketAddr) -> Result<Self, ListenError> {
        let bound = TcpListener::bind(address).await;
        bound
            .map(Self)
            .map_err(|reason| ListenError { address, reason })
    }

    /// The address.
    pub(crate) fn address(&self) -> Option<SocketAddr> {
        self.0.local_addr().ok()
    }

    /// Answers until the stop.
    pub(crate) async fn serve(self, status: Arc<dyn Status>, stop: CancellationToken) {
        let router = router(status);
        let places = Arc::new(Semaphore::new(CONNECTIONS));
        let serving = async {
            loop {
                // The semaphore is never closed.
                let place = Arc::clone(&places).acquire_owned().await.ok();
                match self.0.accept().await {
                    Ok((stream, _)) => {
                        let (router, stop) = (router.clone(), stop.clone());
                        tokio::spawn(async move {
                            tokio::select! {
                                () = stop.cancelled() => {}
                                // What went wrong is the other end's concern.
                                _ = timeout(CONNECTION_TIMEOUT, answer(stream, router)) => {}
                            }
                            drop(place);
                        });
                    }
                    Err(error) => {
                        tracing::debug!(%error, "a connection was not accepted");
                        sleep(ACCEPT_PAUSE).await;
                    }
                }
            }
        };
        tokio::select! {
            () = stop.cancelled() => {}
            () = serving => {}
        }
    }
}

/// Answers one request.
async fn answer(stream: TcpStream, router: Router) -> Result<(), hyper::Error> {
    let routes = TowerToHyperService::new(router);
    let service = service_fn(move |request: Request<Incoming>| {
        let routes = routes.clone();
        async move {
            if request.method() != Method::GET {
                let refused = (
                    StatusCode::METHOD_NOT_ALLOWED,
                    [(ALLOW, "GET")],
                    "only GET\n",
                );
                return Ok::<Response, Infallible>(refused.into_response());
            }
            hyper::service::Service::call(&routes, request).await
        }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .keep_alive(false)
        .max_buf_size(HEAD_SIZE)
        .max_headers(HEADERS)
        .serve_connection(TokioIo::new(stream), service)
        .await
}

fn router(status: Arc<dyn Status>) -> Router {
    Router::new()
        .route("/healthz", get(health))
        .route("/readyz", get(readiness))
        .route("/metrics", get(metrics))
        .with_state(status)
}

type Shared = State<Arc<dyn Status>>;

async fn health(State(status): Shared) -> Response {
    match status.is_alive() {
        true => text(StatusCode::OK, "alive\n".to_owned()),
        false => text(
            StatusCode::SERVICE_UNAVAILABLE,
            "the program hangs\n".to_owned(),
        ),
    }
}

async fn readiness(State(status): Shared) -> Response {
    let lacks = status.lacks();
    if lacks.is_empty() {
        return text(StatusCode::OK, "ready\n".to_owned());
    }
    let lines = lacks.iter().map(|(what, why)| format!("{what}: {why}\n"));
    text(StatusCode::SERVICE_UNAVAILABLE, lines.collect())
}

async fn metrics(State(status): Shared) -> Response {
    ([(CONTENT_TYPE, METRICS_TYPE)], status.metrics()).into_response()
}

fn text(code: StatusCode, text: String) -> Response {
    (code, [(CACHE_CONTROL, "no-store")], text).into_response()
}

#[cfg(test)]
mod tests;
