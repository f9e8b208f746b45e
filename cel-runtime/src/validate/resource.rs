//! The spec of a custom resource, validated with the rules of the resource.

use super::XValidation;

/// A type with `#[kube(..)]`: the spec of the custom resource that kube makes around it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the spec of a custom resource",
    label = "this type has no `#[kube(..)]`",
    note = "call `x_validate` of the type itself, or of the custom resource that holds it"
)]
pub trait ResourceSpec: Sized {
    /// The custom resource.
    type Resource: XValidation;

    /// A new resource of this name with the spec. It has no labels, namespace or status.
    fn into_resource(self, name: &str) -> Self::Resource;
}
