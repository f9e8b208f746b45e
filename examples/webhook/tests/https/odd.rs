//! Requests that are too large, too slow, invalid, or cancelled.

use crate::{
    client::{Result, stream},
    load::check,
    requests::valid,
    webhook::Webhook,
};
use std::{
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    time::timeout,
};
use tokio_rustls::rustls::ClientConfig;

/// The server's answer to these bytes, until it closes the connection or sends nothing more.
async fn say(address: SocketAddr, tls: Arc<ClientConfig>, sent: String) -> Result<String> {
    let mut stream = stream(address, tls).await?;
    stream.write_all(sent.as_bytes()).await?;
    let mut answer = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(Ok(length)) = timeout(Duration::from_secs(12), stream.read(&mut buffer)).await {
        answer.extend_from_slice(&buffer[..length]);
        if length == 0 || answer.windows(4).any(|end| end == b"\r\n\r\n") {
            break;
        }
    }
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

fn head(more: &str) -> String {
    format!("POST /validate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{more}\r\n")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn odd_requests_get_a_clear_answer() {
    let webhook = Webhook::start("odd", &[]);
    let mut client = webhook.client().await;
    let text = |(code, body): (u16, hyper::body::Bytes)| format!("{code} {}", String::from_utf8_lossy(&body));
    let mut post = async |kind: &str, body: &'static str| {
        text(client.post("/validate", kind, body.into()).await.unwrap())
    };
    let malformed = post("application/json", "{\"kind\": ").await;
    assert!(malformed.starts_with("400 Failed to parse the request body as JSON"), "{malformed}");
    let no_request = "{\"kind\": \"AdmissionReview\", \"apiVersion\": \"admission.k8s.io/v1\"}";
    assert_eq!(post("application/json", no_request).await, "400 the AdmissionReview has no request");
    assert_eq!(post("text/yaml", "{}").await, "415 the Content-Type must be application/json");
    let other =
        post("application/json", "{\"kind\": \"Pod\", \"apiVersion\": \"v1\", \"request\": {}}").await;
    assert!(other.starts_with("422 Failed to deserialize"), "{other}");

    let say = async |sent: String| say(webhook.address, webhook.tls.clone(), sent).await.unwrap();
    let large = say(head("Content-Length: 3145729\r\n")).await;
    assert!(large.starts_with("HTTP/1.1 413"), "{large}");
    let chunk = format!("{:x}\r\n{}\r\n", 1 << 20, "x".repeat(1 << 20));
    let large = say(head("Transfer-Encoding: chunked\r\n") + &chunk.repeat(3) + "1\r\nx\r\n").await;
    assert!(large.starts_with("HTTP/1.1 413"), "{large}");
    let deep = format!("{{\"request\": {}", "[".repeat(100_000));
    let deep = say(head(&format!("Content-Length: {}\r\n", deep.len())) + &deep).await;
    assert!(deep.starts_with("HTTP/1.1 4"), "{deep}");
    let missing = text(webhook.client().await.get("/validat").await.unwrap());
    assert_eq!(missing, "404 ");
    let wrong_method = text(webhook.client().await.get("/validate").await.unwrap());
    assert_eq!(wrong_method, "405 ");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_clients_hinder_nobody() {
    let webhook = Webhook::start("slow", &[]);
    let body = head("Content-Length: 100\r\n") + "{";
    let case = valid();
    let start = Instant::now();
    let slow = |sent: &str| tokio::spawn(say(webhook.address, webhook.tls.clone(), sent.to_owned()));
    let bodies: Vec<_> = (0..30).map(|_| slow(&body)).collect();
    let heads: Vec<_> = (0..60).map(|_| slow("POST /validate HTT")).collect();
    let mut client = webhook.client().await;
    let answer = client.post("/validate", case.kind, case.body.clone()).await;
    let time = start.elapsed();
    check(&case, answer);
    assert!(time < Duration::from_secs(5), "{time:?}");
    for answer in bodies {
        assert!(answer.await.unwrap().unwrap().starts_with("HTTP/1.1 408"));
    }
    // An incomplete head gets no answer: the connection ends.
    for answer in heads {
        assert!(!answer.await.unwrap().unwrap_or_default().starts_with("HTTP/1.1 2"));
    }
    let took = start.elapsed();
    assert!(took < Duration::from_secs(11), "{took:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_that_are_given_up_leave_nothing() {
    let webhook = Webhook::start("abort", &[]);
    let case = valid();
    let body = String::from_utf8_lossy(&case.body).into_owned();
    let whole = head(&format!("Content-Length: {}\r\n", body.len())) + &body;
    for index in 0..200 {
        let mut stream = stream(webhook.address, webhook.tls.clone()).await.unwrap();
        let length = if index % 2 == 0 { whole.len() } else { whole.len() / 2 };
        stream.write_all(&whole.as_bytes()[..length]).await.unwrap();
        stream.flush().await.unwrap();
    }
    // More requests than may be read at the same time: none of them keeps a place.
    let mut client = webhook.client().await;
    for _ in 0..20 {
        let answer = client.post("/validate", case.kind, case.body.clone()).await;
        check(&case, answer);
    }
}
