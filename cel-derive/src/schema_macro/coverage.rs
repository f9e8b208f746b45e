//! Whose a rule is, for reports on the coverage of rules. It goes along in the schema, since other types run it where it is flattened or late.

use cel_compiler::schema::{DeclKind, DeclType, Origin};

/// Says of the rules of a node, and of those below it, that they are written in a type. Where coverage is not measured, nothing says
/// so.
pub(super) fn owned_by(owner: &str, node: &mut DeclType) {
    if cfg!(feature = "coverage") {
        let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
        own(&Origin { folder, owner: owner.to_owned() }, node);
    }
}

fn own(origin: &Origin, node: &mut DeclType) {
    // Those of a flattened type are its own.
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
