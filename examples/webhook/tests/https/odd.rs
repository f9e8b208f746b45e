//! Requests that are too large, too slow, invalid, or cancelled.

use crate::{
    client::{Result, stream},
    load::check,
    requests::{Case, judged_as, valid},
    webhook::Webhook,
};
use http_body_util::{BodyExt, Full};
use hyper::{Request, body::Bytes, client::conn::http2};
use hyper_util::rt::{TokioExecutor, TokioIo};
use serde_json::{Value, json};
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
    let mut post = async |kind: &str, body: &'static str| {
        message(client.post("/validate", kind, body.into()).await.unwrap())
    };
    let malformed = post("application/json", "{\"kind\": ").await;
    assert!(malformed.starts_with("400 the body is no AdmissionReview: EOF while parsing"), "{malformed}");
    let no_request = "{\"kind\": \"AdmissionReview\", \"apiVersion\": \"admission.k8s.io/v1\"}";
    assert_eq!(post("application/json", no_request).await, "400 the AdmissionReview has no request");
    assert_eq!(post("text/yaml", "{}").await, "415 the Content-Type must be application/json");
    let other = post("application/json", "{\"kind\": \"Pod\", \"apiVersion\": \"v1\"}").await;
    assert_eq!(other, "400 expected an AdmissionReview of admission.k8s.io/v1, got the kind Pod of v1");

    let say = async |sent: String| say(webhook.address, webhook.tls.clone(), sent).await.unwrap();
    let large = say(head("Content-Length: 3407873\r\n")).await;
    assert!(large.starts_with("HTTP/1.1 413"), "{large}");
    let chunk = format!("{:x}\r\n{}\r\n", 1 << 20, "x".repeat(1 << 20));
    let large = say(head("Transfer-Encoding: chunked\r\n") + &chunk.repeat(4)).await;
    assert!(large.starts_with("HTTP/1.1 413"), "{large}");
    let deep = format!("{{\"request\": {}", "[".repeat(100_000));
    let deep = say(head(&format!("Content-Length: {}\r\n", deep.len())) + &deep).await;
    assert!(deep.starts_with("HTTP/1.1 4"), "{deep}");
    let text = |(code, body): (u16, Bytes)| format!("{code} {}", String::from_utf8_lossy(&body));
    let missing = text(webhook.client().await.get("/validat").await.unwrap());
    assert_eq!(missing, "404 ");
    let wrong_method = text(webhook.client().await.get("/validate").await.unwrap());
    assert_eq!(wrong_method, "405 ");
}

/// The code and the message of a `Status`, which the API server shows its client.
fn message((code, body): (u16, Bytes)) -> String {
    let status: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!((&status["kind"], &status["apiVersion"]), (&json!("Status"), &json!("v1")));
    assert_eq!((&status["status"], &status["code"]), (&json!("Failure"), &json!(code)));
    format!("{code} {}", status["message"].as_str().unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_object_that_cannot_be_read_is_refused_under_its_uid() {
    let webhook = Webhook::start("unreadable", &[]);
    let mut client = webhook.client().await;
    let mut answer = async |object: &str| {
        let body = format!(
            r#"{{"kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1", "request": {{"uid": "u-1",
            "kind": {{"group": "example.dev", "version": "v1", "kind": "Scaler"}},
            "resource": {{"group": "example.dev", "version": "v1", "resource": "scalers"}},
            "operation": "CREATE", "userInfo": {{}}, "object": {object}}}}}"#
        );
        let (code, body) = client.post("/validate", "application/json", body.into()).await.unwrap();
        assert_eq!(code, 200);
        let review: Value = serde_json::from_slice(&body).unwrap();
        let response = &review["response"];
        assert_eq!((&response["uid"], &response["allowed"]), (&json!("u-1"), &json!(false)));
        assert_eq!((&review["kind"], &response["status"]["code"]), (&json!("AdmissionReview"), &json!(400)));
        response["status"]["message"].as_str().unwrap().to_owned()
    };
    let deep = format!(r#"{{"spec": {}{}}}"#, "[".repeat(200), "]".repeat(200));
    for object in [&deep, r#"{"spec": 1e400}"#, r#"{"spec": "\ud800"}"#, "[]", "{}"] {
        let text = answer(object).await;
        assert!(text.starts_with("the object is no Scaler: "), "{object}: {text}");
    }
    // What a request brings forges no line of the log.
    let protocol = r#"{"name": "a", "number": 1, "protocol": "a\nforged"}"#;
    let text =
        answer(&format!(r#"{{"spec": {{"tier": "tier-a", "maxReplicas": 3, "ports": [{protocol}]}}}}"#))
            .await;
    assert!(text.contains("unknown variant `a\nforged`"), "{text}");
    let log = webhook.wait_for_log("unknown variant");
    assert!(!log.lines().any(|line| line.starts_with("forged")), "{log}");
}

/// An update has the object twice, and etcd stores 1.5 MiB of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_largest_objects_that_etcd_stores_are_judged() {
    let webhook = Webhook::start("large", &[]);
    let padding = "x".repeat((3 << 19) - 100);
    let object = json!({
        "apiVersion": "example.dev/v1", "kind": "Scaler", "metadata": {"name": "a"},
        "spec": {"tier": "tier-a", "maxReplicas": 3, "padding": padding}
    });
    let case = judged_as("UPDATE", &object, &object, None);
    assert!(case.body.len() > 3 << 20);
    let answer = webhook.client().await.post("/validate", case.kind, case.body.clone()).await;
    check(&case, answer);
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

/// A request whose answer has more than half a MiB.
fn much_to_say() -> Case {
    let port = json!({"name": "p".repeat(40), "number": 0});
    let object = json!({
        "apiVersion": "example.dev/v1", "kind": "Scaler", "metadata": {"name": "a"},
        "spec": {"tier": "tier-a", "maxReplicas": 3, "ports": vec![port; 6000]}
    });
    judged_as("CREATE", &object, &Value::Null, None)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_reads_no_answer_loses_its_connection() {
    let webhook = Webhook::start("unread", &[]);
    let body = String::from_utf8_lossy(&much_to_say().body).into_owned();
    let whole = head(&format!("Content-Length: {}\r\n", body.len())) + &body;
    let mut stream = stream(webhook.address, webhook.tls.clone()).await.unwrap();
    let sent = async { while stream.write_all(whole.as_bytes()).await.is_ok() {} };
    timeout(Duration::from_secs(40), sent).await.expect("the connection is kept");
}

/// Bytes of an answer that a client takes before it reads.
const WINDOW: u32 = 1 << 16;

/// Over HTTP/2 an answer waits until its client wants more of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_nobody_reads_is_dropped() {
    let webhook = Webhook::start("unread-2", &[]);
    let case = much_to_say();
    let mut tls = (*webhook.tls).clone();
    tls.alpn_protocols = vec![b"h2".to_vec()];
    let stream = stream(webhook.address, Arc::new(tls)).await.unwrap();
    let mut client = http2::Builder::new(TokioExecutor::new());
    client.initial_stream_window_size(WINDOW);
    let (mut sender, connection) = client.handshake::<_, Full<Bytes>>(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    let mut ask = async |wait: u64| {
        let request = Request::post("https://localhost/validate").header("Content-Type", case.kind);
        let answer = sender.send_request(request.body(Full::new(case.body.clone())).unwrap()).await.unwrap();
        tokio::time::sleep(Duration::from_secs(wait)).await;
        answer.into_body().collect().await.map(|body| body.to_bytes())
    };
    assert!(ask(6).await.is_err());
    check(&case, ask(0).await.map(|body| (200, body)).map_err(Into::into));
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
