//! Answers admission requests with rules. A validating webhook needs only a server around this.
//!
//! ```
//! use cel_runtime::{Options, XValidation, admission::Review};
//! use kube::CustomResource;
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
//! let review = Review::read(body.as_bytes()).unwrap();
//! let response = review.admit::<Disk>(&Options::default());
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
//! [`Review`] takes the bytes of a request. If your server has read the request already, [`admit`], [`admit_as`] and [`admit_with`] answer it.
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

mod answer;
mod part;
mod resource;
mod review;

pub use self::{
    resource::AdmittedResource,
    review::{Review, ReviewError, Unread},
};

use self::answer::{Judged, kind_of, respond};
use crate::{Options, Report, XValidation};
use kube_core::{
    DynamicObject, Resource,
    admission::{AdmissionRequest, AdmissionResponse},
    gvk::GroupVersionKind,
};
use serde::{
    Serialize,
    de::{DeserializeOwned, value::MapDeserializer},
};
use serde_json::{Map, Value};

/// Answers a request about a resource that derives [`XValidation`].
///
/// If the object is no `T`, serde cannot read the request at all. [`Review`] and [`admit_as`] answer such requests, too.
///
/// ```
/// # use cel_runtime::{Options, XValidation, admission::admit};
/// # use kube::{CustomResource, core::admission::{AdmissionRequest, AdmissionReview}};
/// # use schemars::JsonSchema;
/// # use serde::{Deserialize, Serialize};
/// # #[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
/// # #[kube(group = "example.dev", version = "v1", kind = "Disk")]
/// # #[schemars(transform = DiskSpec::x_validations)]
/// # struct DiskSpec { #[x_validation(rule = "self > 0")] size: i64 }
/// # fn main() {
/// # let object = serde_json::json!({"apiVersion": "example.dev/v1", "kind": "Disk", "metadata": {"name": "a"}, "spec": {"size": 1}});
/// # let body = serde_json::json!({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
/// #     "uid": "1", "kind": {"group": "example.dev", "version": "v1", "kind": "Disk"},
/// #     "resource": {"group": "example.dev", "version": "v1", "resource": "disks"},
/// #     "operation": "CREATE", "userInfo": {}, "object": object}}).to_string();
/// let review: AdmissionReview<Disk> = serde_json::from_str(&body).unwrap();
/// let request: AdmissionRequest<Disk> = review.try_into().unwrap();
/// assert!(admit(&request, &Options::default()).allowed);
/// # }
/// ```
pub fn admit<T>(request: &AdmissionRequest<T>, options: &Options) -> AdmissionResponse
where
    T: AdmittedResource + XValidation + Serialize,
{
    respond(request, Some(&kind_of::<T>()), |new, old| {
        Ok(Judged::resource(new.x_evaluate(old, options), new))
    })
}

/// The same for a request that was read with kube's [`DynamicObject`]. The object becomes a `T` here. If that fails, the request is
/// refused with the message of serde.
///
/// So the answer has the request's `uid`, whatever the object is. An update is also refused if the old object is no `T`, because rules with
/// `oldSelf` could not run. [`Review`] does the same and takes less time and memory.
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
    T: AdmittedResource + XValidation + Serialize + DeserializeOwned,
{
    let kind = kind_of::<T>();
    respond(request, Some(&kind), |new, old| {
        let new: T = read(new).map_err(|error| format!("the object is no {}: {error}", kind.kind))?;
        let old: Option<T> = old
            .map(read)
            .transpose()
            .map_err(|error| format!("the old object is no {}: {error}", kind.kind))?;
        Ok(Judged::resource(new.x_evaluate(old.as_ref(), options), &new))
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
    respond(request, None, |new, old| Ok(Judged::resource(judge(new, old), new)))
}

/// Implementation of `admit` in a module of `include_crd!`.
#[doc(hidden)]
pub fn admit_version(
    request: &AdmissionRequest<DynamicObject>,
    [group, version, kind]: [&str; 3],
    evaluate: impl FnOnce(&DynamicObject, Option<&DynamicObject>) -> serde_json::Result<Report>,
) -> AdmissionResponse {
    respond(request, Some(&GroupVersionKind::gvk(group, version, kind)), |new, old| {
        let report = evaluate(new, old).map_err(|error| format!("the object cannot be read: {error}"))?;
        Ok(Judged::resource(report, new))
    })
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
