//! Answers admission requests of kube with rules. A validating webhook needs only a server around this.
//!
//! ```
//! use cel_runtime::{Options, XValidation, admission::admit};
//! use kube::{CustomResource, core::admission::{AdmissionRequest, AdmissionReview}};
//! use schemars::JsonSchema;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
//! #[kube(group = "example.dev", version = "v1", kind = "Disk")]
//! #[schemars(transform = DiskSpec::x_validations)]
//! struct DiskSpec {
//!     #[x_validation(rule = "self > 0", message = "disks have a size")]
//!     size: i64,
//! }
//!
//! # fn main() {
//! # let object = serde_json::json!({"apiVersion": "example.dev/v1", "kind": "Disk", "metadata": {"name": "a"}, "spec": {"size": 0}});
//! # let body = serde_json::json!({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
//! #     "uid": "1", "kind": {"group": "example.dev", "version": "v1", "kind": "Disk"},
//! #     "resource": {"group": "example.dev", "version": "v1", "resource": "disks"},
//! #     "operation": "CREATE", "userInfo": {}, "object": object}}).to_string();
//! let review: AdmissionReview<Disk> = serde_json::from_str(&body).unwrap();
//! let request: AdmissionRequest<Disk> = review.try_into().unwrap();
//! let response = admit(&request, &Options::default());
//! assert!(!response.allowed);
//! assert_eq!(
//!     response.result.message,
//!     "Disk.example.dev \"a\" is invalid: spec.size: Invalid value: 0: disks have a size"
//! );
//! let answer = serde_json::to_string(&response.into_review()).unwrap();
//! # assert!(answer.contains("FieldValueInvalid"));
//! # }
//! ```
//!
//! # What is judged
//!
//! | request | answer |
//! | --- | --- |
//! | create | all rules except those with `oldSelf` |
//! | update | all rules; a failure at a value that the update did not change is a warning |
//! | update through `status` | the same: the request holds the whole object, and the API server runs all rules, too |
//! | delete, connect | allowed: rules judge only objects that are stored |
//! | update through `scale` or another subresource | refused: the request holds a `Scale`, not the object |
//! | an object of another kind or version | refused; the message says what to register |
//!
//! A webhook that is not registered for `scale` is not asked about such updates: they go through, whatever the rules say. The API server
//! itself runs the rules of the CRD on them.
//!
//! A refusal has the status of the API server: `Invalid`, code 422, a cause for each error. The server puts
//! `admission webhook ".." denied the request: ` before its message.

use crate::{ErrorList, Options, Report, Status, XValidation};
use kube_core::{
    DynamicObject, Resource,
    admission::{AdmissionRequest, AdmissionResponse, Operation},
    gvk::GroupVersionKind,
    response::{Status as KubeStatus, StatusCause, StatusDetails, StatusSummary, reason},
};
use serde::{
    Serialize,
    de::{DeserializeOwned, value::MapDeserializer},
};
use serde_json::{Map, Value};

/// Answers a request about a resource that derives [`XValidation`]. The [module](self) has an example.
///
/// If the object is no `T`, serde cannot read the request at all. [`admit_as`] answers such requests, too.
pub fn admit<T>(request: &AdmissionRequest<T>, options: &Options) -> AdmissionResponse
where
    T: Resource<DynamicType: Default> + XValidation + Serialize,
{
    respond(request, Some(&kind_of::<T>()), |new, old| Ok(new.x_evaluate(old, options)))
}

