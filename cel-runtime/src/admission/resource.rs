//! The types that requests hold.

use kube_core::Resource;

/// A custom resource: the type that `#[kube(..)]` makes. kube's `Resource` implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a custom resource",
    label = "a request holds the type that `#[kube(..)]` makes",
    note = "name the type of the kind, `Scaler` for `#[kube(kind = \"Scaler\")]`, and not its spec"
)]
pub trait AdmittedResource: Resource<DynamicType: Default> {}

#[diagnostic::do_not_recommend]
impl<T: Resource<DynamicType: Default>> AdmittedResource for T {}
