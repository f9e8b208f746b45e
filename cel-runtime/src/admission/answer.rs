//! The answer to an admission request, however its objects were read.

use crate::{ErrorList, Report, Status};
use kube_core::{
    Resource,
    admission::{AdmissionRequest, AdmissionResponse, Operation},
    gvk::GroupVersionKind,
    response::{Status as KubeStatus, StatusCause, StatusDetails, StatusSummary, reason},
};
use std::borrow::Cow;

/// The report about an object.
pub(super) struct Judged {
    report: Report,
    /// The object's own name. It may be newer than the request's, if the server has generated it.
    name: Option<String>,
}

impl Judged {
    #[inline]
    pub(super) fn new(report: Report, name: Option<String>) -> Self {
        Judged { report, name }
    }

    pub(super) fn resource(report: Report, new: &impl Resource) -> Self {
        Judged::new(report, new.meta().name.clone())
    }
}

/// Asks `judge` about the object of a request, which must have this `kind` if one is given. An `Err` says why the object cannot be judged.
pub(super) fn respond<T: Resource>(
    request: &AdmissionRequest<T>,
    kind: Option<&GroupVersionKind>,
    judge: impl FnOnce(&T, Option<&T>) -> Result<Judged, String>,
) -> AdmissionResponse {
    let objects = objects(request, kind);
    answer(request, objects.and_then(|objects| objects.map(|(new, old)| judge(new, old)).transpose()))
}

/// The answer to a request whose object was judged, or needs no judge.
fn answer<T: Resource>(
    request: &AdmissionRequest<T>,
    judged: Result<Option<Judged>, String>,
) -> AdmissionResponse {
    match judged {
        Err(text) => refusal(request, &text),
        Ok(Some(judged)) => response(request, judged),
        Ok(None) => request.into(),
    }
}

/// A new object, and the old one of an update.
type Objects<'r, T> = (&'r T, Option<&'r T>);

/// The objects of a request. `None` if it writes none.
fn objects<'r, T: Resource>(
    request: &'r AdmissionRequest<T>,
    kind: Option<&GroupVersionKind>,
) -> Result<Option<Objects<'r, T>>, String> {
    if matches!(request.operation, Operation::Delete | Operation::Connect) {
        return Ok(None);
    }
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
    Ok(Some((new, old)))
}

fn response<T: Resource>(
    request: &AdmissionRequest<T>,
    Judged { report, name }: Judged,
) -> AdmissionResponse {
    let mut response = AdmissionResponse::from(request);
    if !report.warnings.is_empty() {
        response.warnings = Some(report.warnings.iter().map(ToString::to_string).collect());
    }
    if !report.errors.is_empty() {
        let name = name.as_ref().unwrap_or(&request.name);
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

pub(super) fn kind_of<T: Resource<DynamicType: Default>>() -> GroupVersionKind {
    let dynamic = T::DynamicType::default();
    kind([T::group(&dynamic), T::version(&dynamic), T::kind(&dynamic)])
}

#[inline]
fn kind([group, version, kind]: [Cow<'_, str>; 3]) -> GroupVersionKind {
    GroupVersionKind::gvk(&group, &version, &kind)
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
    #[inline]
    pub fn to_status(&self, group: &str, kind: &str, name: &str) -> KubeStatus {
        self.status(group, kind, name).into()
    }
}

impl From<Status> for KubeStatus {
    #[inline]
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
