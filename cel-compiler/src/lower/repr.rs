//! The representation of a value that a struct holds, or that a rule builds.

use crate::{
    env::Env,
    ir::{Conversion, Repr},
    library::authz,
    schema::{DeclKind, DeclType},
    types::Type,
};
use cel_types::TypeName;
use std::rc::Rc;

impl Repr {
    /// The representation of a schema node's value in a struct.
    pub(crate) fn of_node<'s>(env: &Env<'s>, node: &'s DeclType, ty: &Type) -> Repr {
        let Some(node) = env.resolve(node) else {
            return Repr::Dynamic;
        };
        if env.holds_json() {
            return Repr::Encoded(Conversion::of_json(env, node, ty));
        }
        if let Some(conversion) = Conversion::of(node) {
            return Repr::Encoded(conversion);
        }
        match (&node.kind, ty) {
            (DeclKind::Bool, _) => Repr::Bool,
            (DeclKind::Int, _) => Repr::Int,
            (DeclKind::Double, _) => Repr::Double,
            (DeclKind::String, _) => Repr::String,
            (DeclKind::Bytes, _) => Repr::Bytes,
            (DeclKind::Duration, _) => Repr::Duration,
            (DeclKind::Date | DeclKind::DateTime, _) => Repr::Timestamp,
            (DeclKind::List { items, list_type }, Type::List(element)) => Repr::List {
                element: Rc::new(Repr::of_element(env, items, element)),
                native: true,
                set: list_type.clone(),
            },
            (DeclKind::Map { values }, Type::Map(entry)) => Repr::Map {
                key: Rc::new(Repr::String),
                value: Rc::new(Repr::of_element(env, values, &entry.1)),
                native: true,
            },
            (DeclKind::Object { .. }, Type::Object(name)) => Repr::Object(name.clone()),
            _ => Repr::Dynamic,
        }
    }

    fn of_element<'s>(env: &Env<'s>, node: &'s DeclType, ty: &Type) -> Repr {
        let repr = Repr::of_node(env, node, ty);
        if node.nullable || env.resolve(node).is_some_and(|node| node.nullable) {
            Repr::Nullable(Rc::new(repr))
        } else {
            repr
        }
    }

    /// The representation of a value that a rule builds, by its type.
    pub(crate) fn built(ty: &Type) -> Repr {
        match ty {
            Type::Null => Repr::Null,
            Type::Bool => Repr::Bool,
            Type::Int => Repr::Int,
            Type::Uint => Repr::Uint,
            Type::Double => Repr::Double,
            Type::String => Repr::String,
            Type::Bytes => Repr::Bytes,
            Type::Timestamp => Repr::Timestamp,
            Type::Duration => Repr::Duration,
            Type::Type(_) => Repr::Type,
            Type::List(element) => Repr::list(Repr::built(element).part()),
            // No map has keys of other types, so the map is empty.
            Type::Map(entry) => match Repr::built(&entry.0) {
                key if key.is_key() || key == Repr::Dynamic => Repr::map(key, Repr::built(&entry.1).part()),
                _ => Repr::map(Repr::Never, Repr::built(&entry.1).part()),
            },
            Type::Object(name) if name.starts_with(authz::TYPES) => Repr::Never,
            Type::Object(name) => opaque(name).map_or_else(|| Repr::Object(name.clone()), Repr::Opaque),
            Type::Opaque(name, parameters) if &**name == "optional_type" => Repr::Optional(Rc::new(
                parameters.first().map_or(Repr::Dynamic, |value| Repr::built(value).part()),
            )),
            Type::Opaque(name, _) => opaque(name).map_or(Repr::Dynamic, Repr::Opaque),
            Type::Wrapper(_) | Type::Dyn | Type::Any | Type::Error | Type::Param(_) => Repr::Dynamic,
        }
    }

    /// Representation of an expression that never produces a value, as the element of `[]`: `nothing` if the type has no static one.
    pub(crate) fn of_none(ty: &Type, nothing: Repr) -> Repr {
        Some(Repr::built(ty)).filter(|repr| repr.is_static() && repr.has_name()).unwrap_or(nothing)
    }
}

/// The types of the Kubernetes libraries.
fn opaque(name: &str) -> Option<TypeName> {
    let opaque = [
        TypeName::Quantity,
        TypeName::Url,
        TypeName::Semver,
        TypeName::NamedFormat,
        TypeName::Ip,
        TypeName::Cidr,
    ];
    opaque.into_iter().find(|known| known.as_str() == name)
}
