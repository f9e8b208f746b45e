//! Time and memory for the answer to an admission request, from its bytes and by way of kube's `DynamicObject`, and for the verdict about the
//! text of an object.
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
        admission::{AdmissionRequest, AdmissionReview},
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

/// The same resource as a CRD file.
mod pools {
    cel_runtime::include_crd!("benches/admission/pools.yaml");
}

/// A pool with so many disks.
fn object(disks: usize) -> Value {
    let disks: Vec<Value> = (1..=disks).map(|n| json!({"name": format!("disk-{n}"), "size": n})).collect();
    json!({"apiVersion": "example.dev/v1", "kind": "Pool", "metadata": {"name": "a"}, "spec": {"disks": disks}})
}

/// The body of a request that creates it.
fn body(object: &Value) -> String {
    json!({
        "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
        "request": {
            "uid": "u-1", "name": "a", "operation": "CREATE", "userInfo": {},
            "kind": {"group": "example.dev", "version": "v1", "kind": "Pool"},
            "resource": {"group": "example.dev", "version": "v1", "resource": "pools"},
            "object": object
        }
    })
    .to_string()
}

/// Answers the body of a request, and says whether it is allowed; or judges the text of an object.
type Answer = fn(&str) -> bool;

const REQUESTS: [(&str, Answer); 4] = [
    ("a type, `Review`", |body| review(body).admit::<Pool>(&Options::default()).allowed),
    ("a type, `DynamicObject`", |body| admit_as::<Pool>(&dynamic(body), &Options::default()).allowed),
    ("`include_crd!`, `Review`", |body| pools::v1::admit_review(&review(body), &Options::default()).allowed),
    ("`include_crd!`, `DynamicObject`", |body| pools::v1::admit(&dynamic(body), &Options::default()).allowed),
];

const OBJECTS: [(&str, Answer); 2] = [
    ("`validate_slice`", |text| pools::v1::validate_slice(text.as_bytes(), None).expect("JSON").is_ok()),
    ("`serde_json::from_str` and `validate`", |text| {
        pools::v1::validate(&serde_json::from_str(text).expect("JSON"), None).is_ok()
    }),
];

fn review(body: &str) -> Review<'_> {
    Review::read(body.as_bytes()).expect("a review")
}

fn dynamic(body: &str) -> AdmissionRequest<DynamicObject> {
    let review: AdmissionReview<DynamicObject> = serde_json::from_str(body).expect("a review");
    review.try_into().expect("a request")
}

fn main() {
    let objects = [10, 1_000, 30_000].map(object);
    compare("request", &objects.each_ref().map(body), &REQUESTS);
    compare("object", &objects.map(|object| object.to_string()), &OBJECTS);
}

/// Prints the table of some ways to judge texts.
fn compare(what: &str, texts: &[String], ways: &[(&str, Answer)]) {
    for (name, answer) in ways {
        assert!(texts.iter().all(|text| answer(text)), "{name}");
    }
    if !env::args().any(|argument| argument == "--bench") {
        println!("each {what} is allowed");
        return;
    }
    println!("| bytes of the {what} | judged by | µs | bytes of memory |\n|---:|---|---:|---:|");
    for text in texts {
        for (name, answer) in ways {
            let memory = measure(|| _ = black_box(answer(text))).bytes_max;
            let time = least(|| _ = black_box(answer(text)));
            println!("| {} | {name} | {:.0} | {memory} |", text.len(), time.as_secs_f64() * 1e6);
        }
    }
    println!();
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
