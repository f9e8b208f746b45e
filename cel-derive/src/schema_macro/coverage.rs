//! The owners of rules, for reports on coverage. The schema has them, since another type may run a flattened or
//! late rule.

use cel_compiler::schema::{DeclKind, DeclType, Origin};

/// Marks the rules of a node, and those below it, as rules of a type. Only the feature `coverage` needs that.
pub(super) fn owned_by(owner: &str, node: &mut DeclType) {
    if cfg!(feature = "coverage") {
        let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
        own(&Origin { folder, owner: owner.to_owned() }, node);
    }
}

fn own(origin: &Origin, node: &mut DeclType) {
    // The rules of a flattened type keep their owner.
    for rule in node.rules.iter_mut().filter(|rule| rule.location.origin.is_none()) {
        rule.location.origin = Some(origin.clone());
    }
    match &mut node.kind {
        DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => own(origin, inner),
        DeclKind::Object { fields, .. } => {
            fields.as_mut_vec().iter_mut().for_each(|field| own(origin, &mut field.node));
        }
        _ => {}
    }
}
