//! Many requests at the same time: each gets its own answer, and the memory does not grow.

use crate::{
    client::Result,
    requests::{Case, mixed},
    webhook::Webhook,
};
use hyper::body::Bytes;
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

const REQUESTS: usize = 2_000;
const AT_ONCE: usize = 50;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_thousand_requests_get_their_answers() {
    let webhook = Webhook::start("load", &[]);
    let cases: Arc<[Case]> = mixed().into();
    judge_all(&webhook, &cases).await;
    let before = webhook.memory();
    let validated = judge_all(&webhook, &cases).await;
    let after = webhook.memory();
    let empty = measure(&webhook, None).await;
    println!("p50, p99 of /validate: {:?}, {:?}", part(&validated, 50), part(&validated, 99));
    println!("p50, p99 of /healthz:  {:?}, {:?}", part(&empty, 50), part(&empty, 99));
    println!("memory after {REQUESTS} requests and after twice as many: {before:?}, {after:?} KiB");
    if let (Some(before), Some(after)) = (before, after) {
        assert!(after < before + before / 5 + 8_192, "the memory grows: {before} to {after} KiB");
    }
    let (_, metrics) = webhook.client().await.get("/metrics").await.unwrap();
    let metrics = String::from_utf8_lossy(&metrics).into_owned();
    let unread = cases.iter().filter(|case| case.code == 415).count();
    assert!(unread > 0 && metrics.contains("webhook_requests_total{answer=\"415\"}"), "{metrics}");
    assert!(metrics.contains(&format!("webhook_duration_seconds_count {}", 2 * REQUESTS)), "{metrics}");
}

async fn judge_all(webhook: &Webhook, cases: &Arc<[Case]>) -> Vec<Duration> {
    measure(webhook, Some(cases.clone())).await
}

/// Sends the cases in turn, or only requests for `ok`. Returns the time of each request.
async fn measure(webhook: &Webhook, cases: Option<Arc<[Case]>>) -> Vec<Duration> {
    let next = Arc::new(AtomicUsize::new(0));
    let mut workers = Vec::new();
    for _ in 0..AT_ONCE {
        let (next, cases, mut client) = (next.clone(), cases.clone(), webhook.client().await);
        workers.push(tokio::spawn(async move {
            let mut times = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= REQUESTS {
                    return times;
                }
                let start = Instant::now();
                match cases.as_ref().map(|cases| &cases[index % cases.len()]) {
                    Some(case) => {
                        let answer = client.post("/validate", case.kind, case.body.clone()).await;
                        check(case, answer);
                    }
                    None => assert_eq!(client.get("/healthz").await.unwrap().0, 200),
                }
                times.push(start.elapsed());
            }
        }));
    }
    let mut times = Vec::new();
    for worker in workers {
        times.extend(worker.await.unwrap());
    }
    assert_eq!(times.len(), REQUESTS);
    times.sort();
    times
}

/// Checks that the answer is the expected one.
pub(crate) fn check(case: &Case, answer: Result<(u16, Bytes)>) {
    let (code, body) = answer.unwrap();
    assert_eq!(code, case.code, "{}", String::from_utf8_lossy(&body));
    if let Some(response) = &case.response {
        assert_eq!(*response, serde_json::from_slice::<serde_json::Value>(&body).unwrap());
    }
}

fn part(sorted: &[Duration], percent: usize) -> Duration {
    sorted[(sorted.len() * percent / 100).min(sorted.len() - 1)]
}
