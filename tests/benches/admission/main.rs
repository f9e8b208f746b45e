//! Time and memory for the answer to an admission request: from its bytes, and by way of kube's `DynamicObject`.
//!
//! `cargo bench -p tests --bench admission` prints the table; without `--bench`, as `cargo test --all-targets` runs it, each way answers once.

use allocation_counter::measure;
use cel_runtime::{
    Options, XValidation,
    admission::{Review, admit_as},
};
use kube::{
    CustomResource,
    core::{
        DynamicObject,
        admission::{AdmissionResponse, AdmissionReview},
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    env,
    hint::black_box,
    time::{Duration, Instant},
};

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Pool")]
#[schemars(transform = PoolSpec::x_validations)]
struct PoolSpec {
    #[schemars(length(max = 100_000))]
    disks: Vec<Disk>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Disk::x_validations)]
struct Disk {
    #[schemars(length(max = 20))]
    #[x_validation(rule = "self != ''")]
    name: String,
    #[x_validation(rule = "self > 0")]
    size: i64,
}

/// The body of a request that creates a pool with so many disks.
fn body(disks: usize) -> String {
    let disks: Vec<Value> = (1..=disks).map(|n| json!({"name": format!("disk-{n}"), "size": n})).collect();
    json!({
        "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
        "request": {
            "uid": "u-1", "name": "a", "operation": "CREATE", "userInfo": {},
            "kind": {"group": "example.dev", "version": "v1", "kind": "Pool"},
            "resource": {"group": "example.dev", "version": "v1", "resource": "pools"},
            "object": {
                "apiVersion": "example.dev/v1", "kind": "Pool", "metadata": {"name": "a"}, "spec": {"disks": disks}
            }
        }
    })
    .to_string()
}

/// Answers the body of a request.
type Answer = fn(&str) -> AdmissionResponse;

const WAYS: [(&str, Answer); 2] =
    [("`Review`", from_bytes), ("`DynamicObject`, `admit_as`", by_dynamic_object)];

fn from_bytes(body: &str) -> AdmissionResponse {
    Review::read(body.as_bytes()).expect("a review").admit::<Pool>(&Options::default())
}

fn by_dynamic_object(body: &str) -> AdmissionResponse {
    let review: AdmissionReview<DynamicObject> = serde_json::from_str(body).expect("a review");
    admit_as::<Pool>(&review.try_into().expect("a request"), &Options::default())
}

fn main() {
    let bodies = [10, 1_000, 30_000].map(body);
    for (name, answer) in WAYS {
        assert!(bodies.iter().all(|body| answer(body).allowed), "{name}");
    }
    if !env::args().any(|argument| argument == "--bench") {
        println!("{} requests are allowed", bodies.len());
        return;
    }
    println!("| bytes of the request | read as | µs | bytes of memory |\n|---:|---|---:|---:|");
    for body in &bodies {
        for (name, answer) in WAYS {
            let memory = measure(|| drop(black_box(answer(body)))).bytes_max;
            let time = least(|| drop(black_box(answer(body))));
            println!("| {} | {name} | {:.0} | {memory} |", body.len(), time.as_secs_f64() * 1e6);
        }
    }
}

/// The least time of a call in half a second.
fn least(call: impl Fn()) -> Duration {
    let begin = Instant::now();
    let mut least = Duration::MAX;
    while begin.elapsed() < Duration::from_millis(500) {
        let start = Instant::now();
        call();
        least = least.min(start.elapsed());
    }
    least
}