/// The same for a request that was read with kube's [`DynamicObject`]. The object becomes a `T` here. If that fails, the request is
/// refused with the message of serde.
///
/// A webhook should read requests this way: it can then answer with the request's `uid`, whatever the object is. An update is also refused
/// if the old object is no `T`, because rules with `oldSelf` could not run.
///
/// ```
/// # use cel_runtime::{Options, XValidation, admission::admit_as};
/// # use kube::{CustomResource, core::{DynamicObject, admission::{AdmissionRequest, AdmissionReview}}};
/// # use schemars::JsonSchema;
/// # use serde::{Deserialize, Serialize};
/// # #[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
/// # #[kube(group = "example.dev", version = "v1", kind = "Disk")]
/// # #[schemars(transform = DiskSpec::x_validations)]
/// # struct DiskSpec { #[x_validation(rule = "self > 0")] size: i64 }
/// # fn main() {
/// # let object = serde_json::json!({"apiVersion": "example.dev/v1", "kind": "Disk", "metadata": {"name": "a"}, "spec": {"size": "small"}});
/// # let body = serde_json::json!({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
/// #     "uid": "1", "kind": {"group": "example.dev", "version": "v1", "kind": "Disk"},
/// #     "resource": {"group": "example.dev", "version": "v1", "resource": "disks"},
/// #     "operation": "CREATE", "userInfo": {}, "object": object}}).to_string();
/// let review: AdmissionReview<DynamicObject> = serde_json::from_str(&body).unwrap();
/// let request: AdmissionRequest<DynamicObject> = review.try_into().unwrap();
/// let response = admit_as::<Disk>(&request, &Options::default());
/// assert_eq!(response.result.message, "the object is no Disk: invalid type: string \"small\", expected i64");
/// assert_eq!(response.uid, "1");
/// # }
/// ```
pub fn admit_as<T>(request: &AdmissionRequest<DynamicObject>, options: &Options) -> AdmissionResponse
where
    T: Resource<DynamicType: Default> + XValidation + Serialize + DeserializeOwned,
{
    let kind = kind_of::<T>();
    respond(request, Some(&kind), |new, old| {
        let new: T = read(new).map_err(|error| format!("the object is no {}: {error}", kind.kind))?;
        let old: Option<T> = old
            .map(read)
            .transpose()
            .map_err(|error| format!("the old object is no {}: {error}", kind.kind))?;
        Ok(new.x_evaluate(old.as_ref(), options))
    })
}

/// Answers a request with the report that `judge` makes of the object and its old version. Use it to add checks of your own:
///
/// ```
/// # use cel_runtime::{FieldError, Options, XValidation, admission::admit_with};
/// # use kube::{CustomResource, core::admission::{AdmissionRequest, AdmissionResponse}};
/// # use schemars::JsonSchema;
/// # use serde::{Deserialize, Serialize};
/// # #[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
/// # #[kube(group = "example.dev", version = "v1", kind = "Disk")]
/// # #[schemars(transform = DiskSpec::x_validations)]
/// # struct DiskSpec { #[x_validation(rule = "self > 0")] size: i64 }
/// fn admit(request: &AdmissionRequest<Disk>, free: i64) -> AdmissionResponse {
///     admit_with(request, |new, old| {
///         let mut report = new.x_evaluate(old, &Options::default());
///         if new.spec.size > free {
///             report.errors.push(FieldError::invalid("spec.size", &new.spec.size, "there is not so much space"));
///         }
///         report
///     })
/// }
/// # fn main() {}
/// ```
///
/// It does not look at the request's kind. [`admit`] does, and so does the `admit` of each version in
#[cfg_attr(feature = "crd", doc = "[`include_crd!`](crate::include_crd).")]
#[cfg_attr(not(feature = "crd"), doc = "`include_crd!`.")]
pub fn admit_with<T: Resource>(
    request: &AdmissionRequest<T>,
    judge: impl FnOnce(&T, Option<&T>) -> Report,
) -> AdmissionResponse {
    respond(request, None, |new, old| Ok(judge(new, old)))
}

/// Implementation of `admit` in a module of `include_crd!`.
#[doc(hidden)]
pub fn admit_version(
    request: &AdmissionRequest<DynamicObject>,
    [group, version, kind]: [&str; 3],
    evaluate: impl FnOnce(&DynamicObject, Option<&DynamicObject>) -> serde_json::Result<Report>,
) -> AdmissionResponse {
    respond(request, Some(&GroupVersionKind::gvk(group, version, kind)), |new, old| {
        evaluate(new, old).map_err(|error| format!("the object cannot be read: {error}"))
    })
}

/// Asks `judge` about the object of a request, which must have this `kind` if one is given. An `Err` says why the object cannot be judged.
fn respond<T: Resource>(
    request: &AdmissionRequest<T>,
    kind: Option<&GroupVersionKind>,
    judge: impl FnOnce(&T, Option<&T>) -> Result<Report, String>,
) -> AdmissionResponse {
    if matches!(request.operation, Operation::Delete | Operation::Connect) {
        return request.into();
    }
    let judged = objects(request, kind).and_then(|(new, old)| Ok((new, judge(new, old)?)));
    match judged {
        Err(text) => refusal(request, &text),
        Ok((new, report)) => response(request, new, report),
    }
}

