//! Requests to a webhook whose objects are large, deep or fail everywhere.

use crate::{MOST_TIME, peak};
use cel_runtime::{
    Options, XValidation,
    admission::{Review, admit_as},
};
use kube::{
    CustomResource,
    core::{
        DynamicObject,
        admission::{AdmissionRequest, AdmissionResponse, AdmissionReview},
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The parts of the file's resource that are tried here.
#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Lists", no_spec)]
#[schemars(transform = Fields::x_validations)]
#[x_validation(rule = "false", message = "root")]
struct Fields {
    #[serde(default)]
    keyed: Vec<Keyed>,
    #[serde(default)]
    text: String,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Keyed::x_validations)]
#[x_validation(rule = "self.k < 0", message = "negative")]
struct Keyed {
    k: i64,
    v: Option<i64>,
}

mod crd {
    cel_runtime::include_crd!("tests/large_objects/lists.yaml");
}

/// A request as the server sends it; the old object makes it an update.
fn body(object: &Value, old: &Value) -> String {
    let operation = if old.is_null() { "CREATE" } else { "UPDATE" };
    json!({
        "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
        "request": {
            "uid": "u-1",
            "kind": {"group": "example.dev", "version": "v1", "kind": "Lists"},
            "resource": {"group": "example.dev", "version": "v1", "resource": "lists"},
            "name": "a", "operation": operation, "userInfo": {}, "object": object, "oldObject": old
        }
    })
    .to_string()
}

fn object(parts: &Value) -> Value {
    let mut object = json!({"apiVersion": "example.dev/v1", "kind": "Lists", "metadata": {"name": "a"}});
    let (all, parts) = (object.as_object_mut().expect("an object"), parts.as_object().expect("an object"));
    all.extend(parts.clone());
    object
}

fn read(body: &str) -> serde_json::Result<AdmissionRequest<DynamicObject>> {
    let review: AdmissionReview<DynamicObject> = serde_json::from_str(body)?;
    Ok(review.try_into().expect("a request"))
}

/// The answer by the rules of the file and by those of the type, and how large it is.
fn answered(parts: &Value, old: &Value) -> (AdmissionResponse, usize) {
    let body = body(&object(parts), old);
    let request = read(&body).expect("a request that can be read");
    let answer = |most: f64, admit: &dyn Fn() -> AdmissionResponse| {
        let (mut response, mut text) = (AdmissionResponse::invalid("none"), String::new());
        let (bytes, time) = peak(|| {
            response = admit();
            text = serde_json::to_string(&response).expect("JSON");
        });
        let per_byte = bytes as f64 / body.len() as f64;
        println!("{} bytes of request, {per_byte:.1} for each, answer {}, {time:?}", body.len(), text.len());
        assert!(per_byte < most, "{per_byte}");
        assert!(time < MOST_TIME, "{time:?}");
        assert!(text.len() < MOST_ANSWER, "{}", text.len());
        (response, text.len())
    };
    let options = Options::default();
    let review = || Review::read(body.as_bytes()).expect("a review");
    let typed = answer(MOST_MEMORY, &|| admit_as::<Lists>(&request, &options));
    assert_eq!(answer(MOST_MEMORY_OF_BYTES, &|| review().admit::<Lists>(&options)), typed);
    let by_file = answer(MOST_MEMORY_OF_A_FILE, &|| crd::v1::admit(&request, &options));
    assert_eq!(answer(MOST_MEMORY_OF_A_FILE, &|| crd::v1::admit_review(&review(), &options)), by_file);
    by_file
}

#[test]
fn every_item_fails() {
    let keyed: Vec<Value> = (0..100_000).map(|k| json!({"k": k, "v": 1})).collect();
    let changed: Vec<Value> = (0..100_000).map(|k| json!({"k": k, "v": 2})).collect();
    let (new, old) = (json!({"keyed": changed}), object(&json!({"keyed": keyed})));
    for old in [Value::Null, old] {
        let (response, _) = answered(&new, &old);
        assert!(!response.allowed);
        let causes = response.result.details.expect("details").causes;
        assert!(causes.len() < 100_001, "{}", causes.len());
    }
}

/// Items that the update leaves as they were are warnings.
#[test]
fn every_item_failed_before() {
    let items: Vec<Value> = (0..100_000).map(|k| json!({"k": k})).collect();
    let old = object(&json!({"keyed": items}));
    let (response, _) = answered(&json!({"keyed": items, "text": ""}), &old);
    assert!(!response.allowed, "the root's rule fails");
}

#[test]
fn a_text_of_a_megabyte() {
    let text = "x".repeat(1 << 20);
    let (response, _) = answered(&json!({"text": text}), &Value::Null);
    assert!(!response.allowed);
}

#[test]
fn unknown_keys_are_passed_over() {
    let unknown: serde_json::Map<String, Value> =
        (0..100_000).map(|i| (format!("k{i}"), json!([i]))).collect();
    let (response, size) = answered(&json!({"unknown": unknown}), &Value::Null);
    assert!(!response.allowed, "the root's rule fails");
    assert!(size < 1_000, "{size}");
}

/// serde_json reads 128 levels.
#[test]
fn deep_objects_are_an_error_where_they_are_read() {
    let body = body(&object(&json!({"text": "DEEP"})), &Value::Null);
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let error = read(&body.replace("\"DEEP\"", &deep)).expect_err("too deep");
    assert!(error.to_string().starts_with("recursion limit exceeded"), "{error}");
}

/// Memory for an answer, in sizes of the request: the object as its type, the report, and the answer made of it.
const MOST_MEMORY: f64 = 12.0;

/// The same from bytes. kube flattens `Fields` into `Lists`, so serde keeps the fields in a tree of its own first.
const MOST_MEMORY_OF_BYTES: f64 = 20.0;

/// Rules of a file read the object as one JSON tree, as large as the one in kube's request: a small object in it takes 600 bytes.
const MOST_MEMORY_OF_A_FILE: f64 = 70.0;

/// The largest answer. The server reads any; this is the limit of a report, and what JSON adds.
const MOST_ANSWER: usize = 24 << 20;
