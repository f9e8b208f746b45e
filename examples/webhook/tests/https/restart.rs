//! SIGTERM and new certificates under load.

use crate::{
    client::{Client, stream},
    load::check,
    requests::{Case, judged, valid},
    webhook::Webhook,
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    task::JoinHandle,
    time::sleep,
};

/// Clients that send requests until they are stopped. Some use a new connection for each request.
struct Load {
    workers: Vec<JoinHandle<()>>,
    stop: Arc<AtomicBool>,
    answered: Arc<AtomicUsize>,
}

impl Load {
    fn start(webhook: &Webhook, count: usize) -> Self {
        let (stop, answered) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let cases: Arc<[Case]> = judged().into();
        let worker = |index: usize| {
            let (address, tls, cases) = (webhook.address, webhook.tls.clone(), cases.clone());
            let (stop, answered) = (stop.clone(), answered.clone());
            tokio::spawn(async move {
                let mut client = Client::connect(address, tls.clone()).await.unwrap();
                let mut turn = index;
                while !stop.load(Ordering::SeqCst) {
                    if index.is_multiple_of(2) {
                        client = Client::connect(address, tls.clone()).await.unwrap();
                    }
                    let case = &cases[turn % cases.len()];
                    let answer = client.post("/validate", case.kind, case.body.clone()).await;
                    check(case, answer);
                    answered.fetch_add(1, Ordering::Relaxed);
                    turn += 1;
                }
            })
        };
        Load { workers: (0..count).map(worker).collect(), stop, answered }
    }

    /// Number of answered requests. All requests must be answered.
    async fn stop(self) -> usize {
        self.stop.store(true, Ordering::SeqCst);
        for worker in self.workers {
            worker.await.unwrap();
        }
        self.answered.load(Ordering::Relaxed)
    }
}

/// Acts like the cluster: it sends no more requests to a pod that is not ready.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sigterm_under_load_loses_no_request() {
    let mut webhook = Webhook::start("sigterm", &[("DRAIN_MS", "2000")]);
    let mut probe = webhook.client().await;
    assert_eq!(probe.get("/readyz").await.unwrap().0, 200);
    let load = Load::start(&webhook, 50);
    sleep(Duration::from_millis(500)).await;
    webhook.terminate();
    let start = Instant::now();
    while probe.get("/readyz").await.unwrap().0 == 200 {
        assert!(start.elapsed() < Duration::from_secs(2));
        sleep(Duration::from_millis(20)).await;
    }
    let answered = load.stop().await;
    println!("{answered} requests, none lost");
    assert!(answered > 50);
    assert!(webhook.wait().success());
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_is_under_way_is_answered_after_sigterm() {
    let mut webhook = Webhook::start("under-way", &[("DRAIN_MS", "100")]);
    let case = valid();
    let mut stream = stream(webhook.address, webhook.tls.clone()).await.unwrap();
    let length = case.body.len();
    let head = format!(
        "POST /validate HTTP/1.1\r\nHost: localhost\r\nContent-Type: {}\r\nContent-Length: {length}\r\n\r\n",
        case.kind
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(&case.body[..length / 2]).await.unwrap();
    stream.flush().await.unwrap();
    sleep(Duration::from_millis(200)).await;
    webhook.terminate();
    webhook.wait_for_log("no more connections");
    assert!(Client::connect(webhook.address, webhook.tls.clone()).await.is_err());
    stream.write_all(&case.body[length / 2..]).await.unwrap();
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"allowed\":true"), "{answer}");
    assert!(webhook.wait().success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_certificate_is_renewed_under_load() {
    let webhook = Webhook::start("rotate", &[]);
    let load = Load::start(&webhook, 20);
    let first = webhook.client().await.certificate;
    webhook.rotate();
    webhook.wait_for_log("a new certificate");
    let second = webhook.client().await.certificate;
    assert_ne!(first, second);
    // A key that does not match the certificate changes nothing.
    webhook.spoil();
    webhook.wait_for_log("the certificate stays as it is");
    assert_eq!(webhook.client().await.certificate, second);
    webhook.rotate();
    let start = Instant::now();
    while webhook.client().await.certificate == second {
        assert!(start.elapsed() < Duration::from_secs(10));
        sleep(Duration::from_millis(20)).await;
    }
    println!("{} requests, none lost", load.stop().await);
}