/// The new object, and the old one of an update.
fn objects<'r, T: Resource>(
    request: &'r AdmissionRequest<T>,
    kind: Option<&GroupVersionKind>,
) -> Result<(&'r T, Option<&'r T>), String> {
    if let Some(name) = request.sub_resource.as_deref()
        && !matches!(name, "" | "status")
    {
        let resource = &request.resource.resource;
        return Err(format!(
            "rules cannot judge a write through `{name}`: to let such writes through unjudged, register the webhook for `{resource}` \
             and `{resource}/status` only"
        ));
    }
    let found = &request.kind;
    if let Some(kind) = kind.filter(|kind| *kind != found) {
        return Err(format!(
            "the object is a {} of {}, the rules are for a {} of {}: register the webhook for this version, with `matchPolicy: Equivalent`",
            found.kind,
            found.api_version(),
            kind.kind,
            kind.api_version()
        ));
    }
    let new = request.object.as_ref().ok_or("the request has no object")?;
    let old = request.old_object.as_ref().filter(|_| request.operation == Operation::Update);
    if old.is_none() && request.operation == Operation::Update {
        return Err("the request is an update without the old object".to_owned());
    }
    Ok((new, old))
}

fn response<T: Resource>(request: &AdmissionRequest<T>, new: &T, report: Report) -> AdmissionResponse {
    let mut response = AdmissionResponse::from(request);
    if !report.warnings.is_empty() {
        response.warnings = Some(report.warnings.iter().map(ToString::to_string).collect());
    }
    if !report.errors.is_empty() {
        let name = new.meta().name.as_ref().unwrap_or(&request.name);
        response.allowed = false;
        response.result = report.errors.to_status(&request.kind.group, &request.kind.kind, name);
    }
    response
}

/// The answer to a request that rules cannot judge.
fn refusal<T: Resource>(request: &AdmissionRequest<T>, text: &str) -> AdmissionResponse {
    let mut response = AdmissionResponse::from(request).deny(text);
    response.result.status = Some(StatusSummary::Failure);
    response.result.reason = reason::BAD_REQUEST.to_owned();
    response.result.code = 400;
    response
}

fn kind_of<T: Resource<DynamicType: Default>>() -> GroupVersionKind {
    let dynamic = T::DynamicType::default();
    GroupVersionKind::gvk(&T::group(&dynamic), &T::version(&dynamic), &T::kind(&dynamic))
}

/// Reads the object as a `T`. Does not copy its data, which may be large.
fn read<T: DeserializeOwned>(object: &DynamicObject) -> serde_json::Result<T> {
    let Value::Object(data) = &object.data else { return T::deserialize(serde_json::to_value(object)?) };
    let DynamicObject { types, metadata, .. } = object;
    let head =
        DynamicObject { types: types.clone(), metadata: metadata.clone(), data: Value::Object(Map::new()) };
    let Value::Object(head) = serde_json::to_value(head)? else { return T::deserialize(&object.data) };
    let fields = head.iter().chain(data).map(|(name, value)| (name.as_str(), value));
    T::deserialize(MapDeserializer::new(fields))
}

impl ErrorList {
    /// The server's answer to a write of an object with these errors, as kube's type.
    ///
    /// ```
    /// use cel_runtime::{ErrorList, FieldError};
    ///
    /// let errors = ErrorList::from(FieldError::required("spec.zone", ""));
    /// let status = errors.to_status("example.dev", "Disk", "a");
    /// assert!(status.is_invalid());
    /// assert_eq!(status.message, "Disk.example.dev \"a\" is invalid: spec.zone: Required value");
    /// ```
    pub fn to_status(&self, group: &str, kind: &str, name: &str) -> KubeStatus {
        self.status(group, kind, name).into()
    }
}

impl From<Status> for KubeStatus {
    fn from(Status { message, details, code, .. }: Status) -> Self {
        let causes = details.causes.into_iter().map(|cause| StatusCause {
            reason: cause.reason.into_owned(),
            message: cause.message,
            field: cause.field,
        });
        KubeStatus {
            status: Some(StatusSummary::Failure),
            code,
            message,
            metadata: Some(Default::default()),
            reason: reason::INVALID.to_owned(),
            details: Some(StatusDetails {
                name: details.name,
                group: details.group,
                kind: details.kind,
                uid: String::new(),
                causes: causes.collect(),
                retry_after_seconds: 0,
            }),
        }
    }
}
