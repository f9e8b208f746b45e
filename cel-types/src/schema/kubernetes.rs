//! The types of k8s-openapi as definitions. A schema has only their names. A type is read from the table when a rule looks into it.

use super::{Access, DeclField, DeclKind, DeclType, Encoding, ListType, Schema};
use crate::kubernetes;
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
};

pub use crate::kubernetes::{Entry, Field, Held, NEWEST, OLDEST, Presence, RustType, Shape, at, named};

/// A node of a type of k8s-openapi, with its schema in a version of Kubernetes.
#[must_use]
#[inline]
pub fn node(entry: Entry, minor: Option<u8>, is_guess: bool) -> DeclType {
    DeclType::new(match entry.shape(minor) {
        Shape::Quantity | Shape::IntOrString => DeclKind::IntOrString,
        Shape::Time | Shape::MicroTime => DeclKind::DateTime,
        Shape::Union => DeclKind::Unknown,
        Shape::Object(_) | Shape::Untyped => DeclKind::Ref(kubernetes::id(entry, minor, is_guess)),
    })
}

/// The Rust type of a node that is a type of k8s-openapi or a collection of one. `None` for other nodes, and for nodes that are read in
/// another way.
#[must_use]
#[inline]
pub fn rust_type(node: &DeclType) -> Option<RustType> {
    let element = |node: &DeclType| rust_type(node).filter(|_| !node.nullable).map(Box::new);
    match &node.kind {
        DeclKind::Ref(id) => kubernetes::of_id(id).map(|(entry, _)| RustType::Named(entry)),
        DeclKind::List { items, list_type: ListType::Atomic } => element(items).map(RustType::Vec),
        DeclKind::Map { values } => element(values).map(RustType::Map),
        _ => match node.encoding {
            Encoding::Foreign(entry) => Some(RustType::Named(entry)),
            _ => None,
        },
    }
}

/// True if the node is a type of k8s-openapi, or a list or map of one.
#[must_use]
#[inline]
pub fn is_foreign(node: &DeclType) -> bool {
    match &node.kind {
        DeclKind::Ref(id) => kubernetes::of_id(id).is_some(),
        DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => is_foreign(inner),
        _ => matches!(node.encoding, Encoding::Foreign(_)),
    }
}

/// Runs `run` with unknown types in place of types that were guessed from names. Its errors then have nothing to do with a guess.
pub fn without_guesses<T>(run: impl FnOnce() -> T) -> T {
    HIDES_GUESSES.set(true);
    let result = run();
    HIDES_GUESSES.set(false);
    result
}

/// True if a schema refers to a type that was guessed from a name.
#[must_use]
#[inline]
pub fn has_guesses(schema: &Schema) -> bool {
    schema.definitions.values().any(|definition| is_guessed(&definition.node))
}

#[inline]
fn is_guessed(node: &DeclType) -> bool {
    match &node.kind {
        DeclKind::Ref(id) => kubernetes::is_guess(id),
        _ => node.children().into_iter().any(is_guessed),
    }
}

thread_local! {
    static HIDES_GUESSES: Cell<bool> = const { Cell::new(false) };
    static KNOWN: RefCell<HashMap<String, &'static DeclType>> = RefCell::default();
    static ERROR: &'static DeclType = Box::leak(Box::new(DeclType::new(DeclKind::Error)));
}

/// The definition with this id. It lives as long as the compiler, because rules refer to the same types again and again.
#[inline]
pub fn definition(id: &str) -> Option<&'static DeclType> {
    if HIDES_GUESSES.get() && kubernetes::is_guess(id) {
        return Some(ERROR.with(|error| *error));
    }
    if let Some(known) = KNOWN.with_borrow(|known| known.get(id).copied()) {
        return Some(known);
    }
    let (entry, minor) = kubernetes::of_id(id)?;
    let new: &'static DeclType = Box::leak(Box::new(object(entry, minor)));
    KNOWN.with_borrow_mut(|known| known.insert(id.to_owned(), new));
    Some(new)
}

#[inline]
fn object(entry: Entry, minor: Option<u8>) -> DeclType {
    let fields = match entry.shape(minor) {
        Shape::Object(fields) => fields,
        _ => Vec::new(),
    };
    let fields: Vec<DeclField> = fields.into_iter().map(|field| property(field, minor)).collect();
    let kind = DeclKind::Object { fields: fields.into(), preserve_unknown_fields: false };
    DeclType { encoding: Encoding::Foreign(entry), ..DeclType::new(kind) }
}

#[inline]
fn property(field: Field, minor: Option<u8>) -> DeclField {
    let rust_name = match &field.held {
        Held::Field(name) if **name != *field.name => Some(name.to_string()),
        Held::Field(_) | Held::Text(_) => None,
    };
    DeclField {
        name: field.name.to_owned(),
        rust_name,
        node: below(&field.ty, minor),
        required: field.is_required(),
        access: Access { place: Some(field), ..Access::default() },
    }
}

#[inline]
fn below(ty: &RustType, minor: Option<u8>) -> DeclType {
    DeclType::new(match ty {
        RustType::String => DeclKind::String,
        RustType::Bool => DeclKind::Bool,
        RustType::I32 | RustType::I64 => DeclKind::Int,
        RustType::F64 => DeclKind::Double,
        RustType::Bytes => DeclKind::Bytes,
        RustType::Vec(inner) => {
            DeclKind::List { items: Box::new(below(inner, minor)), list_type: ListType::Atomic }
        }
        RustType::Map(inner) => DeclKind::Map { values: Box::new(below(inner, minor)) },
        RustType::Box(inner) => return below(inner, minor),
        RustType::Named(entry) => return node(*entry, minor, false),
    })
}
