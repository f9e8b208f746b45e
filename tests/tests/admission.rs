//! Admission requests, answered by the rules of a type and of a CRD file.

use cel_runtime::{
    FieldError, Options, Report, XValidation,
    admission::{Review, admit, admit_as, admit_with},
};
use kube::{
    CustomResource, Resource,
    core::{
        DynamicObject,
        admission::{AdmissionRequest, AdmissionResponse, AdmissionReview},
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Disk", status = "DiskStatus")]
#[schemars(transform = DiskSpec::x_validations)]
struct DiskSpec {
    #[x_validation(rule = "self > 0", message = "disks have a size")]
    #[x_validation(rule = "self >= oldSelf", message = "disks only grow")]
    size: i64,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = DiskStatus::x_validations)]
struct DiskStatus {
    #[x_validation(rule = "self >= 0", message = "not negative")]
    used: i64,
}

mod widgets {
    cel_runtime::include_crd!("../examples/crds/widget.yaml");
}

fn disk(size: impl Into<Value>, used: i64) -> Value {
    json!({
        "apiVersion": "example.dev/v1", "kind": "Disk", "metadata": {"name": "a"},
        "spec": {"size": size.into()}, "status": {"used": used}
    })
}

fn request(operation: &str, new: Value, old: Value) -> Value {
    json!({
        "uid": "u-1",
        "kind": {"group": "example.dev", "version": "v1", "kind": "Disk"},
        "resource": {"group": "example.dev", "version": "v1", "resource": "disks"},
        "name": "a", "operation": operation, "userInfo": {}, "object": new, "oldObject": old
    })
}

fn review(request: &Value) -> Value {
    json!({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": request})
}

fn read_request<T: Resource + DeserializeOwned>(request: &Value) -> AdmissionRequest<T> {
    serde_json::from_value::<AdmissionReview<T>>(review(request)).unwrap().try_into().unwrap()
}

/// The answer to the bytes of a review.
fn answer_to_bytes(request: &Value) -> AdmissionResponse {
    let body = review(request).to_string();
    Review::read(body.as_bytes()).unwrap().admit::<Disk>(&Options::default())
}

/// The answer, the same for a type, for an object that nothing is known of, and for bytes.
fn answer(request: &Value) -> AdmissionResponse {
    let typed = admit(&read_request::<Disk>(request), &Options::default());
    assert_eq!(admit_as::<Disk>(&read_request(request), &Options::default()), typed);
    assert_eq!(answer_to_bytes(request), typed);
    typed
}

fn refused(request: &Value) -> String {
    let response = admit_as::<Disk>(&read_request(request), &Options::default());
    assert_eq!(answer_to_bytes(request), response);
    assert!(!response.allowed);
    assert_eq!((response.uid.as_str(), response.result.code), ("u-1", 400));
    assert_eq!(response.result.reason, "BadRequest");
    response.result.message
}

#[test]
fn a_refusal_has_the_status_of_the_server() {
    let response = answer(&request("CREATE", disk(0, -1), Value::Null));
    assert!(!response.allowed);
    assert_eq!(
        serde_json::to_value(&response.result).unwrap(),
        json!({
            "status": "Failure",
            "metadata": {},
            "code": 422,
            "reason": "Invalid",
            "message": "Disk.example.dev \"a\" is invalid: [spec.size: Invalid value: 0: disks have a size, \
                        status.used: Invalid value: -1: not negative]",
            "details": {
                "name": "a", "group": "example.dev", "kind": "Disk",
                "causes": [
                    {"reason": "FieldValueInvalid", "message": "Invalid value: 0: disks have a size", "field": "spec.size"},
                    {"reason": "FieldValueInvalid", "message": "Invalid value: -1: not negative", "field": "status.used"}
                ]
            }
        })
    );
}

#[test]
fn a_generated_name_is_that_of_the_object() {
    let mut create = request("CREATE", disk(0, 0), Value::Null);
    create["name"] = "".into();
    create["object"]["metadata"]["name"] = "a-xyz".into();
    assert!(answer(&create).result.message.starts_with("Disk.example.dev \"a-xyz\" is invalid"));
}

#[test]
fn an_update_compares_and_warns() {
    let response = answer(&request("UPDATE", disk(0, 2), disk(0, 1)));
    assert!(response.allowed);
    assert_eq!(response.warnings.unwrap(), ["spec.size: Invalid value: 0: disks have a size"]);
    let response = answer(&request("UPDATE", disk(1, 1), disk(2, 1)));
    assert!(response.result.message.ends_with("spec.size: Invalid value: 1: disks only grow"));
}

#[test]
fn an_update_of_the_status_runs_all_rules() {
    let mut update = request("UPDATE", disk(0, -1), disk(0, 1));
    update["subResource"] = "status".into();
    let response = answer(&update);
    assert!(response.result.message.ends_with("is invalid: status.used: Invalid value: -1: not negative"));
    assert_eq!(response.warnings.unwrap(), ["spec.size: Invalid value: 0: disks have a size"]);
}

#[test]
fn a_deletion_is_allowed() {
    let response = answer(&request("DELETE", Value::Null, disk(0, -1)));
    assert!(response.allowed && response.warnings.is_none());
    assert_eq!(response.uid, "u-1");
}

#[test]
fn other_subresources_are_refused_with_what_to_do() {
    let mut scale = request("UPDATE", json!({"spec": {"replicas": 1}}), json!({"spec": {"replicas": 2}}));
    scale["subResource"] = "scale".into();
    scale["kind"] = json!({"group": "autoscaling", "version": "v1", "kind": "Scale"});
    assert_eq!(
        refused(&scale),
        "rules cannot judge a write through `scale`: to let such writes through unjudged, register the webhook for `disks` \
         and `disks/status` only"
    );
}

#[test]
fn another_version_is_refused_with_what_to_do() {
    let mut create = request("CREATE", disk(1, 1), Value::Null);
    create["kind"]["version"] = "v2".into();
    assert_eq!(
        refused(&create),
        "the object is a Disk of example.dev/v2, the rules are for a Disk of example.dev/v1: \
         register the webhook for this version, with `matchPolicy: Equivalent`"
    );
}

#[test]
fn what_cannot_be_read_is_refused() {
    assert_eq!(
        refused(&request("CREATE", disk("small", 1), Value::Null)),
        "the object is no Disk: invalid type: string \"small\", expected i64"
    );
    assert_eq!(
        refused(&request("UPDATE", disk(1, 1), disk("small", 1))),
        "the old object is no Disk: invalid type: string \"small\", expected i64"
    );
    assert_eq!(refused(&request("CREATE", Value::Null, Value::Null)), "the request has no object");
    assert_eq!(
        refused(&request("UPDATE", disk(1, 1), Value::Null)),
        "the request is an update without the old object"
    );
}

#[test]
fn own_checks_go_into_the_answer() {
    let create = read_request::<DynamicObject>(&request("CREATE", disk(1, 1), Value::Null));
    let response = admit_with(&create, |_, _| {
        let mut report = Report::default();
        report.errors.push(FieldError::required("spec.zone", ""));
        report
    });
    assert_eq!(response.result.message, "Disk.example.dev \"a\" is invalid: spec.zone: Required value");
}

#[test]
fn a_crd_file_answers_requests() {
    let widget = json!({"metadata": {"name": "a"}, "spec": {"min": 3, "max": 2}});
    let mut create = request("CREATE", widget, Value::Null);
    create["kind"]["kind"] = "Widget".into();
    let response = widgets::v1::admit(&read_request(&create), &Options::default());
    assert_eq!(
        response.result.message,
        "Widget.example.dev \"a\" is invalid: spec: Invalid value: min must not exceed max"
    );
    let body = review(&create).to_string();
    let review = Review::read(body.as_bytes()).unwrap();
    assert_eq!(widgets::v1::admit_review(&review, &Options::default()), response);
    let disk = request("CREATE", disk(1, 1), Value::Null);
    let response = widgets::v1::admit(&read_request(&disk), &Options::default());
    assert!(
        response
            .result
            .message
            .starts_with("the object is a Disk of example.dev/v1, the rules are for a Widget")
    );
}

#[test]
fn a_review_shows_its_request_before_it_reads_objects() {
    let mut update = request("UPDATE", disk(1, 1), disk("of another version", 1));
    update["userInfo"]["username"] = "ada".into();
    let body = review(&update).to_string();
    let review = Review::read(body.as_bytes()).unwrap();
    let request = review.request();
    assert_eq!((request.uid.as_str(), request.user_info.username.as_deref()), ("u-1", Some("ada")));
    assert!(request.object.is_some() && request.old_object.is_some());
}

/// Only the fields of the request count, however their names are written.
#[test]
fn the_objects_of_a_review_are_those_of_its_request() {
    let mut update = request("UPDATE", disk(1, 1), disk(2, 1));
    update["options"] = json!({"object": disk(9, 9), "request": {"object": 1}});
    let body = review(&update).to_string();
    let body = body.replacen('{', r#"{"object": 1, "oldObject": [2],"#, 1);
    for body in [body.clone(), body.replace(r#""object":"#, r#""\u006fbject":"#), body.replace(':', " :\n\t")]
    {
        let response = Review::read(body.as_bytes()).unwrap().admit::<Disk>(&Options::default());
        assert!(response.result.message.ends_with("Invalid value: 1: disks only grow"), "{body}");
    }
    let twice = review(&update).to_string().replacen(r#""object":"#, r#""object": {}, "object":"#, 1);
    assert!(Review::read(twice.as_bytes()).unwrap_err().to_string().contains("duplicate field `object`"));
}

#[test]
fn a_review_takes_own_checks() {
    let body = review(&request("CREATE", disk(1, 1), Value::Null)).to_string();
    let response = Review::read(body.as_bytes()).unwrap().admit_with(|new: &Disk, old| {
        assert!(old.is_none());
        let mut report = Report::default();
        report.errors.push(FieldError::invalid("spec.size", &new.spec.size, "no space"));
        report
    });
    assert_eq!(
        response.result.message,
        "Disk.example.dev \"a\" is invalid: spec.size: Invalid value: 1: no space"
    );
}

#[test]
fn a_deletion_does_not_read_the_object() {
    let response = answer_to_bytes(&request("DELETE", Value::Null, disk("no number", 1)));
    assert!(response.allowed);
}

/// The API server sends no such bodies.
#[test]
fn a_body_that_is_no_review_is_an_error() {
    let review = review(&request("CREATE", disk(1, 1), Value::Null));
    let error = |body: &str| Review::read(body.as_bytes()).unwrap_err().to_string();
    let changed = |key: &str, value: Value| {
        let mut review = review.clone();
        review[key] = value;
        error(&review.to_string())
    };
    assert_eq!(changed("request", Value::Null), "the AdmissionReview has no request");
    let expected = "expected an AdmissionReview of admission.k8s.io/v1, got the kind ";
    assert_eq!(changed("kind", "Pod".into()), format!("{expected}Pod of admission.k8s.io/v1"));
    assert_eq!(changed("apiVersion", "v1".into()), format!("{expected}AdmissionReview of v1"));
    assert_eq!(error("{}"), "the body is no AdmissionReview: missing field `apiVersion` at line 1 column 2");
    let expected = "the body is no AdmissionReview: invalid length 0, expected an object at line 1 column 2";
    assert_eq!(error("[]"), expected);
    let text = review.to_string();
    assert!(error(&format!("{text}{text}")).contains("trailing characters"));
    assert!(error(&text[1..]).starts_with("the body is no AdmissionReview: "));
}

/// serde_json reads 128 levels of an object that is judged. It passes over any depth in fields that the type does not have.
#[test]
fn objects_that_are_too_deep_are_refused() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let with_deep = |mut object: Value, key: &str| {
        object[key] = "DEEP".into();
        let body = review(&request("CREATE", object, Value::Null)).to_string().replace("\"DEEP\"", &deep);
        Review::read(body.as_bytes()).unwrap().admit::<Disk>(&Options::default())
    };
    let response = with_deep(disk(1, 1), "spec");
    assert_eq!((response.uid.as_str(), response.result.code), ("u-1", 400));
    assert!(with_deep(disk(1, 1), "unknown").allowed);
}
