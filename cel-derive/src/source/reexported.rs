//! Types of k8s-openapi that come through modules or crates of the user's: `use framework::k8s::api::rbac::v1::Subject;`.

use super::{
    derived,
    elsewhere::Origin,
    item::{file, file_of, name},
    origin,
    own::may_lead_there,
    segments,
};

/// The path relative to k8s-openapi that a path means, if it leads there through modules or crates of the user's: `framework::k8s::..`.
pub(crate) fn reexported(path: &syn::Path) -> Option<String> {
    let first = &path.segments.first()?.ident;
    let file = file_of(first).filter(|of_path| file().is_some_and(|file| file.path == of_path.path))?;
    if let Some(single) = path.get_ident().map(ToString::to_string)
        && (file.types().count(&single) > 0 || derived::are_all(&file, &single))
    {
        return None;
    }
    if !may_lead_there(&file, &segments(path)) {
        return None;
    }
    match origin(&file.path, &name()?, path)? {
        Origin::Kubernetes(below) => Some(below.join("::")),
        Origin::Here(_) | Origin::Unrelated(_) | Origin::Nowhere => None,
    }
}
